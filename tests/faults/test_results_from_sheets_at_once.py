"""A sheet, two sides and the desk in the same moment, on a real PostgreSQL. Faults 1, 2; C29."""

import uuid
from collections import Counter
from functools import partial
from typing import Any

import pytest

from common.errors import DomainError
from common.log import chain_faults
from common.models import LogEntry
from games.models import GameEvent
from tests.factories import TEST, make_division, publish_round
from tests.faults.parallel import at_once
from tests.sheets import DIRECTS, begin, end, finished, record
from tournaments.models import Pairing, Result, ResultConfirmation
from tournaments.selectors import division_table
from tournaments.services.reports import Report
from tournaments.services.result_store import DEVICE, Speaker
from tournaments.services.results import result_confirm, result_enter, result_reject
from tournaments.services.rounds import round_close, round_delete

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

SIDES = [Speaker(0, "pin"), Speaker(1, "pin")]


def codes(answers: list[Any]) -> Counter[str]:
    """``ok`` or the error's code, counted; anything unexpected shows as itself."""
    return Counter(
        answer.code if isinstance(answer, DomainError) else repr(answer) if isinstance(answer, Exception) else "ok"
        for answer in answers
    )


@pytest.fixture
def table() -> Pairing:
    return publish_round(make_division(entries=2, judging_mode="challenge"), 1).pairings.get()


def live(table: Pairing) -> Result:
    return Result.objects.get(pairing=table, state__in=Result.LIVE)


def report(table: Pairing, first: int, **more: Any) -> Any:
    return partial(
        result_enter,
        pairing_id=table.pk,
        report=Report(first=first, second=300),
        actor=TEST,
        source="api",
        speaker=more.pop("speaker", DEVICE),
        **more,
    )


def confirm(table: Pairing, speaker: Speaker, version: int = 1) -> Any:
    return partial(result_confirm, pairing_id=table.pk, version=version, actor=TEST, speaker=speaker)


def assert_whole(table: Pairing) -> None:
    """One live result, every version kept in order, and a log without a gap."""
    versions = list(Result.objects.order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, len(versions) + 1))
    assert Result.objects.filter(state__in=Result.LIVE).count() == 1
    assert list(chain_faults(table.round.division.tournament.log_chain)) == []


def test_two_sides_that_differ_at_once_leave_one_pending_and_one_dispute(table: Pairing) -> None:
    answers = at_once([report(table, 400 + n, speaker=SIDES[n], client_id=uuid.uuid4()) for n in range(2)])
    assert codes(answers) == {"ok": 2}
    # What each was answered: the first one's report waited, the second one's made the dispute.
    assert sorted(answer.result.state for answer in answers) == ["disputed", "pending"]
    assert sorted(Result.objects.values_list("state", "first_final")) in (
        [("disputed", 400), ("superseded", 401)],
        [("disputed", 401), ("superseded", 400)],
    )
    assert_whole(table)


def test_one_devices_report_sent_twenty_times_is_one_proposal(table: Pairing) -> None:
    answers = at_once([report(table, 400, client_id=uuid.uuid4())] * 20)
    assert codes(answers) == {"ok": 20}
    assert Counter(answer.replayed for answer in answers) == {False: 1, True: 19}
    assert (Result.objects.count(), live(table).state) == (1, "pending")
    assert LogEntry.objects.filter(action__startswith="result.").count() == 1


def test_a_sheet_that_ends_while_a_hand_reports_leaves_both_and_says_that_they_differ(table: Pairing) -> None:
    begin(table)
    answers = at_once([partial(end, table), report(table, 400, speaker=SIDES[0])])
    assert codes(answers) == {"ok": 2}
    assert sorted(Result.objects.values_list("source", flat=True)) == ["api", "sheet"]
    assert live(table).state == "disputed"
    assert live(table).does_not_match_log is (live(table).source == "api")
    assert_whole(table)


def test_a_sheet_that_ends_while_the_desk_enters_is_never_put_over_it(table: Pairing) -> None:
    begin(table)
    desk = partial(
        result_enter,
        pairing_id=table.pk,
        report=Report(first=9, second=0),
        actor=TEST,
        source="desk",
        expected_version=0,
    )
    answers = at_once([partial(end, table, rights=DIRECTS), desk])
    if codes(answers) == {"ok": 2}:
        assert (live(table).source, live(table).state, live(table).does_not_match_log) == (
            "desk",
            "confirmed",
            True,
        )
    else:
        assert codes(answers) == {"ok": 1, "result.stale": 1}
        assert (live(table).source, live(table).state) == ("sheet", "pending")
    assert_whole(table)


