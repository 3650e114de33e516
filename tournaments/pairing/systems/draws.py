"""By lot, and by the result of the match before: the order to pair neighbours in is not the rank's."""

from collections.abc import Sequence

import numpy as np

from ..field import Field
from ..levels import Ints, Level, no_byes, triangular
from ..lots import lot
from .groups import score_groups
from .wishes import Wishes, centres_along, neighbours, positions_along

_RESULT_CAP = 15


def drawn(field: Field, free: Sequence[int], expected_bye: int | None) -> Wishes:
    """Neighbours in an order drawn by lot from entry numbers."""
    request = field.request

    def key(i: int) -> tuple[int, int]:
        number = field.order[free[i]].number
        return lot(request.event, request.round, request.seed, "draw", number), number

    line = sorted(range(len(free)), key=key)
    return Wishes((neighbours("distance", positions_along(line, expected_bye)),), centres_along(line))


def winners_meet(field: Field, free: Sequence[int], expected_bye: int | None) -> Wishes:
    """Equal results of the match before first, then neighbouring tables of it.

    Whoever was not there has the result of a loss. A table without a number counts as that of its better player.
    """
    order = field.order
    tables = _tables_before(field)
    line = sorted(range(len(free)), key=lambda i: (-(order[free[i]].recent or 0), *tables[free[i]], i))
    results = score_groups([order[free[i]].recent or 0 for i in line])
    group = np.empty(len(free), dtype=np.int64)
    group[np.array(line, dtype=np.int64)] = results

    def result_gap(one: Ints, other: Ints) -> Ints:
        return triangular(np.abs(group[one] - group[other]), _RESULT_CAP)

    far = np.maximum(group, group.max(initial=0) - group)
    levels = (
        Level("result_gap", result_gap, no_byes(len(free)), triangular(far, _RESULT_CAP)),
        neighbours("distance", positions_along(line, expected_bye)),
    )
    return Wishes(levels, centres_along(line))


def _tables_before(field: Field) -> list[tuple[int, int]]:
    """For every place the table of the round before: (its number or nought, its better place)."""
    tables = [(0, place) for place in range(len(field.order))]
    for meeting in field.request.history:
        if meeting.round != field.request.round - 1:
            continue
        places = [field.place[one] for one in (meeting.first, meeting.second) if one in field.place]
        for place in places:
            tables[place] = (meeting.table or 0, min(places))
    return tables
