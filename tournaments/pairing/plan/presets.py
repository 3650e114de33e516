"""Schedules ready made. Their names and what is said of them are the site's; here are codes and rounds.

Days of A-Math are three to eight rounds; the last one often lets neighbours at the top meet, whether they have met
or not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..model import RepeatRule
from ..settings import (
    AustralianDraw,
    Contention,
    Factor,
    Fontes,
    KingOfTheHill,
    PairResult,
    Quads,
    QueenOfTheHill,
    RandomDraw,
    RoundRobin,
    ShrinkingFactor,
    SnakeGroups,
    Swiss,
    System,
    TeamRoundRobin,
)
from .errors import PlanError
from .model import Plan, Step

Build = Callable[[int], Plan]

AS_OFTEN_AS_NEEDED = RepeatRule(limit=None)
"""For a last round that goes by the table alone; not twice running, while that can be."""


@dataclass(frozen=True, slots=True)
class Preset:
    """`rounds` is what it is usually played in, from `low` to `high` it can be; in steps of `step`."""

    code: str
    rounds: int
    low: int
    high: int
    build: Build
    step: int = 1

    def allows(self, rounds: int) -> bool:
        return self.low <= rounds <= self.high and (rounds - self.low) % self.step == 0


def preset_plan(code: str, rounds: int | None = None) -> Plan:
    """Raises KeyError for a preset nobody knows, PlanError `plan.rounds` for rounds it cannot have."""
    preset = PRESETS[code]
    wanted = preset.rounds if rounds is None else rounds
    if not preset.allows(wanted):
        raise PlanError("plan.rounds", rounds=wanted, low=preset.low, high=preset.high)
    return preset.build(wanted)


def _chain(rounds: int, *parts: tuple[int, System], days: tuple[int, ...] = ()) -> Plan:
    """Steps one after the other, each with its number of rounds; a king of the hill ends on the table alone."""
    steps: list[Step] = []
    start = 1
    for count, system in parts:
        if count < 1:
            continue
        end = start + count - 1
        hill = isinstance(system, KingOfTheHill | QueenOfTheHill)
        last = end == rounds and hill and count == 1
        steps.append(Step(start, end, system, repeats=AS_OFTEN_AS_NEEDED if last else RepeatRule()))
        start = end + 1
    return Plan(rounds, tuple(steps), days)


def _swiss(rounds: int) -> Plan:
    return _chain(rounds, (rounds, Swiss()))


def _school_day(rounds: int) -> Plan:
    return _chain(rounds, (rounds - 1, Swiss()), (1, KingOfTheHill()))


def _drawn_day(rounds: int) -> Plan:
    return _chain(rounds, (1, RandomDraw()), (rounds - 2, Swiss()), (1, KingOfTheHill()))


def _fontes_day(rounds: int) -> Plan:
    return _chain(rounds, (3, Fontes(rounds=3)), (rounds - 4, Swiss()), (1, KingOfTheHill()))


def _two_days(rounds: int) -> Plan:
    first = (rounds + 1) // 2
    parts: list[tuple[int, System]] = [(1, RandomDraw()), (rounds - 2, Swiss()), (1, KingOfTheHill())]
    return _chain(rounds, *parts, days=(first, rounds - first))


def _two_days_fontes(rounds: int) -> Plan:
    first = (rounds + 1) // 2
    parts: list[tuple[int, System]] = [(3, Fontes(rounds=3)), (rounds - 4, Swiss()), (1, KingOfTheHill())]
    return _chain(rounds, *parts, days=(first, rounds - first))


def _pair_result_day(rounds: int) -> Plan:
    return _chain(rounds, (2, PairResult(opening="lot")), (rounds - 2, PairResult(opening="neighbours")))


def _lagged_day(rounds: int) -> Plan:
    steps = (
        Step(1, rounds - 1, Swiss(), lag=1),
        Step(rounds, rounds, KingOfTheHill(), repeats=AS_OFTEN_AS_NEEDED),
    )
    return Plan(rounds, steps)


def _factor_day(rounds: int) -> Plan:
    steps = (rounds - 3, Swiss()), (3, ShrinkingFactor(constant=rounds + 1))
    return _chain(rounds, *steps)


def _queen_and_king(rounds: int) -> Plan:
    return _chain(rounds, (rounds - 2, Swiss()), (1, QueenOfTheHill()), (1, KingOfTheHill()))


def _quads_day(rounds: int) -> Plan:
    return _chain(rounds, (3, Quads()), (rounds - 4, Swiss()), (1, KingOfTheHill()))


def _contention_day(rounds: int) -> Plan:
    middle = (rounds - 4 + 1) // 2
    late = rounds - 4 - middle
    return _chain(rounds, (3, Fontes(rounds=3)), (middle, Swiss()), (late, Contention()), (1, KingOfTheHill()))


def _groups_day(rounds: int) -> Plan:
    return _chain(rounds, (rounds - 2, SnakeGroups(groups=4)), (2, KingOfTheHill()))


def _factor_opening(rounds: int) -> Plan:
    return _chain(rounds, (2, Factor(factor=4)), (rounds - 3, Swiss()), (1, KingOfTheHill()))


PRESETS: Mapping[str, Preset] = {
    one.code: one
    for one in (
        Preset("school_day", 6, 2, 20, _school_day),
        Preset("swiss", 6, 1, 60, _swiss),
        Preset("drawn_day", 6, 3, 20, _drawn_day),
        Preset("fontes_day", 7, 5, 30, _fontes_day),
        Preset("contention_day", 8, 6, 30, _contention_day),
        Preset("pair_result_day", 6, 4, 20, _pair_result_day, step=2),
        Preset("queen_and_king", 6, 3, 30, _queen_and_king),
        Preset("lagged_day", 8, 3, 40, _lagged_day),
        Preset("factor_day", 8, 4, 40, _factor_day),
        Preset("factor_opening", 8, 4, 40, _factor_opening),
        Preset("two_days", 10, 4, 40, _two_days),
        Preset("two_days_fontes", 12, 6, 40, _two_days_fontes),
        Preset("round_robin", 7, 1, 60, lambda rounds: _chain(rounds, (rounds, RoundRobin()))),
        Preset("double_round_robin", 10, 2, 120, lambda rounds: _chain(rounds, (rounds, RoundRobin(cycles=2)))),
        Preset("team_round_robin", 5, 1, 60, lambda rounds: _chain(rounds, (rounds, TeamRoundRobin()))),
        Preset("quads_day", 6, 5, 20, _quads_day),
        Preset("groups_day", 5, 3, 20, _groups_day),
        Preset("australian", 7, 1, 60, lambda rounds: _chain(rounds, (rounds, AustralianDraw()))),
    )
}
