"""NASPA's system, which Scrabble directors know: events in segments, whole ratings, acceleration and feedback.

Source: official ratings before and after events, and what reproduces them to the last point; the tests hold it
against 420 of them. The parts: `naspa_rules.py` (curve, multipliers, segments), `naspa_newcomers.py` and
`naspa_veterans.py`. Margins do not count. NSA 2008 differs from NASPA's Collins list by a floor of 1.
"""

from collections.abc import Mapping, Sequence
from math import fsum, isfinite

from ratings.systems.counted import Counted, CountedSystem
from ratings.systems.naspa_newcomers import newcomers, unlimited
from ratings.systems.naspa_rules import NaspaParameters, expectation, segment_ends
from ratings.systems.naspa_veterans import fed_back, moved_and_fast, veterans
from ratings.systems.protocol import BadPeriod, Game, Rest, Share, games_of, met, score_of

_LITTLE = 1e-2  # games: a newcomer's surprise below this is worth a few points, and bisection ends within one


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

    def shares(
        self, state: Mapping[int, Counted], games: Sequence[Game], player: int, start: Counted | None = None
    ) -> tuple[list[Share], Rest]:
        """A rated player's games have the multipliers' points, whatever bands they cross; a newcomer's divide the
        way from where he started to what his results alone say, each by its part in the surprise.
        """
        p, lines, own = self._p, met(games), state[player]
        rated = {number: state[number].rating for number in lines if state[number].rated}
        new = newcomers(p, rated, lines)
        values, found = rated | new, []
        for opponent, margin, period in games_of(player, games):
            value, score = values[opponent], score_of(margin)
            e = expectation(p.slope, own.rating - value)
            found.append(Share(period, opponent, margin, own.rating, 0.0, value, 0.0, e, score, score - e))
        surprise = fsum(share.points for share in found)
        rest: list[tuple[str, float]] = []
        if own.rated:
            career = {number: state[number].career for number in rated}
            moved, fast = moved_and_fast(p, rated, career, lines, values)
            way = moved[player] - own.rating
            rest.append(("acceleration", fast.get(player, 0.0)))
            rest.append(("feedback", fsum(fed_back(p, fast, lines[player]))))
        else:
            wins = fsum(score for _, score in lines[player])
            alone = unlimited(p, wins, [values[other] for other, _ in lines[player]])
            way = alone - own.rating
            rest.append(("limit", new[player] - alone))
        # A way against the surprise, or a long one after none, is what no game has done: rounding, or 95% for 100%.
        worth = way / surprise if abs(surprise) > _LITTLE and way * surprise > 0 else 0.0
        return [share._replace(points=worth * share.points) for share in found], rest

    def _whole(self, rating: float) -> float:
        whole = float(int(0.5 + rating))
        return whole if self._p.floor is None else max(self._p.floor, whole)
