"""What is wrong with a schedule, in the order of its rounds; and what a field of some size makes of it."""

from collections.abc import Iterator, Sequence

from ..berger import berger_rounds
from ..settings import (
    AustralianDraw,
    Factor,
    Fontes,
    PairResult,
    Quads,
    RoundRobin,
    ShrinkingFactor,
    SnakeGroups,
    TableSystem,
)
from ..systems.table_rounds import table_rounds
from .errors import PlanError
from .model import Plan, Step

MOST_ROUNDS = 200
MOST_LAG = 3


def problems(rounds: int, steps: Sequence[Step], days: Sequence[int] = ()) -> Iterator[PlanError]:
    """Everything that keeps it from being a schedule; steps in the order of their first round."""
    if not 1 <= rounds <= MOST_ROUNDS:
        yield PlanError("plan.rounds", rounds=rounds, low=1, high=MOST_ROUNDS)
        return
    if not steps:
        yield PlanError("plan.empty", rounds=rounds)
        return
    covered = 0
    for step in steps:
        if step.from_round > step.to_round:
            yield _of(step, "plan.reversed")
            continue
        if step.from_round < 1 or step.to_round > rounds:
            yield _of(step, "plan.outside", rounds=rounds)
        if step.from_round > covered + 1:
            yield PlanError("plan.gap", **{"from": covered + 1, "to": step.from_round - 1})
        elif step.from_round <= covered:
            yield PlanError("plan.overlap", **{"from": step.from_round, "to": min(covered, step.to_round)})
        covered = max(covered, step.to_round)
        yield from _of_basis(step)
        yield from _of_system(step)
    if covered < rounds:
        yield PlanError("plan.gap", **{"from": covered + 1, "to": rounds})
    for day, played in enumerate(days, 1):
        if played < 1:
            yield PlanError("plan.day_empty", day=day)
    if days and sum(days) != rounds:
        yield PlanError("plan.days", rounds=rounds, days=sum(days))


def _of(step: Step, code: str, **params: object) -> PlanError:
    return PlanError(code, **{"from": step.from_round, "to": step.to_round, **params})


def _of_basis(step: Step) -> Iterator[PlanError]:
    if step.based_on is not None and not 0 <= step.based_on < step.from_round:
        yield _of(step, "plan.based_on_later", based_on=step.based_on)
    if not 0 <= step.lag <= MOST_LAG:
        yield _of(step, "plan.lag", lag=step.lag, low=0, high=MOST_LAG)
    elif step.lag and step.based_on is not None:
        yield _of(step, "plan.based_on_twice", based_on=step.based_on, lag=step.lag)


def _of_system(step: Step) -> Iterator[PlanError]:
    system, rounds = step.system, step.rounds
    if isinstance(system, TableSystem) and system.seats:
        yield _of(step, "plan.seats_given", system=system.kind)
    if isinstance(system, Fontes):
        if rounds % 2 == 0:
            yield _of(step, "plan.fontes_even", rounds=rounds)
        elif rounds != system.rounds:
            yield _of(step, "plan.fontes_rounds", rounds=rounds, wanted=system.rounds)
    longest = _longest(system) if isinstance(system, TableSystem) else None
    if longest is not None and rounds > longest:
        yield _of(step, "plan.table_ends", system=system.kind, rounds=rounds, table=longest)
    if isinstance(system, PairResult) and rounds % 2:
        yield _of(step, "plan.blocks_odd", rounds=rounds)
    if isinstance(system, PairResult) and (step.lag or step.based_on is not None):
        yield _of(step, "plan.blocks_based")
    if isinstance(system, AustralianDraw) and system.reset_round >= step.from_round:
        yield _of(step, "plan.reset_later", reset_round=system.reset_round)
    if isinstance(system, ShrinkingFactor) and system.constant <= step.from_round:
        yield _of(step, "plan.factor_spent", constant=system.constant)


def _longest(system: TableSystem) -> int | None:
    """Rounds that its table has at most, however many take part."""
    if isinstance(system, Quads):
        return berger_rounds(system.size)
    return system.rounds if isinstance(system, RoundRobin) else None


def check_field(plan: Plan, entries: int) -> tuple[PlanError, ...]:
    """What a director should know before so many play by it; none of it keeps a round from being paired but
    `plan.field_table`, whose last rounds have no table."""
    found: list[PlanError] = []
    for step in plan.steps:
        system = step.system
        if isinstance(system, TableSystem):
            table = table_rounds(system, entries)
            if step.rounds > table and not isinstance(system, Fontes):
                figures = {"rounds": step.rounds, "table": table, "entries": entries}
                found.append(_of(step, "plan.field_table", system=system.kind, **figures))
            elif isinstance(system, RoundRobin) and system.rounds is None and step.rounds < table:
                figures = {"rounds": step.rounds, "table": table, "entries": entries}
                found.append(_of(step, "plan.field_short", system=system.kind, **figures))
        needed = _one_group(step)
        if entries < needed:
            found.append(_of(step, "plan.field_groups", system=system.kind, entries=entries, needed=needed))
        if isinstance(system, Factor | ShrinkingFactor):
            factor = system.in_round(step.from_round)
            if 2 * factor > entries:
                found.append(_of(step, "plan.field_factor", factor=factor, entries=entries))
    opponents = max(0, entries - 1)
    if plan.rounds > opponents * _most_cycles(plan):
        found.append(PlanError("plan.field_repeats", rounds=plan.rounds, opponents=opponents, entries=entries))
    return tuple(found)


def _one_group(step: Step) -> int:
    system = step.system
    if isinstance(system, Fontes):
        return system.rounds + 1
    if isinstance(system, Quads):
        return system.size
    return 2 * system.groups if isinstance(system, SnakeGroups) else 0


def _most_cycles(plan: Plan) -> int:
    """A double round robin meets everybody twice on purpose."""
    return max(
        (step.system.cycles for step in plan.steps if isinstance(step.system, RoundRobin | SnakeGroups)), default=1
    )
