"""The writes of a run that is shown. Only rows that differ are written; the caller's transaction holds them all."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..models import RatedEvent, Rating, RatingHistory, RatingRun
from ..selectors.games import Key, Planned
from .bulk import rows_insert, rows_update
from .computing import FIGURES, Work, batches, from_key
from .moves import Place

LINE_COLUMNS = ("event_id", "run_id", "player_id", *FIGURES)


def swap(
    run: RatingRun, start: Key, todo: Sequence[Planned], work: Work, places: Mapping[int, Place | None]
) -> int:
    """Write what the run made; how many published lines it has superseded."""
    superseded = _outdate(run, work.outdated)
    rows_insert(RatingHistory, LINE_COLUMNS, _lines(run.pk, work))
    _ratings_write(run.rating_list_id, places)
    _events_write(run.rating_list_id, start, todo, work)
    return superseded


def _lines(run: int, work: Work) -> Iterator[tuple[Any, ...]]:
    return ((event, run, *change) for event, changes in work.changed for change in changes)


def _outdate(run: RatingRun, outdated: Sequence[tuple[int, int]]) -> int:
    """Lines that no longer hold. Of a complete event they were published, and stay to be read; else they go."""
    over: set[int] = set()
    for some in batches(sorted({event for _line, event in outdated})):
        over.update(RatedEvent.objects.filter(pk__in=some, over=True).values_list("pk", flat=True))
    published = [line for line, event in outdated if event in over]
    for lines in batches(published):
        RatingHistory.objects.filter(pk__in=lines).update(superseded_by=run)
    for lines in batches([line for line, event in outdated if event not in over]):
        RatingHistory.objects.filter(pk__in=lines).delete()
    return len(published)


def _ratings_write(list_id: int, places: Mapping[int, Place | None]) -> None:
    ratings = Rating.objects.filter(rating_list_id=list_id)
    if ratings.exists():
        for some in batches(list(places)):
            ratings.filter(player_id__in=some).delete()
    rows_insert(
        Rating,
        ("rating_list_id", "player_id", "rating", "rd", "games", "day"),
        (
            (list_id, player, place.rating, place.rd, place.games, place.day.isoformat())
            for player, place in places.items()
            if place is not None
        ),
    )


def _events_write(list_id: int, start: Key, todo: Sequence[Planned], work: Work) -> None:
    rows = RatedEvent.objects.filter(rating_list_id=list_id).values_list("pk", "day", "over", "name", "games")
    known = {row[0]: row[1:] for row in rows.iterator()}
    now = {e.event_id: (e.key.day, e.over, e.name, work.games_of.get(e.event_id, 0)) for e in todo}
    rows_update(
        RatedEvent,
        ("day", "over", "name", "games"),
        [(row[0].isoformat(), *row[1:], pk) for pk, row in now.items() if known.get(pk) != row],
    )
    others = RatedEvent.objects.filter(from_key(start), rating_list_id=list_id, games__gt=0)
    gone = [pk for pk in others.values_list("pk", flat=True) if pk not in now]
    for some in batches(gone):
        RatedEvent.objects.filter(pk__in=some).update(games=0)
