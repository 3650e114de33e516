"""Control: whether somebody who wins all his games is likely to end first, whatever the others do.

A leader who is kept away from a contender may run off with the title although the contender loses no more
games: the contender has lost control. From a certain round on it is therefore looked for, from below, who would
lose it, and he is whom the leader meets.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from .simulate import simulate
from .situation import Situation


@dataclass(frozen=True, slots=True)
class ControlLoss:
    """In how many of `runs` the contestant `number` ended first, winning all his games: `meeting` the leader in
    the next round, and `apart` from him in that round."""

    number: int
    meeting: int
    apart: int
    runs: int

    def reaches(self, threshold: int) -> bool:
        """Whether being kept apart costs at least so many runs of a thousand."""
        return (self.meeting - self.apart) * 1000 >= threshold * self.runs


class _TimeUp(Exception):
    """Ends a simulation whose figures nobody will wait for."""


def control_loss(
    situation: Situation,
    leader: int,
    number: int,
    *,
    runs: int,
    seed: int,
    in_time: Callable[[], bool] = lambda: True,
) -> ControlLoss | None:
    """Both cases from the same seed. Kept apart, the leader meets the best placed of the others.

    None where what is settled of the round, or the lack of a third player, leaves no choice; and where time was
    up before both were seen in full (`in_time` is asked after each chunk of runs).
    """
    settled = {n for pair in situation.paired for n in pair} | set(situation.sitting_out)
    free = [c.number for c in situation.contestants if c.active and c.number not in settled]
    others = [n for n in free if n not in (leader, number)]
    if leader not in free or number not in free or not others:
        return None

    def go_on(done: int, asked: int) -> None:
        if done < asked and not in_time():
            raise _TimeUp

    firsts = []
    for opponent in (number, others[0]):
        drafted = replace(situation, paired=(*situation.paired, (leader, opponent)))
        try:
            seen = simulate(drafted, runs=runs, seed=seed, always_wins=number, progress=go_on)
        except _TimeUp:
            return None
        firsts.append(seen.chance(number, 1, 1))
    return ControlLoss(number, firsts[0].seen, firsts[1].seen, firsts[0].runs)


def lowest_who_would_lose(
    situation: Situation,
    leader: int,
    candidates: Iterable[int],
    *,
    threshold: int,
    runs: int,
    seed: int,
    in_time: Callable[[], bool] = lambda: True,
) -> ControlLoss | None:
    """Of the candidates, in the order of the table, the lowest whom being kept apart costs so much; None if it
    costs nobody, or time was up."""
    for number in reversed(tuple(candidates)):
        if not in_time():
            return None
        found = control_loss(situation, leader, number, runs=runs, seed=seed, in_time=in_time)
        if found is not None and found.reaches(threshold):
            return found
    return None
