"""A new entry is pinned to what its player was rated before the event's day."""

import datetime

import pytest

from ratings.models import RatingList
from ratings.selectors.lists import shown
from ratings.selectors.seeding import ratings_at_entry
from tests.factories import make_entry
from tests.services.ratings.support import play, played_division, rate, rating_of
from tournaments.models import Entry, EntryMember

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)
NEXT_DAY = DAY + datetime.timedelta(days=1)


def entry_in_new_event(name, day):
    division = played_division("", starts_on=day)
    return make_entry(division, name)


def known(player, day, **settings):
    division = played_division("", starts_on=day, **settings)
    return ratings_at_entry(player_ids=[player], division_id=division.pk).by_player


def test_a_known_player_brings_the_rating_in_whole_points():
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    entry = entry_in_new_event("A", DAY + datetime.timedelta(days=1))
    assert EntryMember.objects.filter(player__name="A").values("player").distinct().count() == 1
    assert entry.rating == shown(rating_of("A")) > 1500


def test_a_newcomer_brings_none():
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    assert entry_in_new_event("Z", DAY + datetime.timedelta(days=1)).rating is None


def test_a_pinned_rating_stays_when_the_ratings_move_on():
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    entry = entry_in_new_event("A", DAY + datetime.timedelta(days=1))
    pinned = entry.rating
    make_entry(entry.division, "C")
    play(entry.division, 1, [("A", "C", 500, 100)])
    rate()
    assert shown(rating_of("A")) > pinned
    assert Entry.objects.get(pk=entry.pk).rating == pinned


def test_only_earlier_days_count_so_a_late_entry_is_rated_like_all_others():
    division = played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    player = division.entries.get(number=1).members.get().player_id
    assert known(player, DAY) == {}
    assert known(player, NEXT_DAY) == {player: shown(rating_of("A"))}
    assert known(player, NEXT_DAY, ruleset="summy") == {}


@pytest.mark.parametrize(("rating", "whole"), [(1499.5, 1500), (1499.49, 1499), (99.9, 100), (-20.0, 100)])
def test_ratings_are_shown_in_whole_points_and_never_below_100(rating, whole):
    assert shown(rating) == whole


def test_a_list_says_itself_how_low_it_shows():
    played_division("AB", [("A", "B", 900, 100)], starts_on=DAY)
    rate()
    RatingList.objects.update(policy={"floor": 1490})
    assert rating_of("B") < 1490
    assert entry_in_new_event("B", NEXT_DAY).rating == 1490
