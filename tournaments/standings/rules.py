"""What a result is worth, and what ranks before what."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class ByeCredit(StrEnum):
    """What a bye counts as when its line does not say. `by_spread` is TSH's reading: positive a win,
    negative a loss, zero neither; `by_spread_or_tie` makes the zero a tie (TSH's `zero_byes_tie`)."""

    WIN = "win"
    TIE = "tie"
    LOSS = "loss"
    NOTHING = "nothing"
    BY_SPREAD = "by_spread"
    BY_SPREAD_OR_TIE = "by_spread_or_tie"


class Criterion(StrEnum):
    """A column that may rank the table. More is better, except `losses`, of which fewer are.

    `average`, `high_game` and `opponents` look at games played over the board only, so that a bye or a
    forfeit neither helps nor hurts them (`opponents`: the sum of the match points of those met).
    """

    POINTS = "points"
    WINS = "wins"
    LOSSES = "losses"
    CAPPED_SPREAD = "capped_spread"
    SPREAD = "spread"
    TOTAL = "total"
    AVERAGE = "average"
    HIGH_GAME = "high_game"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class StandingsRules:
    """One division's settings. Match points may be given as int, str or Decimal and are kept as Decimal.

    `caps`: the largest spread a played game may bring to `capped_spread`, by round; the last value repeats,
    None lifts the cap of a round, empty means no cap. Byes and forfeits count as set, uncapped.
    `bye_points` None: a bye is worth what its credit is worth. Raises ValueError on a cap below 1 or an
    order that is empty or names a criterion twice.
    """

    win: Decimal = Decimal(2)
    tie: Decimal = Decimal(1)
    loss: Decimal = Decimal(0)
    bye_credit: ByeCredit = ByeCredit.WIN
    bye_points: Decimal | None = None
    caps: tuple[int | None, ...] = ()
    order: tuple[Criterion, ...] = (
        Criterion.POINTS,
        Criterion.CAPPED_SPREAD,
        Criterion.SPREAD,
        Criterion.TOTAL,
    )

    def __post_init__(self) -> None:
        for name in ("win", "tie", "loss", "bye_points"):
            value = getattr(self, name)
            if value is not None:
                exact = Decimal(str(value))
                if not exact.is_finite():
                    raise ValueError(f"{name} must be a finite number")
                object.__setattr__(self, name, exact)
        object.__setattr__(self, "bye_credit", ByeCredit(self.bye_credit))
        object.__setattr__(self, "caps", tuple(self.caps))
        object.__setattr__(self, "order", tuple(Criterion(c) for c in self.order))
        if any(cap is not None and cap < 1 for cap in self.caps):
            raise ValueError("a spread cap is at least 1; None means no cap")
        if not self.order or len(set(self.order)) != len(self.order):
            raise ValueError("the order names each criterion once, and at least one")

    def cap(self, round_number: int) -> int | None:
        """The cap of a round (from 1); None where the spread is not limited.

        >>> rules = StandingsRules(caps=(350, 300))
        >>> rules.cap(1), rules.cap(2), rules.cap(7), StandingsRules().cap(1)
        (350, 300, 300, None)
        """
        if not self.caps:
            return None
        return self.caps[min(round_number, len(self.caps)) - 1]

    @property
    def decimals(self) -> int:
        """How many decimals match points need: 1 where a tie is 1/2, else 0."""
        values = [self.win, self.tie, self.loss, self.bye_points or Decimal(0)]
        return max(max(0, -int(v.normalize().as_tuple().exponent)) for v in values)


#: rules/amath.md, "Tournament defaults".
AMATH = StandingsRules(caps=(350,))
#: rules/summy.md, 13: no spread cap, so capped and raw spread are one number.
SUMMY = StandingsRules(order=(Criterion.POINTS, Criterion.SPREAD, Criterion.TOTAL))
#: design/tsh.md, "Meaning": ranks by wins (ties ½), fewer losses and capped spread are shared.
TSH = StandingsRules(
    win=Decimal(1),
    tie=Decimal("0.5"),
    loss=Decimal(0),
    bye_credit=ByeCredit.BY_SPREAD,
    order=(Criterion.POINTS, Criterion.LOSSES, Criterion.CAPPED_SPREAD),
)
PRESETS: dict[str, StandingsRules] = {"amath": AMATH, "summy": SUMMY, "tsh": TSH}


def format_points(points: Decimal, rules: StandingsRules) -> str:
    """Match points as the table prints them.

    >>> format_points(Decimal(15), TSH), format_points(Decimal(12), AMATH)
    ('15.0', '12')
    """
    return f"{points:.{rules.decimals}f}"
