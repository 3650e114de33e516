"""Contention: prizes are decided between those who can still win them.

Five wishes, the most important first. `control`: the leader meets whoever would otherwise lose control, if there is
one. `settled`: whose prize is settled plays nobody who still plays for one, but others like him or
those who can win nothing. `out_of_reach`: nobody who plays for a prize meets somebody of whom one can no longer
catch the other. `class_rival`: in the last round, those who only have a prize of their class to win meet
among themselves. `distance`: how far apart two stand, with its cube where one of them plays for a prize, so that
neighbours decide what they can decide, and in the last round the contenders are king of the hill.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lcm

import numpy as np

from ..chances.gibson import Bool
from ..chances.prepare import stakes_of
from ..field import Field
from ..levels import Ints, Level, no_byes
from ..model import Note
from ..notes import note
from ..settings.contention import Contention, Standing
from .wishes import Wishes, everybody

_CUBED = 63
"""Steps of distance that are cubed; those beyond cost one each."""


def contention(system: Contention, field: Field, free: Sequence[int], expected_bye: int | None) -> Wishes:
    """`system` as `chances.prepare` left it; without its figures only match points are known."""
    roles = _roles(system if system.standings else _bare(system, field), field, free)
    position = _positions(roles, expected_bye)
    levels = [
        _control(system, field, free),
        _settled(roles),
        _out_of_reach(roles),
        *([_class_rival(roles)] if system.rounds_left == 1 else []),
        _distance(roles, position, last_round=system.rounds_left == 1),
    ]
    return Wishes(tuple(levels), _centres(system, field, free, roles))


def contention_notes(system: Contention, field: Field) -> list[Note]:
    """What the figures say that moved somebody: whose prize is settled, and who keeps control by the draw."""
    if not system.standings:
        return []
    id_of = {competitor.number: competitor.id for competitor in field.order}
    found = stakes_of(system)
    notes = [
        note(
            "prize_settled",
            competitor=id_of[row.number],
            best=int(found.reach.best[i]),
            worst=int(found.reach.worst[i]),
        )
        for i, row in enumerate(system.standings)
        if found.settled[i] and row.number in id_of
    ]
    if system.leader in id_of:
        leader = id_of[system.leader]
        notes += [note("control", first=leader, second=id_of[n]) for n in system.leader_meets if n in id_of]
    return notes


@dataclass(frozen=True, slots=True, eq=False)
class _Roles:
    """By free index. `rival_class` is the class of those who have only a prize of it to win, for others -1;
    `rival_place` is their order inside it."""

    contender: Bool
    settled: Bool
    out: Bool
    highest: Ints
    lowest: Ints
    rival_class: Ints
    rival_place: Ints


def _bare(system: Contention, field: Field) -> Contention:
    """Everybody with his match points, and no spread."""
    unit = lcm(*(competitor.points.denominator for competitor in field.order))
    rows = tuple(Standing(one.number, int(one.points * unit), 0) for one in field.order)
    return replace(system, standings=rows, swing=(2 * unit * system.rounds_left, 0, None))


def _roles(system: Contention, field: Field, free: Sequence[int]) -> _Roles:
    """Whoever is not in the figures (nobody should be) can win nothing."""
    found = stakes_of(system)
    row_of = {row.number: i for i, row in enumerate(system.standings)}
    row = np.array([row_of.get(field.order[place].number, -1) for place in free], dtype=np.int64)
    known = row >= 0
    beneath = int(found.reach.lowest.min()) - 1
    only_class = (found.for_class & ~found.for_places)[row] & known
    groups = [system.standings[r].prize_class if k else None for r, k in zip(row.tolist(), only_class, strict=True)]
    rival_class = np.array([-1 if group is None else group for group in groups], dtype=np.int64)
    rival_place = np.zeros(len(free), dtype=np.int64)
    for group in np.unique(rival_class[only_class]).tolist():
        members = rival_class == group
        rival_place[members] = np.arange(int(members.sum()), dtype=np.int64)
    return _Roles(
        contender=found.contender[row] & known,
        settled=found.settled[row] & known,
        out=found.out[row] | ~known,
        highest=np.where(known, found.reach.highest[row], beneath),
        lowest=np.where(known, found.reach.lowest[row], beneath),
        rival_class=rival_class,
        rival_place=rival_place,
    )


def _positions(roles: _Roles, expected_bye: int | None) -> Ints:
    """Places counted without the settled and the expected bye. The settled stand where those begin who can win
    nothing, and a step aside from all others: they meet each other, then the best of those."""
    counted = ~roles.settled
    if expected_bye is not None:
        counted[expected_bye] = False
    position: Ints = np.cumsum(counted, dtype=np.int64) - counted
    nothing_to_win = position[counted & roles.out]
    position[roles.settled] = nothing_to_win[0] if len(nothing_to_win) else int(counted.sum())
    return position


def _control(system: Contention, field: Field, free: Sequence[int]) -> Level:
    numbers = [field.order[place].number for place in free]
    size = len(free)
    meets = np.array([number in system.leader_meets for number in numbers], dtype=np.bool_)
    leads = np.array([number == system.leader for number in numbers], dtype=np.bool_)
    held = bool(meets.any() and leads.any())

    def pairs(one: Ints, other: Ints) -> Ints:
        kept_away: Ints = ((leads[one] & ~meets[other]) | (leads[other] & ~meets[one])).astype(np.int64)
        return kept_away if held else np.zeros_like(kept_away)

    return Level("control", pairs, no_byes(size), np.where(meets | (not held), 0, 1).astype(np.int64))


def _settled(roles: _Roles) -> Level:
    settled, contender = roles.settled, roles.contender

    def pairs(one: Ints, other: Ints) -> Ints:
        mixed: Ints = ((settled[one] & contender[other]) | (contender[one] & settled[other])).astype(np.int64)
        return mixed

    ceiling = (settled & contender.any()) | (contender & settled.any())
    return Level("settled", pairs, no_byes(len(settled)), ceiling.astype(np.int64))


def _out_of_reach(roles: _Roles) -> Level:
    playing = ~roles.settled

    def pairs(one: Ints, other: Ints) -> Ints:
        concerned = (roles.contender[one] | roles.contender[other]) & playing[one] & playing[other]
        apart = (roles.highest[one] < roles.lowest[other]) | (roles.highest[other] < roles.lowest[one])
        dear: Ints = (concerned & apart).astype(np.int64)
        return dear

    ceiling = playing & roles.contender.any()
    return Level("out_of_reach", pairs, no_byes(len(playing)), ceiling.astype(np.int64))


def _class_rival(roles: _Roles) -> Level:
    group = roles.rival_class

    def pairs(one: Ints, other: Ints) -> Ints:
        mixed: Ints = (group[one] != group[other]).astype(np.int64)  # two who are nobody's rivals share -1
        return mixed

    ceiling = np.full(len(group), int((group >= 0).any()), dtype=np.int64)
    return Level("class_rival", pairs, no_byes(len(group)), ceiling)


def _distance(roles: _Roles, position: Ints, *, last_round: bool) -> Level:
    contender, settled, group, place = roles.contender, roles.settled, roles.rival_class, roles.rival_place

    def cubed(steps: Ints) -> Ints:
        near = np.minimum(steps, _CUBED)
        cost: Ints = near**3 + (steps - near)
        return cost

    def pairs(one: Ints, other: Ints) -> Ints:
        steps = np.abs(position[one] - position[other]) + (settled[one] != settled[other])
        if last_round:
            rivals = (group[one] >= 0) & (group[one] == group[other])
            steps = np.where(rivals, np.abs(place[one] - place[other]), steps)
        cost: Ints = np.where(contender[one] | contender[other], cubed(steps), steps)
        return cost

    size = len(position)
    top, bottom = int(position.max(initial=0)), int(position.min(initial=0))
    farthest = np.maximum(position - bottom, top - position) + int(settled.any())
    farthest = np.maximum(farthest, place.max(initial=0))
    ceiling = cubed(farthest) if contender.any() else farthest
    return Level("distance", pairs, no_byes(size), ceiling)


def _centres(system: Contention, field: Field, free: Sequence[int], roles: _Roles) -> tuple[Ints, ...]:
    """Neighbours; for the settled also where those begin who can win nothing; for class rivals the next of their
    class; for the leader whom he is to meet."""
    size = len(free)
    beside, special = everybody(size), everybody(size)
    nothing_to_win = np.flatnonzero(roles.out)
    if len(nothing_to_win):
        special[roles.settled] = nothing_to_win[0]
    for group in np.unique(roles.rival_class[roles.rival_class >= 0]).tolist():
        members = np.flatnonzero(roles.rival_class == group)
        special[members[:-1]] = members[1:]
        special[members[-1:]] = members[-2:-1] if len(members) > 1 else members[-1:]
    at = {field.order[place].number: i for i, place in enumerate(free)}
    if system.leader in at:
        for number in system.leader_meets:
            if number in at:
                special[at[system.leader]] = at[number]
    return beside, special
