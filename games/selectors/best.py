"""The best single play of many games. Their stored points say where to look, and only a game's own log says what
counts: a play that was taken back, replaced or challenged away does not.
"""

from collections.abc import Collection, Iterator
from heapq import merge

from django.db.models import QuerySet

from games.engine import Unreadable

from ..models import Game, GameEvent
from .scores import plays_that_stand
from .sheets import Unplayable, full_position

_AT_ONCE = 20
#: So many games are judged anew at most: who takes back that many plays better than all that count has no record.
_GAMES_AT_MOST = 20


def best_play(starting: Collection[int], replying: Collection[int]) -> tuple[int, int] | None:
    """The game and the points of the best play by whoever starts ``starting`` or replies in ``replying`` (ids of
    games); the earlier of two that are equal. None where nothing is written down.

    Cheap where the best play counts, as it nearly always does: a few short queries and one game judged anew.
    """
    best: tuple[int, int] | None = None
    seen: set[int] = set()
    for game, side, points in _likeliest(starting, replying):
        if (best is not None and points <= best[1]) or len(seen) == _GAMES_AT_MOST:
            break
        if game not in seen:
            seen.add(game)
            found = _best_of(game, side)
            if found is not None and (best is None or found > best[1]):
                best = game, found
    return best


def _likeliest(starting: Collection[int], replying: Collection[int]) -> Iterator[tuple[int, int, int]]:
    """Game, side and stored points of their plays, the best first; what a play was replaced by is one too."""
    own = ((starting, 0), (replying, 1))
    streams = [_of_side(games, side) for games, side in own if games]
    return merge(*streams, key=_order)


def _order(each: tuple[int, int, int]) -> tuple[int, int]:
    game, _side, points = each
    return -points, game


def _of_side(games: Collection[int], side: int) -> Iterator[tuple[int, int, int]]:
    rows = GameEvent.objects.filter(game__in=games, side=side)
    scores = rows.filter(kind=GameEvent.Kind.REPLACE).order_by().values_list("game_id", "score")
    replaced = [(game, side, int(score["total"])) for game, score in scores if score is not None]
    worth = "second_points" if side else "first_points"
    played = rows.filter(kind=GameEvent.Kind.PLAY).order_by(f"-{worth}", "game", "seq")
    return merge(sorted(replaced, key=_order), _in_slices(played.values_list("game_id", worth), side), key=_order)


def _in_slices(rows: QuerySet[GameEvent, tuple[int, int]], side: int) -> Iterator[tuple[int, int, int]]:
    """Read no further than somebody asks."""
    start, some = 0, list(rows[:_AT_ONCE])
    while some:
        yield from ((game, side, points) for game, points in some)
        start += _AT_ONCE
        some = list(rows[start : start + _AT_ONCE])


def _best_of(game: int, side: int) -> int | None:
    try:
        position = full_position(Game.objects.get(pk=game))
    except (Unplayable, Unreadable):  # the log was changed from outside
        return None
    return max((play.points for play in plays_that_stand(position, side)), default=None)
