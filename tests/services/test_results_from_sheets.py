"""What a scoresheet does to a result: proposes, supersedes, disputes, or says that it does not match."""

import pytest

from common.errors import Conflict, Refused
from common.models import LogEntry
from games.models import Game, GameEvent
from games.selectors.scores import score_parts
from tests.factories import TEST, enter, fixed_round, make_division, pairing_of
from tests.sheets import DIRECTS, begin, end, finished, record
from tournaments.models import Division, Pairing, Result, ResultConfirmation
from tournaments.selectors import division_table
from tournaments.selectors.results import tournament_games
from tournaments.services.events import tournament_delete
from tournaments.services.proposals import mismatch_settle, sheet_propose
from tournaments.services.registration import entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.result_store import DEVICE, Speaker
from tournaments.services.results import result_confirm, result_enter, result_reject
from tournaments.services.rounds import RoundLosses, round_close, round_delete, round_losses
from tournaments.services.undo import result_undo

pytestmark = pytest.mark.django_db

FIRST, SECOND = Speaker(0, "pin"), Speaker(1, "pin")


@pytest.fixture
def division() -> Division:
    return make_division(names=["A", "B"], judging_mode="challenge")


@pytest.fixture
def table(division: Division) -> Pairing:
    return pairing_of(fixed_round(division, 1, [("A", "B")]), "A")


def live(table: Pairing) -> Result:
    return Result.objects.get(pairing=table, state__in=Result.LIVE)


def spread_of(division: Division, name: str) -> int:
    division.refresh_from_db()
    entry = division.entries.get(members__player__name=name)
    return division_table(division).by_entry()[entry.pk].spread


def confirmed(table: Pairing) -> Result:
    return result_confirm(pairing_id=table.pk, version=live(table).version, actor=TEST)


def test_a_game_without_an_event_ends_in_peace(table: Pairing) -> None:
    finished(table)
    Pairing.objects.filter(pk=table.pk).update(game=None)
    game = Game.objects.get()
    assert sheet_propose(game_id=game.pk, actor=TEST) is None


def test_a_running_sheet_proposes_nothing(table: Pairing) -> None:
    begin(table)
    assert not Result.objects.exists()


def test_a_proposal_counts_for_nobody_until_both_sides_have_agreed(division: Division, table: Pairing) -> None:
    finished(table)
    assert (live(table).state, live(table).source, live(table).winner) == ("pending", "sheet", 0)
    assert spread_of(division, "A") == 0
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, speaker=FIRST)
    assert (live(table).state, spread_of(division, "A")) == ("pending", 0)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, speaker=SECOND)
    assert (live(table).state, spread_of(division, "A")) == ("confirmed", 8)
    assert set(ResultConfirmation.objects.values_list("place", "how")) == {(0, "pin"), (1, "pin")}


def test_a_proposal_counts_at_once_where_the_division_says_so() -> None:
    division = make_division(names=["A", "B"], pending_counts=True)
    table = pairing_of(fixed_round(division, 1, [("A", "B")]), "A")
    finished(table)
    assert spread_of(division, "A") == 8
    round_close(round_id=table.round_id, actor=TEST)
    assert live(table).state == "final"


def test_the_parts_leave_out_what_was_challenged_off_the_board_and_what_was_taken_back(table: Pairing) -> None:
    begin(table)
    record(table, "play", side=1, payload={"start": "9F", "dir": "across", "tiles": ["1", "+", "1", "=", "3"]})
    record(table, "challenge", side=0)
    record(table, "play", side=0, payload={"start": "9F", "dir": "across", "tiles": ["1", "+", "1", "=", "2"]})
    record(table, "undo")
    record(table, "pass", side=0)
    record(table, "arbiter_adjustment", side=1, rights=DIRECTS, reason="came late", payload={"points": -5})
    record(table, "clock", side=1, payload={"used_ms": 1_320_001})
    end(table)
    game = Game.objects.get(pk=table.game_id)
    total = (live(table).first_final, live(table).second_final)
    parts = score_parts(game, (total[0], total[1] or 0))
    assert parts is not None
    assert [(p.plays, p.bingos, p.rack, p.overtime, p.adjustment, p.final) for p in parts] == [
        (8, 0, 0, 0, 0, 8),
        (0, 0, 0, -10, -5, -15),
    ]
    rows = GameEvent.objects.filter(game=game)
    assert total == (sum(row.first_points for row in rows), sum(row.second_points for row in rows))


