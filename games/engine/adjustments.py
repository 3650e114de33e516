"""What is added after the last play: tiles left on racks, overtime, and results entered by components.

Rule numbers are those of `docs/rules-amath.md`. Adjustments are whole points; a final may be negative.

>>> from games.engine.rulesets import AMATH
>>> rack_adjustments(AMATH, [[], ["20", "19", "?", "+/-", "7"]], bag=0)
(30, 0)
>>> rack_adjustments(AMATH, [["13", "?"], ["="]], bag=0)
(-6, -1)
>>> overtime(AMATH.overtime, used_ms=1_381_000, allowed_ms=1_320_000)
Overtime(points=-20, forfeits=False)
"""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.engine.rulesets import SCORE_MAX, SCORE_MIN, OvertimeRule, Ruleset

MINUTE_MS = 60_000


class UnknownTile(ValueError):
    """The set has no such tile."""

    code = "tile.unknown"

    def __init__(self, tile: str) -> None:
        super().__init__(f"the set has no tile {tile!r}")
        self.tile = tile


class GameNotOver(ValueError):
    """A rack is empty but the bag is not: the player draws, and nothing is added yet (G1)."""

    code = "game.not_over"

    def __init__(self, bag: int) -> None:
        super().__init__(f"{bag} tiles are still in the bag")
        self.bag = bag


def rack_points(ruleset: Ruleset, tiles: Iterable[str]) -> int:
    """Face points of tiles on a rack. A blank is 0; a choice tile is 1 whatever it might have been (N)."""
    total = 0
    for tile in tiles:
        points = ruleset.tile_points.get(tile)
        if points is None:
            raise UnknownTile(tile)
        total += points
    return total


def rack_adjustments(ruleset: Ruleset, racks: Sequence[Sequence[str]], *, bag: int) -> tuple[int, ...]:
    """What each side gets for the tiles left when the game has ended, in the order of `racks`.

    Someone has played out (rack and bag empty): that side gets twice the others' tiles and nobody pays (G2).
    Otherwise the game was passed out, and each side loses its own tiles once (G3).
    """
    held = [rack_points(ruleset, rack) for rack in racks]
    out = next((side for side, rack in enumerate(racks) if not rack), None)
    if out is not None and bag > 0:
        raise GameNotOver(bag)
    if not ruleset.rack_adjustment:
        return tuple(0 for _ in racks)
    if out is None:
        return tuple(-points for points in held)
    return tuple(2 * sum(held) if side == out else 0 for side in range(len(racks)))


@dataclass(frozen=True, slots=True)
class Overtime:
    """The price of the time used: points ≤ 0, and whether it loses the game outright."""

    points: int
    forfeits: bool


