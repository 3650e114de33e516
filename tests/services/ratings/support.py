"""Events that are rated, and the worker's part done at once."""

from typing import Any

from common.models import Job
from ratings.models import RatedEvent, Rating, RatingHistory, RatingList, RatingRun
from ratings.services import list_enqueue
from ratings.tasks import recompute_list
from tests.factories import enter_named, fixed_round, make_division, make_tournament
from tournaments.models import Division, Round

FIGURES = ("before", "rd_before", "after", "rd_after", "games", "career_games", "expected", "actual")


def played_division(
    names: str = "AB", *rounds: list[tuple[str, str, int, int]], starts_on: Any = None, **settings: Any
) -> Division:
    """A division of one-letter players; each round is a list of (name, name, score, score)."""
    dates = {} if starts_on is None else {"starts_on": starts_on}
    division = make_division(make_tournament(**dates), names=list(names), **settings)
    for number, games in enumerate(rounds, 1):
        play(division, number, games)
    return division


def play(division: Division, number: int, games: list[tuple[str, str, int, int]]) -> Round:
    round_ = fixed_round(division, number, [(a, b) for a, b, _own, _other in games])
    for a, _b, own, other in games:
        enter_named(round_, a, own, other)
    return round_


def the_list(ruleset: str = "amath") -> RatingList:
    return RatingList.objects.get(ruleset=ruleset)


def rate(rating_list: RatingList | None = None) -> RatingRun | None:
    """What the worker does when the list's job comes up; the run it made, if any."""
    rating_list = rating_list or the_list()
    before = RatingRun.objects.filter(rating_list=rating_list).count()
    job = list_enqueue(rating_list.pk)
    recompute_list(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    runs = RatingRun.objects.filter(rating_list=rating_list)
    return runs.first() if runs.count() > before else None


def lines(rating_list: RatingList | None = None) -> dict[tuple[int, str], tuple[Any, ...]]:
    """The live history, exactly: ``{(division, player): figures}``."""
    rows = RatingHistory.objects.filter(event__rating_list=rating_list or the_list(), superseded_by=None)
    return {
        (division, name): tuple(figures)
        for division, name, *figures in rows.values_list("event__division_id", "player__name", *FIGURES)
    }


def standings(rating_list: RatingList | None = None) -> dict[str, tuple[Any, ...]]:
    """The current ratings, exactly: ``{player: (rating, deviation, games, day)}``."""
    rows = Rating.objects.filter(rating_list=rating_list or the_list())
    return {name: tuple(rest) for name, *rest in rows.values_list("player__name", "rating", "rd", "games", "day")}


def rating_of(name: str) -> float:
    return float(Rating.objects.get(player__name=name).rating)


def event_of(division: Division) -> RatedEvent:
    return RatedEvent.objects.get(division=division)
