"""A round is paired once, in order, from what is known; a draft can be edited, a published round cannot."""

import pytest

from common.errors import Conflict, Refused
from tests.factories import (
    TEST,
    enter_named,
    entry_named,
    fixed_round,
    make_division,
    make_entry,
    play_round,
    publish_round,
)
from tournaments.models import Pairing, Result, Round, Seat
from tournaments.pairing import pair, request_from_json
from tournaments.selectors import division_table
from tournaments.services.draft_steps import draft_swap
from tournaments.services.drafts import round_pair
from tournaments.services.registration import entry_return, entry_withdraw
from tournaments.services.rounds import round_delete, round_publish

pytestmark = pytest.mark.django_db


def bye_of(round_: Round) -> str:
    return Seat.objects.get(round=round_, pairing__table=None).entry.full_name


def names(round_: Round) -> set[frozenset[str]]:
    return {
        frozenset(seat.entry.full_name for seat in pairing.seats.all())
        for pairing in round_.pairings.exclude(table=None)
    }


def test_nobody_has_a_second_bye_before_everyone_had_one() -> None:  # C01
    division = make_division(names="A B C D E".split())
    first = fixed_round(division, 1, [("A", "B"), ("C", "D")], bye="E")
    enter_named(first, "A", 400, 300)
    enter_named(first, "C", 400, 350)
    second = publish_round(division, 2)
    assert bye_of(second) == "B"
    for pairing in second.pairings.exclude(table=None):
        a, b = (seat.entry.full_name for seat in pairing.seats.all())
        enter_named(second, min(a, b), 400, 350)
    assert bye_of(publish_round(division, 3)) not in {"E", "B"}


def test_a_bye_given_by_hand_survives_pairing_again() -> None:  # C06
    division = make_division(names="A B C D E F G".split())
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    given = entry_named(division, "G").pk
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1, repair=True, locked_byes=[given])
    assert bye_of(draft) == "G"
    again = round_pair(division_id=division.pk, number=1, actor=TEST, seed=9, repair=True, keep_byes=True)
    assert bye_of(again) == "G"
    assert again.pairings.exclude(table=None).count() == 3
    assert again.pairings.filter(table=None).count() == 1


def test_no_rematch_where_greed_would_be_stuck() -> None:  # C08
    division = make_division(names="1 2 3 4 5 6".split())
    played = [[("1", "2"), ("3", "4"), ("5", "6")], [("1", "3"), ("2", "5"), ("4", "6")]]
    for number, pairs in enumerate(played, start=1):
        round_ = fixed_round(division, number, pairs)
        for a, b in pairs:
            enter_named(round_, min(a, b), 400, 350)
    third = publish_round(division, 3)
    met = {frozenset(pair) for pairs in played for pair in pairs}
    assert not names(third) & met


def test_one_rematch_where_none_can_be_avoided_and_the_director_is_told() -> None:  # C09
    division = make_division(names="1 2 3 4 5 6".split())
    played = [
        [("1", "2"), ("3", "4"), ("5", "6")],
        [("1", "4"), ("3", "6"), ("5", "2")],
        [("1", "6"), ("3", "2"), ("5", "4")],
    ]
    for number, pairs in enumerate(played, start=1):
        round_ = fixed_round(division, number, pairs)
        for winner, _loser in pairs:
            enter_named(round_, winner, 400, 350)
    fourth = publish_round(division, 4)
    met = {frozenset(pair) for pairs in played for pair in pairs}
    assert len(names(fourth) & met) == 1
    assert any("repeat" in note["code"] for note in fourth.notes)


def test_a_round_without_active_players_is_refused() -> None:  # C10
    division = make_division(names="A B C D".split())
    play_round(division, 1)
    for entry in division.entries.all():
        entry_withdraw(entry_id=entry.pk, actor=TEST)
    for _time in range(2):
        with pytest.raises(Refused) as refusal:
            round_pair(division_id=division.pk, number=2, actor=TEST)
        assert refusal.value.code == "pairing.not_enough_players"
        entry = division.entries.filter(withdrawn_from__isnull=False).first()
        entry_return(entry_id=entry.pk, actor=TEST)
    assert not Round.objects.filter(division=division, number=2).exists()


def test_the_same_round_is_not_paired_twice() -> None:  # C11, without the race
    division = make_division(entries=4)
    round_pair(division_id=division.pk, number=1, actor=TEST)
    with pytest.raises(Conflict) as refusal:
        round_pair(division_id=division.pk, number=1, actor=TEST)
    assert refusal.value.code == "round.already_paired"
    assert Pairing.objects.filter(round__division=division).count() == 2


