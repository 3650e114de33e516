"""Systems that are none of the others: by lot, by the results of one block, from the top, by hand."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from .base import check_settings, one_of, whole, yes_no
from .tables import LAST_ROUND

Opening = Literal["lot", "neighbours", "halves"]
Rest = Literal["pair", "refuse"]


@dataclass(frozen=True, slots=True)
class RandomDraw:
    """Neighbours in an order drawn by lot; with `mix_clubs` as few club-mates meet as can be, in any round."""

    kind: ClassVar[str] = "random"
    by_points: ClassVar[bool] = False
    mix_clubs: bool = field(default=True, metadata=yes_no())

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class PairResult:
    """Blocks of two matches (ชนะเจอชนะ): in the second the winners of the first meet and the losers meet.

    The first match of a block is drawn by lot, or pairs neighbours in rank, or halves score groups. In the second,
    those with an equal result meet, and of them those who come from neighbouring tables: the winner of table 1
    and of table 2, the losers of both, and so on. Rank stays that of the block's beginning while it lasts, and
    `Competitor.recent` says what the first match brought. `first_round` is where the blocks begin.
    """

    kind: ClassVar[str] = "pair_result"
    by_points: ClassVar[bool] = False
    opening: Opening = field(default="neighbours", metadata=one_of("lot", "neighbours", "halves"))
    first_round: int = field(default=1, metadata=whole(1, LAST_ROUND))

    def __post_init__(self) -> None:
        check_settings(self)

    def is_second_match(self, round_: int) -> bool:
        """
        >>> [PairResult(first_round=3).is_second_match(r) for r in (3, 4, 5, 6)]
        [False, True, False, True]
        """
        return (round_ - self.first_round) % 2 == 1


@dataclass(frozen=True, slots=True)
class AustralianDraw:
    """From the top: whoever is best and has no game yet meets the best he has not met since `reset_round`.

    Games of `reset_round` and before count as not played. Where that leaves no round without a repeat the reset is
    raised, one round at a time. Nobody is given an opponent who would leave the rest without a round.
    """

    kind: ClassVar[str] = "australian_draw"
    by_points: ClassVar[bool] = False
    reset_round: int = field(default=0, metadata=whole(0, LAST_ROUND))

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class Manual:
    """The director's pairs and byes; whoever is in none is paired with his neighbour, or the round is refused."""

    kind: ClassVar[str] = "manual"
    by_points: ClassVar[bool] = False
    rest: Rest = field(default="pair", metadata=one_of("pair", "refuse"))

    def __post_init__(self) -> None:
        check_settings(self)
