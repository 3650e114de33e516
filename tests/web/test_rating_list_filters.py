"""A rating list by what a reader asks for, and what nobody can find out by asking."""

import csv
import datetime
import io
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from players.models import Club, Player
from ratings.models import RatedEvent, Rating, RatingHistory, RatingList
from tests.factories import TEST, make_division, make_tournament
from tests.services.ratings.support import play, played_division, rate, rating_of, the_list
from tests.web.test_rating_pages import next_run, text
from tournaments.models import Division
from tournaments.services.events import division_update
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
ROW = re.compile(
    r'<th class="rank" scope="row">(?:<span class="muted">)?([^<]*)<.*?<td class="who"><a[^>]*>([^<]+)</a>', re.S
)


def names(client: Client, query: str = "") -> list[str]:
    answer = client.get(f"/ratings/amath/{query}")
    assert answer.status_code == 200
    return [name for _rank, name in ROW.findall(answer.content.decode())]


def close(division: Division) -> None:
    for round_ in division.rounds.exclude(state="closed").order_by("number"):
        round_close(round_id=round_.pk, actor=TEST)


@pytest.fixture
def division() -> Division:
    """A, C, D, B by rating; A and B ranked, as after many games; the schools and provinces of A to C."""
    today = timezone.localdate()
    division = played_division(
        "ABCD", [("A", "B", 400, 300), ("C", "D", 390, 300)], rounds_planned=1, starts_on=today
    )
    close(division)
    rate()
    north = Club.objects.create(name="=North", name_key="=north", sort_key="1")
    south = Club.objects.create(name="South", name_key="south", sort_key="2")
    Player.objects.filter(name__in="AB").update(club=north, province="10", country="TH")
    Player.objects.filter(name="C").update(club=south, province="50", country="TH", level="primary")
    for name in "AB":
        Rating.objects.filter(player__name=name).update(games=40, rd=60)
        RatingHistory.objects.filter(player__name=name).update(games=40, career_games=40)
    next_run()
    return division


def test_provisional_players_are_hidden_until_they_are_asked_for(client: Client, division: Division) -> None:
    assert names(client) == ["A", "B"]
    assert names(client, "?show=provisional") == ["C", "D"]
    assert names(client, "?show=all") == ["A", "C", "D", "B"]


def test_the_address_holds_every_filter(client: Client, division: Division) -> None:
    north, south = Club.objects.get(name="=North").pk, Club.objects.get(name="South").pk
    assert names(client, f"?show=all&club={north}") == ["A", "B"]
    assert names(client, f"?show=provisional&club={south}") == ["C"]
    assert names(client, "?show=all&province=50") == ["C"]
    assert names(client, "?show=all&level=primary") == ["C"]
    assert names(client, "?show=all&province=10&q=b") == ["B"]
    assert "Nobody in this list is like that" in text(client.get("/ratings/amath/?level=adult").content.decode())
    html = client.get("/ratings/amath/?show=all&province=50").content.decode()
    assert '<option value="50" selected>Chiang Mai</option>' in html


def test_what_nobody_in_the_list_has_is_no_page(client: Client, division: Division) -> None:
    for query in ("club=999999", "province=99", "province=83"):
        assert client.get(f"/ratings/amath/?{query}").status_code == 404
    assert client.get("/ratings/amath/?level=kings&show=them&since=9").status_code == 200


def test_who_was_never_seen_in_the_open_is_found_by_nothing(client: Client, division: Division) -> None:
    division_update(division_id=division.pk, actor=TEST, entries_public=False)
    make_division(make_tournament(), names=["A"])
    assert names(client, "?show=all") == ["A"]
    assert names(client, "?show=all&q=B") == []
    assert names(client, "?show=all&province=10") == ["A"]
    assert client.get("/ratings/amath/?show=all&province=50").status_code == 404
    html = client.get("/ratings/amath/?show=all").content.decode()
    assert "South" not in html
    file = client.get("/ratings/amath/csv/").content.decode("utf-8-sig")
    assert [row["name"] for row in csv.DictReader(io.StringIO(file))] == ["A", "", "", ""]


def test_a_name_that_is_hidden_is_found_by_its_number_alone(client: Client, division: Division) -> None:
    Player.objects.filter(name="A").update(name="Anan Rakthai", match_key="anan rakthai", public_name_mode="number")
    number = Player.objects.get(name="Anan Rakthai").number
    assert names(client, "?q=rakthai") == []
    assert names(client, f"?q={number}") == [f"#{number}"]
    file = client.get("/ratings/amath/csv/").content.decode("utf-8-sig")
    assert "Rakthai" not in file
    assert f"#{number}" in file