def test_pairing_names_the_round_and_table_whose_result_is_missing() -> None:  # C12
    division = make_division(entries=6)
    first = publish_round(division, 1)
    for pairing in first.pairings.filter(table__in=(1, 3)):
        a = pairing.seats.first().entry.full_name
        enter_named(first, a, 400, 300)
    with pytest.raises(Conflict) as refusal:
        round_pair(division_id=division.pk, number=2, actor=TEST)
    assert refusal.value.code == "round.results_missing"
    assert refusal.value.extra == {"round": 1, "tables": [2]}
    assert "2" in str(refusal.value.message)


def test_the_stored_question_gives_the_same_round_again() -> None:
    division = make_division(entries=9)
    play_round(division, 1)
    second = publish_round(division, 2, seed=7)
    answer = pair(request_from_json(second.request))
    assert answer.digest == second.request_digest
    seated = {
        tuple(seat.entry_id for seat in pairing.seats.order_by("place"))
        for pairing in second.pairings.exclude(table=None)
    }
    assert {(p.first, p.second) for p in answer.pairs} == seated


def test_who_withdraws_before_the_game_loses_it_and_is_in_no_later_round() -> None:  # C14
    division = make_division(names="A B C D E F".split())
    play_round(division, 1)
    before = {row.entry: row for row in division_table(division, 1).rows}
    second = publish_round(division, 2)
    leaver = entry_named(division, "F")
    entry_withdraw(entry_id=leaver.pk, actor=TEST)
    seat = Seat.objects.get(round=second, entry=leaver)
    result = Result.objects.get(pairing=seat.pairing)
    assert (result.outcome, result.winner, result.state) == ("forfeit", 1 - seat.place, "confirmed")
    for pairing in second.pairings.exclude(table=None).exclude(pk=seat.pairing_id):
        enter_named(second, pairing.seats.first().entry.full_name, 400, 300)
    third = publish_round(division, 3)
    assert not third.seats.filter(entry=leaver).exists()
    second.refresh_from_db()
    assert second.state == "closed"
    division.refresh_from_db()
    after = {row.entry: row for row in division_table(division, 1).rows}
    assert after[leaver.pk].spread == before[leaver.pk].spread


def test_a_late_entry_has_missed_rounds_and_changes_nobody_elses_past() -> None:  # C15
    division = make_division(entries=6)
    for number in (1, 2, 3):
        play_round(division, number)
    division.refresh_from_db()
    before = {row.entry: (row.rank, row.points, row.spread) for row in division_table(division, 3).rows}
    late = make_entry(division, "Late Larry")
    assert late.first_round == 4
    division.refresh_from_db()
    rows = {row.entry: row for row in division_table(division, 3).rows}
    assert rows[late.pk].missed == (1, 2, 3)
    assert rows[late.pk].points == 0
    assert {pk: (row.points, row.spread) for pk, row in rows.items() if pk != late.pk} == {
        pk: values[1:] for pk, values in before.items()
    }
    fourth = publish_round(division, 4)
    assert fourth.seats.filter(entry=late).exists()


def test_a_draft_made_before_an_entry_came_is_not_published() -> None:
    division = make_division(entries=4)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST)
    late = make_entry(division, "Walk In")
    with pytest.raises(Conflict) as refusal:
        round_publish(round_id=draft.pk, actor=TEST)
    assert refusal.value.code == "round.entries_changed"
    assert refusal.value.extra["entries"] == [late.number]
    again = round_pair(division_id=division.pk, number=1, actor=TEST, repair=True)
    assert round_publish(round_id=again.pk, actor=TEST).state == "published"


def test_leaving_right_after_a_result_keeps_the_result() -> None:  # C17
    division = make_division(names="A B C D".split())
    first = fixed_round(division, 1, [("A", "B"), ("C", "D")])
    enter_named(first, "A", 400, 350)
    enter_named(first, "C", 400, 350)
    entry_withdraw(entry_id=entry_named(division, "B").pk, actor=TEST)
    second = publish_round(division, 2)
    assert Result.objects.filter(pairing__round=first, state="final").count() == 2
    assert second.seats.count() == 3
    assert {p.table for p in second.pairings.all()} == {1, None}


