"""A draft is changed by hand step by step; every step can be taken back, and pairing again loses nothing."""

from typing import Any

import pytest

from common.errors import Conflict, Refused
from common.models import LogEntry
from tests.factories import TEST, enter_named, entry_named, make_division, play_round
from tournaments.models import Division, DraftStep, Pairing, Round, Seat
from tournaments.selectors.drafts import draft_state
from tournaments.services.constraints import absence_set
from tournaments.services.draft_steps import draft_lock, draft_move, draft_swap, draft_undo, draft_unlock
from tournaments.services.drafts import draft_repair_rest, round_pair
from tournaments.services.registration import entry_remove
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(names=list("ABCDEFG"))


@pytest.fixture
def draft(division: Division) -> Round:
    return round_pair(division_id=division.pk, number=1, actor=TEST, seed=3)


def shown(round_: Round) -> list[tuple[int | None, list[str], bool]]:
    rows = []
    for pairing in Pairing.objects.filter(round=round_):
        seats = Seat.objects.filter(pairing=pairing).order_by("place").select_related("entry")
        rows.append((pairing.table, [seat.entry.full_name for seat in seats], pairing.locked))
    return sorted(rows, key=lambda row: (row[0] is None, row[0] or 0, row[1]))


def at(round_: Round, table: int | None, place: int = 0) -> int:
    return Seat.objects.get(round=round_, pairing__table=table, place=place).entry_id


def test_steps_are_taken_back_one_by_one_to_the_draft_as_it_was_made(draft: Round) -> None:
    states = [shown(draft)]
    draft_swap(round_id=draft.pk, entry_a=at(draft, 1), entry_b=at(draft, 2), actor=TEST)
    states.append(shown(draft))
    draft_lock(round_id=draft.pk, entry=at(draft, 1), actor=TEST)
    states.append(shown(draft))
    draft_move(round_id=draft.pk, table=1, to_table=3, actor=TEST)
    states.append(shown(draft))
    draft_swap(round_id=draft.pk, entry_a=at(draft, None), entry_b=at(draft, 2), actor=TEST)
    assert len({str(state) for state in [*states, shown(draft)]}) == 5
    for before in reversed(states):
        draft_undo(round_id=draft.pk, actor=TEST)
        assert shown(draft) == before
    with pytest.raises(Conflict) as refusal:
        draft_undo(round_id=draft.pk, actor=TEST)
    assert refusal.value.code == "draft.nothing_to_undo"
    kinds = list(DraftStep.objects.filter(round=draft).values_list("kind", flat=True))
    assert kinds == ["paired", "swapped", "locked", "moved", "swapped", *["undone"] * 4], "nothing is erased"


def test_what_was_undone_is_not_undone_again(draft: Round) -> None:
    draft_swap(round_id=draft.pk, entry_a=at(draft, 1), entry_b=at(draft, 2), actor=TEST)
    first = shown(draft)
    draft_swap(round_id=draft.pk, entry_a=at(draft, 2), entry_b=at(draft, 3), actor=TEST)
    draft_undo(round_id=draft.pk, actor=TEST)
    draft_swap(round_id=draft.pk, entry_a=at(draft, 1, 1), entry_b=at(draft, 3, 1), actor=TEST)
    draft_undo(round_id=draft.pk, actor=TEST)
    assert shown(draft) == first


def test_a_locked_game_and_a_locked_bye_stay_when_the_rest_is_paired_again(draft: Round) -> None:
    draft_swap(round_id=draft.pk, entry_a=at(draft, None), entry_b=at(draft, 1), actor=TEST)
    draft_swap(round_id=draft.pk, entry_a=at(draft, 2), entry_b=at(draft, 3), actor=TEST)
    draft_lock(round_id=draft.pk, entry=at(draft, None), actor=TEST)
    draft_lock(round_id=draft.pk, entry=at(draft, 2), actor=TEST)
    kept_bye, kept = at(draft, None), (at(draft, 2), at(draft, 2, 1))
    draft_repair_rest(round_id=draft.pk, actor=TEST)
    assert at(draft, None) == kept_bye
    pairs = {tuple(p.seats.order_by("place").values_list("entry_id", flat=True)) for p in draft.pairings.all()}
    assert kept in pairs
    locked = Seat.objects.filter(round=draft, pairing__locked=True).values_list("entry_id", flat=True)
    assert set(locked) == {kept_bye, *kept}
    assert Seat.objects.filter(round=draft).count() == 7


