"""What would be if: a list rated in memory with other players in its games, or other events. Nothing is written."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from ..models import RatedEvent, RatingList, StaleMark
from ..selectors.games import Key, Planned, planned_events
from ..selectors.lists import system_of
from .computing import BEGINNING, Rename, Work, compute, first_stale
from .moves import Place, place_of, places_before


class Move(NamedTuple):
    """A player who would stand elsewhere. ``before`` None: not in the list now; ``after`` None: would leave it.

    ``rd`` and ``games`` go with ``after``, 0 where there is none; the other two with ``before``.
    """

    player_id: int
    before: float | None
    after: float | None
    rd: float
    games: int
    rd_before: float = 0.0
    games_before: int = 0


def what_if(
    rating_list: RatingList,
    *,
    players: Callable[[int, int], int] | Mapping[tuple[int, int], int] | None = None,
    leave_out: Collection[int] = (),
    add: Collection[int] = (),
) -> list[Move]:
    """Who would stand elsewhere, the farthest moved first.

    ``players`` says who played: a mapping ``(division, player) -> player`` of those that are somebody else, or a
    function of every one (then the whole list is rated). ``leave_out`` and ``add`` are divisions that would not
    count, or would. Compared is with what the list would say without that: what is stale in it is in neither.
    Raises ``ratings.systems.protocol.BadPeriod`` where somebody would meet himself.
    """
    if rating_list.is_external:
        return []
    divisions = {*leave_out, *add}
    rename: Rename | None = None
    if isinstance(players, Mapping):
        known = players
        divisions.update(division for division, _player in known)
        if known:
            rename = lambda division, player: known.get((division, player), player)  # noqa: E731
    elif players is not None:
        rename = players
    system = system_of(rating_list)
    plan, other = planned_events(rating_list), planned_events(rating_list, leave_out=leave_out, add=add)
    marks = set(StaleMark.objects.filter(rating_list=rating_list).values_list("division_id", flat=True))
    stale = first_stale(rating_list, system, plan, marks)
    whole = callable(players) or (bool(divisions) and system.has_volatility)
    touched = BEGINNING if whole else _first(rating_list, [*plan, *other], divisions)
    if touched is None:
        return []
    start = touched if stale is None else min(touched, stale)
    after = compute(rating_list, system, start, [event for event in other if event.key >= start], rename=rename)
    if stale is None:
        before = places_before(rating_list, start, after.touched)
    else:
        now = compute(rating_list, system, start, [event for event in plan if event.key >= start])
        before = _places(now, now.touched | after.touched)
    return _moves(before, after)


def _first(rating_list: RatingList, events: Sequence[Planned], divisions: set[int]) -> Key | None:
    """Where the first of the divisions stands, or stood when it was rated."""
    keys = [event.key for event in events if event.key.division_id in divisions]
    rated = RatedEvent.objects.filter(rating_list=rating_list, games__gt=0, division_id__in=divisions)
    keys += [Key(day, pk) for day, pk in rated.values_list("day", "division_id") if day is not None and pk]
    return min(keys, default=None)


def _places(work: Work, players: Collection[int]) -> dict[int, Place]:
    return {player: place for player in players if (place := place_of(work.careers.get(player))) is not None}


def _moves(before: Mapping[int, Place], work: Work) -> list[Move]:
    found = []
    for player in work.touched | before.keys():
        old, new = before.get(player), place_of(work.careers.get(player))
        if (old and old[:3]) == (new and new[:3]):
            continue
        found.append(
            Move(
                player,
                old.rating if old else None,
                new.rating if new else None,
                new.rd if new else 0.0,
                new.games if new else 0,
                old.rd if old else 0.0,
                old.games if old else 0,
            )
        )
    return sorted(found, key=_distance)


def _distance(move: Move) -> tuple[bool, float, int]:
    """Who comes or goes first, then the farthest moved."""
    if move.before is None or move.after is None:
        return False, 0.0, move.player_id
    return True, -abs(move.after - move.before), move.player_id
