"""A player's pages: whom they met, what was expected, what they did best, and nothing that is not public."""

import datetime
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.models import Player
from players.services import player_update
from ratings.models import RatingHistory
from ratings.selectors.played import played_games
from tests.factories import (
    TEST,
    enter,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    pairing_of,
    play_round,
)
from tests.services.ratings.support import play, played_division, rate
from tests.sheets import finished
from tests.web.crowd import crowd
from tournaments.models import Division
from tournaments.services.events import division_update
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)


def number_of(name: str) -> int:
    return Player.objects.get(name=name).number


def html(client: Client, name: str, *where: object, query: str = "") -> str:
    answer = client.get(reverse(f"ratings:{name}", args=where) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def facts(page: str) -> dict[str, str]:
    return {
        text(term).strip(): text(value).strip()
        for term, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page, re.DOTALL)
    }


@pytest.fixture
def division() -> Division:
    """Three rounds, all over: A wins against B, loses against C, wins against B again."""
    division = played_division(
        "ABCD",
        [("A", "B", 400, 300), ("C", "D", 390, 300)],
        [("A", "C", 300, 420), ("B", "D", 300, 310)],
        [("A", "B", 350, 340), ("C", "D", 333, 333)],
        starts_on=DAY,
        rounds_planned=3,
    )
    round_close(round_id=division.rounds.get(number=3).pk, actor=TEST)
    rate()
    return division


def test_a_rating_is_told_with_the_span_it_lies_in(client: Client, division: Division) -> None:
    line = RatingHistory.objects.get(player__name="A", superseded_by=None)
    shown = text(html(client, "player", number_of("A")))
    [(low, high)] = re.findall(r"the true rating is between ([\d,]+) and ([\d,]+)", shown)
    low, high = (int(each.replace(",", "")) for each in (low, high))
    assert (low + high) / 2 == pytest.approx(line.after, abs=1)
    assert (high - low) / 2 >= 1.9 * line.rd_after
    assert "It is provisional" in shown


def test_each_game_says_what_was_expected_and_the_sum_is_the_event_s(client: Client, division: Division) -> None:
    page = html(client, "player_games", number_of("A"))
    pairs = re.findall(r'<td class="num wide">([\d.]+)</td>\s*<td class="num wide">([\d.]+)</td>', page)
    line = RatingHistory.objects.get(player__name="A", superseded_by=None)
    assert len(pairs) == 3
    assert sum(float(expected) for expected, _actual in pairs) == pytest.approx(line.expected, abs=0.02)
    assert sum(float(actual) for _expected, actual in pairs) == pytest.approx(line.actual, abs=0.02)


def test_opponents_are_told_with_what_stands_between(client: Client, division: Division) -> None:
    shown = text(html(client, "player_opponents", number_of("A")))
    assert re.search(r"B Mar 2026 · average spread \+55 2 2–0–0 \+55 Mar 2026", shown)
    assert re.search(r"C Mar 2026 · average spread −120 1 0–0–1 −120 Mar 2026", shown)
    assert shown.index(" B ") < shown.index(" C ")


def test_two_players_have_a_page_of_their_games(client: Client, division: Division) -> None:
    shown = text(html(client, "player_against", number_of("B"), number_of("A")))
    assert "B against A" in shown
    assert "300–400" in shown
    assert "340–350" in shown
    assert "300–310" not in shown
    assert "have not met" in text(html(client, "player_against", number_of("A"), number_of("D")))
    assert client.get(reverse("ratings:player_against", args=[number_of("A")] * 2)).status_code == 404
    assert client.get(reverse("ratings:player_against", args=[number_of("A"), 10**6])).status_code == 404


def test_records_are_the_best_there_was(client: Client, division: Division) -> None:
    found = facts(html(client, "player", number_of("A")))
    assert found["Highest score"].startswith("400 against B")
    assert found["Largest win"].startswith("+100 against B")
    assert found["Longest winning run"].startswith("1 game ")
    assert found["Won–tied–lost"] == "2–0–1"
    assert facts(html(client, "player", number_of("D")))["Won–tied–lost"] == "1–1–1"


def test_the_highest_play_leads_to_its_game_and_hides_whom_it_should(client: Client) -> None:
    division = make_division(make_tournament(), names=["Anong Dee", "Boon Mee"])
    pairing = pairing_of(fixed_round(division, 1, [("Anong Dee", "Boon Mee")]), "Anong Dee")
    finished(pairing)
    enter(pairing, 8, 0)
    boon = Player.objects.get(name="Boon Mee")
    player_update(player_id=boon.pk, actor=TEST, public_name_mode="number")
    page = html(client, "player", number_of("Anong Dee"))
    assert facts(page)["Highest play"].startswith(f"8 against #{boon.number}")
    where = (division.tournament.slug, division.slug, 1, pairing.table)
    assert reverse("tournaments:game", args=where) in page
    assert client.get(reverse("tournaments:game", args=where)).status_code == 200
    assert "Highest play" not in html(client, "player", boon.number)
    division_update(division_id=division.pk, actor=TEST, pairings_public=False)
    cache.clear()
    assert "Highest play" not in html(client, "player", number_of("Anong Dee"))


