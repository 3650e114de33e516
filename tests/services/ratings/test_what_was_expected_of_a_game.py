"""What was expected of each game comes out the same as when the event was rated, by every system."""

import datetime

import pytest

from players.models import Player
from ratings.models import RatingHistory, RatingList
from ratings.selectors.foretold import foretold
from ratings.services import list_enqueue
from ratings.tasks import recompute_list
from tests.factories import enter_named, make_division, make_tournament
from tests.services.ratings.support import play, played_division, rate, the_list
from tournaments.models import Division

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)


def two_events() -> list[Division]:
    """A, B, C and D meet; three weeks later E is new among them."""
    first = played_division(
        "ABCD",
        [("A", "B", 400, 300), ("C", "D", 390, 300)],
        [("A", "C", 300, 420), ("B", "D", 300, 310)],
        starts_on=DAY,
    )
    second = make_division(make_tournament(starts_on=DAY + datetime.timedelta(21)), names="ABCE")
    play(second, 1, [("A", "B", 310, 300), ("C", "E", 500, 200)])
    play(second, 2, [("A", "E", 333, 333), ("B", "C", 280, 350)])
    return [first, second]


@pytest.mark.parametrize("system", ["glicko_margin", "glicko2", "elo", "naspa"])
def test_the_games_of_an_event_add_up_to_its_line(system: str) -> None:
    events = two_events()
    RatingList.objects.update(system=system)
    rate()
    found = the_list()
    # The tables keep no volatility, so a later round of Glicko-2 is as good as its usual one.
    near = 1e-3 if system == "glicko2" else 1e-9
    for line in RatingHistory.objects.filter(superseded_by=None).select_related("player", "event"):
        rounds = foretold(found, line.player, [line.event.division_id])
        assert len(rounds) == line.games
        assert sum(each.expected for each in rounds.values()) == pytest.approx(line.expected, abs=near)
        assert sum(each.actual for each in rounds.values()) == pytest.approx(line.actual, abs=near)
    assert {event.pk for event in events} == set(RatingHistory.objects.values_list("event__division_id", flat=True))


def test_the_next_run_has_its_own_figures() -> None:
    [first, _second] = two_events()
    rate()
    player = Player.objects.get(name="A")
    before = foretold(the_list(), player, [first.pk])
    enter_named(first.rounds.get(number=1), "A", 300, 500, may_correct=True, reason="sheet added again")
    # Until the run: what is kept goes with the lines that are shown.
    assert foretold(the_list(), player, [first.pk]) == before
    recompute_list(list_enqueue(the_list().pk).pk)
    after = foretold(the_list(), player, [first.pk])
    assert after != before
    assert min(each.actual for each in after.values()) < 0.5


def test_nothing_is_expected_where_nothing_is_rated() -> None:
    division = played_division("AB", [("A", "B", 400, 300)], rated=False)
    other = played_division("CD", [("C", "D", 400, 300)])
    rate()
    assert foretold(the_list(), Player.objects.get(name="A"), [division.pk]) == {}
    assert foretold(the_list(), Player.objects.get(name="A"), [other.pk]) == {}
    assert foretold(the_list(), Player.objects.get(name="C"), []) == {}
