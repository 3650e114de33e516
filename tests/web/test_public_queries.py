"""A page asks the database the same few questions whether twenty or two hundred are in it."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import TEST, play_round
from tests.web.crowd import crowd
from tournaments.selectors.results import tournament_games
from tournaments.services.events import tournament_delete

pytestmark = pytest.mark.django_db
BASE = "/events/crowd/open/"
#: Path → the most queries that a page made anew may take.
LIMITS = {
    "/": 9,
    "/events/": 5,
    "/events/crowd/": 8,
    BASE: 5,
    BASE + "entries/": 7,
    BASE + "entries/?order=school": 7,
    BASE + "entries/3/": 15,
    BASE + "rounds/2/": 11,
    BASE + "rounds/2/?order=name": 11,
    BASE + "rounds/2/?q=3": 11,
    BASE + "standings/": 15,
    BASE + "standings/1/": 11,
    BASE + "clubs/": 16,
    BASE + "clubs/1/": 12,
}


def counts() -> Iterator[tuple[str, int]]:
    for path in LIMITS:
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(path).status_code in (200, 302), path
        yield path, len(queries)


def test_twenty_and_two_hundred_take_the_same_few_queries() -> None:
    taken = []
    for size in (20, 200):
        division = crowd(size, system="king_of_the_hill", club_best=3)
        for number in (1, 2):
            play_round(division, number)
        taken.append(dict(counts()))
        event = division.tournament
        tournament_delete(tournament_id=event.pk, expected_games=tournament_games(event), actor=TEST)
    small, large = taken
    assert small == large
    assert {path: count for path, count in large.items() if count > LIMITS[path]} == {}
