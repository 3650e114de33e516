"""Pairing a round from the desk: what it waits for, what it makes, and that it happens once."""

import pytest
from django.test import Client

from tests.factories import TEST, cast, enter, entry_named, fixed_round, make_division, play_round, publish_round
from tests.web.desk import at, logged_in, middle_of, value_of
from tournaments.models import Division, Entry, Pairing, Round, Seat
from tournaments.pairing.plan import preset_plan
from tournaments.services.constraints import absence_set, rule_add
from tournaments.services.drafts import round_pair
from tournaments.services.plans import plan_set
from tournaments.services.registration import entry_return, entry_withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(entries=6)


@pytest.fixture
def director(division: Division) -> Client:
    return logged_in(cast(division.tournament).director)


def pair(client: Client, division: Division, number: int, **data: object) -> object:
    return client.post(at(division, "round_pair", number), {"system": "swiss", **data})


def test_a_round_not_there_yet_is_offered_and_becomes_a_draft(director: Client, division: Division) -> None:
    page = director.get(at(division, "round", 1))
    assert "Pair round 1" in middle_of(page)
    assert "By the table: match points" in middle_of(page)  # C13: the order is written on the page

    answer = director.post(at(division, "round_pair", 1), {"system": "king_of_the_hill"}, follow=True)
    assert answer.redirect_chain == [(at(division, "round", 1), 302)]
    assert "Draft" in middle_of(answer)
    round_ = Round.objects.get(division=division)
    assert (round_.state, round_.system, round_.pairings.count()) == ("draft", "king_of_the_hill", 3)


def test_pairing_twice_makes_one_set_of_games_and_says_so(director: Client, division: Division) -> None:  # C11
    pair(director, division, 1)
    before = list(Seat.objects.values_list("entry_id", "pairing_id"))
    second = pair(director, division, 1)
    assert second.status_code == 409
    assert "Round 1 is already paired." in middle_of(second)
    assert list(Seat.objects.values_list("entry_id", "pairing_id")) == before


def test_a_missing_result_is_named_with_its_round_and_table(director: Client, division: Division) -> None:  # C12
    round_ = publish_round(division, 1)
    enter(round_.pairings.get(table=1), 400, 300)
    enter(round_.pairings.get(table=3), 400, 300)
    page = director.get(at(division, "round", 2))
    assert "Round 1 waits for the result of table 2." in middle_of(page)
    assert "disabled" in page.content.decode()

    answer = pair(director, division, 2)
    assert answer.status_code == 409
    assert "Round 1 waits for the result of table 2." in middle_of(answer)
    assert not Round.objects.filter(number=2).exists()


def test_a_draft_before_is_named_too(director: Client, division: Division) -> None:
    pair(director, division, 1)
    assert "Round 1 is still a draft." in middle_of(director.get(at(division, "round", 2)))


def test_beyond_the_planned_rounds_the_button_says_why(director: Client) -> None:
    short = make_division(entries=2, rounds_planned=1)
    client = logged_in(cast(short.tournament).director)
    play_round(short, 1)
    assert "1 round is planned." in middle_of(client.get(at(short, "round", 2)))
    assert client.get(at(short, "round", 3)).status_code == 404


def test_when_everybody_has_left_nothing_is_paired(director: Client, division: Division) -> None:  # C10
    play_round(division, 1)
    for entry in division.entries.all():
        entry_withdraw(entry_id=entry.pk, actor=TEST)
    for returning in (None, division.entries.first()):
        if returning is not None:
            entry_return(entry_id=returning.pk, actor=TEST)
        assert "There are not enough active players" in middle_of(director.get(at(division, "round", 2)))
        answer = pair(director, division, 2)
        assert answer.status_code in (409, 422)
        assert "There are not enough active players" in middle_of(answer)
    assert Round.objects.count() == 1


def test_who_left_right_after_a_result_is_not_paired_again(director: Client) -> None:  # C17
    division = make_division(names=["A", "B", "C", "D"])
    client = logged_in(cast(division.tournament).director)
    round_ = fixed_round(division, 1, [("A", "B"), ("C", "D")])
    for pairing in round_.pairings.all():
        enter(pairing, 400, 350)
    entry_withdraw(entry_id=entry_named(division, "B").pk, actor=TEST)
    pair(client, division, 2)
    seated = Seat.objects.filter(round__number=2).values_list("entry__members__player__name", flat=True)
    assert sorted(seated) == ["A", "C", "D"]
    assert Pairing.objects.filter(round__number=2, table=None).count() == 1


def test_byes_by_hand_are_given(director: Client) -> None:
    division = make_division(entries=7)
    client = logged_in(cast(division.tournament).director)
    pair(client, division, 1, byes="3")
    alone = Seat.objects.filter(pairing__table=None).values_list("entry__number", flat=True)
    assert list(alone) == [3]


@pytest.mark.parametrize("typed", ["99", "x", "1, 99", "๓"])
def test_a_bye_for_nobody_is_asked_back_as_typed(director: Client, division: Division, typed: str) -> None:
    answer = pair(director, division, 1, byes=typed)
    assert answer.status_code == 422
    assert "Not the number of an entry here" in middle_of(answer)
    assert value_of(answer, "byes") == typed
    assert not Round.objects.exists()


