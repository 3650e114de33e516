"""A round as it stands, by the rules of its request: after swaps, made by hand, or paired by another system.

What a round costs is asked of its pairs, whoever made them; so two rounds of one field are compared on one scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .field import Field, build_field, couple
from .levels import add_costs
from .locks import Settled, settle
from .made import fixed_pair
from .matched import build_problem
from .model import PRESENT, Competitor, Cost, Pair, PairingRequest, PairingResult
from .settings import AustralianDraw, TableSystem
from .starts import who_starts
from .wire import digest


@dataclass(frozen=True, slots=True)
class Judged:
    """`request` is the one asked with, less the locks and byes that no longer stand; `result` answers it with the
    pairs as they are. `cost` is empty for systems that are no costs (tables, the draw from the top)."""

    request: PairingRequest
    result: PairingResult


def judged(
    request: PairingRequest, pairs: Sequence[tuple[int, int]], byes: Sequence[int], *, solver: str = ""
) -> Judged:
    """`pairs` are (first, second) in table order, `byes` who has none; ids of the request's competitors.

    Whoever is in neither is taken as not being there. Where more byes than the round needs were given by hand, all
    but the one that the rules make the least of count as given.
    Raises ValueError for somebody who is not in the request, or is in two places.
    """
    seated = [id_ for pair in pairs for id_ in pair] + list(byes)
    if len(set(seated)) != len(seated):
        raise ValueError("somebody is in two places of the round")
    if missing := set(seated) - {one.id for one in request.competitors}:
        raise ValueError(f"not in the request: {sorted(missing)}")
    asked = _as_seated(request, pairs, byes)
    field = build_field(asked)
    settled = settle(field)
    open_byes = tuple(id_ for id_ in byes if id_ not in asked.given_byes)
    if kept := _beyond_need(field, settled, open_byes):
        asked = replace(asked, locked_byes=(*asked.locked_byes, *kept))
        field = build_field(asked)
        settled = settle(field)
        open_byes = tuple(id_ for id_ in open_byes if id_ not in kept)
    costs, whole = _costs(field, settled, pairs, open_byes)
    made = tuple(
        replace(_pair(field, first, second, costs.get(frozenset((first, second)), ())), table=table)
        for table, (first, second) in enumerate(pairs, 1)
    )
    return Judged(
        asked,
        PairingResult(
            pairs=made,
            byes=tuple(sorted(byes, key=field.place.__getitem__)),
            automatic_byes=tuple(sorted(open_byes, key=field.place.__getitem__)),
            repeats=tuple((one.first, one.second) for one in made if one.met),
            cost=whole,
            notes=(),
            solver=solver,
            digest=digest(asked),
            away=tuple(one.id for one in asked.competitors if one.id not in field.place),
        ),
    )


def _as_seated(request: PairingRequest, pairs: Sequence[tuple[int, int]], byes: Sequence[int]) -> PairingRequest:
    playing = {id_ for pair in pairs for id_ in pair}
    standing = {frozenset(pair): pair for pair in pairs}

    def state(one: Competitor) -> Competitor:
        if one.id in playing:
            return one if one.state == "plays" else replace(one, state="plays")
        if one.id in byes:
            return one if one.state in PRESENT else replace(one, state="plays")
        return replace(one, state="absent") if one.state in PRESENT else one

    return replace(
        request,
        competitors=tuple(state(one) for one in request.competitors),
        locked_pairs=tuple(
            standing[frozenset(pair)] for pair in request.locked_pairs if frozenset(pair) in standing
        ),
        locked_byes=tuple(id_ for id_ in request.locked_byes if id_ in byes),
    )


def _beyond_need(field: Field, settled: Settled, byes: tuple[int, ...]) -> tuple[int, ...]:
    """All but one of several byes that nobody gave: the rules would have made at most that one."""
    if len(byes) <= len(settled.free) % 2:
        return ()
    ordered = sorted(byes, key=lambda id_: (field.byes[field.place[id_]], -field.place[id_]))
    return tuple(ordered[len(settled.free) % 2 :])


def _costs(
    field: Field, settled: Settled, pairs: Sequence[tuple[int, int]], byes: tuple[int, ...]
) -> tuple[dict[frozenset[int], Cost], Cost]:
    system = field.request.system
    if not settled.free or isinstance(system, TableSystem | AustralianDraw):
        return {}, ()
    problem = build_problem(field, settled.free, system)
    index = {field.id(place): i for i, place in enumerate(settled.free)}
    free = [pair for pair in pairs if pair[0] in index and pair[1] in index]
    costs = problem.scale.pair_costs([couple(index[a], index[b]) for a, b in free]) if free else []
    alone = [problem.scale.bye_cost(index[id_]) for id_ in byes]
    return {frozenset(pair): cost for pair, cost in zip(free, costs, strict=True)}, add_costs([*costs, *alone])


def _pair(field: Field, first: int, second: int, cost: Cost) -> Pair:
    a, b = field.place[first], field.place[second]
    locked = any({first, second} == set(pair) for pair in field.request.locked_pairs)
    by_rule = who_starts(field, a, b)
    reason = by_rule[2] if by_rule[0] == a and not locked else "locked"
    return fixed_pair(field, a, b, reason, locked=locked, cost=cost)
