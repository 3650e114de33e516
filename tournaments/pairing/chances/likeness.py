"""Which shape the simulation gives to a round that is to be paired by some system."""

from collections.abc import Sequence

from ..settings import Contention, Factor, KingOfTheHill, QueenOfTheHill, ShrinkingFactor, System
from .situation import RoundShape


def shapes_of(systems: Sequence[System], first_round: int, caps: Sequence[int | None]) -> tuple[RoundShape, ...]:
    """Of the rounds still to be played: the system of each, the number of the first, and the cap of each.

    Factor systems have their factor. Contention spreads its contenders out less and less towards the end: as
    many places as rounds are left after it, and the last round is king of the hill. Hills are the hill;
    everything else is played as Swiss, which tables and draws are no likeness of: nothing better is known of them
    before they are drawn.

    >>> [(s.kind, s.factor) for s in shapes_of([Contention(), Contention(), KingOfTheHill()], 5, [350] * 3)]
    [('factor', 2), ('factor', 1), ('king_of_the_hill', 0)]
    """
    last = first_round + len(systems) - 1
    return tuple(
        _shape(system, first_round + k, last - first_round - k, cap)
        for k, (system, cap) in enumerate(zip(systems, caps, strict=True))
    )


def _shape(system: System, round_: int, after: int, cap: int | None) -> RoundShape:
    if isinstance(system, Factor | ShrinkingFactor):
        factor = system.in_round(round_)
        return RoundShape("factor", factor, cap) if factor > 0 else RoundShape(cap=cap)
    if isinstance(system, Contention) and after:
        return RoundShape("factor", after, cap)
    if isinstance(system, Contention | KingOfTheHill | QueenOfTheHill):
        return RoundShape("king_of_the_hill", cap=cap)
    return RoundShape(cap=cap)
