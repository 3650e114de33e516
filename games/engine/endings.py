"""How a game ends: who is out, who has passed often enough, what is left on the racks, and who has won."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.adjustments import overtime
from games.engine.moves import End, Ending, Kinds
from games.engine.problems import IllegalMove, Problem

if TYPE_CHECKING:
    from games.engine.positions import Position


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game. `winner` is `None` for a tie; `forfeited` is the one that lost by its clock (rule 20)."""

    reason: Ending
    total: tuple[int, ...]
    winner: int | None
    forfeited: int | None = None


def outcome_of(position: "Position") -> Outcome | None:
    if position.ended is None:
        return None
    total = position.total
    best = max(total)
    leaders = [side for side, points in enumerate(total) if points == best]
    late = [side for side in range(position.sides) if time_price(position, side, position.clocks[side])[1]]
    if 0 < len(late) < position.sides:
        others = [side for side in range(position.sides) if side not in late]
        best = max(total[side] for side in others)
        leaders = [side for side in others if total[side] == best]
    winner = leaders[0] if len(leaders) == 1 else None
    return Outcome(position.ended, total, winner, late[0] if len(late) == 1 else None)


def time_price(position: "Position", side: int, used_ms: int) -> tuple[int, bool]:
    """Points for the time used in all (≤ 0), and whether it loses the game."""
    allowed = position.settings.clock_ms
    if allowed is None:
        return 0, False
    price = overtime(position.settings.overtime, used_ms=used_ms, allowed_ms=allowed)
    return price.points, price.forfeits


def final_racks(position: "Position", end: End) -> tuple[list[Kinds | None], tuple[Problem, ...]]:
    """The tiles left on every rack, from what is said, known, or left by the set; and what does not fit.

    A rack that nobody can tell is `None`. What is said must agree with what is known (rule 17).
    """
    racks: list[Kinds | None] = []
    problems: list[Problem] = []
    told = _told(position, end.racks or {}, problems)
    for side in range(position.sides):
        rack = told.rack(side)
        racks.append(rack.known if not rack.unknown else None)
    return racks, tuple(problems)


def _told(position: "Position", said: Mapping[int, Kinds], problems: list[Problem]) -> "Position":
    for side, kinds in said.items():
        if not 0 <= side < position.sides:
            problems.append(Problem("end.no_such_side", figures={"side": side}))
            continue
        rack = position.rack(side)
        if len(kinds) != rack.size or (not rack.unknown and sorted(kinds) != sorted(rack.known)):
            figures: dict[str, str | int] = {"side": side, "said": " ".join(kinds), "size": rack.size}
            if not rack.unknown:
                figures["known"] = " ".join(rack.known)
            problems.append(Problem("end.rack_mismatch", figures=figures))
            continue
        try:
            position = position.with_rack(side, kinds)
        except IllegalMove as refusal:
            problems.extend(refusal.problems)
    return position
