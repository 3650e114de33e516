"""A player's best: in the ratings, and over the games that everybody may see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.selectors.best import best_play
from tournaments.models import Pairing, ResultComponents

from .people import HistoryLine
from .played import PlayedGame


@dataclass(frozen=True, slots=True)
class Tally:
    """Games by how they ended. ``rate`` in percent, a tie half a win; None without games."""

    games: int
    wins: int
    ties: int

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.ties

    @property
    def rate(self) -> int | None:
        return round(100 * (self.wins + self.ties / 2) / self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Run:
    """Games won one after another; ``first`` and ``last`` of them."""

    length: int
    first: PlayedGame
    last: PlayedGame


@dataclass(frozen=True, slots=True)
class HighestPlay:
    """The best single play of a scoresheet, by its points; ``table`` is where the game was, if it had one."""

    points: int
    game: PlayedGame
    table: int | None


@dataclass(frozen=True, slots=True)
class GameRecords:
    """The best of the games that a player played alone. None where there is nothing of the kind."""

    events: int
    all: Tally
    starting: Tally
    replying: Tally
    highest: PlayedGame
    widest: PlayedGame | None
    run: Run | None
    most_bingos: tuple[PlayedGame, int] | None
    play: HighestPlay | None
    average: int


@dataclass(frozen=True, slots=True)
class RatingRecords:
    """``highest``: the event after which the rating was at its highest; ``gain``: that which gave most.

    Of complete events only. While there are events after which the rating was settled, only those count: a
    newcomer's first numbers jump. ``settled_only``: some were left out for that.
    """

    highest: HistoryLine | None
    gain: HistoryLine | None
    settled_only: bool


def rating_records(lines: Iterable[HistoryLine]) -> RatingRecords:
    over = [line for line in lines if not line.superseded and not line.running]
    counted = [line for line in over if not line.provisional] or over
    highest = max(counted, key=lambda line: line.after, default=None)
    gain = max(counted, key=lambda line: line.change, default=None)
    return RatingRecords(
        highest, gain if gain is not None and gain.change > 0 else None, settled_only=len(counted) < len(over)
    )


def game_records(games: Sequence[PlayedGame]) -> GameRecords | None:
    """``games`` as ``played_games`` gives them, the latest first. None where nobody played alone.

    A few queries, whatever the number of games.
    """
    alone = [game for game in reversed(games) if game.alone]
    if not alone:
        return None
    widest = max((game for game in alone if game.won), key=lambda game: game.spread, default=None)
    return GameRecords(
        events=len({game.division_id for game in games}),
        all=_tally(alone),
        starting=_tally([game for game in alone if game.starts is True]),
        replying=_tally([game for game in alone if game.starts is False]),
        highest=max(alone, key=lambda game: game.own),
        widest=widest,
        run=_longest(alone),
        most_bingos=_most_bingos(alone),
        play=_highest_play(alone),
        average=round(sum(game.own for game in alone) / len(alone)),
    )


def _tally(games: Sequence[PlayedGame]) -> Tally:
    return Tally(
        len(games),
        sum(game.won is True for game in games),
        sum(game.won is None for game in games),
    )


def _longest(games: Sequence[PlayedGame]) -> Run | None:
    best = range(0)
    start = 0
    for at, game in enumerate(games):
        if not game.won:
            start = at + 1
        elif at + 1 - start > len(best):
            best = range(start, at + 1)
    return Run(len(best), games[best[0]], games[best[-1]]) if best else None


def _most_bingos(games: Sequence[PlayedGame]) -> tuple[PlayedGame, int] | None:
    """Where results say how their scores came about: few do."""
    by_result = {(game.result_id, game.place): game for game in games}
    known = ResultComponents.objects.filter(
        bingos__gt=0, result_id__in=[result for result, _place in by_result]
    ).values_list("result_id", "place", "bingos")
    counted = [(by_result[result, place], n) for result, place, n in known if (result, place) in by_result]
    return max(counted, key=lambda each: (each[1], each[0].own), default=None)


def _highest_play(games: Sequence[PlayedGame]) -> HighestPlay | None:
    """Where games were written down as they were played. Games without a public result are not looked at."""
    by_pairing = {game.pairing_id: game for game in games}
    sheets = {
        game_id: (by_pairing[pairing], table)
        for pairing, game_id, table in Pairing.objects.filter(
            pk__in=by_pairing, game__sheet__head_seq__gt=0
        ).values_list("pk", "game_id", "table")
    }
    if not sheets:
        return None
    found = best_play(*([pk for pk, (game, _table) in sheets.items() if game.place == place] for place in (0, 1)))
    if found is None:
        return None
    game, table = sheets[found[0]]
    return HighestPlay(found[1], game, table)