def test_the_best_win_is_against_whoever_was_rated_highest_then(client: Client, division: Division) -> None:
    assert "Best wins" not in html(client, "player", number_of("A"))  # nobody had a rating before the first event
    before = {line.player.name: round(line.after) for line in RatingHistory.objects.filter(superseded_by=None)}
    second = make_division(make_tournament(starts_on=DAY + datetime.timedelta(20)), names="ABC")
    play(second, 1, [("A", "B", 301, 300)])
    play(second, 2, [("A", "C", 302, 300)])
    rate()
    page = html(client, "player", number_of("A"))
    best = re.findall(r'<li><b class="num">([\d,]+)</b><span><a[^>]*>(\w)</a>', page)
    assert best == [(f"{before[name]:,}", name) for name in sorted("BC", key=lambda name: -before[name])]


def test_games_are_found_by_opponent_and_event(client: Client, division: Division) -> None:
    other = make_division(
        make_tournament(slug="winter", starts_on=DAY + datetime.timedelta(9)), names="AC", slug="x"
    )
    play(other, 1, [("A", "C", 444, 333)])
    number = number_of("A")
    only_c = text(html(client, "player_games", number, query="?q=c"))
    assert "444–333" in only_c
    assert "300–420" in only_c
    assert "400–300" not in only_c
    winter = text(html(client, "player_games", number, query="?event=winter/x"))
    assert "444–333" in winter
    assert "300–420" not in winter
    assert "No game is like that" in text(html(client, "player_games", number, query="?q=nobody"))
    assert client.get(reverse("ratings:player_games", args=[number]) + "?page=9").status_code == 404


def test_files_hold_what_the_pages_show(client: Client, division: Division) -> None:
    number = number_of("A")
    rows = client.get(reverse("ratings:player_games_csv", args=[number])).content.decode("utf-8-sig").splitlines()
    assert len(rows) == 4
    assert f",3,{number_of('B')},B,350,340,10,win," in rows[1]
    events = (
        client.get(reverse("ratings:player_events_csv", args=[number])).content.decode("utf-8-sig").splitlines()
    )
    assert len(events) == 2
    assert events[1].startswith("amath,2026-03-01,School cup")
    assert events[1].endswith(",final")


@pytest.mark.parametrize("closed", ["tournament", "pairings_public"])
def test_games_that_are_not_public_are_nowhere(client: Client, division: Division, closed: str) -> None:
    make_division(make_tournament(name="Open day"), names="AB")  # so that they still have pages
    if closed == "tournament":
        division.tournament.is_public = False
        division.tournament.save()
    else:
        division_update(division_id=division.pk, actor=TEST, pairings_public=False)
    cache.clear()
    number, other = number_of("A"), number_of("B")
    pages = [
        html(client, "player", number),
        html(client, "player_games", number),
        html(client, "player_opponents", number),
        html(client, "player_against", number, other),
        client.get(reverse("ratings:player_games_csv", args=[number])).content.decode(),
    ]
    for page in pages:
        assert "400–300" not in page
        assert ",400,300," not in page
        assert "+55" not in page
    if closed == "tournament":
        assert "School cup" not in "".join(pages)


def test_what_was_scored_is_not_told_where_games_are_hidden(client: Client, division: Division) -> None:
    line = RatingHistory.objects.get(player__name="A", superseded_by=None)
    assert f"scored {line.actual:.2f}" in html(client, "player", number_of("A"))
    division_update(division_id=division.pk, actor=TEST, pairings_public=False)
    page = html(client, "player", number_of("A"))
    assert f"{line.actual:.2f}" not in page
    events = client.get(reverse("ratings:player_events_csv", args=[number_of("A")])).content.decode("utf-8-sig")
    assert f"{line.actual:.3f}" not in events


def test_an_event_whose_entries_are_hidden_is_not_named(client: Client, division: Division) -> None:
    make_division(make_tournament(name="Open day"), names="AB")
    division_update(division_id=division.pk, actor=TEST, entries_public=False, pairings_public=False)
    page = html(client, "player", number_of("A"))
    assert "An event that is not public" in page
    assert division.name not in page