def test_swapping_changes_two_places_and_nothing_else() -> None:
    division = make_division(names="A B C D E".split())
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=3)
    seats = {seat.entry_id: (seat.pairing_id, seat.place) for seat in draft.seats.all()}
    a = next(iter(seats))
    b = next(pk for pk in seats if seats[pk][0] != seats[a][0])
    draft_swap(round_id=draft.pk, entry_a=a, entry_b=b, actor=TEST, expected_version=draft.version)
    after = {seat.entry_id: (seat.pairing_id, seat.place) for seat in draft.seats.all()}
    assert after == {**seats, a: seats[b], b: seats[a]}
    with pytest.raises(Conflict) as refusal:
        draft_swap(round_id=draft.pk, entry_a=a, entry_b=b, actor=TEST, expected_version=draft.version)
    assert refusal.value.code == "round.stale"


def test_swapping_the_two_at_a_table_changes_who_starts() -> None:
    division = make_division(names="A B".split())
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=3)
    first, second = (seat.entry_id for seat in draft.seats.order_by("place"))
    draft_swap(round_id=draft.pk, entry_a=first, entry_b=second, actor=TEST)
    assert [seat.entry_id for seat in draft.seats.order_by("place")] == [second, first]


def test_a_published_round_is_neither_paired_again_nor_swapped() -> None:
    division = make_division(entries=4)
    round_ = publish_round(division, 1)
    with pytest.raises(Conflict) as refusal:
        round_pair(division_id=division.pk, number=1, actor=TEST, repair=True)
    assert refusal.value.code == "round.already_paired"
    enter_named(round_, round_.seats.first().entry.full_name, 300, 200)
    with pytest.raises(Conflict) as refusal:
        round_pair(division_id=division.pk, number=1, actor=TEST, repair=True)
    assert refusal.value.code == "round.has_results"
    a, b = (seat.entry_id for seat in round_.seats.all()[:2])
    with pytest.raises(Conflict):
        draft_swap(round_id=round_.pk, entry_a=a, entry_b=b, actor=TEST)


def test_deleting_a_round_leaves_no_trace_of_it() -> None:  # C20
    division = make_division(entries=4)
    play_round(division, 1)
    division.refresh_from_db()
    before = division_table(division).rows
    second = play_round(division, 2)
    first = division.rounds.get(number=1)
    with pytest.raises(Conflict) as refusal:
        round_delete(round_id=first.pk, expected_results=2, actor=TEST)
    assert refusal.value.code == "round.not_last"
    with pytest.raises(Conflict) as refusal:
        round_delete(round_id=second.pk, expected_results=0, actor=TEST)
    assert (refusal.value.code, refusal.value.extra) == ("round.has_results", {"results": 2, "sheets": 0})
    round_delete(round_id=second.pk, expected_results=2, actor=TEST)
    division.refresh_from_db()
    assert division_table(division).rows == before
    assert publish_round(division, 2).number == 2
    round_delete(round_id=division.rounds.get(number=2).pk, expected_results=0, actor=TEST)
    round_delete(round_id=first.pk, expected_results=2, actor=TEST)
    assert publish_round(division, 1).number == 1


def test_an_earlier_correction_marks_the_rounds_paired_since() -> None:  # C28, first half
    division = make_division(names="A B C D E F".split())
    first = fixed_round(division, 1, [("A", "B"), ("C", "D"), ("E", "F")])
    for name in "ACE":
        enter_named(first, name, 400, 300)
    for number in (2, 3):
        play_round(division, number)
    fourth = publish_round(division, 4)
    before = names(fourth)
    division.refresh_from_db()
    tables = {n: division_table(division, n).by_entry() for n in (1, 2, 3)}
    enter_named(first, "A", 300, 400, may_correct=True, reason="sheet was read wrongly")
    division.refresh_from_db()
    a = entry_named(division, "A").pk
    for number in (1, 2, 3):
        assert division_table(division, number).by_entry()[a].spread == tables[number][a].spread - 200
    fourth.refresh_from_db()
    assert names(fourth) == before
    assert fourth.made_from_older_results
    first.refresh_from_db()
    assert not first.made_from_older_results


def test_round_one_goes_by_rating_top_half_against_bottom_half() -> None:  # C13
    division = make_division()
    for name, rating in (("A", 1300), ("B", 1600), ("C", 1500), ("D", 1400)):
        make_entry(division, name, rating=rating)
    assert names(publish_round(division, 1)) == {frozenset("BD"), frozenset("CA")}


def test_a_new_draw_changes_the_round_among_equals_and_the_same_seed_does_not() -> None:
    division = make_division(entries=12)
    drawn = []
    for seed in (1, 1, 2, 3):
        round_ = round_pair(division_id=division.pk, number=1, actor=TEST, seed=seed, repair=True)
        drawn.append(names(round_))
    assert drawn[0] == drawn[1]
    assert len({frozenset(draw) for draw in drawn}) > 1
