"""Rating lists by what is asked for, their events, and why each changed a rating: as the pages have it."""

import datetime

import pytest
from django.utils import timezone

from players.models import Club, Player
from tests.factories import TEST, enter_named
from tests.services.ratings.support import event_of, play, played_division, rate, the_list
from tournaments.services.events import division_update
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
FIRST = [("A", "B", 400, 300), ("C", "D", 390, 300)]


def number_of(name: str) -> int:
    return Player.objects.get(name=name).number


@pytest.fixture
def division():
    division = played_division("ABCD", FIRST, rounds_planned=1, starts_on=timezone.localdate())
    round_close(round_id=division.rounds.get().pk, actor=TEST)
    rate()
    north = Club.objects.create(name="North", name_key="north", sort_key="1")
    Player.objects.filter(name__in="AD").update(club=north, province="10", level="primary", country="TH")
    return division


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["A", "C", "D", "B"]),
        ("show=ranked", []),
        ("show=provisional&club=NORTH", ["A", "D"]),
        ("club=nowhere", []),
        ("province=10&q=d", ["D"]),
        ("province=TH-10&q=d", ["D"]),
        ("level=primary&limit=1", ["A"]),
        ("level=adult", []),
    ],
)
def test_a_list_is_read_by_what_is_asked_for(division, api, query, names):
    table = api().get(f"/ratings/amath?{query}")
    assert [row["player"]["name"] for row in table["items"]] == names
    assert table["players"] == 4


@pytest.mark.parametrize("query", ["show=them", "since=2", "level=kings", "province=1", f"q={'x' * 81}"])
def test_a_filter_that_cannot_be_read_is_refused(division, api, query):
    answer = api().get(f"/ratings/amath?{query}")
    assert (answer.status, answer["code"]) == (400, "request.invalid")


def test_a_list_says_its_policy_its_run_and_what_it_is_compared_with(division, api):
    table = api().get("/ratings/amath?since=event")
    assert table["policy"]["provisional_games"] == 30
    assert table["run"]["number"] == the_list().current_run_id
    assert table["since"] == (timezone.localdate() - datetime.timedelta(1)).isoformat()
    assert {(row["rating_then"], row["rank_then"]) for row in table["items"]} == {(None, None)}
    later = played_division("AB", [("B", "A", 450, 300)], rounds_planned=2, starts_on=timezone.localdate())
    Player.objects.filter(name="A").exclude(pk__in=later.entries.values("members__player")).update(name="A1")
    rate()
    rows = api().get("/ratings/amath?q=B")["items"]
    assert any(row["live"] is not None and row["live"] != row["rating"] for row in rows)


def test_events_and_their_lines_are_the_pages_own(division, api):
    [event] = api().get("/ratings/amath/events")["items"]
    assert (event["number"], event["over"], event["games"]) == (event_of(division).pk, True, 2)
    whole = api().get(f"/ratings/amath/events/{event['number']}")
    assert [line["player"]["name"] for line in whole["lines"]] == ["A", "C", "D", "B"]
    assert all(line["before"] + line["change"] == line["after"] for line in whole["lines"])
    assert [line["all"] for line in whole["lines"]] == ["won", "won", "lost", "lost"]
    assert api().get("/ratings/amath/events/999999").status == 404
    assert api().get("/ratings/nothing/events").status == 404


def test_why_adds_up(division, api):
    path = f"/ratings/amath/events/{event_of(division).pk}/why"
    answer = api().get(f"{path}/{number_of('A')}")
    total = sum(each["points"] for each in [*answer["shares"], *answer["rest"]])
    assert total == pytest.approx(answer["change"], abs=0.005)
    assert [share["opponent"]["name"] for share in answer["shares"]] == ["B"]
    assert api().get(f"{path}/999999").status == 404


def test_why_is_not_told_of_results_that_have_changed_since(division, api):
    enter_named(division.rounds.get(), "A", 300, 500, may_correct=True, reason="sheet added again")
    answer = api().get(f"/ratings/amath/events/{event_of(division).pk}/why/{number_of('A')}")
    assert (answer.status, answer["code"]) == (409, "ratings.not_worked_out")


def test_what_is_not_public_is_not_told(division, api):
    path = f"/ratings/amath/events/{event_of(division).pk}"
    division_update(division_id=division.pk, actor=TEST, standings_public=False, pairings_public=False)
    whole = api().get(path)
    assert (whole["lines"], whole["unrated"]) == (None, None)
    assert api().get(f"{path}/why/{number_of('A')}").status == 404
    division.tournament.is_public = False
    division.tournament.save()
    assert api().get(path).status == 404
    assert api().get("/ratings/amath/events")["items"] == []


def test_unrated_games_have_their_reason(api):
    division = played_division("XYZ", starts_on=timezone.localdate())
    play(division, 1, [("X", "Y", 400, 300)])
    rate()
    whole = api().get(f"/ratings/amath/events/{event_of(division).pk}")
    assert "bye" in {game["reason"] for game in whole["unrated"]}