def test_the_bye_given_by_hand_stays_when_the_round_is_paired_again() -> None:  # C06
    division = make_division(names=list("ABCDEFG"))
    client = logged_in(cast(division.tournament).director)
    pair(client, division, 1, byes=str(entry_named(division, "A").number))
    round_ = Round.objects.get()
    swap = {"one": entry_named(division, "A").number, "two": entry_named(division, "G").number}
    client.post(at(division, "round_swap", 1), {**swap, "version": round_.version})
    round_.refresh_from_db()
    again = {"again": "1", "version": round_.version, "keep_byes": "on", "draw": "new"}
    assert pair(client, division, 1, **again).status_code == 302
    alone = Seat.objects.filter(pairing__table=None).values_list("entry__members__player__name", flat=True)
    assert list(alone) == ["G"]
    assert Pairing.objects.exclude(table=None).count() == 3


def test_a_locked_table_stays_when_the_rest_is_paired_again(director: Client, division: Division) -> None:
    pair(director, division, 1)
    round_ = Round.objects.get()
    numbers = [s.entry.number for s in Seat.objects.filter(pairing__table=1).order_by("place")]
    other = Seat.objects.get(pairing__table=2, place=0).entry.number
    director.post(at(division, "round_swap", 1), {"one": numbers[0], "two": other, "version": round_.version})
    round_.refresh_from_db()
    director.post(at(division, "round_lock", 1), {"entry": other, "version": round_.version})
    round_.refresh_from_db()
    kept = [s.entry_id for s in Seat.objects.filter(pairing__table=1).order_by("place")]
    pair(director, division, 1, again="1", version=round_.version, draw="same")
    seats = Seat.objects.filter(entry_id__in=kept).order_by("place")
    assert [s.entry_id for s in seats] == kept
    assert len({s.pairing_id for s in seats}) == 1


def test_the_same_lots_give_the_same_round_and_new_lots_another(director: Client) -> None:
    division = make_division(entries=20)
    client = logged_in(cast(division.tournament).director)
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=7)

    def pairs() -> set[tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for seat in Seat.objects.order_by("place"):
            found.setdefault(seat.pairing_id, []).append(seat.entry_id)
        return {tuple(entries) for entries in found.values()}

    first = pairs()
    version = Round.objects.get().version
    pair(client, division, 1, again="1", version=version, draw="same")
    assert pairs() == first
    pair(client, division, 1, again="1", version=version, draw="new")
    assert pairs() != first


def test_pairing_again_from_an_old_page_is_refused(director: Client, division: Division) -> None:
    pair(director, division, 1)
    answer = pair(director, division, 1, again="1", version=99, draw="new")
    assert answer.status_code == 409
    assert "Somebody changed this round in the meantime." in middle_of(answer)


def test_a_published_round_is_never_paired_again(director: Client, division: Division) -> None:
    round_ = publish_round(division, 1)
    answer = pair(director, division, 1, again="1", version=round_.version, draw="new")
    assert answer.status_code == 409
    assert "already published" in middle_of(answer)
    assert Round.objects.get().state == "published"


def test_pairs_by_hand_meet_and_the_first_starts(director: Client, division: Division) -> None:
    answer = pair(director, division, 1, pairs="5-2, 4 - 3")
    assert answer.status_code == 302
    seats = {
        (seat.entry.number, seat.place): seat.pairing_id for seat in Seat.objects.filter(round__division=division)
    }
    assert seats[5, 0] == seats[2, 1]
    assert seats[4, 0] == seats[3, 1]
    assert "Locked" in middle_of(director.get(answer.url)), "what was set by hand stays when it is paired again"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5", "“5” is no pair"),
        ("5-5", "“5-5” is no pair"),
        ("1-99", "Not the number of an entry here: 99."),
        ("๑-2", "is no pair"),
    ],
)
def test_pairs_by_hand_that_are_none_are_asked_back(
    director: Client, division: Division, typed: str, said: str
) -> None:
    answer = pair(director, division, 1, pairs=typed)
    assert answer.status_code == 422
    assert said in middle_of(answer)
    assert value_of(answer, "pairs") == typed


def test_the_page_before_a_pairing_says_what_the_schedule_and_the_rules_want(
    director: Client, division: Division
) -> None:
    plan_set(division_id=division.pk, plan=preset_plan("fontes_day"), actor=TEST)
    one, other = Entry.objects.filter(division=division).order_by("number")[:2]
    rule_add(division_id=division.pk, kind="forbidden", one=one.pk, other=other.pk, actor=TEST)
    absence_set(entry_id=one.pk, round_number=1, kind="requested_bye", actor=TEST)
    page = director.get(at(division, "round", 1))
    shown = middle_of(page)
    assert "as the schedule says: Fontes" in shown
    assert "Fontes: groups of 4 with one from each part of the order" in shown
    assert "1 pair must not meet. 1 bye is asked for." in shown
    pair(director, division, 1, system="fontes")
    assert Round.objects.get().system_settings["rounds"] == 3


def test_a_lagged_round_is_paired_while_the_round_before_goes_on(director: Client) -> None:
    division = make_division(entries=8)
    client = logged_in(cast(division.tournament).director)
    plan_set(division_id=division.pk, plan=preset_plan("lagged_day"), actor=TEST)
    publish_round(division, 1)
    page = client.get(at(division, "round", 2))
    assert "waits for the results" not in middle_of(page)
    assert pair(client, division, 2).status_code == 302
