"""Whom a player has met: what stands between each two, and the best that anybody has beaten."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from ..models import RatingHistory, RatingList
from .lists import policy_of, shown
from .played import Person, PlayedGame


@dataclass(frozen=True, slots=True)
class Meetings:
    """All games of two people who played them alone, from the player's side. ``spread`` over all of them."""

    opponent: Person
    games: int
    wins: int
    ties: int
    losses: int
    spread: int
    last: datetime.date

    @property
    def average(self) -> int:
        """The spread of a usual game, in whole points; halves away from zero, as people round."""
        sign = -1 if self.spread < 0 else 1
        return sign * ((2 * abs(self.spread) + self.games) // (2 * self.games))


def meetings_with(opponent: Person, games: Iterable[PlayedGame]) -> Meetings:
    """The sum of some games, of which there is at least one, all against this opponent."""
    played = list(games)
    return Meetings(
        opponent=opponent,
        games=len(played),
        wins=sum(game.won is True for game in played),
        ties=sum(game.won is None for game in played),
        losses=sum(game.won is False for game in played),
        spread=sum(game.spread for game in played),
        last=max(game.day for game in played),
    )


def opponents_of(games: Iterable[PlayedGame]) -> list[Meetings]:
    """One a person, the most met first; of those, whom the player met last."""
    by_person: dict[int, list[PlayedGame]] = {}
    for game in games:
        if game.alone:
            by_person.setdefault(game.opponent.player.pk, []).append(game)
    met = [meetings_with(played[0].opponent, played) for played in by_person.values()]
    return sorted(met, key=lambda each: (-each.games, -each.last.toordinal(), each.opponent.number))


@dataclass(frozen=True, slots=True)
class BestWin:
    """A game won, and what the opponent was rated when the event began."""

    game: PlayedGame
    rating: int


def best_wins(games: Iterable[PlayedGame], rating_list: RatingList, most: int = 5) -> list[BestWin]:
    """The highest rated opponents beaten, each once. One query.

    Somebody's first event tells no rating, and where the entries are not public nobody's is told.
    """
    won = [game for game in games if game.alone and game.won and game.open_entries and game.opponent.seen]
    lines = RatingHistory.objects.filter(
        event__rating_list=rating_list,
        event__division_id__in={game.division_id for game in won},
        player_id__in={game.opponent.player.pk for game in won},
        superseded_by=None,
    ).values_list("event__division_id", "player_id", "before", "games", "career_games")
    floor = policy_of(rating_list).floor
    then = {
        (division, player): shown(before, floor)
        for division, player, before, here, ever in lines
        if ever > here and division is not None
    }
    wins = [
        BestWin(game, then[game.division_id, game.opponent.player.pk])
        for game in won
        if (game.division_id, game.opponent.player.pk) in then
    ]
    best: dict[int, BestWin] = {}
    for win in sorted(wins, key=lambda win: (-win.rating, -win.game.day.toordinal(), win.game.pairing_id)):
        best.setdefault(win.game.opponent.player.pk, win)
    return list(best.values())[:most]
