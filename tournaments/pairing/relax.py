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
from .witness import Witness, find_witness

SHOWN = 6
"""Proposals of one kind."""

_TRIED = 60


def proposals(field: Field, free: tuple[int, ...], witness: Witness) -> tuple[dict[str, Any], ...]:
    """For the free places, of whom `witness` (in free indices) says why they cannot be paired."""
    found = list(islice(_single_pairs(field, free, witness), SHOWN))
    if not found:
        found = _several_pairs(field, free, witness)
    found += islice(_locks(field, free), SHOWN)
    return (*found, *_byes(field, free))


def possible(field: Field, free: Iterable[int], lifted: Iterable[Couple] = ()) -> Witness | None:
    """The witness of these places with some forbidden pairs lifted; None if they can all be paired."""
    places = sorted(free)
    index = {place: i for i, place in enumerate(places)}
    banned = field.forbidden - set(lifted)
    inside = [(index[a], index[b]) for a, b in sorted(banned) if a in index and b in index]
    return find_witness(len(places), len(places) % 2 == 1, inside)


def _between_groups(field: Field, free: tuple[int, ...], witness: Witness) -> list[Couple]:
    """Forbidden pairs that lead from one group to another: no other one helps."""
    group = {free[i]: number for number, members in enumerate(witness.groups) for i in members}
    return [(a, b) for a, b in sorted(field.forbidden) if a in group and b in group and group[a] != group[b]]


def _single_pairs(field: Field, free: tuple[int, ...], witness: Witness) -> Iterator[dict[str, Any]]:
    if witness.short > 2:
        return
    for pair in _between_groups(field, free, witness)[:_TRIED]:
        if possible(field, free, [pair]) is None:
            yield {"kind": "forbidden_pair", "pair": _ids(field, pair)}


def _several_pairs(field: Field, free: tuple[int, ...], witness: Witness) -> list[dict[str, Any]]:
    """Pair after pair, each of which leaves fewer over; then without those that were not needed after all."""
    lifted: list[Couple] = []
    left: Witness | None = witness
    while left is not None:
        for pair in _between_groups(field, free, left):
            then = possible(field, free, [*lifted, pair])
            if then is None or then.short < left.short:
                lifted.append(pair)
                left = then
                break
        else:
            return []
    for pair in list(lifted):
        fewer = [one for one in lifted if one != pair]
        if possible(field, free, fewer) is None:
            lifted = fewer
    return [{"kind": "forbidden_pairs", "pairs": [_ids(field, pair) for pair in lifted]}]


def _locks(field: Field, free: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    for first, second in field.request.locked_pairs:
        if possible(field, [*free, field.place[first], field.place[second]]) is None:
            yield {"kind": "locked_pair", "pair": [first, second]}
    for competitor in field.request.locked_byes:
        if possible(field, [*free, field.place[competitor]]) is None:
            yield {"kind": "locked_bye", "competitor": competitor}


def _byes(field: Field, free: tuple[int, ...]) -> list[dict[str, Any]]:
    """Whoever some largest pairing leaves over may go; each who goes leaves one fewer over."""
    rest, given = list(free), []
    while (left := possible(field, rest)) is not None:
        spare = [rest[i] for group in left.groups for i in group]
        chosen = min(spare, key=lambda place: (field.byes[place], -place))
        given.append(chosen)
        rest.remove(chosen)
    return [{"kind": "bye", "competitors": [field.id(place) for place in sorted(given)]}]


def _ids(field: Field, pair: Couple) -> list[int]:
    return [field.id(place) for place in couple(*pair)]
