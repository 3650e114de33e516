"""What the ways to pair hand to `pair`: a round over places, before it is put in table order."""

from dataclasses import dataclass

from .field import Field, couple
from .model import Cost, Note, Pair, StartReason
from .starts import who_starts


@dataclass(frozen=True, slots=True)
class Made:
    """`pairs` and `repeats` name competitors by id as the result does; `byes` are places."""

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...]
    repeats: tuple[tuple[int, int], ...]
    cost: Cost
    notes: tuple[Note, ...]


def make_pair(field: Field, a: int, b: int, cost: Cost = ()) -> Pair:
    """Two places that the system put together: the rule says who starts."""
    first, second, reason = who_starts(field, a, b)
    return fixed_pair(field, first, second, reason, cost=cost)


def fixed_pair(
    field: Field, first: int, second: int, reason: StartReason, *, locked: bool = False, cost: Cost = ()
) -> Pair:
    """Two places with the start given."""
    return Pair(
        first=field.id(first),
        second=field.id(second),
        start_reason=reason,
        locked=locked,
        met=field.met[couple(first, second)],
        cost=cost,
    )
