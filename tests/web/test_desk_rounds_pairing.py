"""Pairing a round from the desk: what it waits for, what it makes, and that it happens once."""

import pytest
from django.test import Client

from tests.factories import TEST, cast, enter, entry_named, fixed_round, make_division, play_round, publish_round
from tests.web.desk import at, logged_in, middle_of, value_of
from tournaments.models import Division, Pairing, Round, Seat
from tournaments.services.drafts import round_pair
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


def test_a_kept_table_stays_when_the_rest_is_paired_again(director: Client, division: Division) -> None:
    pair(director, division, 1)
    round_ = Round.objects.get()
    numbers = [s.entry.number for s in Seat.objects.filter(pairing__table=1).order_by("place")]
    other = Seat.objects.get(pairing__table=2, place=0).entry.number
    director.post(at(division, "round_swap", 1), {"one": numbers[0], "two": other, "version": round_.version})
    round_.refresh_from_db()
    kept = [s.entry_id for s in Seat.objects.filter(pairing__table=1).order_by("place")]
    pair(director, division, 1, again="1", version=round_.version, draw="same", keep="1")
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
