"""Systems that halve groups: Swiss, casement, factor.

Their odd groups and halves are planned alike (`systems/halves.py`); they differ in what a group is.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from .base import check_settings, one_of, whole

OddGroup = Literal["pull_up", "float_down"]
Within = Literal["halves", "fold", "neighbours"]


@dataclass(frozen=True, slots=True)
class Swiss:
    """Score groups, and inside each, of eight: `halves` 1-5, 2-6, 3-7, 4-8; `fold` 1-8, 2-7, 3-6, 4-5;
    `neighbours` 1-2, 3-4, 5-6, 7-8.

    An odd group pulls up the best of the next group, or lets its own last float down.
    """

    kind: ClassVar[str] = "swiss"
    by_points: ClassVar[bool] = True
    odd_group: OddGroup = field(default="pull_up", metadata=one_of("pull_up", "float_down"))
    within: Within = field(default="halves", metadata=one_of("halves", "fold", "neighbours"))

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class Casement:
    """The whole field as one group, halved: i meets i + n/2, whatever the points."""

    kind: ClassVar[str] = "casement"
    by_points: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Factor:
    """i meets i + factor among the first 2·factor, the rest is Swiss. A factor above half the field is
    that half.
    """

    kind: ClassVar[str] = "factor"
    by_points: ClassVar[bool] = True
    factor: int = field(default=4, metadata=whole(1, 2500))
    odd_group: OddGroup = field(default="pull_up", metadata=one_of("pull_up", "float_down"))

    def __post_init__(self) -> None:
        check_settings(self)

    def in_round(self, round_: int) -> int:
        return self.factor


@dataclass(frozen=True, slots=True)
class ShrinkingFactor:
    """Factor with f = constant − round; from where that is nought on, plain Swiss.

    With the number of rounds plus one as constant the last round has f = 1: the first two meet.
    """

    kind: ClassVar[str] = "shrinking_factor"
    by_points: ClassVar[bool] = True
    constant: int = field(default=8, metadata=whole(1, 300))
    odd_group: OddGroup = field(default="pull_up", metadata=one_of("pull_up", "float_down"))

    def __post_init__(self) -> None:
        check_settings(self)

    def in_round(self, round_: int) -> int:
        """
        >>> [ShrinkingFactor(constant=7).in_round(r) for r in (4, 6, 8)]
        [3, 1, 0]
        """
        return max(0, self.constant - round_)