def test_hidden_names_stay_hidden_on_every_page_of_an_opponent(client: Client, division: Division) -> None:
    player_update(
        player_id=Player.objects.get(name="B").pk, name="Boon Meesuk", public_name_mode="number", actor=TEST
    )
    number, hidden = number_of("A"), number_of("Boon Meesuk")
    second = make_division(make_tournament(starts_on=DAY + datetime.timedelta(20)), names=["A"])
    make_entry(second, "Boon Meesuk")
    play(second, 1, [("A", "Boon Meesuk", 301, 300)])
    rate()
    for page in (
        html(client, "player", number),
        html(client, "player_games", number),
        html(client, "player_opponents", number),
        html(client, "player_against", number, hidden),
        html(client, "player_games", hidden),
        client.get(reverse("ratings:player_games_csv", args=[number])).content.decode(),
    ):
        assert "Meesuk" not in page
        assert f"#{hidden}" in page
    assert "No game is like that" in text(html(client, "player_games", number, query="?q=meesuk"))
    assert "No opponent has" in text(html(client, "player_opponents", number, query="?q=meesuk"))


def test_an_opponent_without_a_page_is_named_and_not_linked(client: Client) -> None:
    division = played_division("AZ", [("A", "Z", 400, 300)], starts_on=DAY)
    make_division(make_tournament(), names="A")
    division_update(division_id=division.pk, actor=TEST, entries_public=False)
    page = html(client, "player", number_of("A"))
    assert "<b>Z</b>" in page
    assert reverse("ratings:player", args=[number_of("Z")]) not in page
    assert client.get(reverse("ratings:player_against", args=[number_of("A"), number_of("Z")])).status_code == 404


def test_a_merged_player_leads_on_to_the_one_kept(client: Client, division: Division) -> None:
    gone = Player.objects.create(number=9001, name="A again", match_key="a again", lookalike_key="x", sort_key="a")
    Player.objects.filter(pk=gone.pk).update(merged_into=Player.objects.get(name="A"))
    for name in ("player", "player_games", "player_opponents", "player_games_csv"):
        answer = client.get(reverse(f"ratings:{name}", args=[9001]))
        assert answer.status_code == 302
        assert answer["Location"] == reverse(f"ratings:{name}", args=[number_of("A")])
    answer = client.get(reverse("ratings:player_against", args=[number_of("B"), 9001]))
    assert answer["Location"] == reverse("ratings:player_against", args=[number_of("B"), number_of("A")])


def test_whoever_has_not_played_has_a_page_that_says_so(client: Client) -> None:
    make_division(names="Q")
    assert "has been played yet" in text(html(client, "player", number_of("Q")))
    assert "has been played yet" in text(html(client, "player_games", number_of("Q")))
    assert "has been played yet" in text(html(client, "player_opponents", number_of("Q")))
    assert client.get(reverse("ratings:player_list", args=[number_of("Q"), "amath"])).status_code == 404


def test_players_are_found_by_club_province_and_level(client: Client) -> None:
    division = make_division()
    make_entry(division, "Ann Lee", club="Hilltop", province="10", level="primary")
    make_entry(division, "Ben Ong", club="Hilltop", province="50", level="primary")
    make_entry(division, "Cee Wan", club="Lakeside", province="10", level="adult")
    Player.objects.filter(name="Cee Wan").update(public_name_mode="number")
    club = Player.objects.get(name="Ann Lee").club_id

    def found(query: str) -> list[str]:
        return re.findall(r'<td class="who"><a[^>]*>([^<]+)</a>', html(client, "players", query=query))

    assert found(f"?club={club}") == ["Ann Lee", "Ben Ong"]
    assert found("?province=50") == ["Ben Ong"]
    assert found("?level=primary&q=ann") == ["Ann Lee"]
    # Neither is shown of anybody, so neither tells whom a number stands for.
    assert found("?province=10") == ["Ann Lee"]
    assert "No player is like that" in text(html(client, "players", query="?level=adult"))
    assert len(found("?province=zz&level=everybody")) == 3


def test_born_is_shown_nowhere(client: Client, division: Division) -> None:
    Player.objects.update(born=1987)
    for name in ("player", "player_games", "player_opponents"):
        assert "1987" not in html(client, name, number_of("A"))
    assert "1987" not in html(client, "players")


def test_many_games_take_as_few_queries_as_few(client: Client) -> None:
    division = crowd(12, system="king_of_the_hill", rounds_planned=12)
    person = Player.objects.order_by("pk").first()
    assert person is not None
    taken = []
    for rounds in (range(1, 3), range(3, 9)):
        for number in rounds:
            play_round(division, number)
        rate()
        counts = {}
        for name in ("player", "player_games", "player_opponents"):
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                html(client, name, person.number)
            counts[name] = len(queries)
        taken.append(counts)
    few, many = taken
    # One more where there is now a win to look up: no query is asked about nothing.
    assert all(many[name] <= few[name] + 1 for name in few), (few, many)
    assert max(many.values()) <= 32, many
    with CaptureQueriesContext(connection) as queries:
        assert len(played_games(person)) == 8
    assert len(queries) == 5