def test_a_bingo_is_counted_apart_from_the_plays(table: Pairing) -> None:
    record(table, "play", side=0, payload={"start": "8D", "dir": "across", "tiles": "1 + 2 + 3 + 4 =".split()})
    end(table)
    parts = score_parts(Game.objects.get(pk=table.game_id), (live(table).first_final, 0))
    assert parts is not None
    assert (parts[0].bingos, parts[0].plays + 40) == (1, live(table).first_final)


def test_a_later_clock_supersedes_a_proposal_and_asks_again(table: Pairing) -> None:
    finished(table)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, speaker=FIRST)
    record(table, "clock", side=0, payload={"used_ms": 1_320_001})
    assert list(Result.objects.order_by("version").values_list("state", "first_final", "winner")) == [
        ("superseded", 8, 0),
        ("pending", -2, 1),
    ]
    assert not live(table).confirmations.exists()


def test_what_changes_nothing_asks_nobody_again(table: Pairing) -> None:
    finished(table)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, speaker=FIRST)
    record(table, "clock", side=0, payload={"used_ms": 100})
    assert (live(table).version, live(table).confirmations.count()) == (1, 1)


def test_a_directors_replacement_deep_in_the_game_changes_the_proposal(table: Pairing) -> None:
    finished(table)
    shorter = {"start": "8G", "dir": "across", "tiles": ["5", "?:=", "5"]}
    record(
        table,
        "replace",
        side=0,
        rights=DIRECTS,
        target_seq=1,
        reason="misread",
        payload={"type": "play", "data": shorter},
    )
    assert (live(table).version, live(table).state) == (2, "pending")
    parts = live(table).components.order_by("place").values_list("plays", flat=True)
    assert parts[0] == live(table).first_final != 8


def test_a_mismatch_stays_until_a_director_says_which_stands(division: Division, table: Pairing) -> None:
    finished(table)
    confirmed(table)
    record(table, "clock", side=0, rights=DIRECTS, payload={"used_ms": 1_320_001})
    assert live(table).does_not_match_log
    assert (live(table).log_first, live(table).log_second, live(table).log_winner) == (-2, 0, 1)
    assert spread_of(division, "A") == 8
    with pytest.raises(Refused) as refusal:
        mismatch_settle(pairing_id=table.pk, version=1, keep="result", reason="no", actor=TEST)
    assert refusal.value.code == "result.reason_missing"
    mismatch_settle(pairing_id=table.pk, version=1, keep="result", reason="the clock was off", actor=TEST)
    assert not live(table).does_not_match_log
    # The same sheet again is no news; another one is.
    record(table, "clock", side=1, rights=DIRECTS, payload={"used_ms": 5})
    assert not live(table).does_not_match_log
    record(table, "clock", side=1, rights=DIRECTS, payload={"used_ms": 1_320_001})
    assert live(table).does_not_match_log
    mismatch_settle(pairing_id=table.pk, version=1, keep="log", reason="both clocks were read", actor=TEST)
    assert (live(table).state, live(table).source, live(table).first_final) == ("confirmed", "sheet", -2)
    assert (spread_of(division, "A"), live(table).does_not_match_log) == (8, False)
    kept = LogEntry.objects.get(action="result.kept_against_log").data
    assert (kept["reason"], kept["log"]) == ("the clock was off", {"first": -2, "second": 0, "winner": 1})


def test_there_is_nothing_to_settle_where_they_agree(table: Pairing) -> None:
    finished(table)
    with pytest.raises(Conflict) as refusal:
        mismatch_settle(pairing_id=table.pk, version=1, keep="log", reason="just to be sure", actor=TEST)
    assert refusal.value.code == "result.matches_log"


def test_a_forfeit_typed_over_a_finished_sheet_does_not_match_it(table: Pairing) -> None:
    finished(table)
    result_enter(
        pairing_id=table.pk,
        report=Report(outcome="forfeit", winner=1),
        actor=TEST,
        source="desk",
        expected_version=1,
    )
    assert (live(table).outcome, live(table).does_not_match_log) == ("forfeit", True)


