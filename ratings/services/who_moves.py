"""Who would move in every list if entries were another player's: worked out in memory, nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum

from players.models import Player

from ..models import RatedEvent, RatingList
from ..systems.protocol import BadPeriod
from .what_if import Move, what_if

#: More rated games than these, from the earliest event that would change on, are not rated while somebody waits.
MOST_GAMES = 200_000
#: So many are named in each list.
SHOWN = 30


@dataclass(frozen=True, slots=True)
class Mover:
    """From where to where, with how many games; None: not in the list. ``player`` None: nobody is this one yet."""

    player: Player | None
    before: float | None
    games_before: int
    after: float | None
    games_after: int

    @property
    def change(self) -> int | None:
        return None if self.before is None or self.after is None else round(self.after) - round(self.before)


@dataclass(frozen=True, slots=True)
class ListMoves:
    """``count`` would move, the first of them ``movers``. ``problem``: ``too_big`` (with ``games``) or ``bad``."""

    rating_list: RatingList
    movers: Sequence[Mover] = ()
    count: int = 0
    problem: str = ""
    games: int = 0

    @property
    def more(self) -> int:
        return self.count - len(self.movers)


def identity_moves(renamed: Mapping[tuple[int, int], int]) -> list[ListMoves]:
    """``renamed``: ``(division, player) -> player``. The lists that count one of the divisions, in their order."""
    divisions = {division for division, _player in renamed}
    events = RatedEvent.objects.filter(
        division__in=divisions, state=RatedEvent.State.ACCEPTED, division__rated=True, games__gt=0
    )
    lists = RatingList.objects.filter(pk__in=events.values("rating_list")).exclude(system="external")
    first = {people for (_division, old), new in renamed.items() for people in (old, new)}
    return [_moves(each, renamed, first) for each in lists]


def _moves(rating_list: RatingList, renamed: Mapping[tuple[int, int], int], first: set[int]) -> ListMoves:
    games = _games_from(rating_list, {division for division, _player in renamed})
    if games > MOST_GAMES:
        return ListMoves(rating_list, problem="too_big", games=games)
    try:
        moves = what_if(rating_list, players=renamed)
    except BadPeriod:
        return ListMoves(rating_list, problem="bad")
    # Those whom it is about, then as far as everybody moves.
    some = sorted(moves, key=lambda move: move.player_id not in first)[:SHOWN]
    people = Player.objects.select_related("club").in_bulk([move.player_id for move in some])
    return ListMoves(rating_list, [_mover(people.get(move.player_id), move) for move in some], len(moves))


def _mover(player: Player | None, move: Move) -> Mover:
    return Mover(player, move.before, move.games_before, move.after, move.games)


def _games_from(rating_list: RatingList, divisions: set[int]) -> int:
    """Rated games from the earliest of the divisions on."""
    events = RatedEvent.objects.filter(rating_list=rating_list, games__gt=0)
    earliest = events.filter(division__in=divisions).order_by("day", "division_id").first()
    if earliest is None or earliest.day is None:
        return 0
    later = Q(day__gt=earliest.day) | Q(day=earliest.day, division_id__gte=earliest.division_id)
    return int(events.filter(later).aggregate(games=Sum("games"))["games"] or 0)
