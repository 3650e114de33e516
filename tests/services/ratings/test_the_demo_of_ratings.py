"""The demo's ratings: past events behind the charts, lists side by side, and something for the officer to do."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.db import transaction

from players.models import Level, Player, User
from ratings.models import ExternalRating, RatedEvent, RatingHistory, RatingList
from ratings.services.demo import ELO, FEDERATION, JUNIORS, OPEN, demo_load
from tests.services.ratings.support import rate
from tournaments.models import Division, Round, Tournament
from tournaments.services.demo import DEMO_PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _made(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Made and rated once for all tests here, and taken back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        assert demo_load()
        for slug in (OPEN, JUNIORS, ELO):
            rate(RatingList.objects.get(slug=slug))
        yield
        transaction.set_rollback(True)


@pytest.fixture
def made(_made: None, db: None) -> None:
    """Everything is there."""


def test_players_have_several_points_on_their_chart(made: None) -> None:
    lines: dict[int, int] = {}
    for player in RatingHistory.objects.filter(event__rating_list__slug=OPEN).values_list("player", flat=True):
        lines[player] = lines.get(player, 0) + 1
    assert sum(count >= 3 for count in lines.values()) >= 5
    assert max(lines.values()) == 4


def test_past_events_are_over_and_published_and_todays_is_a_projection(made: None) -> None:
    events = RatedEvent.objects.filter(rating_list__slug=OPEN).select_related("division__tournament")
    over = {event.division.tournament.slug for event in events if event.division and event.over}
    assert over == {"demo-open", "demo-league", "demo-friends"}
    running = {event.division.tournament.slug for event in events if event.division and not event.over}
    assert running == {"demo"}
    past = Round.objects.filter(division__tournament__slug__in=over)
    assert set(past.values_list("state", flat=True)) == {"closed"}


def test_lists_stand_side_by_side_and_count_different_events(made: None) -> None:
    counted = {
        slug: set(
            RatedEvent.objects.filter(rating_list__slug=slug, games__gt=0).values_list("division__kind", flat=True)
        )
        for slug in (OPEN, JUNIORS, ELO)
    }
    assert counted[OPEN] == {"open", "lower_secondary", "upper_secondary"}
    assert counted[JUNIORS] == {"lower_secondary", "upper_secondary"}
    assert counted[ELO] == {"open", "lower_secondary", "upper_secondary"}


def test_events_wait_for_the_officer_who_has_accepted_others(made: None) -> None:
    officer = User.objects.get(username="officer")
    assert officer.has_perm("ratings.officer")
    assert not officer.is_superuser
    events = RatedEvent.objects.filter(rating_list__slug=ELO)
    assert events.filter(state="accepted", decided_by=officer).count() == 3
    waiting = events.filter(state="waiting").values_list("division__tournament__slug", flat=True)
    assert sorted(waiting) == ["demo", "demo", "demo-friends"]


def test_a_federation_knows_some_of_the_players_and_some_nobody_here_is(made: None) -> None:
    members = ExternalRating.objects.filter(rating_list__slug=FEDERATION)
    assert members.filter(player__isnull=False).count() >= 12
    assert members.filter(player=None, name__endswith="Elsewhere").count() == 2


def test_players_are_of_many_provinces_with_levels_and_some_years_of_birth(made: None) -> None:
    players = Player.objects.filter(memberships__division__tournament__slug="demo").distinct()
    assert len(set(players.exclude(province="").values_list("province", flat=True))) >= 6
    assert set(players.values_list("level", flat=True)) == {Level.LOWER_SECONDARY, Level.UPPER_SECONDARY}
    born = players.exclude(born=None).count()
    assert 20 < born < players.count() - 20


def test_made_once(made: None, rf: Any) -> None:
    before = (Tournament.objects.count(), Division.objects.count(), RatingList.objects.count())
    assert not demo_load()
    assert (Tournament.objects.count(), Division.objects.count(), RatingList.objects.count()) == before
    assert authenticate(rf.get("/"), username="officer", password=DEMO_PASSWORD) is not None
