"""Rulesets: what differs between the games, as named and versioned data.

A game pins one ruleset by its full id (`amath@1`), so that a later change of the law never rewrites an old
game. Numbers such as (E2), (X2) are those of `docs/rules-amath.md`; Summy's are cited as `Summy 9`.

>>> get_ruleset("amath").id
'amath@1'
>>> get_ruleset("amath-primary@1").clock_ms // 60_000
20
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

# Where the games' scores may lie: wide enough for any game ever played, narrow enough to catch a slip of
# the finger and to fit every column the score is stored in. Negative finals are legal (rule 20).
SCORE_MIN = -9999
SCORE_MAX = 9999

BLANK = "?"

# How a game judges plays (rule 16). `auto` refuses a wrong play; `challenge` lets it stand until challenged.
AUTO = "auto"
CHALLENGE = "challenge"


class UnknownRuleset(ValueError):
    """No ruleset of that name or version."""

    code = "ruleset.unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"no ruleset is called {name!r}")
        self.name = name


@dataclass(frozen=True, slots=True)
class TournamentDefaults:
    """What a new division of this game starts with. Each is a setting of the division afterwards.

    Points are match points; scores and spreads are game points. `spread_caps` holds one cap per round and
    its last value repeats; empty means no cap. A forfeit is entered as `forfeit_scores` (present, absent).
    """

    win: int
    tie: int
    loss: int
    spread_caps: tuple[int, ...]
    bye_spread: int
    forfeit_scores: tuple[int, int]
    double_forfeit_spread: int


@dataclass(frozen=True, slots=True)
class OvertimeRule:
    """The price of time (X4, rule 20). `None` switches the cap, or the forfeit, off."""

    points_per_minute: int = 10
    started_minutes: bool = True
    cap: int | None = 50
    forfeit_after_ms: int | None = 5 * 60_000


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One version of one game. `clock_ms` is per side and game; `None` means that the rules know no clock.

    `margin_scale` is the S of the margin rating: twice the standard deviation of a game's margin.
    """

    name: str
    version: int
    title: str
    tile_points: Mapping[str, int]
    tile_counts: Mapping[str, int]
    rack_size: int
    bingo_bonus: int
    rack_adjustment: bool
    clock_ms: int | None
    overtime: OvertimeRule
    judging_modes: tuple[str, ...]  # the first is the default
    margin_scale: int
    defaults: TournamentDefaults

    @property
    def id(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def max_bingos(self) -> int:
        """Bingos one game can hold, both sides together: each takes a whole rack out of the set."""
        return sum(self.tile_counts.values()) // self.rack_size if self.bingo_bonus else 0

    @property
    def max_rack_points(self) -> int:
        """Face points of the dearest rack the set allows; 0 where tiles left in hand cost nothing."""
        if not self.rack_adjustment:
            return 0
        faces = sorted(
            (points for kind, points in self.tile_points.items() for _ in range(self.tile_counts[kind])),
            reverse=True,
        )
        return sum(faces[: self.rack_size])


def _tiles(text: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Points and counts by kind, read from triples `kind count points` set apart by commas or lines."""
    counts: dict[str, int] = {}
    points: dict[str, int] = {}
    for cell in text.replace("\n", ",").split(","):
        if cell.strip():
            kind, count, value = cell.split()
            counts[kind], points[kind] = int(count), int(value)
    return MappingProxyType(points), MappingProxyType(counts)


# (E2) 100 tiles of 29 kinds, 180 points: kind, how many, points each.
_AMATH_POINTS, _AMATH_COUNTS = _tiles(
    """
    0 5 1, 1 6 1, 2 6 1, 3 5 1, 4 5 2, 5 4 2, 6 4 2, 7 4 2, 8 4 2, 9 4 2
    10 2 3, 11 1 4, 12 2 3, 13 1 6, 14 1 4, 15 1 4, 16 1 4, 17 1 6, 18 1 4, 19 1 7, 20 1 5
    + 4 2, - 4 2, × 4 2, ÷ 4 2, +/- 5 1, ×/÷ 4 1, = 11 1, ? 4 0
    """
)

# The schools' set of 70. It is known from one source only; points as in the full set.
_PRIMARY_POINTS, _PRIMARY_COUNTS = _tiles(
    """
    0 4 1, 1 4 1, 2 4 1, 3 4 1, 4 4 2, 5 3 2, 6 3 2, 7 2 2, 8 3 2, 9 2 2
    10 1 3, 11 1 4, 12 1 3, 13 1 6, 14 1 4, 15 1 4, 16 1 4, 20 1 5
    + 4 2, - 4 2, +/- 5 1, ×/÷ 4 1, = 8 1, ? 4 0
    """
)

# Summy 1 and 10: 94 blocks; a digit is worth itself, signs nothing.
_SUMMY_POINTS, _SUMMY_COUNTS = _tiles(
    """
    0 6 0, 1 6 1, 2 6 2, 3 6 3, 4 6 4, 5 6 5, 6 6 6, 7 6 7, 8 6 8, 9 6 9
    + 5 0, - 5 0, x 5 0, : 5 0, = 14 0
    """
)

# "Tournament defaults" of both rule pages. A bye and a forfeit of Summy are wins by nothing.
_AMATH_DEFAULTS = TournamentDefaults(
    win=2,
    tie=1,
    loss=0,
    spread_caps=(350,),
    bye_spread=100,
    forfeit_scores=(100, 0),
    double_forfeit_spread=-100,
)
_SUMMY_DEFAULTS = TournamentDefaults(
    win=2,
    tie=1,
    loss=0,
    spread_caps=(),
    bye_spread=0,
    forfeit_scores=(0, 0),
    double_forfeit_spread=0,
)

AMATH = Ruleset(
    name="amath",
    version=1,
    title="A-Math",
    tile_points=_AMATH_POINTS,
    tile_counts=_AMATH_COUNTS,
    rack_size=8,
    bingo_bonus=40,
    rack_adjustment=True,
    clock_ms=22 * 60_000,
    overtime=OvertimeRule(),
    judging_modes=(CHALLENGE, AUTO),
    margin_scale=350,
    defaults=_AMATH_DEFAULTS,
)
AMATH_PRIMARY = Ruleset(
    name="amath-primary",
    version=1,
    title="A-Math primary",
    tile_points=_PRIMARY_POINTS,
    tile_counts=_PRIMARY_COUNTS,
    rack_size=8,
    bingo_bonus=40,
    rack_adjustment=True,
    clock_ms=20 * 60_000,
    overtime=OvertimeRule(),
    judging_modes=(CHALLENGE, AUTO),
    margin_scale=350,
    defaults=_AMATH_DEFAULTS,
)
SUMMY = Ruleset(
    name="summy",
    version=1,
    title="Summy",
    tile_points=_SUMMY_POINTS,
    tile_counts=_SUMMY_COUNTS,
    rack_size=8,
    bingo_bonus=0,
    rack_adjustment=False,  # Summy 11: blocks in hand cost nothing
    clock_ms=None,  # Summy 12: a tournament may set one
    overtime=OvertimeRule(),
    judging_modes=(AUTO,),
    margin_scale=60,  # a rough guess: some 18 sums a game, each ±6 about its mean; re-estimate from games
    defaults=_SUMMY_DEFAULTS,
)

# Every version ever in use stays here; the last one of a name is the one new games get.
RULESETS: Mapping[str, Ruleset] = MappingProxyType({r.id: r for r in (AMATH, AMATH_PRIMARY, SUMMY)})


def get_ruleset(name: str) -> Ruleset:
    """The ruleset `name@version`, or the newest version of `name`. Raises `UnknownRuleset`."""
    if name in RULESETS:
        return RULESETS[name]
    versions = [r for r in RULESETS.values() if r.name == name]
    if not versions:
        raise UnknownRuleset(name)
    return max(versions, key=lambda r: r.version)
