"""Which rule to relax when nobody can pair a round: each proposal is tried before it is made.

A proposal is a plain dict, ready for a page's button:

- `{"kind": "forbidden_pair", "pair": [a, b]}`: let these two meet
- `{"kind": "forbidden_pairs", "pairs": [[a, b], …]}`: let all of these meet; no single one of them is enough
- `{"kind": "locked_pair", "pair": [first, second]}`: take this lock back
- `{"kind": "locked_bye", "competitor": a}`: take this bye back
- `{"kind": "bye", "competitors": [a, …]}`: give these a bye beside the round's own, the fewest byes so far first,
  then the lowest rank

Competitors are named by id. Following any one of them makes the round possible.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .field import Couple, Field, couple
from .witness import Witness, find_witness, left_over

SHOWN = 6
"""Proposals of one kind."""

_TRIED = 40
_FEW = 4
"""So many who get byes are chosen one by one, by their byes and rank; more are whoever happened to be left over."""


def proposals(field: Field, free: tuple[int, ...], witness: Witness) -> tuple[dict[str, Any], ...]:
    """For the free places, of whom `witness` (in free indices) says why they cannot be paired."""
    over = [free[i] for i in witness.over]
    # whoever one largest matching leaves over may not meet one another, or it would have been larger
    pairs = [couple(a, b) for a, b in zip(over[::2], over[1::2], strict=True)]
    if len(pairs) == 1:
        found = list(_single_pairs(field, free, witness, pairs[0]))
    else:
        found = [{"kind": "forbidden_pairs", "pairs": [_ids(field, pair) for pair in pairs]}]
    found += islice(_locks(field, free), SHOWN)
    return (*found, _byes(field, free, over))


def possible(field: Field, free: Iterable[int], lifted: Iterable[Couple] = ()) -> bool:
    """Whether these places can all be paired, with some forbidden pairs lifted."""
    return not left_over(*_asked(field, free, lifted))


def _asked(field: Field, free: Iterable[int], lifted: Iterable[Couple] = ()) -> tuple[int, bool, list[Couple]]:
    places = sorted(free)
    index = {place: i for i, place in enumerate(places)}
    banned = field.forbidden - set(lifted)
    inside = [(index[a], index[b]) for a, b in sorted(banned) if a in index and b in index]
    return len(places), len(places) % 2 == 1, inside


def _single_pairs(field: Field, free: tuple[int, ...], witness: Witness, sure: Couple) -> Iterator[dict[str, Any]]:
    """Forbidden pairs that lead from one group to another, for no other one helps; in order, the sure one in any
    case."""
    group = {free[i]: number for number, members in enumerate(witness.groups) for i in members}
    between = [(a, b) for a, b in sorted(field.forbidden) if a in group and b in group and group[a] != group[b]]
    enough = (pair for pair in between[:_TRIED] if pair == sure or possible(field, free, [pair]))
    shown = list(islice(enough, SHOWN))
    if sure not in shown:
        shown = [*shown[: SHOWN - 1], sure]
    for pair in shown:
        yield {"kind": "forbidden_pair", "pair": _ids(field, pair)}


def _locks(field: Field, free: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    for first, second in field.request.locked_pairs:
        if possible(field, [*free, field.place[first], field.place[second]]):
            yield {"kind": "locked_pair", "pair": [first, second]}
    for competitor in field.request.locked_byes:
        if possible(field, [*free, field.place[competitor]]):
            yield {"kind": "locked_bye", "competitor": competitor}


def _byes(field: Field, free: tuple[int, ...], over: list[int]) -> dict[str, Any]:
    """Whoever some largest pairing leaves over may go; each who goes leaves one fewer over."""
    rest, given = list(free), []
    if len(over) > _FEW:
        given = over[:-1] if possible(field, set(free) - set(over[:-1])) else over
    else:
        while (left := find_witness(*_asked(field, rest))) is not None:
            spare = [rest[i] for group in left.groups for i in group]
            chosen = min(spare, key=lambda place: (field.byes[place], -place))
            given.append(chosen)
            rest.remove(chosen)
    return {"kind": "bye", "competitors": [field.id(place) for place in sorted(given)]}


def _ids(field: Field, pair: Couple) -> list[int]:
    return [field.id(place) for place in couple(*pair)]