def test_the_desks_result_stands_while_the_sheet_goes_on_and_is_compared_at_its_end(table: Pairing) -> None:
    begin(table)
    enter(table, 9, 0)
    assert not live(table).does_not_match_log
    end(table, rights=DIRECTS)
    assert (live(table).first_final, live(table).does_not_match_log) == (9, True)


def test_taking_the_desks_result_back_brings_the_sheets_forward(table: Pairing) -> None:
    begin(table)
    enter(table, 8, 0)
    end(table, rights=DIRECTS)
    result_undo(pairing_id=table.pk, version=1, actor=TEST)
    assert (live(table).version, live(table).state, live(table).source) == (2, "pending", "sheet")


def test_an_end_taken_back_leaves_a_confirmed_result_alone(table: Pairing) -> None:
    finished(table)
    confirmed(table)
    record(table, "void", rights=DIRECTS, target_seq=2, reason="it goes on")
    assert (live(table).state, live(table).does_not_match_log) == ("confirmed", False)


def test_a_dispute_between_sheet_and_side_follows_the_sheet_and_stays_a_dispute(table: Pairing) -> None:
    finished(table)
    result_reject(pairing_id=table.pk, version=1, actor=TEST, speaker=SECOND, source="player")
    record(table, "clock", side=0, payload={"used_ms": 1_320_001})
    assert (live(table).version, live(table).state, live(table).first_final) == (2, "disputed", -2)


def test_a_device_may_put_its_own_report_right_and_not_another_devices(table: Pairing) -> None:
    def report(score: int) -> Result:
        return result_enter(
            pairing_id=table.pk, report=Report(first=score, second=0), actor=TEST, source="api", speaker=DEVICE
        ).result

    assert [report(400).state, report(401).state] == ["pending", "pending"]
    Result.objects.update(token=None, source="player")
    assert report(402).state == "disputed"


def test_a_side_that_withdraws_after_the_sheet_ended_forfeits_nothing(division: Division, table: Pairing) -> None:
    finished(table)
    entry_withdraw(entry_id=division.entries.get(members__player__name="B").pk, actor=TEST)
    assert (live(table).outcome, live(table).source) == ("played", "sheet")


def test_a_deleted_round_takes_its_sheets_with_it(table: Pairing) -> None:
    finished(table)
    round_delete(round_id=table.round_id, expected_results=1, actor=TEST)
    assert not GameEvent.objects.exists()
    assert not ResultConfirmation.objects.exists()


def test_scores_beyond_all_bounds_are_left_to_staff(table: Pairing) -> None:
    begin(table)
    record(table, "arbiter_adjustment", side=0, rights=DIRECTS, reason="a slip", payload={"points": 9999})
    end(table)
    assert not Result.objects.exists()


def test_a_round_with_a_begun_scoresheet_is_not_deleted_unsaid(table: Pairing) -> None:
    begin(table)
    assert round_losses(table.round) == RoundLosses(results=0, sheets=1)
    with pytest.raises(Conflict) as refused:
        round_delete(round_id=table.round_id, expected_results=0, actor=TEST)
    assert (refused.value.code, refused.value.extra) == ("round.has_results", {"results": 0, "sheets": 1})
    assert GameEvent.objects.exists()
    division = table.round.division
    round_delete(round_id=table.round_id, expected_results=1, actor=TEST)
    said = LogEntry.objects.filter(chain=division.tournament.log_chain, action="round.deleted").get()
    assert said.data["scoresheets"] == [{"table": table.table, "events": 1}]


def test_an_event_with_a_begun_scoresheet_is_not_deleted_unsaid(table: Pairing) -> None:
    begin(table)
    event = table.round.division.tournament
    assert tournament_games(event) == 1
    with pytest.raises(Conflict, match="1 games"):
        tournament_delete(tournament_id=event.pk, expected_games=0, actor=TEST)
    tournament_delete(tournament_id=event.pk, expected_games=1, actor=TEST)
    assert not GameEvent.objects.exists()
