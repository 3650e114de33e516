"""A player's games, opponents and records: the pages' own figures, page by page, and no more than is public."""

import datetime

import pytest

from players.models import Player
from ratings.models import RatedEvent, RatingHistory
from tests.factories import TEST, make_division, make_tournament
from tests.services.ratings.support import play, played_division, rate
from tournaments.services.events import division_update

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)


def number_of(name: str) -> int:
    return Player.objects.get(name=name).number


@pytest.fixture
def played():
    division = played_division(
        "ABCD",
        [("A", "B", 400, 300), ("C", "D", 390, 300)],
        [("A", "C", 300, 420), ("B", "D", 300, 310)],
        [("A", "B", 350, 340), ("C", "D", 333, 333)],
        starts_on=DAY,
        rounds_planned=3,
    )
    rate()
    return division


def test_games_are_read_latest_first_and_page_by_page(played, api):
    path = f"/players/{number_of('A')}/games"
    whole = api().get(path)["items"]
    assert [(game["round"], game["score"], game["opponent_score"], game["result"]) for game in whole] == [
        (3, 350, 340, "win"),
        (2, 300, 420, "loss"),
        (1, 400, 300, "win"),
    ]
    assert whole[0]["opponents"] == [{"number": number_of("B"), "name": "B", "public": True}]
    seen, page = [], api().get(f"{path}?limit=2")
    assert page["next"]
    seen += page["items"]
    seen += api().get(page["next"])["items"]
    assert seen == whole
    assert api().get(f"{path}?cursor=WzFd:x").status == 400


def test_what_was_expected_of_the_games_is_what_the_event_s_line_says(played, api):
    games = api().get(f"/players/{number_of('A')}/games")["items"]
    line = RatingHistory.objects.get(player__name="A", superseded_by=None)
    assert sum(game["expected"] for game in games) == pytest.approx(line.expected, abs=0.002)
    assert sum(game["actual"] for game in games) == pytest.approx(line.actual, abs=0.002)
    elsewhere = api().get(f"/players/{number_of('A')}/games?list=chess")["items"]
    assert {game["expected"] for game in elsewhere} == {None}


@pytest.mark.parametrize(
    ("query", "rounds"),
    [
        ("opponent={b}", [3, 1]),
        ("opponent={b}&ruleset=amath", [3, 1]),
        ("opponent=999999", []),
        ("ruleset=summy", []),
        ("tournament={slug}", [3, 2, 1]),
        ("tournament=elsewhere", []),
        ("division=elsewhere", []),
    ],
)
def test_games_are_chosen_by_opponent_event_and_ruleset(played, api, query, rounds):
    asked = query.format(b=number_of("B"), slug=played.tournament.slug)
    games = api().get(f"/players/{number_of('A')}/games?{asked}")["items"]
    assert [game["round"] for game in games] == rounds


@pytest.mark.parametrize("query", ["opponent=0", "opponent=x", "tournament=a/b", "list=%20", "limit=0"])
def test_a_question_that_cannot_be_read_is_refused(played, api, query):
    assert api().get(f"/players/{number_of('A')}/games?{query}").status == 400


def test_opponents_come_most_met_first(played, api):
    path = f"/players/{number_of('A')}/opponents"
    met = api().get(path)["items"]
    assert [(one["opponent"]["name"], one["games"], one["wins"], one["losses"]) for one in met] == [
        ("B", 2, 2, 0),
        ("C", 1, 0, 1),
    ]
    assert met[0]["average_spread"] == 55
    assert met[0]["last"] == "2026-03-01"
    first = api().get(f"{path}?limit=1")
    assert [*first["items"], *api().get(first["next"])["items"]] == met


def test_two_players_are_read_from_the_first_one_s_side(played, api):
    mine = api().get(f"/players/{number_of('A')}/opponents/{number_of('B')}")
    theirs = api().get(f"/players/{number_of('B')}/opponents/{number_of('A')}")
    assert (mine["wins"], mine["losses"], mine["average_spread"]) == (2, 0, 55)
    assert (theirs["wins"], theirs["losses"], theirs["average_spread"]) == (0, 2, -55)
    assert api().get(f"/players/{number_of('A')}/opponents/{number_of('D')}").status == 404
    assert api().get(f"/players/{number_of('A')}/opponents/999999").status == 404


