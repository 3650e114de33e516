"""While new rules wait for an officer, everything that is shown was made by the old ones; and a run that was thrown
away is not shown."""

import datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache

from common.errors import Conflict
from common.models import Job
from players.models import Player
from ratings.models import Rating, RatingHistory
from ratings.selectors.foretold import foretold
from ratings.selectors.table import list_table
from ratings.services import list_create, list_update, run_discard, run_publish, runs
from tests.factories import TEST
from tests.services.ratings.support import event_of, played_division, rate, the_list

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 1, 10)


def test_what_is_told_of_games_is_what_the_shown_line_was_made_of() -> None:
    division = played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    player = Player.objects.get(name="A")
    before = [(row.player_id, row.rd) for row in list_table(the_list(), DAY + datetime.timedelta(400))]
    list_update(
        list_id=the_list().pk, actor=TEST, parameters={"scale": 100.0, "growth": 1.0}, publishes_by_itself=False
    )
    held = rate()
    assert held is not None
    assert held.state == "held"
    [told] = foretold(the_list(), player, [division.pk]).values()
    line = RatingHistory.objects.get(event=event_of(division), player=player)
    assert (told.actual, told.expected) == pytest.approx((line.actual, line.expected))
    later = DAY + datetime.timedelta(400)
    cache.clear()
    assert [(row.player_id, row.rd) for row in list_table(the_list(), later)] == before


def test_a_run_thrown_away_while_it_is_published_is_not_published() -> None:
    official = list_create(name="Official", slug="official", ruleset="amath", publishes_by_itself=False, actor=TEST)
    played_division("AB", [("A", "B", 400, 300)])
    run = rate(official)
    assert run is not None
    make = runs.make

    def slow(*asked: Any) -> Any:
        made = make(*asked)
        run_discard(run_id=run.pk, actor=TEST)
        return made

    with patch.object(runs, "make", slow), pytest.raises(Conflict) as refused:
        run_publish(run_id=run.pk, actor=TEST)
    assert refused.value.code == "ratings.run_not_held"
    run.refresh_from_db()
    assert run.state == "discarded"
    assert not Rating.objects.exists()
    assert not Job.objects.exclude(state="done").exists()
