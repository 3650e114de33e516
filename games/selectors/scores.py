"""What sheets come to: a finished one's totals and winner, its parts by side, and how running ones stand."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.engine import Event, Name, Position
from games.engine.adjustments import SideComponents

from ..models import Game, Sheet
from .sheets import Unplayable, full_position, position_of

#: Which part of a score an event's points belong to; a play's own are told apart from its bonus.
_PARTS = {
    Name.RACK_ADJUSTMENT: "rack",
    Name.TIME_ADJUSTMENT: "overtime",
    Name.ARBITER_ADJUSTMENT: "adjustment",
}


@dataclass(frozen=True, slots=True)
class SheetEnd:
    """An ended sheet: totals by side, and who has won (None: a tie). The rules name the winner, which is not the
    side with more points where one has lost on time (rule 20).
    """

    total: tuple[int, int]
    winner: int | None


def sheet_end(game: Game, sheet: Sheet | None) -> SheetEnd | None:
    """None without a sheet, and while the game goes on."""
    if sheet is None or not sheet.head_seq:
        return None
    outcome = position_of(game, sheet).outcome
    if outcome is None:
        return None
    return SheetEnd((outcome.total[0], outcome.total[1]), outcome.winner)


def score_parts(game: Game, total: tuple[int, int]) -> tuple[SideComponents, SideComponents] | None:
    """Both sides' scores in their parts, from what counts in the log.

    None where the log does not come to ``total``: then nobody can say what the score is made of.
    """
    try:
        position = full_position(game)
    except Unplayable:
        return None
    if position.total != total:
        return None
    first, second = (_parts_of(position, side) for side in (0, 1))
    return first, second


def plays_that_stand(position: Position, side: int) -> list[Event]:
    """A side's plays without those that were challenged away; of a position with its whole log."""
    plays: list[Event] = []
    for event in position.events:
        if event.side == side and event.name is Name.PLAY:
            plays.append(event)
        elif event.side == side and event.name is Name.PLAY_WITHDRAWN:
            plays.pop()  # a challenge reaches the side's last play only
    return plays


def _parts_of(position: Position, side: int) -> SideComponents:
    plays = plays_that_stand(position, side)
    points = dict.fromkeys(_PARTS.values(), 0)
    for event in position.events:
        if event.side == side and event.name in _PARTS:
            points[_PARTS[event.name]] += event.points
    bonus = sum(event.score.bingo for event in plays if event.score is not None)
    return SideComponents(
        plays=sum(event.points for event in plays) - bonus,
        bingos=sum(1 for event in plays if event.score is not None and event.score.bingo),
        rack=points["rack"],
        overtime=points["overtime"],
        adjustment=points["adjustment"],
        final=position.total[side],
    )


@dataclass(frozen=True, slots=True)
class Running:
    """A sheet that has begun and not ended. ``total`` is None where its kept state is of an older program."""

    total: tuple[int, int] | None


def running_sheets(sheets: QuerySet[Sheet]) -> dict[int, Running]:
    """Of these sheets those under way, by game. One query."""
    found = {}
    rows = sheets.filter(head_seq__gt=0).values_list(
        "game_id", "head_seq", "state_seq", "state__total", "state__ended"
    )
    for game_id, head, at, total, ended in rows:
        fresh = head == at and isinstance(total, list)
        if not (fresh and ended):
            found[game_id] = Running((total[0], total[1]) if fresh else None)
    return found
