"""A round that an entry missed counts for nothing until the director says what it counts as."""

import pytest

from common.errors import Conflict, Missing, Refused
from tests.factories import TEST, make_division, make_entry, play_round, publish_round
from tournaments.models import Division, Entry, Seat
from tournaments.selectors import division_table
from tournaments.services.missed import missed_round_set
from tournaments.services.reports import Report

pytestmark = pytest.mark.django_db


@pytest.fixture
def late() -> Entry:
    """Came after three rounds."""
    division = make_division(entries=6)
    for number in (1, 2, 3):
        play_round(division, number)
    return make_entry(division, "Late Larry")


def table(entry: Entry) -> dict[int, object]:
    division = Division.objects.get(pk=entry.division_id)
    return {row.entry: (row.points, row.spread, row.missed) for row in division_table(division, 3).rows}


def test_a_missed_round_becomes_a_late_bye_and_nobody_elses_past_changes(late: Entry) -> None:  # C15
    before = table(late)
    missed_round_set(entry_id=late.pk, round_number=2, report=Report(outcome="bye", first=0), actor=TEST)
    after = table(late)
    assert before.pop(late.pk) == (0, 0, (1, 2, 3))
    assert after.pop(late.pk) == (2, 0, (1, 3))
    assert after == before


def test_a_missed_round_becomes_a_loss(late: Entry) -> None:
    missed_round_set(entry_id=late.pk, round_number=1, report=Report(outcome="forfeit", winner=1), actor=TEST)
    assert table(late)[late.pk] == (0, -100, (2, 3))


def test_what_is_set_is_final_where_the_round_is_closed(late: Entry) -> None:
    result = missed_round_set(entry_id=late.pk, round_number=1, report=Report(outcome="bye"), actor=TEST)
    assert (result.state, result.first_final) == ("final", 100)


def test_only_a_round_without_a_place_can_be_set(late: Entry) -> None:
    missed_round_set(entry_id=late.pk, round_number=1, report=Report(outcome="bye"), actor=TEST)
    with pytest.raises(Conflict) as refusal:
        missed_round_set(entry_id=late.pk, round_number=1, report=Report(outcome="bye"), actor=TEST)
    assert refusal.value.code == "entry.in_round"
    with pytest.raises(Missing):
        missed_round_set(entry_id=late.pk, round_number=9, report=Report(outcome="bye"), actor=TEST)
    with pytest.raises(Refused):
        missed_round_set(entry_id=late.pk, round_number=2, report=Report(first=400, second=300), actor=TEST)
    assert Seat.objects.filter(entry=late).count() == 1


def test_a_late_bye_counts_when_the_next_bye_is_given(late: Entry) -> None:
    division = Division.objects.get(pk=late.division_id)
    missed_round_set(entry_id=late.pk, round_number=1, report=Report(outcome="bye", first=-400), actor=TEST)
    fourth = publish_round(division, 4)
    assert Seat.objects.get(round=fourth, pairing__table=None).entry_id != late.pk
