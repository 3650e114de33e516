"""Systems whose rounds are read off a table made once: round robins and groups.

`seats` are the ids of everybody the table was made for, in seat order, the withdrawn too: a seat is never
closed up, for that would change every later round. Empty, they are the order of the field in the table's first
round; every later round needs the seats of that one (`seat_order` tells them).
`first_round` is the round in which the table's round 1 is played.

`leftovers`: whoever has no opponent by the table (he is not there, or the group is odd) has a bye, or is paired
with others in that position.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from .base import SettingError, check_settings, ids, one_of, whole

Leftovers = Literal["bye", "pair"]
Split = Literal["halves", "odd_even"]
Deal = Literal["order", "lot"]

LAST_ROUND = 200


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody meets everybody, by Berger tables.

    Whoever was to meet a competitor who is not active has a bye instead. Of an odd field the last place is empty,
    and a late entry may be added there; a late entry may also take the seat of somebody who left. `cycles` 2
    plays every pair twice, starts reversed. `rounds` ends a partial table early; None plays it out.
    """

    kind: ClassVar[str] = "round_robin"
    by_points: ClassVar[bool] = False
    needs_seat: ClassVar[bool] = True
    seats: tuple[int, ...] = field(default=(), metadata=ids())
    cycles: int = field(default=1, metadata=whole(1, 2))
    first_round: int = field(default=1, metadata=whole(1, LAST_ROUND))
    rounds: int | None = field(default=None, metadata=whole(1, LAST_ROUND, unset=True))
    leftovers: Leftovers = field(default="bye", metadata=one_of("bye", "pair"))

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class TeamRoundRobin:
    """Two sides, every one of one meets every one of the other; never two of a side.

    The sides are the top and the bottom half of the seats, or the odd and the even seats; or, for two teams, the
    first `first_side` seats and the rest. They rotate: in round r number i of the first side meets number i + r − 1
    of the second, round and round; the first side starts in odd rounds. The smaller side has empty places.
    """

    kind: ClassVar[str] = "team_round_robin"
    by_points: ClassVar[bool] = False
    needs_seat: ClassVar[bool] = True
    seats: tuple[int, ...] = field(default=(), metadata=ids())
    split: Split = field(default="halves", metadata=one_of("halves", "odd_even"))
    first_side: int = field(default=0, metadata=whole(0, 2500))
    first_round: int = field(default=1, metadata=whole(1, LAST_ROUND))
    leftovers: Leftovers = field(default="bye", metadata=one_of("bye", "pair"))

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class Fontes:
    """Groups of `rounds` + 1 for an odd number of rounds, a round robin in each: nobody meets anybody twice, and
    every group has one of each part of the seeding.

    With g = rounds + 1 and m = seats // g, seats 1..m·g fall into g tiles of m; every group has one of each tile,
    in order or by lot. The seats left over join the last group, which then plays part of a longer table.
    """

    kind: ClassVar[str] = "fontes"
    by_points: ClassVar[bool] = False
    needs_seat: ClassVar[bool] = False
    rounds: int = field(default=3, metadata=whole(1, 15))
    deal: Deal = field(default="order", metadata=one_of("order", "lot"))
    seats: tuple[int, ...] = field(default=(), metadata=ids())
    first_round: int = field(default=1, metadata=whole(1, LAST_ROUND))
    leftovers: Leftovers = field(default="pair", metadata=one_of("bye", "pair"))

    def __post_init__(self) -> None:
        check_settings(self)
        if self.rounds % 2 == 0:
            raise SettingError(
                "setting.not_odd",
                f"rounds of fontes are odd, not {self.rounds}",
                system=self.kind,
                setting="rounds",
                value=self.rounds,
            )


@dataclass(frozen=True, slots=True)
class Quads:
    """Groups of `size` neighbours (1-4, 5-8 …), a round robin in each; the seats left over join the last group."""

    kind: ClassVar[str] = "quads"
    by_points: ClassVar[bool] = False
    needs_seat: ClassVar[bool] = False
    size: int = field(default=4, metadata=whole(2, 16))
    seats: tuple[int, ...] = field(default=(), metadata=ids())
    first_round: int = field(default=1, metadata=whole(1, LAST_ROUND))
    leftovers: Leftovers = field(default="pair", metadata=one_of("bye", "pair"))

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class SnakeGroups:
    """`groups` groups dealt to and fro (of three: 1 6 7, 2 5 8, 3 4 9), a round robin in each, single or double.

    Groups may differ by one in size; a smaller one ends earlier, and whoever has ended is left over.
    """

    kind: ClassVar[str] = "snake_groups"
    by_points: ClassVar[bool] = False
    needs_seat: ClassVar[bool] = False
    groups: int = field(default=2, metadata=whole(1, 500))
    cycles: int = field(default=1, metadata=whole(1, 2))
    seats: tuple[int, ...] = field(default=(), metadata=ids())
    first_round: int = field(default=1, metadata=whole(1, LAST_ROUND))
    leftovers: Leftovers = field(default="bye", metadata=one_of("bye", "pair"))

    def __post_init__(self) -> None:
        check_settings(self)


TableSystem = RoundRobin | TeamRoundRobin | Fontes | Quads | SnakeGroups