def test_the_file_holds_what_the_page_shows_and_no_formula(client: Client, division: Division) -> None:
    answer = client.get("/ratings/amath/csv/?show=ranked")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["rank"], row["name"], row["club"]) for row in rows] == [
        ("1", "A", "'=North"),
        ("2", "B", "'=North"),
    ]
    assert rows[0]["rating"] == str(round(rating_of("A")))
    assert rows[0]["province"] == "10"


def test_ratings_of_an_event_in_play_stand_beside_the_settled_ones(client: Client, division: Division) -> None:
    settled = {name: round(rating_of(name)) for name in "AB"}
    final = make_division(make_tournament(starts_on=timezone.localdate()), names=["A", "B"], rounds_planned=2)
    play(final, 1, [("B", "A", 500, 300)])
    rate()
    row = RatingHistory.objects.get(event__division=final, player__name="B")
    html = client.get("/ratings/amath/?show=all").content.decode()
    [points] = re.findall(r">B</a>.*?<td class=\"num points\">(.*?)</td>", html, re.S)
    assert f"{settled['B']:,}" in points
    assert "Live" in points
    assert f"{round(row.after):,}" in points
    play(final, 2, [("B", "A", 500, 300)])
    close(final)
    rate()
    html = client.get("/ratings/amath/?show=all").content.decode()
    assert "badge live" not in html
    assert f"{round(rating_of('B')):,}" in html


def test_what_may_not_be_followed_is_not_followed_in_the_list(client: Client, division: Division) -> None:
    final = make_division(make_tournament(starts_on=timezone.localdate()), names=["A", "B"], rounds_planned=2)
    play(final, 1, [("B", "A", 500, 300)])
    rate()
    assert "badge live" in client.get("/ratings/amath/?show=all").content.decode()
    division_update(division_id=final.pk, actor=TEST, standings_public=False)
    settled = RatingHistory.objects.get(event__division=division, player__name="B").after
    html = client.get("/ratings/amath/?show=all").content.decode()
    assert "badge live" not in html
    assert f"{round(settled):,}" in html


def test_how_a_list_has_moved_since_the_last_event(client: Client, division: Division) -> None:
    RatedEvent.objects.update(day=timezone.localdate() - datetime.timedelta(40))
    before = {name: round(rating_of(name)) for name in "ABCD"}
    final = make_division(make_tournament(starts_on=timezone.localdate()), names=["A", "C", "E"], rounds_planned=1)
    play(final, 1, [("C", "A", 500, 300)])
    close(final)
    rate()
    html = client.get("/ratings/amath/?show=all&since=event").content.decode()
    changes = dict(
        re.findall(
            r">(\w)</a>.*?</small></td>\s*<td class=\"num points\">.*?</td>\s*<td class=\"num\">(.*?)</td>",
            html,
            re.S,
        )
    )
    for name in "AC":
        moved = round(rating_of(name)) - before[name]
        assert changes[name] == f"{moved:+,}".replace("-", "−")
    assert "0" in changes["B"]
    month = client.get("/ratings/amath/?show=all&since=1").content.decode()
    assert changes == dict(
        re.findall(
            r">(\w)</a>.*?</small></td>\s*<td class=\"num points\">.*?</td>\s*<td class=\"num\">(.*?)</td>",
            month,
            re.S,
        )
    )
    year = client.get("/ratings/amath/?show=all&since=12").content.decode()
    assert "new</span>" in year


def test_the_policy_of_a_list_is_said_and_kept_to(client: Client, division: Division) -> None:
    RatingList.objects.update(
        policy={"provisional_rd": 400, "provisional_games": 1, "ranked_games": 1, "floor": 1450}
    )
    assert names(client) == ["A", "C", "B", "D"]
    html = client.get("/ratings/amath/").content.decode()
    assert "With 1 rated games within 24 months" in html
    assert "Nobody is shown below 1450" in html
    assert ">1,450<" in html
    assert f"by run {the_list().current_run_id}" in text(html)


def test_a_list_of_thousands_takes_few_queries(client: Client, division: Division) -> None:
    def queries() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as taken:
            assert client.get("/ratings/amath/?show=all&since=3").status_code == 200
        return len(taken)

    few = queries()
    people = Player.objects.bulk_create(
        Player(number=5000 + n, name=f"P{n}", match_key=f"p{n}", lookalike_key=f"p{n}", sort_key=f"{n:05}")
        for n in range(3000)
    )
    today = timezone.localdate()
    Rating.objects.bulk_create(
        Rating(rating_list=the_list(), player=one, rating=1500 + one.pk % 900, rd=60, games=50, day=today)
        for one in people
    )
    next_run()
    assert queries() == few
    assert "3,004" in text(client.get("/ratings/amath/?show=all").content.decode()) or "3004" in text(
        client.get("/ratings/amath/?show=all").content.decode()
    )
    assert client.get(reverse("ratings:list", args=["amath"]) + "?show=all&page=31").status_code == 200