def test_records_name_the_game_they_are_from(played, api):
    RatedEvent.objects.update(over=True)
    records = api().get(f"/players/{number_of('A')}/records")
    games = records["games"]
    assert (games["all"], games["events"]) == ({"games": 3, "wins": 2, "ties": 0, "losses": 1}, 1)
    assert games["starting"]["games"] + games["not_starting"]["games"] == 3
    assert (games["highest_score"]["score"], games["highest_score"]["round"]) == (400, 1)
    assert games["largest_win"]["spread"] == 100
    assert games["longest_run"]["games"] == 1
    [item] = records["lists"]
    line = RatingHistory.objects.get(player__name="A", superseded_by=None)
    assert item["highest"]["rating"] == round(line.after)
    assert item["best_wins"] == []


def test_best_wins_are_by_the_rating_of_then(played, api):
    then = {line.player.name: round(line.after) for line in RatingHistory.objects.filter(superseded_by=None)}
    later = make_division(make_tournament(starts_on=DAY + datetime.timedelta(20)), names="AC")
    play(later, 1, [("A", "C", 302, 300)])
    rate()
    [item] = api().get(f"/players/{number_of('A')}/records")["lists"]
    [win] = item["best_wins"]
    assert win["rating"] == then["C"]
    assert win["game"]["opponents"][0]["name"] == "C"


def test_where_pairings_are_hidden_there_are_no_games(played, api):
    division_update(division_id=played.pk, actor=TEST, pairings_public=False)
    number = number_of("A")
    assert api().get(f"/players/{number}/games")["items"] == []
    assert api().get(f"/players/{number}/opponents")["items"] == []
    assert api().get(f"/players/{number}/opponents/{number_of('B')}").status == 404
    records = api().get(f"/players/{number}/records")
    assert records["games"] is None
    assert all(item["best_wins"] == [] for item in records["lists"])


def test_a_hidden_event_leaves_no_player_and_no_game(played, api):
    played.tournament.is_public = False
    played.tournament.save()
    for what in ("games", "opponents", "records", f"opponents/{number_of('B')}"):
        assert api().get(f"/players/{number_of('A')}/{what}").status == 404


def test_an_opponent_is_named_as_shown(played, api):
    Player.objects.filter(name="B").update(name="Boon Meesuk", public_name_mode="number")
    number = number_of("A")
    shown = "".join(
        api().get(f"/players/{number}/{what}").raw.decode() for what in ("games", "opponents", "records")
    )
    assert "Meesuk" not in shown
    assert f"#{number_of('Boon Meesuk')}" in shown


def test_a_merged_number_answers_as_the_one_kept(played, api):
    kept = Player.objects.get(name="A")
    Player.objects.create(
        number=9001, name="A again", match_key="a again", lookalike_key="x", sort_key="a", merged_into=kept
    )
    assert api().get("/players/9001")["number"] == kept.number
    assert api().get("/players/9001/games")["items"] == api().get(f"/players/{kept.number}/games")["items"]


def test_players_are_found_by_province_and_level(api):
    division = make_division(names=["Ann Lee", "Ben Ong", "Cee Wan"])
    assert division.pk
    Player.objects.filter(name__in=["Ann Lee", "Cee Wan"]).update(province="10", level="primary")
    Player.objects.filter(name="Cee Wan").update(public_name_mode="number")
    for code in ("10", "TH-10"):
        assert [player["name"] for player in api().get(f"/players?province={code}")["items"]] == ["Ann Lee"]
    assert [player["name"] for player in api().get("/players?level=primary")["items"]] == ["Ann Lee"]
    assert api().get("/players?level=everybody").status == 400
    assert api().get("/players?province=1").status == 400
