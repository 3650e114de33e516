"""Where somebody starts who has no rating yet: by the division, by age, by how the event went, or as imported."""

import datetime

import pytest

from players.models import Player
from players.services import player_create
from ratings.models import RatingHistory, RatingList
from ratings.services.imports import ratings_read, starts_import
from tests.factories import TEST, make_entry
from tests.services.ratings.support import lines, play, played_division, rate, rating_of, standings
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)


def the_list(**parameters):
    return RatingList.objects.create(slug="amath", name="A-Math", ruleset="amath", parameters=parameters)


def starts(rating_list):
    """What each player came into his first event with."""
    found = {}
    for line in RatingHistory.objects.filter(event__rating_list=rating_list, superseded_by=None).order_by(
        "event__day"
    ):
        found.setdefault(line.player.name, line.before)
    return found


def test_newcomers_of_a_primary_division_start_where_the_list_says():
    found = the_list(start_by_kind={"primary": 900})
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY, kind="primary")
    played_division("CD", [("C", "D", 400, 300)], starts_on=DAY)
    rate()
    assert starts(found) == {"A": 900, "B": 900, "C": 1500, "D": 1500}


def test_age_counts_as_it_is_in_the_year_of_the_event():
    found = the_list(start_by_age=[[12, 1000], [15, 1200]])
    for name, born in {"A": 2014, "B": 2013, "C": 2010}.items():
        player_create(name=name)
        Player.objects.filter(name=name).update(born=born)
    played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 400, 300)], starts_on=DAY)
    rate()
    assert starts(found) == {"A": 1000, "B": 1200, "C": 1500, "D": 1500}


def test_a_year_later_the_same_child_would_have_started_higher():
    found = the_list(start_by_age=[[12, 1000]])
    player_create(name="A")
    Player.objects.filter(name="A").update(born=2014)
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY.replace(year=2027))
    rate()
    assert starts(found)["A"] == 1500


def test_an_event_of_newcomers_is_seeded_by_how_it_went():
    found = the_list(newcomers="performance")
    rounds = [
        [("A", "B", 500, 200), ("C", "D", 500, 200)],
        [("A", "C", 500, 200), ("B", "D", 500, 200)],
        [("A", "D", 500, 200), ("B", "C", 500, 200)],
    ]
    played_division("ABCD", *rounds, starts_on=DAY)
    rate()
    performed = standings(found)
    RatingList.objects.update(parameters={})
    plain = the_plain(found)
    assert performed["A"][0] > performed["B"][0] > performed["C"][0] > performed["D"][0]
    assert performed["A"][0] != plain["A"][0]


def the_plain(found):
    from ratings.services import list_restart

    list_restart(list_id=found.pk)
    rate(RatingList.objects.get())
    return standings(found)


def test_an_imported_start_is_where_a_player_begins_and_others_are_rated_against_it():
    found = the_list()
    player_create(name="A")
    file = ratings_read(found, b"name,rating,rd,games\nA,1900,60,120\n", filename="a.csv")
    starts_import(list_id=found.pk, file=file, as_of=DAY, actor=TEST)
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    assert starts(found) == {"A": 1900, "B": 1500}
    assert standings(found)["A"][2] == 121


def test_a_start_that_comes_later_works_the_whole_list_out_anew():
    found = the_list()
    division = played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    before = lines(found)
    file = ratings_read(found, b"name,rating,rd,games\nA,1900,60,120\n", filename="a.csv")
    starts_import(list_id=found.pk, file=file, as_of=DAY, actor=TEST)
    rate()
    assert lines(found)[(division.pk, "A")] != before[(division.pk, "A")]
    assert starts(found)["A"] == 1900


def test_what_is_pinned_stays_when_a_start_moves_the_list():
    found = the_list()
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    later = played_division("", starts_on=DAY + datetime.timedelta(days=1))
    pinned = make_entry(later, "A").rating
    file = ratings_read(found, b"name,rating,rd,games\nA,1900,60,120\n", filename="a.csv")
    starts_import(list_id=found.pk, file=file, as_of=DAY, actor=TEST)
    rate()
    assert rating_of("A") > 1800
    make_entry(later, "C")
    play(later, 1, [("A", "C", 400, 300)])
    assert Entry.objects.get(division=later, number=1).rating == pinned
