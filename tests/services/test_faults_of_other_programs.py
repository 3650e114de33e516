"""What went wrong elsewhere when rounds were paired, held against the whole site."""

import pytest

from common.errors import Conflict
from common.models import LogEntry
from tests.factories import TEST, enter_named, entry_named, fixed_round, make_division, make_entry, play_round
from tournaments.models import Division, DraftStep, PairingRule, Result, Round, Seat
from tournaments.pairing import Contention, pair, request_from_json
from tournaments.pairing.plan import Plan, Step
from tournaments.selectors import division_table, requests
from tournaments.services import drafts
from tournaments.services.constraints import absence_set, rule_add
from tournaments.services.draft_steps import draft_undo
from tournaments.services.drafts import round_pair
from tournaments.services.registration import entry_remove, entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_delete, round_publish

pytestmark = pytest.mark.django_db


def alone(round_: Round) -> list[str]:
    return sorted(s.entry.full_name for s in Seat.objects.filter(round=round_, pairing__table=None))


def test_keeping_the_byes_makes_no_more_of_them_when_the_field_becomes_even() -> None:
    division = make_division(names=list("ABCDEFG"))
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    for name in ("H", "I", "J"):
        make_entry(division, name)
        draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1, repair=True, keep_byes=True)
        assert len(alone(draft)) == division.entries.count() % 2, name


def test_a_bye_given_by_hand_is_kept_even_where_it_needs_another() -> None:
    division = make_division(names=list("ABCDEF"))
    given = entry_named(division, "C").pk
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1, locked_byes=[given])
    again = round_pair(division_id=division.pk, number=1, actor=TEST, seed=9, repair=True)
    assert "C" in alone(draft)
    assert "C" in alone(again)
    assert len(alone(again)) == 2


def test_a_loser_who_leaves_at_once_keeps_the_result_and_meets_nobody() -> None:  # C17
    division = make_division(names=list("ABCD"))
    first = fixed_round(division, 1, [("A", "B"), ("C", "D")])
    enter_named(first, "A", 400, 350)
    enter_named(first, "C", 400, 350)
    entry_withdraw(entry_id=entry_named(division, "B").pk, actor=TEST)
    draft = round_pair(division_id=division.pk, number=2, actor=TEST)
    seated = {s.entry.full_name for s in Seat.objects.filter(round=draft)}
    assert seated == set("ACD")
    assert all(len({s.entry_id for s in p.seats.all()}) == p.seats.count() for p in draft.pairings.all())
    division.refresh_from_db()
    row = division_table(division, 1).by_entry()[entry_named(division, "B").pk]
    assert (row.losses, row.spread) == (1, -50)


def test_a_deleted_round_can_be_paired_again_and_nothing_of_its_draft_is_left() -> None:  # C20
    division = make_division(names=list("ABCD"))
    play_round(division, 1)
    second = play_round(division, 2)
    round_delete(round_id=second.pk, expected_results=2, actor=TEST)
    assert not Result.objects.filter(pairing__round=second).exists()
    assert not DraftStep.objects.filter(round_id=second.pk).exists()
    again = round_pair(division_id=division.pk, number=2, actor=TEST)
    assert (again.version, DraftStep.objects.filter(round=again).count()) == (1, 1)


def test_an_old_result_corrected_later_leaves_pairings_and_marks_them() -> None:  # C28
    division = make_division(names=list("ABCDEF"))
    rounds = [play_round(division, number, seed=number) for number in (1, 2, 3)]
    fourth = round_pair(division_id=division.pk, number=4, actor=TEST, seed=4)
    round_publish(round_id=fourth.pk, actor=TEST)
    before = [(s.entry_id, s.pairing_id, s.place) for s in Seat.objects.filter(round=fourth).order_by("pk")]
    tables = {after: division_table(Division.objects.get(pk=division.pk), after).rows for after in (1, 2, 3)}
    old = Result.objects.filter(pairing__round=rounds[0], outcome="played").first()
    assert old is not None
    result_enter(
        pairing_id=old.pairing_id,
        report=Report(first=old.second_final, second=old.first_final),
        actor=TEST,
        source=Result.Source.DESK,
        expected_version=old.version,
        may_correct=True,
        reason="the slip was misread",
    )
    after = [(s.entry_id, s.pairing_id, s.place) for s in Seat.objects.filter(round=fourth).order_by("pk")]
    assert after == before
    marked = dict(Round.objects.filter(division=division).values_list("number", "made_from_older_results"))
    assert marked == {1: False, 2: True, 3: True, 4: True}
    fresh = Division.objects.get(pk=division.pk)
    assert all(division_table(fresh, number).rows != tables[number] for number in (1, 2, 3))
    last = LogEntry.objects.order_by("-pk").first()
    assert last is not None
    assert last.action == "result.changed"


def test_a_time_limit_leaves_a_whole_round_that_comes_out_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "CONTENTION_SECONDS", 0.01)
    plan = Plan(3, (Step(1, 3, Contention(simulations=1_000_000, control_from=1)),))
    division = make_division(entries=7, plan=plan)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=5)
    stored = request_from_json(draft.request)
    assert isinstance(stored.system, Contention)
    assert stored.system.runs < 1_000_000
    assert Seat.objects.filter(round=draft).count() == 7
    assert pair(stored).digest == draft.request_digest


def test_a_fault_while_pairing_again_leaves_the_draft_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    division = make_division(entries=7)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=5)
    before = (draft.request, sorted(Seat.objects.values_list("entry_id", "pairing__table", "place"), key=str))

    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("the proof broke")

    monkeypatch.setattr(drafts, "certify_round", broken)
    with pytest.raises(RuntimeError):
        round_pair(division_id=division.pk, number=1, actor=TEST, seed=6, repair=True)
    stored = Round.objects.get(pk=draft.pk)
    assert before == (
        stored.request,
        sorted(Seat.objects.values_list("entry_id", "pairing__table", "place"), key=str),
    )
    assert DraftStep.objects.count() == 1


def test_whoever_is_taken_out_takes_rules_along_and_the_log_says_so() -> None:
    division = make_division(names=list("ABC"))
    one, other = entry_named(division, "A"), entry_named(division, "B")
    rule_add(division_id=division.pk, kind="forbidden", one=one.pk, other=other.pk, actor=TEST)
    absence_set(entry_id=other.pk, round_number=2, kind="absent", actor=TEST)
    entry_remove(entry_id=other.pk, actor=TEST)
    assert not PairingRule.objects.exists()
    actions = list(LogEntry.objects.order_by("-pk").values_list("action", flat=True)[:2])
    assert actions == ["entry.removed", "rule.removed"]


def test_undoing_in_a_draft_whose_round_was_published_meanwhile_is_refused() -> None:
    division = make_division(entries=4)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST)
    round_publish(round_id=draft.pk, actor=TEST)
    with pytest.raises(Conflict) as refusal:
        draft_undo(round_id=draft.pk, actor=TEST)
    assert refusal.value.code == "round.already_published"