def test_both_sides_confirming_at_once_confirm_it_once(table: Pairing) -> None:
    finished(table)
    answers = at_once([confirm(table, SIDES[n % 2]) for n in range(8)])
    assert codes(answers) == {"ok": 8}
    assert live(table).state == "confirmed"
    assert sorted(ResultConfirmation.objects.values_list("place", flat=True)) == [0, 1]
    table.round.division.refresh_from_db()
    assert {row.games_played for row in division_table(table.round.division).rows} == {1}
    assert LogEntry.objects.filter(action="result.confirmed").count() == 2
    assert_whole(table)


def test_one_yes_and_one_no_at_once_never_make_it_stand(table: Pairing) -> None:
    finished(table)
    no = partial(
        result_reject, pairing_id=table.pk, version=1, actor=TEST, speaker=SIDES[1], source="player", report=None
    )
    answers = at_once([confirm(table, SIDES[0]), no])
    assert set(codes(answers)) <= {"ok", "result.needs_other_side"}
    assert live(table).state == "disputed"
    assert_whole(table)


def test_a_clock_that_comes_while_a_side_confirms_is_not_confirmed_unseen(table: Pairing) -> None:
    finished(table)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, speaker=SIDES[0])
    late = partial(record, table, "clock", side=0, payload={"used_ms": 1_320_001})
    answers = at_once([late, confirm(table, SIDES[1])])
    if codes(answers) == {"ok": 1, "result.stale": 1}:
        assert (live(table).state, live(table).first_final) == ("pending", -2)
        assert not live(table).confirmations.exists()
    else:
        assert codes(answers) == {"ok": 2}
        # The word came first: it was for 8 points, and what stands now says that its sheet has changed.
        assert (live(table).state, live(table).first_final, live(table).does_not_match_log) == (
            "confirmed",
            8,
            True,
        )
    assert_whole(table)


def test_closing_while_the_last_side_confirms_closes_with_it_or_waits(table: Pairing) -> None:
    finished(table)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, speaker=SIDES[0])
    answers = at_once([confirm(table, SIDES[1]), partial(round_close, round_id=table.round_id, actor=TEST)])
    assert set(codes(answers)) <= {"ok", "round.results_missing"}
    assert live(table).state == ("final" if codes(answers) == {"ok": 2} else "confirmed")


def test_a_round_deleted_while_its_sheets_are_recorded_deadlocks_with_nobody() -> None:
    division = make_division(entries=8, judging_mode="challenge")
    round_ = publish_round(division, 1)
    tables = list(round_.pairings.order_by("table"))
    for each in tables:
        begin(each)
    deleting = partial(round_delete, round_id=round_.pk, expected_results=len(tables), actor=TEST)
    answers = at_once([*(partial(end, each) for each in tables), deleting])
    # Each end came before the round was gone, or found no game; a result that came first is not lost unsaid.
    assert set(codes(answers)) <= {"ok", "game.missing", "pairing.missing", "round.has_results"}
    assert GameEvent.objects.exists() is (codes(answers)["round.has_results"] == 1)


@pytest.mark.parametrize("turn", range(4))
def test_a_round_deleted_while_its_first_events_come_in_is_deleted_or_has_them(turn: int) -> None:
    """Where nobody had recorded yet there was nothing to wait for, and the event broke on a game that was gone."""
    division = make_division(entries=6, judging_mode="challenge")
    round_ = publish_round(division, 1)
    tables = list(round_.pairings.order_by("table"))
    deleting = partial(round_delete, round_id=round_.pk, expected_results=0, actor=TEST)
    answers = at_once([*(partial(end, each) for each in tables), deleting])
    assert set(codes(answers)) <= {"ok", "game.missing", "round.has_results"}
    assert GameEvent.objects.exists() is (codes(answers)["round.has_results"] == 1)


def test_many_tables_ending_at_once_have_a_proposal_each() -> None:
    division = make_division(entries=16, judging_mode="challenge")
    tables = list(publish_round(division, 1).pairings.order_by("table"))
    assert codes(at_once([partial(finished, each) for each in tables])) == {"ok": 8}
    assert Counter(Result.objects.values_list("state", "source")) == {("pending", "sheet"): 8}
    assert list(chain_faults(division.tournament.log_chain)) == []