def overtime(rule: OvertimeRule, *, used_ms: int, allowed_ms: int) -> Overtime:
    """Price of the time one side has used in all: −10 for each started minute over (rule 20).

    The total used goes in, never a difference, so pricing the same clock twice charges once.
    """
    over = max(0, used_ms - allowed_ms)
    minutes = -(-over // MINUTE_MS) if rule.started_minutes else over // MINUTE_MS
    points = minutes * rule.points_per_minute
    if rule.cap is not None:
        points = min(points, rule.cap)
    return Overtime(-points, rule.forfeit_after_ms is not None and over > rule.forfeit_after_ms)


@dataclass(frozen=True, slots=True)
class SideComponents:
    """One side's score in its parts. `plays` leaves the bingo bonuses out; `bingos` is how many there were.

    `rack` is the end-of-game adjustment, `overtime` the clock's (≤ 0), `adjustment` an arbiter's (any).
    """

    plays: int
    bingos: int = 0
    rack: int = 0
    overtime: int = 0
    adjustment: int = 0
    final: int = 0


@dataclass(frozen=True, slots=True)
class ComponentSettings:
    """What a division decides about components: is there a clock, and what does overtime cost."""

    clock_ms: int | None
    overtime: OvertimeRule


def default_component_settings(ruleset: Ruleset) -> ComponentSettings:
    return ComponentSettings(ruleset.clock_ms, ruleset.overtime)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a result. `side` counts from 0; `None` means all sides together."""

    code: str
    side: int | None
    field: str
    figures: Mapping[str, int] = dataclasses.field(default_factory=dict)


def total(ruleset: Ruleset, side: SideComponents) -> int:
    """What the components of one side come to."""
    return side.plays + ruleset.bingo_bonus * side.bingos + side.rack + side.overtime + side.adjustment


def check_components(
    ruleset: Ruleset, settings: ComponentSettings, sides: Sequence[SideComponents]
) -> tuple[Problem, ...]:
    """All problems of a result entered by components, side by side; empty when it may stand.

    Codes: `result.score_out_of_range`, `result.plays_invalid`, `result.bingos_invalid`,
    `result.rack_invalid`, `result.rack_inconsistent`, `result.overtime_invalid`,
    `result.components_do_not_add_up`.

    >>> from games.engine.rulesets import AMATH
    >>> a, b = SideComponents(300, 1, 30, 0, 0, 370), SideComponents(280, 0, 0, -10, 0, 280)
    >>> (problem,) = check_components(AMATH, default_component_settings(AMATH), [a, b])
    >>> problem.code, problem.side, problem.figures
    ('result.components_do_not_add_up', 1, {'final': 280, 'sum': 270, 'difference': 10})
    """
    if len(sides) < 2:
        raise ValueError("a result has two sides or more")
    problems: list[Problem] = []
    for number, side in enumerate(sides):
        problems.extend(_check_side(ruleset, settings, number, len(sides), side))
    problems.extend(_check_together(ruleset, sides))
    return tuple(problems)


def _check_side(
    ruleset: Ruleset, settings: ComponentSettings, number: int, sides: int, side: SideComponents
) -> Iterator[Problem]:
    if not SCORE_MIN <= side.final <= SCORE_MAX:
        figures = {"value": side.final, "min": SCORE_MIN, "max": SCORE_MAX}
        yield Problem("result.score_out_of_range", number, "final", figures)
    if not 0 <= side.plays <= SCORE_MAX:
        figures = {"value": side.plays, "min": 0, "max": SCORE_MAX}
        yield Problem("result.plays_invalid", number, "plays", figures)
    if not 0 <= side.bingos <= ruleset.max_bingos:
        figures = {"value": side.bingos, "min": 0, "max": ruleset.max_bingos}
        yield Problem("result.bingos_invalid", number, "bingos", figures)

    # Going out doubles the tiles of everyone else, so a gain is even; a loss is one's own rack, any number.
    gain, loss = 2 * ruleset.max_rack_points * (sides - 1), -ruleset.max_rack_points
    if not loss <= side.rack <= gain or (side.rack > 0 and side.rack % 2):
        yield Problem("result.rack_invalid", number, "rack", {"value": side.rack, "min": loss, "max": gain})

    rule = settings.overtime
    step = rule.points_per_minute
    floor = 0 if settings.clock_ms is None else SCORE_MIN if rule.cap is None else -rule.cap
    # A capped penalty may be the cap itself, even where the cap is no multiple of the step.
    capped = rule.cap is not None and side.overtime == floor
    whole = side.overtime == 0 or capped or (step > 0 and side.overtime % step == 0)
    if not floor <= side.overtime <= 0 or not whole:
        figures = {"value": side.overtime, "min": floor, "max": 0, "step": step}
        yield Problem("result.overtime_invalid", number, "overtime", figures)

    added = total(ruleset, side)
    if added != side.final:
        figures = {"final": side.final, "sum": added, "difference": side.final - added}
        yield Problem("result.components_do_not_add_up", number, "final", figures)


def _check_together(ruleset: Ruleset, sides: Sequence[SideComponents]) -> Iterator[Problem]:
    """What only the sides together can show."""
    bingos = sum(side.bingos for side in sides)
    if bingos > ruleset.max_bingos and all(0 <= side.bingos <= ruleset.max_bingos for side in sides):
        figures = {"value": bingos, "min": 0, "max": ruleset.max_bingos}
        yield Problem("result.bingos_invalid", None, "bingos", figures)

    # Either one side went out and alone gains (G2), or nobody did and nobody gains (G3).
    gains = sum(side.rack > 0 for side in sides)
    losses = sum(side.rack < 0 for side in sides)
    if gains > 1 or (gains and losses):
        figures = {f"side_{number}": side.rack for number, side in enumerate(sides)}
        yield Problem("result.rack_inconsistent", None, "rack", figures)
