"""A game on its public page: the board, every move with its sum, the proof, and nothing that betrays a play."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import TEST, enter, make_division, make_tournament, publish_round
from tests.sheets import DIRECTS, record
from tournaments.models import Division, Pairing
from tournaments.services.events import division_update

pytestmark = pytest.mark.django_db
ROUND = "/events/cup/open/rounds/1/"
PAGE = ROUND + "tables/1/"


@pytest.fixture
def division() -> Division:
    return make_division(
        make_tournament(slug="cup"), slug="open", entries=4, name="Open", judging_mode="challenge", rounds_planned=3
    )


@pytest.fixture
def pairing(division: Division) -> Pairing:
    return publish_round(division, 1).pairings.get(table=1)


def play(pairing: Pairing, start: str, tiles: str, direction: str = "across", **more: Any) -> None:
    line = [None if tile == "." else tile for tile in tiles.split()]
    record(pairing, "play", payload={"start": start, "dir": direction, "tiles": line, **more})


def page(client: Client, path: str = PAGE) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def moves(text: str) -> list[str]:
    return [words("<li" + part) for part in text.split('<ol class="moves">')[1].split("</ol>")[0].split("<li")[1:]]


def tiles_there(text: str) -> int:
    return len(re.findall(r'class="lies"', text))


def passed_out(pairing: Pairing, *, racks: dict[str, list[str]], **more: Any) -> None:
    for _ in range(6):
        record(pairing, "pass", **more)
    record(pairing, "end", payload={"reason": "passes", "racks": racks}, **more)


RACKS = {"p1": ["9", "?", "1", "1", "2", "2", "3", "3"], "p2": ["5", "5", "6", "6", "+", "-", "=", "="]}


def test_without_a_sheet_it_says_so_and_shows_the_result(client: Client, pairing: Pairing) -> None:
    assert "No sheet is kept of this game yet" in page(client)
    enter(pairing, 412, 388)
    shown = words(page(client))
    assert "No sheet was kept of this game" in shown
    assert "412" in shown
    assert "Confirmed" in shown


def test_every_move_has_its_line_its_sum_and_the_totals(client: Client, pairing: Pairing) -> None:
    play(pairing, "8E", "7 × 2 = 1 4")
    record(pairing, "exchange", payload={"tiles": ["19", "20"]})
    shown = page(client)
    first, second = moves(shown)
    assert "8E 7×2=14 +11 11–0" in first
    assert "2+2+1+1×3+1+2 = 11" in first
    assert "exchanged 2 tiles 11–0" in second
    assert "19" not in second
    assert tiles_there(shown) == 6
    assert "Everything adds up" in words(shown)
    assert "To move" in shown


def test_what_a_challenge_took_away_is_struck_and_gone_from_the_board(client: Client, pairing: Pairing) -> None:
    play(pairing, "8G", "6 = 5")
    record(pairing, "challenge")
    shown = page(client)
    first, second = moves(shown)
    assert "Taken back" in first
    assert "challenged: the play was wrong" in second
    assert "the play is taken back: −7 −7" in second
    assert tiles_there(shown) == 0
    assert len(re.findall(r'class="lies past"', shown)) == 3


def test_a_wrong_play_looks_like_a_right_one_until_the_end(client: Client, pairing: Pairing) -> None:
    play(pairing, "8F", "7 - 2 = 6")
    wrong = page(client)
    record(pairing, "undo")
    play(pairing, "8F", "7 - 2 = 5")
    right = page(client)

    def plain(text: str) -> str:
        text = words(text.split('<div data-live="')[1].split(">", 1)[1].split("Everything adds up")[0])
        return re.sub(r"\d\d:\d\d", "", text).replace("7−2=5", "7−2=6").replace(" 5 2 ", " 6 2 ")

    assert plain(wrong) == plain(right)


def test_racks_are_told_with_their_sum_once_the_game_is_over(client: Client, pairing: Pairing) -> None:
    play(pairing, "8E", "7 × 2 = 1 4", rack=["7", "×", "2", "=", "1", "4", "9", "?"])
    record(pairing, "exchange", payload={"tiles": ["19", "20"]})
    passed_out(pairing, racks=RACKS)
    shown = page(client)
    told = moves(shown)
    assert "exchanged 2 tiles: 19 20" in told[1]
    assert "end of the game: nobody could go on" in told[-1]
    assert "−(1+1+1+1+1+1+2+0) −8" in told[-1]
    assert "Waiting" in words(shown)


def test_points_of_the_arbiter_stand_among_the_moves_with_their_reason(client: Client, pairing: Pairing) -> None:
    play(pairing, "8E", "7 × 2 = 1 4")
    points = {"points": -5, "remark": "late back"}
    record(pairing, "arbiter_adjustment", side=1, payload=points, rights=DIRECTS, reason="late back")
    told = moves(page(client))[1]
    assert "points by the arbiter −5 11 – −5" in told
    assert "late back" in told


def test_a_sheet_that_says_something_else_than_the_result_is_marked(client: Client, pairing: Pairing) -> None:
    play(pairing, "8E", "7 × 2 = 1 4")
    enter(pairing, 300, 200)
    passed_out(pairing, racks=RACKS, rights=DIRECTS)
    shown = words(page(client))
    assert "Not as on the sheet" in shown
    assert "The sheet comes to 3 – −14" in shown


def test_summys_table_is_drawn_as_far_as_it_is_used(client: Client) -> None:
    division = make_division(
        make_tournament(slug="cup"), slug="open", entries=2, ruleset="summy", judging_mode="auto"
    )
    pairing = publish_round(division, 1).pairings.get(table=1)
    blocks = ["8", "x", "1", "5", None, "1", "2", "0"]
    record(pairing, "play", payload={"start": [0, -4], "dir": "down", "tiles": blocks})
    shown = page(client)
    assert tiles_there(shown) == 8
    assert len(re.findall(r'class="shut"', shown)) == 2
    assert 'viewBox="0 0 142 502"' in shown
    assert "−5" in shown
    assert "0,−4↓ 8x15=120 +17" in moves(shown)[0]


def test_it_is_kept_until_the_next_event_and_answers_304(
    client: Client, pairing: Pairing, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play(pairing, "8E", "7 × 2 = 1 4")
    tag = client.get(PAGE).headers["ETag"]
    with django_assert_num_queries(1):
        assert client.get(PAGE, headers={"if-none-match": tag}).status_code == 304
    record(pairing, "pass")
    assert client.get(PAGE, headers={"if-none-match": tag}).status_code == 200
    assert "data-running" in page(client)


def test_round_and_entry_lead_to_it_and_it_is_as_public_as_they_are(
    client: Client, division: Division, pairing: Pairing
) -> None:
    enter(pairing, 412, 388)
    number = pairing.seats.first().entry.number  # type: ignore[union-attr]
    for path in (ROUND, f"/events/cup/open/entries/{number}/"):
        assert f'href="{PAGE}"' in page(client, path)
    assert client.get(ROUND + "tables/9/").status_code == 404
    assert client.get("/events/cup/open/rounds/2/tables/1/").status_code == 404
    division_update(division_id=division.pk, pairings_public=False, actor=TEST)
    assert client.get(PAGE).status_code == 404
