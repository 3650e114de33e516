"""What a round that was paired by contention was decided by: who played for what, and who would have lost control.

The figures are those stored with the round's request. Only the chances behind control loss are counted again, from
the same seed, where the results that the round was made from still stand.
"""

from dataclasses import dataclass, replace

from ..models import Round
from ..pairing import Contention, request_from_json
from ..pairing.chances import ControlLoss, Situation, control_loss, stakes_of
from .situation import situation_of

MOST_AGAIN = 20_000
"""Endings that are played again for a page; more than these are left uncounted."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A row of the table as the round found it. ``best`` and ``worst`` are places by arithmetic, ``hopeful`` is the
    best that simulation found likely enough (0: nothing was simulated). ``plays_for``: ``place``, ``class``,
    ``settled``, ``nothing`` (can win none any more), ``gone``.
    """

    number: int
    place: int
    points: float
    spread: int
    best: int
    worst: int
    hopeful: int
    plays_for: str


@dataclass(frozen=True, slots=True)
class ContentionFigures:
    """``leader`` and ``meets`` (entry numbers) where control loss decided; ``control`` the chances behind it, where
    they can be counted again."""

    system: Contention
    rows: tuple[Stake, ...]
    leader: int | None
    meets: tuple[int, ...]
    control: ControlLoss | None

    @property
    def contenders(self) -> int:
        return sum(row.plays_for in ("place", "class") for row in self.rows)

    @property
    def settled(self) -> int:
        return sum(row.plays_for == "settled" for row in self.rows)


def contention_figures_of(round_: Round) -> ContentionFigures | None:
    """None where the round was not paired by contention, or without figures."""
    if not round_.request:
        return None
    request = request_from_json(round_.request)
    system = request.system
    if not isinstance(system, Contention) or not system.standings:
        return None
    found = stakes_of(system)
    situation = _as_it_was(round_, system)
    unit = situation.unit if situation is not None else 1
    rows = []
    for i, row in enumerate(system.standings):
        plays_for = "gone" if not row.active else "nothing"
        if found.for_places[i]:
            plays_for = "place"
        elif found.for_class[i]:
            plays_for = "class"
        elif found.settled[i]:
            plays_for = "settled"
        best, worst = int(found.reach.best[i]), int(found.reach.worst[i])
        points = row.points / unit
        rows.append(Stake(row.number, i + 1, points, row.spread, best, worst, row.hopeful, plays_for))
    return ContentionFigures(
        system=system,
        rows=tuple(rows),
        leader=system.leader,
        meets=system.leader_meets,
        control=_control(system, situation),
    )


def _as_it_was(round_: Round, system: Contention) -> Situation | None:
    """The situation that the figures are of, nothing of the round itself settled; None if it has changed since."""
    after = round_.number - 1 if round_.standings_after is None else round_.standings_after
    situation = situation_of(round_.division, after)
    if situation is None:
        return None
    then = [(row.number, row.points, row.spread, row.active) for row in system.standings]
    now = [(one.number, situation.whole(one.points), one.spread, one.active) for one in situation.contestants]
    return replace(situation, paired=(), sitting_out=()) if then == now else None


def _control(system: Contention, situation: Situation | None) -> ControlLoss | None:
    if situation is None or system.leader is None or not system.leader_meets:
        return None
    if system.control_simulations > MOST_AGAIN:
        return None
    return control_loss(
        situation,
        system.leader,
        system.leader_meets[0],
        runs=system.control_simulations,
        seed=system.simulation_seed,
    )
