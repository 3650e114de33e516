"""NASPA's system, which Scrabble directors know: events in segments, whole ratings, acceleration and feedback.

Source: official ratings before and after events, and what reproduces them to the last point; the tests hold it
against 420 of them. The parts: `naspa_rules.py` (curve, multipliers, segments), `naspa_newcomers.py` and
`naspa_veterans.py`. Margins do not count. NSA 2008 differs from NASPA's Collins list by a floor of 1.
"""

from collections.abc import Mapping, Sequence
from math import fsum, isfinite

from ratings.systems.counted import Counted, CountedSystem
from ratings.systems.naspa_newcomers import newcomers
from ratings.systems.naspa_rules import NaspaParameters, expectation, segment_ends
from ratings.systems.naspa_veterans import veterans
from ratings.systems.protocol import BadPeriod, Game, met


class Naspa(CountedSystem):
    """`System` of `Counted`. A period is a segment: the whole event up to 16 rounds, halves up to 35, then thirds.

    A newcomer is one until his first segment with games has ended, and stays so for the games before the event.

    >>> system = Naspa(NaspaParameters())
    >>> state = {1: Counted(1600.0, 80), 2: Counted(1600.0, 80)}
    >>> [standing.rating for standing in system.rate(state, [(1, 2, 5, 1), (2, 1, 300, 2), (1, 2, 9, 3)]).values()]
    [1610.0, 1590.0]
    """

    name = "naspa"
    algorithm = "naspa@1"
    _p: NaspaParameters

    def __init__(self, parameters: NaspaParameters) -> None:
        self._p = parameters

    def cuts(self, rounds: int) -> Sequence[int] | None:
        return segment_ends(rounds)

    def rate(self, state: Mapping[int, Counted], games: Sequence[Game]) -> dict[int, Counted]:
        lines = met(games)
        rated = {player: state[player].rating for player in lines if state[player].rated}
        new = newcomers(self._p, rated, lines)
        values = rated | new
        new |= veterans(self._p, rated, {player: state[player].career for player in rated}, lines, values)
        changed = {}
        for player, results in lines.items():
            if not isfinite(new[player]):
                raise BadPeriod("ratings.not_finite", player)
            own = state[player]
            changed[player] = Counted(
                self._whole(new[player]),
                own.career,
                rated=True,
                games=own.games + len(results),
                expected=own.expected
                + fsum(expectation(self._p.slope, own.rating - values[other]) for other, _ in results),
                actual=own.actual + fsum(score for _, score in results),
            )
        return changed

    def _whole(self, rating: float) -> float:
        whole = float(int(0.5 + rating))
        return whole if self._p.floor is None else max(self._p.floor, whole)