def test_pairing_again_is_taken_back_with_every_move_that_was_made_before_it(draft: Round) -> None:
    draft_swap(round_id=draft.pk, entry_a=at(draft, 1), entry_b=at(draft, 2), actor=TEST)
    moved, question = shown(draft), Round.objects.get(pk=draft.pk).request
    again = round_pair(
        division_id=draft.division_id, number=1, actor=TEST, seed=8, repair=True, system="king_of_the_hill"
    )
    assert again.pk == draft.pk, "the draft is the same, so whoever looks at it keeps their place"
    assert (again.system, shown(again) != moved) == ("king_of_the_hill", True)
    draft_undo(round_id=draft.pk, actor=TEST)
    back = Round.objects.get(pk=draft.pk)
    assert (shown(back), back.system, back.request) == (moved, "swiss", question)


def test_the_same_question_about_the_same_draft_changes_nothing(draft: Round) -> None:
    before = (Round.objects.filter(pk=draft.pk).values().get(), LogEntry.objects.count(), DraftStep.objects.count())
    again = round_pair(division_id=draft.division_id, number=1, actor=TEST, seed=3, repair=True)
    draft_repair_rest(round_id=draft.pk, actor=TEST)
    assert again.pk == draft.pk
    after = (Round.objects.filter(pk=draft.pk).values().get(), LogEntry.objects.count(), DraftStep.objects.count())
    assert after == before


def test_locking_twice_is_locking_once_and_unlocking_frees_it(draft: Round) -> None:
    first = draft_lock(round_id=draft.pk, entry=at(draft, 1), actor=TEST)
    again = draft_lock(round_id=draft.pk, entry=at(draft, 1, 1), actor=TEST)
    assert again.version == first.version
    draft_unlock(round_id=draft.pk, entry=at(draft, 1), actor=TEST)
    assert not Pairing.objects.filter(round=draft, locked=True).exists()


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda d: draft_move(round_id=d.pk, table=9, to_table=1, actor=TEST), "draft.no_such_table"),
        (lambda d: draft_move(round_id=d.pk, table=1, to_table=0, actor=TEST), "draft.table_out_of_range"),
        (lambda d: draft_lock(round_id=d.pk, entry=0, actor=TEST), "draft.not_seated"),
        (lambda d: draft_swap(round_id=d.pk, entry_a=0, entry_b=1, actor=TEST), "round.swap_invalid"),
    ],
)
def test_a_step_that_cannot_be_leaves_the_draft_as_it_is(draft: Round, call: Any, code: str) -> None:
    before = (shown(draft), draft.version)
    with pytest.raises(Refused) as refusal:
        call(draft)
    draft.refresh_from_db()
    assert (refusal.value.code, shown(draft), draft.version) == (code, *before)


def test_no_step_changes_a_published_round(division: Division, draft: Round) -> None:
    draft_swap(round_id=draft.pk, entry_a=at(draft, 1), entry_b=at(draft, 2), actor=TEST)
    round_publish(round_id=draft.pk, actor=TEST)
    before = shown(draft)
    calls = (
        lambda: draft_undo(round_id=draft.pk, actor=TEST),
        lambda: draft_lock(round_id=draft.pk, entry=at(draft, 1), actor=TEST),
        lambda: draft_move(round_id=draft.pk, table=1, to_table=2, actor=TEST),
        lambda: draft_swap(round_id=draft.pk, entry_a=at(draft, 1), entry_b=at(draft, 2), actor=TEST),
        lambda: draft_repair_rest(round_id=draft.pk, actor=TEST),
        lambda: round_pair(division_id=division.pk, number=1, actor=TEST, repair=True),
    )
    for call in calls:
        with pytest.raises(Conflict):
            call()
    assert shown(draft) == before


def test_an_old_page_changes_nothing(draft: Round) -> None:
    draft_lock(round_id=draft.pk, entry=at(draft, 1), actor=TEST)
    for call in (draft_undo, draft_repair_rest):
        with pytest.raises(Conflict) as refusal:
            call(round_id=draft.pk, actor=TEST, expected_version=1)
        assert refusal.value.code == "round.stale"


