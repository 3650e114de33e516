"""Who is in it, found and sorted; and one entry's day, round by round."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import (
    TEST,
    enter_named,
    entry_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    pairing_of,
    publish_round,
)
from tests.web.crowd import crowd
from tournaments.models import Division
from tournaments.services.events import division_update
from tournaments.services.registration import entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db
ENTRIES = "/events/cup/open/entries/"


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(slug="cup"), slug="open", rounds_planned=4)
    for name, club in (("ขาว ใจดี", "Yupparaj"), ("เก้า มณี", "Dara"), ("Adam Wong", ""), ("Zoe Lee", "Dara")):
        make_entry(division, name, club=club, rating=1500)
    return division


def page(client: Client, path: str = ENTRIES, **more: Any) -> str:
    answer = client.get(path, **more)
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def names(html: str) -> list[str]:
    return re.findall(r'<td class="who"><a href="[^"]+">([^<]+)</a>', html)


def rounds(client: Client, number: int) -> dict[int, str]:
    """The words of an entry's page, by round."""
    body = page(client, f"{ENTRIES}{number}/").split("<tbody>")[1].split("</tbody>")[0]
    lines = [re.sub(r"Table \d+", "Table n", words(row)) for row in body.split("<tr>")[1:]]
    return {int(line.split(" ")[0]): line.split(" ", 1)[1] for line in lines}


def test_an_empty_division_says_what_will_come(client: Client) -> None:
    make_division(make_tournament(slug="cup"), slug="open")
    assert "Nobody has entered yet" in page(client)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("", ["ขาว ใจดี", "เก้า มณี", "Adam Wong", "Zoe Lee"]),
        ("?order=name", ["เก้า มณี", "ขาว ใจดี", "Adam Wong", "Zoe Lee"]),
        ("?order=school", ["เก้า มณี", "Zoe Lee", "ขาว ใจดี", "Adam Wong"]),
        ("?order=nonsense", ["ขาว ใจดี", "เก้า มณี", "Adam Wong", "Zoe Lee"]),
    ],
)
def test_the_roster_is_sorted_as_asked(client: Client, division: Division, order: str, expected: list[str]) -> None:
    assert names(page(client, ENTRIES + order)) == expected


def test_the_roster_is_searched_and_keeps_what_was_typed(client: Client, division: Division) -> None:
    assert names(page(client, ENTRIES + "?q=dara")) == ["เก้า มณี", "Zoe Lee"]
    nothing = page(client, ENTRIES + "?q=<b>")
    assert "No entry has that" in nothing
    assert 'value="&lt;b&gt;"' in nothing
    part = page(client, ENTRIES + "?q=4", headers={"hx-request": "true"})
    assert names(part) == ["Zoe Lee"]
    assert "<html" not in part


def test_a_crowd_is_looked_up_by_letter_or_by_hundreds(client: Client) -> None:
    crowd(300)
    path = "/events/crowd/open/entries/"
    assert len(names(page(client, path))) == 100
    html = page(client, path + "?order=name")
    assert {name[0] for name in names(html)} == {"ก"}
    assert 'href="?letter=%E0%B8%82&amp;order=name"' in html
    assert {name[0] for name in names(page(client, path + "?order=name&letter=K"))} == {"K"}
    assert client.get(path + "?order=name&letter=Q").status_code == 404
    assert len(names(page(client, path + "?all=1"))) == 300


def test_an_entry_sees_its_rounds_with_opponent_score_and_record(client: Client, division: Division) -> None:
    first = fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("เก้า มณี", "Zoe Lee")])
    enter_named(first, "Adam Wong", 300, 800)
    enter_named(first, "Zoe Lee", 300, 300)
    second = fixed_round(division, 2, [("Adam Wong", "Zoe Lee"), ("ขาว ใจดี", "เก้า มณี")])
    seen = rounds(client, 3)
    assert seen[1].startswith("ขาว ใจดี Table n · 1 · Yupparaj 300–800 0-0-1 · −500 (counts −350) Lost")
    assert "starts" not in seen[1]
    assert seen[2] == "Zoe Lee Table n · 4 · Dara To play starts"
    enter_named(second, "Adam Wong", 400, 399)
    assert rounds(client, 3)[2] == "Zoe Lee Table n · 4 · Dara 400–399 1-0-1 · +1 Won starts"
    assert "300–300 0-1-0 · 0 Tied" in rounds(client, 2)[1]


def test_byes_and_rounds_not_played_are_shown_as_such(client: Client, division: Division) -> None:  # C15
    first = fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("เก้า มณี", "Zoe Lee")])
    enter_named(first, "Adam Wong", 300, 310)
    enter_named(first, "Zoe Lee", 300, 310)
    entry_withdraw(entry_id=entry_named(division, "Zoe Lee").pk, actor=TEST)
    make_entry(division, "Late Lim")
    make_entry(division, "Later Lam")
    fixed_round(division, 2, [("ขาว ใจดี", "Late Lim"), ("เก้า มณี", "Later Lam")], bye="Adam Wong")
    assert rounds(client, 5)[1] == "Missed: not entered yet"
    assert rounds(client, 4)[2] == "Withdrawn"
    assert rounds(client, 3)[2] == "No opponent +100 1-0-1 · +100 Bye Won"
    assert "From round 2" in page(client, f"{ENTRIES}5/")
    assert "Withdrawn from round 2" in page(client, f"{ENTRIES}4/")


def test_a_disputed_or_waiting_result_is_no_result_yet(client: Client, division: Division) -> None:
    first = fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("เก้า มณี", "Zoe Lee")])
    table = pairing_of(first, "Adam Wong")
    for place, score in ((0, 301), (1, 302)):
        result_enter(
            pairing_id=table.pk,
            report=Report(first=score, second=100),
            actor=TEST,
            source="player",
            reported_by_place=place,
        )
        last = rounds(client, 3)[1]
        assert "Won" not in last
        assert "Lost" not in last
    assert last == "ขาว ใจดี Table n · 1 · Yupparaj Disputed"


def test_a_spread_penalty_is_shown_apart(client: Client, division: Division) -> None:
    first = fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("เก้า มณี", "Zoe Lee")])
    enter_named(first, "Adam Wong", 400, 300).result.__class__.objects.update(second_penalty=-20)
    division_update(division_id=division.pk, name="Open again", actor=TEST)
    assert "1-0-0 · +100 · penalty −20 Won" in rounds(client, 3)[1]


def test_a_draft_is_no_round_of_an_entry(client: Client, division: Division) -> None:
    from tournaments.services.drafts import round_pair

    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    assert "No round is published yet" in page(client, f"{ENTRIES}1/")


def test_what_is_not_public_is_not_on_an_entrys_page(client: Client, division: Division) -> None:
    round_ = publish_round(division, 1)
    enter_named(round_, "Adam Wong", 432, 321)
    assert "432" in page(client, f"{ENTRIES}3/")
    division_update(division_id=division.pk, pairings_public=False, actor=TEST)
    assert "The games of this division are not public" in page(client, f"{ENTRIES}3/")
    assert "432" not in page(client, f"{ENTRIES}3/")
    division_update(division_id=division.pk, entries_public=False, actor=TEST)
    assert client.get(ENTRIES).status_code == 404
    assert client.get(f"{ENTRIES}3/").status_code == 404


def test_an_entry_that_is_not_there_is_not_found(client: Client, division: Division) -> None:
    assert client.get(f"{ENTRIES}99/").status_code == 404
