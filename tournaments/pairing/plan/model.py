"""A schedule: steps of rounds, each with its system and what the system is based on."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..model import RepeatRule, StartRule
from ..settings import Kind, PairResult, System, TableSystem
from .errors import PlanError


@dataclass(frozen=True, slots=True)
class Step:
    """Rounds `from_round` to `to_round` by one system.

    A round goes by the standings after the round before it; `lag` of 1 by those one round earlier, so that the
    sheet is ready before that round ends; `based_on` by those of one fixed round, 0 being the order at the start.
    A table is made once, from the standings before its first round, and `first_round` of its system is set by the
    schedule; so are the blocks of pair-result.
    """

    from_round: int
    to_round: int
    system: System
    based_on: int | None = None
    lag: int = 0
    repeats: RepeatRule = field(default_factory=RepeatRule)
    starts: StartRule = field(default_factory=StartRule)

    @property
    def rounds(self) -> int:
        return self.to_round - self.from_round + 1


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """What the request of one round is made with.

    `standings_after` is the round whose ranks and points it carries. `based_on` is what it says of that: None
    where everything before is known. `seats_after` (tables only): whose standings seat the table; every round of
    one table has the same, and its seats are those of its first round. `recent_since` (second matches of a block
    only): `Competitor.recent` counts the match points made after that round.
    """

    round: int
    system: System
    standings_after: int
    based_on: int | None
    seats_after: int | None
    recent_since: int | None
    repeats: RepeatRule
    starts: StartRule


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A step for a page to put into words: the system's kind and the settings that are not as usual."""

    from_round: int
    to_round: int
    kind: Kind
    settings: Mapping[str, Any]
    based_on: int | None
    lag: int
    repeats: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """A division's schedule. `days`, if given, are the rounds of each day.

    Raises PlanError, the first of `checks.problems`.
    """

    rounds: int
    steps: tuple[Step, ...]
    days: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        from .checks import problems

        object.__setattr__(self, "steps", tuple(sorted(self.steps, key=lambda step: step.from_round)))
        object.__setattr__(self, "days", tuple(self.days))
        for problem in problems(self.rounds, self.steps, self.days):
            raise problem

    def step_for(self, round_: int) -> Step:
        for step in self.steps:
            if step.from_round <= round_ <= step.to_round:
                return step
        raise PlanError("plan.outside", **{"from": round_, "to": round_, "rounds": self.rounds})

    def round_plan(self, round_: int) -> RoundPlan:
        """Raises PlanError `plan.outside` for a round that the schedule does not have."""
        step = self.step_for(round_)
        system = placed(step.system, step.from_round)
        second = isinstance(system, PairResult) and system.is_second_match(round_)
        last_known = round_ - 1 - step.lag if step.based_on is None else step.based_on
        last_known = max(0, last_known)
        table = isinstance(system, TableSystem)
        seats_after = max(0, step.from_round - 1 - step.lag) if step.based_on is None else step.based_on
        return RoundPlan(
            round=round_,
            system=system,
            standings_after=max(0, last_known - 1) if second and step.based_on is None else last_known,
            based_on=None if table or last_known == round_ - 1 else last_known,
            seats_after=seats_after if table else None,
            recent_since=round_ - 2 if second else None,
            repeats=step.repeats,
            starts=step.starts,
        )

    def system_for(self, round_: int) -> System:
        return self.round_plan(round_).system

    def day_of(self, round_: int) -> int:
        """From 1; a schedule without days is one day."""
        played = 0
        for day, rounds in enumerate(self.days, 1):
            played += rounds
            if round_ <= played:
                return day
        return max(1, len(self.days))

    def summary(self) -> tuple[SummaryLine, ...]:
        return tuple(
            SummaryLine(
                from_round=step.from_round,
                to_round=step.to_round,
                kind=step.system.kind,
                settings={
                    one.name: value
                    for one in fields(step.system)
                    if (value := getattr(step.system, one.name)) != one.default
                },
                based_on=step.based_on,
                lag=step.lag,
                repeats=step.repeats.limit,
            )
            for step in self.steps
        )


def placed(system: System, first_round: int) -> System:
    """A table, or blocks, that begin in this round; any other system as it is."""
    if isinstance(system, TableSystem | PairResult):
        return replace(system, first_round=first_round)
    return system
