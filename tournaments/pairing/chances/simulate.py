"""The remaining rounds played out many times over, all runs of a chunk side by side.

Everything is whole numbers, drawn from the raw 64-bit stream of PCG64 (whose values numpy guarantees), with a
generator of its own for each chunk of runs. So the figures of a seed and a number of runs are the same
in any process and on any machine, wherever a time limit cut the work.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .keys import Int, Odds, Results, first_keys, owners
from .outlook import Chances
from .shapes import bye_columns, next_round, pairs
from .situation import Situation

CHUNK = 500
"""Runs played side by side. A part of the method: another size is another stream of lots."""

DEPTH = 1000
"""Places that are counted one by one; those below are one lump, counted in the column after them."""

_FIRST_LOOK = 1000


@dataclass(frozen=True, slots=True)
class Question:
    """When enough has been seen: once it is known of every contestant, for each of `places`, whether his chance
    of that place or a better one is above `threshold` or below it. `class_places` (class, place) ask the same
    inside a class.

    Each is judged by a Clopper-Pearson interval that holds with `confidence` over all the looks taken.
    """

    threshold: float
    places: tuple[int, ...] = (1,)
    class_places: tuple[tuple[int, int], ...] = ()
    confidence: float = 0.99


def simulate(
    situation: Situation,
    *,
    runs: int,
    seed: int,
    always_wins: int | None = None,
    question: Question | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Chances:
    """Play what is left `runs` times, rounded up to whole chunks of 500.

    `always_wins` is the number of somebody who wins every game he plays. `seconds` needs a `clock` (seconds,
    counted from anywhere); one chunk is always played. `progress` is told the runs done and the runs asked for;
    whatever it raises ends the work. Raises ValueError for a field that is empty or beyond `keys.LIMIT`, and
    for spreads that no event has.
    """
    if seconds is not None and clock is None:
        raise ValueError("a time limit needs a clock")
    hall = _Hall(situation, always_wins)
    total = -(-max(runs, 1) // CHUNK)
    looks = _looks(total) if question else []
    started = clock() if clock else 0.0
    chances = hall.nothing_yet(seed)
    for chunk in range(total):
        hall.count(hall.play(chunk, seed), chances)
        if progress:
            progress(chances.runs, total * CHUNK)
        if question and chances.runs in looks and _decided(chances, question, len(looks)):
            chances.stopped = "decided"
            break
        if seconds is not None and clock and chunk + 1 < total and clock() - started >= seconds:
            chances.stopped = "time"
            break
    return chances


def _looks(chunks: int) -> list[int]:
    """Runs after which the question is asked: every look has seen twice what the one before saw."""
    looks = []
    at = _FIRST_LOOK
    while at < chunks * CHUNK:
        looks.append(at)
        at *= 2
    return looks


def _decided(chances: Chances, question: Question, looks: int) -> bool:
    confidence = 1 - (1 - question.confidence) / looks
    asked = [(chances.counts, place) for place in question.places]
    asked += [(chances.in_class[name], place) for name, place in question.class_places if name in chances.in_class]
    for counts, place in asked:
        seen = np.unique(counts[:, :place].sum(axis=1))  # most of a large field was never seen there
        low, high = chances.intervals(seen, confidence)
        if bool(((low <= question.threshold) & (question.threshold <= high)).any()):
            return False
    return True


class _Hall:
    """A situation made ready to be played over and over."""

    def __init__(self, situation: Situation, always_wins: int | None) -> None:
        self.situation = situation
        contestants = situation.contestants
        self.index = {c.number: i for i, c in enumerate(contestants)}
        self.forced = None if always_wins is None else self.index[always_wins]
        keys = first_keys(situation)
        active = np.array([c.active for c in contestants], dtype=np.bool_)
        self.here: Int = np.sort(keys[active])
        self.gone: Int = np.sort(keys[~active])
        self.byes: Int = np.array([c.byes for c in contestants], dtype=np.int64)
        self.results = [Results(situation, shape) for shape in situation.rounds]
        self.odds = Odds(situation) if situation.by_rating else None
        self.next = next_round(situation, situation.rounds[0], self.here) if situation.rounds else None
        self.members = {
            name: np.array([c.prize_class == name for c in contestants], dtype=np.bool_)
            for name in sorted({c.prize_class for c in contestants if c.prize_class is not None})
        }

    def nothing_yet(self, seed: int) -> Chances:
        size = len(self.index)
        return Chances(
            numbers=tuple(self.index),
            seed=seed,
            counts=np.zeros((size, min(size, DEPTH + 1)), dtype=np.int64),
            in_class={
                name: np.zeros((size, min(int(member.sum()), DEPTH + 1)), dtype=np.int64)
                for name, member in self.members.items()
            },
        )

    def play(self, chunk: int, seed: int) -> Int:
        """Final rankings of one chunk: contestants' places in today's table, best first, a row a run."""
        lots = np.random.PCG64(np.random.SeedSequence([seed % (1 << 64), chunk]))
        keys: Int = np.tile(self.here, (CHUNK, 1))
        byes = np.tile(self.byes, (CHUNK, 1)) if keys.shape[1] % 2 else None
        for number, results in enumerate(self.results):
            if number == 0 and self.next is not None:
                upper, lower = keys[:, self.next.upper], keys[:, self.next.lower]
                resting = keys[:, self.next.resting]
            else:
                main, resting = self._take_out_bye(keys, byes)
                above, below = pairs(results.shape, main)
                upper = np.take_along_axis(main, np.broadcast_to(above, (CHUNK, above.shape[1])), axis=1)
                lower = np.take_along_axis(main, np.broadcast_to(below, (CHUNK, below.shape[1])), axis=1)
            if byes is not None:
                rows = np.arange(CHUNK)[:, None]
                byes[rows, owners(resting)] += 1
            results.play(upper, lower, lots, self.odds, self.forced)
            keys = np.concatenate([upper, lower, resting - results.bye], axis=1)
            keys.sort(axis=1)
        if len(self.gone):
            keys = np.concatenate([keys, np.tile(self.gone, (CHUNK, 1))], axis=1)
            keys.sort(axis=1)
        return owners(keys)

    def _take_out_bye(self, keys: Int, byes: Int | None) -> tuple[Int, Int]:
        if byes is None:
            return keys, keys[:, :0]
        lone = bye_columns(keys, byes)[:, None]
        others = np.arange(keys.shape[1] - 1, dtype=np.int64)[None, :]
        others = others + (others >= lone)
        return np.take_along_axis(keys, others, axis=1), np.take_along_axis(keys, lone, axis=1)

    def count(self, ranking: Int, chances: Chances) -> None:
        """Add a chunk's final places to what was seen before."""
        _add(chances.counts, ranking, np.broadcast_to(np.arange(ranking.shape[1]), ranking.shape))
        for name, member in self.members.items():
            held = member[ranking]
            place = np.cumsum(held, axis=1) - 1
            _add(chances.in_class[name], ranking[held], place[held])
        chances.runs += len(ranking)


def _add(counts: Int, who: Int, place: Int) -> None:
    columns = counts.shape[1]
    flat = who * columns + np.minimum(place, columns - 1)
    counts += np.bincount(flat.ravel(), minlength=counts.size).reshape(counts.shape)