def test_a_draft_says_at_once_what_a_swap_costs_and_that_two_meet_again() -> None:
    division = make_division(names=list("ABCD"))
    meeting = [(entry_named(division, a).pk, entry_named(division, b).pk) for a, b in ("AB", "CD")]
    play_round(division, 1, locked_pairs=meeting)
    draft = round_pair(division_id=division.pk, number=2, actor=TEST, seed=1)
    assert not [one for one in draft_state(draft).warnings if one.code == "repeat"]
    assert not draft_state(draft).differences
    meets = {row[1][0]: row[1][1] for row in shown(draft)} | {row[1][1]: row[1][0] for row in shown(draft)}
    draft_swap(
        round_id=draft.pk,
        entry_a=entry_named(division, "B").pk,
        entry_b=entry_named(division, meets["A"]).pk,
        actor=TEST,
    )
    draft.refresh_from_db()
    state = draft_state(draft)
    repeats = [one for one in state.warnings if one.code == "repeat"]
    assert {frozenset(one.entries) for one in repeats} == {frozenset({1, 2}), frozenset({3, 4})}
    assert all(one.figures == {"met": 1, "running": True} for one in repeats)
    assert state.worse
    assert (state.differences[0].level, state.differences[0].made, state.differences[0].now) == ("repeats", 0, 2)
    assert state.undo is not None
    assert state.undo.kind == "swapped"
    draft_undo(round_id=draft.pk, actor=TEST)
    assert not draft_state(draft).differences


def test_a_second_bye_given_by_hand_is_pointed_out() -> None:
    division = make_division(names=list("ABC"))
    first = play_round(division, 1)
    alone = Seat.objects.get(round=first, pairing__table=None).entry
    draft = round_pair(division_id=division.pk, number=2, actor=TEST)
    other = Seat.objects.get(round=draft, pairing__table=None).entry
    draft_swap(round_id=draft.pk, entry_a=alone.pk, entry_b=other.pk, actor=TEST)
    found = [one for one in draft_state(draft).warnings if one.code == "second_bye"]
    assert [(one.entries, one.figures) for one in found] == [((alone.number,), {"byes": 1})]


def test_the_log_says_every_step(draft: Round) -> None:
    draft_swap(round_id=draft.pk, entry_a=at(draft, 1), entry_b=at(draft, 2), actor=TEST)
    draft_lock(round_id=draft.pk, entry=at(draft, 1), actor=TEST)
    draft_undo(round_id=draft.pk, actor=TEST)
    actions = list(LogEntry.objects.filter(object_kind="round").order_by("pk").values_list("action", flat=True))
    assert actions == ["round.paired", "round.swapped", "round.locked", "round.step_undone"]


def test_a_result_is_not_lost_by_pairing_again(division: Division, draft: Round) -> None:
    round_publish(round_id=draft.pk, actor=TEST)
    enter_named(draft, shown(draft)[0][1][0], 400, 300)
    with pytest.raises(Conflict) as refusal:
        round_pair(division_id=division.pk, number=1, actor=TEST, repair=True)
    assert refusal.value.code == "round.has_results"


@pytest.mark.django_db(transaction=True)
def test_a_draft_comes_back_without_an_entry_that_was_taken_out_meanwhile() -> None:
    division = make_division(names=list("ABCDEFGH"))
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=3)
    draft_swap(round_id=draft.pk, entry_a=at(draft, 1), entry_b=at(draft, 2), actor=TEST)
    gone = Seat.objects.get(round=draft, pairing__table=2, place=0).entry
    partner = Seat.objects.get(round=draft, pairing__table=2, place=1).entry
    absence_set(entry_id=gone.pk, round_number=1, kind="absent", actor=TEST)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=3, repair=True)
    entry_remove(entry_id=gone.pk, actor=TEST)

    draft = draft_undo(round_id=draft.pk, actor=TEST)
    assert not Seat.objects.filter(round=draft, entry=partner).exists()
    assert Seat.objects.filter(round=draft).count() == 6
    assert [one.entries for one in draft_state(draft).warnings if one.code == "changed"] == [(partner.number,)]
    with pytest.raises(Conflict) as refusal:
        round_publish(round_id=draft.pk, actor=TEST)
    assert refusal.value.code == "round.entries_changed"

    draft = draft_undo(round_id=draft.pk, actor=TEST)
    assert Seat.objects.filter(round=draft).count() == 6
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=3, repair=True)
    assert round_publish(round_id=draft.pk, actor=TEST).state == Round.State.PUBLISHED
