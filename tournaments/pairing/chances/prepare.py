"""The figures a contention round is paired with, worked out beforehand and put into the request."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..settings.contention import Contention, Standing
from .control import ControlLoss, lowest_who_would_lose
from .gibson import Swing, swing_of
from .outlook import Chances
from .simulate import Question, simulate
from .situation import Situation
from .stakes import Field, Stakes, stakes


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """`system` is ready for a request. `chances` are what was simulated for it, `control` what control loss was
    found; None where nothing was."""

    system: Contention
    chances: Chances | None
    control: ControlLoss | None


def prepare(
    system: Contention,
    situation: Situation,
    *,
    round_: int,
    seed: int,
    seconds: float | None = None,
    clock: Callable[[], float] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Prepared:
    """Everything a contention round is decided by. `situation` is of the round about to be paired (`round_`) and
    those after it, its contestants in the order of the table.

    With a time limit the simulation has three quarters of it, so that something is left for control; cut short
    it has fewer runs, which is in the figures. A time limit needs a clock.
    """
    if seconds is not None and clock is None:
        raise ValueError("a time limit needs a clock")
    started = clock() if clock else 0.0

    def in_time() -> bool:
        return seconds is None or clock is None or clock() - started < seconds

    swing = swing_of(situation, system.gibson_spread if system.spread_counts else ())
    system = replace(
        system,
        rounds_left=len(situation.rounds),
        swing=(swing.most, swing.least, swing.spread),
        standings=_standings(situation, None, 0),
        leader=None,
        leader_meets=(),
        runs=0,
        simulation_seed=seed,
    )
    chances = None
    if system.simulations and situation.rounds:
        chances = simulate(
            situation,
            runs=system.simulations,
            seed=seed,
            question=_question(system),
            seconds=None if seconds is None else seconds * 3 / 4,
            clock=clock,
            progress=progress,
        )
        system = replace(system, standings=_standings(situation, chances, system.hope()), runs=chances.runs)
    control = _control(system, situation, round_, seed, in_time)
    if control is not None:
        system = replace(system, leader=_leader(system), leader_meets=(control.number,))
    return Prepared(system, chances, control)


def _question(system: Contention) -> Question:
    return Question(
        threshold=system.hope() / 1000,
        places=tuple(last for _, last in system.prizes),
        class_places=tuple((group, last) for group, _, last in system.class_prizes),
    )


def _standings(situation: Situation, chances: Chances | None, hope: int) -> tuple[Standing, ...]:
    hopeful: dict[int, int] = {}
    class_hopeful: dict[int, int] = {}
    if chances is not None:
        hopeful = {one.number: one.hopeful for one in chances.outlooks(hope / 1000)}
        for name in chances.in_class:
            outlooks = chances.outlooks(hope / 1000, prize_class=name)
            class_hopeful |= {one.number: one.hopeful for one in outlooks}
    return tuple(
        Standing(
            c.number,
            situation.whole(c.points),
            c.spread,
            c.active,
            c.prize_class,
            hopeful.get(c.number, 0),
            class_hopeful.get(c.number, 0),
        )
        for c in situation.contestants
    )


def stakes_of(system: Contention) -> Stakes:
    """By row of `system.standings`."""
    rows = system.standings
    most, least, spread = system.swing or (2 * system.rounds_left, 0, None)
    field = Field(
        points=np.array([row.points for row in rows], dtype=np.int64),
        spread=np.array([row.spread for row in rows], dtype=np.int64),
        active=np.array([row.active for row in rows], dtype=np.bool_),
        prize_class=np.array([-1 if row.prize_class is None else row.prize_class for row in rows], dtype=np.int64),
        hopeful=np.array([row.hopeful for row in rows], dtype=np.int64),
        class_hopeful=np.array([row.class_hopeful for row in rows], dtype=np.int64),
    )
    return stakes(field, Swing(most, least, spread), system.prizes, system.class_prizes)


def _leader(system: Contention) -> int | None:
    return next((row.number for row in system.standings if row.active), None)


def _control(
    system: Contention, situation: Situation, round_: int, seed: int, in_time: Callable[[], bool]
) -> ControlLoss | None:
    """Only where a round is left after this one: the last is king of the hill in any case. The leader has to
    be in the race himself, and first place to be a prize of its own."""
    leader = _leader(system)
    if system.control_from is None or round_ < system.control_from or system.rounds_left < 2 or leader is None:
        return None
    found = stakes_of(system)
    rows = system.standings
    top = next(i for i, row in enumerate(rows) if row.number == leader)
    if (1, 1) not in system.prizes or not found.for_places[top]:
        return None
    candidates = [
        row.number
        for i, row in enumerate(rows)
        if row.active and i != top and max(int(found.reach.best[i]), row.hopeful) == 1
    ]
    return lowest_who_would_lose(
        situation,
        leader,
        candidates,
        threshold=system.control_threshold,
        runs=system.control_simulations,
        seed=seed,
        in_time=in_time,
    )
