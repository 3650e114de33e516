"""A published round changes only by a director's correction, where nobody has played, with who, when and why."""

import pytest

from common.errors import Conflict, Refused
from common.log import chain_faults
from common.models import LogEntry
from games.models import SidePlayer
from tests.factories import TEST, enter, entry_named, fixed_round, make_division, pairing_of
from tests.sheets import begin
from tournaments.models import Division, Round, Seat
from tournaments.selectors import division_table
from tournaments.services.published import published_swap
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db

WHY = "they sat down at each other's tables"


@pytest.fixture
def division() -> Division:
    return make_division(names=["A", "B", "C", "D", "E"], judging_mode="challenge")


@pytest.fixture
def round_(division: Division) -> Round:
    return fixed_round(division, 1, [("A", "B"), ("C", "D")], bye="E")


def swap(round_: Round, a: str, b: str, reason: str = WHY, **more: int) -> Round:
    one, two = entry_named(round_.division, a).pk, entry_named(round_.division, b).pk
    return published_swap(round_id=round_.pk, entry_a=one, entry_b=two, reason=reason, actor=TEST, **more)


def seated(round_: Round, name: str) -> list[str]:
    seats = Seat.objects.filter(pairing=pairing_of(round_, name)).order_by("place")
    return [seat.entry.full_name for seat in seats]


def people(round_: Round, name: str) -> list[str]:
    sides = SidePlayer.objects.filter(side__game=pairing_of(round_, name).game).order_by("side__place")
    return [side.player.name for side in sides]


def test_two_change_places_and_their_games_are_theirs(round_: Round) -> None:
    done = swap(round_, "B", "D")
    assert seated(round_, "A") == people(round_, "A") == ["A", "D"]
    assert seated(round_, "C") == people(round_, "C") == ["C", "B"]
    assert done.version == round_.version + 1
    chain = round_.division.tournament.log_chain
    said = LogEntry.objects.get(chain=chain, action="round.corrected").data
    assert (said["entries"], said["tables"], said["reason"]) == ([2, 4], [1, 2], WHY)
    assert list(chain_faults(chain)) == []


def test_two_at_one_table_change_who_starts(round_: Round) -> None:
    swap(round_, "A", "B")
    assert seated(round_, "A") == people(round_, "A") == ["B", "A"]


def test_a_bye_goes_over_with_its_credit(round_: Round, division: Division) -> None:
    swap(round_, "A", "E")
    assert seated(round_, "E") == people(round_, "E") == ["E", "B"]
    division.refresh_from_db()
    rows = division_table(division).by_entry()
    assert rows[entry_named(division, "A").pk].points == 2
    assert rows[entry_named(division, "E").pk].points == 0


def test_what_was_played_stays_with_who_played_it(round_: Round) -> None:
    enter(pairing_of(round_, "A"), 400, 300)
    begin(pairing_of(round_, "C"))
    with pytest.raises(Conflict) as refused:
        swap(round_, "A", "C")
    assert (refused.value.code, refused.value.extra) == ("round.played_already", {"tables": [1, 2]})
    assert seated(round_, "A") == ["A", "B"]


@pytest.mark.parametrize(
    ("pair", "reason", "code"),
    [(("A", "A"), WHY, "round.swap_invalid"), (("A", "C"), " no ", "result.reason_missing")],
)
def test_it_is_two_entries_and_a_reason(round_: Round, pair: tuple[str, str], reason: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        swap(round_, *pair, reason=reason)
    assert refused.value.code == code


def test_a_round_that_somebody_else_has_changed_is_looked_at_again(round_: Round) -> None:
    swap(round_, "A", "C")
    with pytest.raises(Conflict) as refused:
        swap(round_, "A", "C", expected_version=round_.version)
    assert refused.value.code == "round.stale"


def test_a_closed_round_stays_as_it_is(round_: Round) -> None:
    enter(pairing_of(round_, "A"), 400, 300)
    enter(pairing_of(round_, "C"), 400, 300)
    round_close(round_id=round_.pk, actor=TEST)
    with pytest.raises(Conflict) as refused:
        swap(round_, "A", "C")
    assert refused.value.code == "round.closed"
