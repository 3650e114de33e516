"""What each matched system asks for, as cost levels over the free places in pairing order.

A later system is one more function beside these, and one more branch in `system_wishes`. Systems whose rounds are
read off a table, and the draw from the top, are no costs: see `tables` and `australian`.
"""

from collections.abc import Sequence

from ..field import Field
from ..settings import (
    Casement,
    Contention,
    Factor,
    PairResult,
    QueenOfTheHill,
    RandomDraw,
    ShrinkingFactor,
    Swiss,
    System,
)
from .contention import contention
from .draws import drawn, winners_meet
from .groups import factor_groups, score_groups
from .halves import halved
from .hill import king_of_the_hill, queen_of_the_hill
from .wishes import Wishes

__all__ = ["Wishes", "score_groups", "system_wishes"]


def system_wishes(system: System, field: Field, free: Sequence[int], expected_bye: int | None) -> Wishes:
    """`expected_bye` is the index in `free` of the one who has the bye when nothing stands against it."""
    round_ = field.request.round
    if isinstance(system, PairResult):
        if system.is_second_match(round_):
            return winners_meet(field, free, expected_bye)
        if system.opening == "lot":
            return drawn(field, free, expected_bye)
        if system.opening == "neighbours":
            return king_of_the_hill(len(free), expected_bye)
        system = Swiss()
    points = [field.order[place].points for place in free]
    if isinstance(system, Swiss):
        return halved(score_groups(points), expected_bye, system.odd_group, system.within)
    if isinstance(system, Casement):
        return halved([0] * len(free), expected_bye, "pull_up", "halves")
    if isinstance(system, Factor | ShrinkingFactor):
        groups = factor_groups(points, system.in_round(round_), expected_bye)
        return halved(groups, expected_bye, system.odd_group, "halves")
    if isinstance(system, Contention):
        return contention(system, field, free, expected_bye)
    if isinstance(system, QueenOfTheHill):
        return queen_of_the_hill(len(free), expected_bye)
    if isinstance(system, RandomDraw):
        return drawn(field, free, expected_bye)
    return king_of_the_hill(len(free), expected_bye)
