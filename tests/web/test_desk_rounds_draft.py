"""A draft at the desk: what it shows, swaps by ticking and by typing, undo, and what cannot be done."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import TEST, cast, entry_named, fixed_round, make_division, make_entry, play_round
from tests.web.desk import HTMX, at, logged_in, middle_of, text_of, value_of
from tournaments.models import Division, Pairing, Round, Seat
from tournaments.services.constraints import rule_add
from tournaments.services.drafts import round_pair
from tournaments.services.registration import entry_withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(names=list("ABCDEFG"))


@pytest.fixture
def director(division: Division) -> Client:
    return logged_in(cast(division.tournament).director)


@pytest.fixture
def draft(division: Division) -> Round:
    locked = [(entry_named(division, a).pk, entry_named(division, b).pk) for a, b in ("AB", "CD", "EF")]
    byes = [entry_named(division, "G").pk]
    return round_pair(division_id=division.pk, number=1, actor=TEST, seed=1, locked_pairs=locked, locked_byes=byes)


def seating(round_: Round) -> dict[str, tuple[int | None, int]]:
    seats = Seat.objects.filter(round=round_).select_related("pairing")
    return {seat.entry.full_name: (seat.pairing.table, seat.place) for seat in seats}


def swap(client: Client, draft: Round, **data: Any) -> Any:
    htmx = data.pop("htmx", False)
    draft.refresh_from_db()
    headers = HTMX if htmx else {}
    return client.post(
        at(draft.division, "round_swap", draft.number), {"version": draft.version, **data}, headers=headers
    )


def version(draft: Round) -> int:
    draft.refresh_from_db()
    return draft.version


def step(client: Client, draft: Round, name: str, **data: Any) -> Any:
    data.setdefault("version", version(draft))
    return client.post(at(draft.division, f"round_{name}", draft.number), data)


def _hidden_of_ways(answer: Any) -> list[tuple[str, str]]:
    """What a button of the first way out sends beside its proposal."""
    body = answer.content.decode()
    form = body[body.index('<section class="ways"') :].split("</form>")[0]
    return [pair for pair in re.findall(r'name="([^"]+)" value="([^"]*)"', form) if pair[0] not in _NOT_ASKED]


def _proposals(answer: Any) -> list[dict[str, Any]]:
    return [
        json.loads(html.unescape(each))
        for each in re.findall(r'name="relax" value="([^"]*)"', answer.content.decode())
    ]


_NOT_ASKED = ("csrfmiddlewaretoken", "relax")


def number(division: Division, name: str) -> int:
    return entry_named(division, name).number


def test_two_ticked_names_change_places_and_undo_takes_it_back(
    director: Client, division: Division, draft: Round
) -> None:
    before = seating(draft)
    answer = swap(director, draft, entry=[number(division, "A"), number(division, "D")])
    assert answer.status_code == 302
    after = seating(draft)
    assert (after["A"], after["D"]) == (before["D"], before["A"])
    assert {name: place for name, place in after.items() if name not in "AD"} == {
        name: place for name, place in before.items() if name not in "AD"
    }
    page = director.get(answer.url)
    assert "1 A and 4 D have changed places." in middle_of(page)
    assert "By hand" in middle_of(page)

    step(director, draft, "undo")
    assert seating(draft) == before
    assert "Nothing was changed since it was paired." in middle_of(director.get(answer.url))


def test_the_two_at_one_table_change_who_starts(director: Client, division: Division, draft: Round) -> None:
    before = seating(draft)
    swap(director, draft, one=number(division, "A"), two=number(division, "B"))
    assert (seating(draft)["A"], seating(draft)["B"]) == (before["B"], before["A"])
    assert seating(draft)["B"][1] == 0


def test_the_bye_is_given_to_somebody_else(director: Client, division: Division, draft: Round) -> None:
    before = seating(draft)
    swap(director, draft, one=number(division, "G"), two=number(division, "C"))
    assert seating(draft)["C"] == (None, 0)
    assert seating(draft)["G"] == before["C"]


def test_htmx_gets_the_middle_and_the_columns_and_not_the_page(
    director: Client, division: Division, draft: Round
) -> None:
    answer = swap(director, draft, one=1, two=4, htmx=True)
    body = answer.content.decode()
    assert answer.status_code == 200
    assert body.lstrip().startswith('<section id="round">')
    assert "<html" not in body
    assert 'id="rail"' in body
    assert 'id="todo"' in body
    assert "have changed places" in body


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        ("1", "1", "Choose two different entries"),
        ("1", "99", "There is no entry 99 here."),
        ("1", "", "This field is required."),
        ("๑", "2", "A whole number from 1"),
        ("1e3", "2", "A whole number from 1"),
        ("1", "99999999999", "A whole number from 1"),
    ],
)
def test_a_swap_that_cannot_be_is_asked_back_as_typed(
    director: Client, draft: Round, one: str, two: str, said: str
) -> None:
    before = seating(draft)
    answer = swap(director, draft, one=one, two=two)
    assert answer.status_code == 422
    assert said in middle_of(answer)
    assert (value_of(answer, "one"), value_of(answer, "two")) == (one, two)
    assert seating(draft) == before


@pytest.mark.parametrize("ticked", [["1"], ["1", "2", "3"]])
def test_one_or_three_ticked_names_are_not_a_swap(director: Client, draft: Round, ticked: list[str]) -> None:
    before = seating(draft)
    answer = swap(director, draft, entry=ticked)
    assert answer.status_code == 422
    assert "Choose two entries that are to change places." in middle_of(answer)
    assert seating(draft) == before


def test_a_swap_on_an_old_page_is_refused_with_the_draft_as_it_is(
    director: Client, division: Division, draft: Round
) -> None:
    swap(director, draft, one=1, two=4)
    before = seating(draft)
    answer = director.post(at(division, "round_swap", 1), {"one": 2, "two": 3, "version": draft.version - 1})
    assert answer.status_code == 409
    assert "Somebody changed this round in the meantime." in middle_of(answer)
    assert seating(draft) == before


def test_an_entry_of_another_division_is_nobody_here(director: Client, division: Division, draft: Round) -> None:
    other = make_division(division.tournament, entries=20)
    foreign = other.entries.order_by("number").last()
    assert foreign is not None
    answer = swap(director, draft, one=1, two=foreign.number)
    assert answer.status_code == 422
    assert f"There is no entry {foreign.number} here." in middle_of(answer)


def test_every_step_is_listed_and_taken_back_one_by_one(director: Client, division: Division, draft: Round) -> None:
    start = seating(draft)
    swap(director, draft, one=1, two=4)
    middle = seating(draft)
    assistant = logged_in(cast(division.tournament).assistant)
    step(assistant, draft, "move", table=1, to_table=3)
    page = middle_of(director.get(at(division, "round", 1)))
    assert "The game of table 1 is at table 3 now." in page, "whoever did it, the last step is what undo takes back"
    assert "3 steps" in page
    step(director, draft, "undo")
    assert seating(draft) == middle
    page = middle_of(director.get(at(division, "round", 1)))
    assert "1 A and 4 D have changed places." in page
    assert "The game of table 1 is at table 3 now. taken back" in page
    step(director, draft, "undo")
    assert seating(draft) == start
    page = middle_of(director.get(at(division, "round", 1)))
    assert "Nothing was changed since it was paired." in page
    answer = step(director, draft, "undo")
    assert answer.status_code == 409
    assert "There is no step to take back." in middle_of(answer)


def test_pairing_again_loses_nothing(director: Client, division: Division, draft: Round) -> None:
    swap(director, draft, one=1, two=4)
    by_hand = seating(draft)
    step(director, draft, "rest")
    assert "All that is not locked was paired again." in middle_of(director.get(at(division, "round", 1)))
    again = {"again": "1", "version": version(draft), "system": "random", "draw": "new"}
    director.post(at(division, "round_pair", 1), again)
    draft.refresh_from_db()
    assert draft.system == "random"
    step(director, draft, "undo")
    step(director, draft, "undo")
    assert seating(draft) == by_hand
    draft.refresh_from_db()
    assert draft.system == "swiss"


def test_what_is_locked_stays_when_the_rest_is_paired_again(
    director: Client, division: Division, draft: Round
) -> None:
    swap(director, draft, one=number(division, "B"), two=number(division, "D"))
    kept = {name: place for name, place in seating(draft).items() if name in "ADG"}
    for name in "BDCFEG":  # the games were locked as they were given
        if Pairing.objects.filter(round=draft, seats__entry=entry_named(division, name), locked=True).exists():
            step(director, draft, "lock", entry=number(division, name))
    step(director, draft, "lock", entry=number(division, "D"))
    step(director, draft, "lock", entry=number(division, "G"), typed="1")
    page = director.get(at(division, "round", 1))
    assert "The bye of 7 G is locked." in middle_of(page)
    assert "Pair the rest again, 2 locked" in middle_of(page)
    assert page.content.decode().count('aria-pressed="true"') == 2
    step(director, draft, "rest")
    after = seating(draft)
    assert {frozenset(n for n, p in after.items() if p[0] == after["A"][0])} == {frozenset("AD")}
    assert after["G"] == kept["G"]
    step(director, draft, "lock", entry=number(division, "A"))
    assert "1 A and 4 D are not locked any more." in middle_of(director.get(at(division, "round", 1)))


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("move", {"table": "9", "to_table": "1"}, "There is no table 9."),
        ("move", {"table": "", "to_table": "1"}, "Table: This field is required."),
        ("lock", {"entry": "99"}, "There is no entry 99 here."),
        ("lock", {"entry": "x"}, "A whole number from 1"),
    ],
)
def test_a_step_that_cannot_be_is_asked_back_as_typed(
    director: Client, draft: Round, name: str, typed: dict[str, str], said: str
) -> None:
    before = seating(draft)
    answer = step(director, draft, name, **typed)
    assert answer.status_code == 422
    assert said in middle_of(answer)
    body = answer.content.decode()
    form = body[body.index(f'<form class="swap" id="{name}"') :]
    for box, value in typed.items():
        assert re.search(rf'name="{box}"[^>]*value="{value}"', form), box
    assert seating(draft) == before


@pytest.mark.parametrize("name", ["move", "lock", "rest", "undo"])
def test_a_step_on_an_old_page_is_refused(director: Client, draft: Round, name: str) -> None:
    swap(director, draft, one=1, two=4)
    before = seating(draft)
    data = {"table": 1, "to_table": 2, "entry": 1, "version": version(draft) - 1}
    answer = director.post(at(draft.division, f"round_{name}", 1), data)
    assert answer.status_code == 409
    assert "Somebody changed this round in the meantime." in middle_of(answer)
    assert seating(draft) == before


def test_what_a_swap_makes_worse_is_said_at_once() -> None:
    division = make_division(names=list("ABCD"))
    client = logged_in(cast(division.tournament).director)
    play_round(division, 1, locked_pairs=_pairs(division, "AB", "CD"))
    draft = round_pair(division_id=division.pk, number=2, actor=TEST, seed=1)
    partner = next(name for name in "CD" if seating(draft)[name][0] == seating(draft)["A"][0])
    body = text_of(swap(client, draft, one=number(division, partner), two=number(division, "B"), htmx=True))
    assert "Worse than paired" in body
    assert "Repeats: 2 instead of 0 (2 repeats more)" in body
    assert body.count("have met 1 time.") == 2


def test_a_round_that_cannot_be_says_who_is_stuck_and_one_button_pairs_it(division: Division) -> None:
    four = make_division(names=list("ABCD"))
    client = logged_in(cast(four.tournament).director)
    for other in "BCD":
        rule_add(
            division_id=four.pk,
            kind="forbidden",
            one=entry_named(four, "A").pk,
            other=entry_named(four, other).pk,
            actor=TEST,
        )
    answer = client.post(at(four, "round_pair", 1), {"system": ""})
    assert answer.status_code == 422
    said = middle_of(answer)
    assert "No pairing exists with these locks and bans" in said
    assert "1 A can meet nobody." in said
    assert "Let 1 A and 3 C meet" in said or "Let 3 C and 1 A meet" in said, "in the order of the draw"
    asked = {name: html.unescape(value) for name, value in _hidden_of_ways(answer)}
    proposal = next(each for each in _proposals(answer) if each.get("pair") in ([1, 3], [3, 1]))
    done = client.post(at(four, "round_relax", 1), {**asked, "relax": json.dumps(proposal)})
    assert done.status_code == 302
    draft = Round.objects.get(division=four)
    assert seating(draft)["A"][0] == seating(draft)["C"][0]
    page = middle_of(client.get(done.url))
    assert "1 A and 3 C must not meet, by a rule of this event." in page


def test_pairing_the_rest_that_cannot_be_keeps_the_draft_and_offers_a_way() -> None:
    division = make_division(names=list("ABCD"))
    client = logged_in(cast(division.tournament).director)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1, locked_pairs=_pairs(division, "AB"))
    before = seating(draft)
    c, d = entry_named(division, "C").pk, entry_named(division, "D").pk
    rule_add(division_id=division.pk, kind="forbidden", one=c, other=d, actor=TEST)
    answer = step(client, draft, "rest")
    assert answer.status_code == 422
    assert "Give up that 1 A and 2 B meet" in middle_of(answer)
    assert seating(draft) == before
    asked = dict(_hidden_of_ways(answer))
    proposal = next(each for each in _proposals(answer) if each["kind"] == "locked_pair")
    done = client.post(at(division, "round_relax", 1), {**asked, "relax": json.dumps(proposal)})
    assert done.status_code == 302
    assert seating(draft)["A"][0] != seating(draft)["B"][0]
    step(client, draft, "undo")
    assert seating(draft) == before


@pytest.mark.parametrize("relax", ["", "{", "[]", '{"kind": "none"}', '{"kind": "forbidden_pair", "pair": [1]}'])
def test_a_way_nobody_offered_is_refused(director: Client, draft: Round, relax: str) -> None:
    before = seating(draft)
    answer = director.post(at(draft.division, "round_relax", 1), {"relax": relax, "rest": "1"})
    assert answer.status_code == 422
    assert "This is no way to relax the round." in middle_of(answer)
    assert seating(draft) == before


def test_repeats_one_school_and_starts_are_marked_at_the_pair() -> None:
    division = make_division(clubs_apart_rounds=3)
    for name, club in (("A", "North"), ("B", ""), ("C", "North"), ("D", "")):
        make_entry(division, name, club=club)
    client = logged_in(cast(division.tournament).director)
    play_round(division, 1, locked_pairs=_pairs(division, "AB", "CD"))
    round_pair(division_id=division.pk, number=2, actor=TEST, seed=1, locked_pairs=_pairs(division, "AC", "DB"))
    row = _row_of(client.get(at(division, "round", 2)), "A")
    assert "One school" in row[-1]
    assert "Twice" not in row[-1]

    draft = Round.objects.get(number=2)
    swap(client, draft, one=number(division, "C"), two=number(division, "B"))
    row = _row_of(client.get(at(division, "round", 2)), "A")
    assert "Twice running" in row[-1]
    assert "One school" not in row[-1]
    assert (row[2], row[4]) == ("1–0", "0–1"), "A has started once, B has gone second once"


def test_notes_that_a_swap_made_untrue_are_gone(director: Client) -> None:
    division = make_division(names=["A", "B"])
    client = logged_in(cast(division.tournament).director)
    play_round(division, 1)
    round_pair(division_id=division.pk, number=2, actor=TEST, seed=1)
    page = middle_of(client.get(at(division, "round", 2)))
    assert "have met 1 time. No pairing has fewer repeats." in page

    three = make_division(names=["A", "B", "C"])
    client = logged_in(cast(three.tournament).director)
    draft = round_pair(division_id=three.pk, number=1, actor=TEST, seed=1)
    alone = Seat.objects.get(round=draft, pairing__table=None).entry
    assert f"{alone.number} {alone.full_name} has the bye" in middle_of(client.get(at(three, "round", 1)))
    other = Seat.objects.filter(round=draft, pairing__table=1).first()
    assert other is not None
    swap(client, draft, one=alone.number, two=other.entry.number)
    assert "has the bye" not in middle_of(client.get(at(three, "round", 1)))


def test_whoever_came_or_left_since_is_named_and_publishing_waits(
    director: Client, division: Division, draft: Round
) -> None:
    late = make_entry(division, "Late")
    entry_withdraw(entry_id=entry_named(division, "B").pk, actor=TEST)
    page = middle_of(director.get(at(division, "round", 1)))
    assert f"Entries came or left since this draft was made: 2, {late.number}." in page
    ask = director.get(at(division, "round_publish", 1))
    assert "Pair the round again." in middle_of(ask)
    answer = director.post(at(division, "round_publish", 1), {"version": draft.version})
    assert answer.status_code == 409
    assert "Entries came or left" in middle_of(answer)
    assert Round.objects.get().state == "draft"


def test_a_draft_is_deleted_without_typing_a_number(director: Client, division: Division, draft: Round) -> None:
    ask = director.get(at(division, "round_delete", 1))
    assert "The pairings of this draft are lost." in middle_of(ask)
    answer = director.post(at(division, "round_delete", 1), follow=True)
    assert "Round 1 is deleted." in answer.content.decode()
    assert not Round.objects.exists()


def _pairs(division: Division, *pairs: str) -> list[tuple[int, int]]:
    return [(entry_named(division, first).pk, entry_named(division, second).pk) for first, second in pairs]


def _rows(page: Any) -> list[list[str]]:
    body = re.search(r'<table class="pairings draft">.*?</table>', page.content.decode(), re.DOTALL)
    assert body is not None
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body[0], re.DOTALL)[1:]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def _row_of(page: Any, name: str) -> list[str]:
    return next(row for row in _rows(page) if name in row[1].split())


def test_the_draft_is_shown_to_scorers_without_its_forms(division: Division, draft: Round) -> None:
    page = logged_in(cast(division.tournament).scorer).get(at(division, "round", 1))
    assert len(_rows(page)) == 3
    assert "Publish" not in middle_of(page)
    assert 'name="entry"' not in page.content.decode()


def test_a_fixed_round_of_the_past_is_no_draft(director: Client, division: Division) -> None:
    fixed_round(division, 1, [("A", "B"), ("C", "D"), ("E", "F")], bye="G")
    round_ = Round.objects.get()
    answer = director.post(at(division, "round_swap", 1), {"one": 1, "two": 4, "version": round_.version})
    assert answer.status_code == 409
    assert "its pairings stay" in middle_of(answer)
