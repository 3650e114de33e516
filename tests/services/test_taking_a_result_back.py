"""What was just typed can be taken back: the table waits again, and the version stays to be read."""

from typing import Any

import pytest

from common.errors import Conflict, Missing
from common.log import chain_faults
from common.models import LogEntry
from tests.factories import TEST, enter, fixed_round, make_division, pairing_of
from tournaments.models import Division, Pairing, Result
from tournaments.selectors import division_table, missing_results
from tournaments.services.reports import Report
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_close
from tournaments.services.undo import UNDONE, result_can_undo, result_undo
from tournaments.signals import results_changed

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(names=["A", "B"])


@pytest.fixture
def table(division: Division) -> Pairing:
    return pairing_of(fixed_round(division, 1, [("A", "B")]), "A")


def test_the_table_waits_again_and_nobody_has_points(division: Division, table: Pairing) -> None:
    enter(table, 400, 300)
    division.refresh_from_db()
    taken = result_undo(pairing_id=table.pk, version=1, actor=TEST)
    division.refresh_from_db()
    assert [row.points for row in division_table(division).rows] == [0, 0]
    assert missing_results(table.round) == [1]
    assert (taken.state, taken.reason, taken.first_final) == ("superseded", UNDONE, 400)


def test_it_is_in_the_log_with_what_it_was(division: Division, table: Pairing) -> None:
    enter(table, 400, 300)
    result_undo(pairing_id=table.pk, version=1, actor=TEST)
    entry = LogEntry.objects.order_by("seq").last()
    assert entry is not None
    assert entry.action == "result.undone"
    assert (entry.data["round"], entry.data["table"], entry.data["before"]["first"]) == (
        1,
        1,
        400,
    )
    assert list(chain_faults(division.tournament.log_chain)) == []


def test_the_news_goes_to_the_ratings(table: Pairing) -> None:
    enter(table, 400, 300)
    heard: list[Any] = []

    def listen(**news: Any) -> None:
        heard.append((news["division_id"], news["from_round"]))

    results_changed.connect(listen)
    try:
        result_undo(pairing_id=table.pk, version=1, actor=TEST)
    finally:
        results_changed.disconnect(listen)
    assert heard == [(table.round.division_id, 1)]


def test_it_can_be_typed_again_and_taken_back_again(table: Pairing) -> None:
    enter(table, 400, 300)
    result_undo(pairing_id=table.pk, version=1, actor=TEST)
    assert enter(table, 401, 300).result.version == 2
    result_undo(pairing_id=table.pk, version=2, actor=TEST)
    assert not Result.objects.filter(state__in=Result.LIVE).exists()


@pytest.mark.parametrize("version", [0, 2, -1])
def test_another_version_than_the_one_seen_is_left_alone(table: Pairing, version: int) -> None:
    enter(table, 400, 300)
    with pytest.raises(Conflict) as refusal:
        result_undo(pairing_id=table.pk, version=version, actor=TEST)
    assert refusal.value.code == "result.stale"
    assert Result.objects.get().state == "confirmed"


def test_a_correction_or_a_players_report_is_not_taken_back(table: Pairing) -> None:
    result_enter(
        pairing_id=table.pk,
        report=Report(first=400, second=300),
        actor=TEST,
        source=Result.Source.PLAYER,
        reported_by_place=0,
    )
    with pytest.raises(Conflict):
        result_undo(pairing_id=table.pk, version=1, actor=TEST)
    corrected = enter(table, 410, 300).result
    assert not result_can_undo(corrected)
    with pytest.raises(Conflict) as refusal:
        result_undo(pairing_id=table.pk, version=2, actor=TEST)
    assert refusal.value.code == "result.not_first"
    assert Result.objects.get(state="confirmed").first_final == 410


def test_in_a_closed_round_nothing_is_taken_back(table: Pairing) -> None:
    enter(table, 400, 300)
    round_close(round_id=table.round_id, actor=TEST)
    with pytest.raises(Conflict) as refusal:
        result_undo(pairing_id=table.pk, version=1, actor=TEST)
    assert refusal.value.code == "round.closed"
    assert Result.objects.get().state == "final"


def test_where_there_is_nothing_there_is_nothing_to_take_back(table: Pairing) -> None:
    with pytest.raises(Missing):
        result_undo(pairing_id=table.pk, version=1, actor=TEST)
    with pytest.raises(Missing):
        result_undo(pairing_id=table.pk + 999, version=1, actor=TEST)
