"""Who the rows of an imported list are: found where there is one answer, else left to the officer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from common.text import lookalike_key, match_key
from players.models import Player

from ..formats import RatingRow

_CHUNK = 500
T = TypeVar("T")


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """A database takes only so many values at once."""
    found = list(values)
    for start in range(0, len(found), _CHUNK):
        yield found[start : start + _CHUNK]


@dataclass(frozen=True, slots=True)
class Match:
    """``how``: ``linked`` (known by its number there), ``number`` (of ours) or ``name``; without a player ``none``
    (nobody is called so), ``many`` (several are), ``club`` (one is, of another club), ``no_number`` (nobody has the
    number that the file says is ours), ``twice`` (another row is the same person) or ``taken`` (the person has
    another number there)."""

    how: str
    player: Player | None = None
    candidates: tuple[Player, ...] = ()

    @property
    def ambiguous(self) -> bool:
        return self.how in ("many", "club", "no_number", "twice", "taken")


NOBODY = Match("none")


class Matcher:
    """Everybody whom these rows could mean, read at once. ``numbers_are_ours``: the list is our own, so a number
    beside the right name is a player's."""

    def __init__(self, rows: Sequence[RatingRow], *, numbers_are_ours: bool) -> None:
        self.numbers_are_ours = numbers_are_ours
        keys = {match_key(name) for row in rows for name in (row.name, *row.alike)}
        numbers = {row.ours for row in rows if row.ours is not None}
        if numbers_are_ours:
            numbers |= {int(row.number) for row in rows if _is_number(row.number)}
        self._people: dict[int, Player] = {}
        self._by_number: dict[int, Player] = {}
        self._by_key: dict[str, dict[int, Player]] = {}
        by_key = (Player.objects.filter(match_key__in=some) for some in chunks(sorted(keys)))
        by_number = (Player.objects.filter(number__in=some) for some in chunks(sorted(numbers)))
        found = [p for some in chain(by_key, by_number) for p in some.select_related("club", "merged_into__club")]
        for player in found:
            kept = kept_player(player)
            self._by_number[player.number] = kept
            self._by_key.setdefault(player.match_key, {})[kept.pk] = kept

    def find(self, row: RatingRow) -> Match:
        if row.ours is not None:
            player = self._by_number.get(row.ours)
            return Match("number", player) if player else Match("no_number", candidates=self._named(row))
        if self.numbers_are_ours and _is_number(row.number):
            player = self._by_number.get(int(row.number))
            if player is not None and _is_called(player, row):
                return Match("number", player)
        named = self._named(row)
        if not named:
            return NOBODY
        if not row.club:
            return Match("name", named[0]) if len(named) == 1 else Match("many", candidates=named)
        club = match_key(row.club)
        there = [player for player in named if player.club is not None and player.club.name_key == club]
        if len(there) == 1:
            return Match("name", there[0])
        if there or len(named) > 1:
            return Match("many", candidates=tuple(there) or named)
        return Match("name", named[0]) if named[0].club_id is None else Match("club", candidates=named)

    def _named(self, row: RatingRow) -> tuple[Player, ...]:
        found = {}
        for name in (row.name, *row.alike):
            found.update(self._by_key.get(match_key(name), {}))
        return tuple(sorted(found.values(), key=lambda player: player.number))


def kept_player(player: Player) -> Player:
    """The player whom a merged one has become."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _is_called(player: Player, row: RatingRow) -> bool:
    """Whether the row's name can be this player's, as registered or as shown to the public."""
    known = {
        lookalike_key(player.name),
        lookalike_key(player.public_name),
        lookalike_key(f"Player {player.number}"),
    }
    return any(lookalike_key(name) in known for name in (row.name, *row.alike))


def without_repeats(matches: Sequence[Match]) -> list[Match]:
    """Two rows for one person: neither is taken, unless the person was known by its number there."""
    rows: dict[int, list[int]] = {}
    for place, match in enumerate(matches):
        if match.player is not None:
            rows.setdefault(match.player.pk, []).append(place)
    answer = list(matches)
    for places in rows.values():
        if len(places) > 1:
            for place in places:
                match = matches[place]
                if match.how != "linked" and match.player is not None:
                    answer[place] = Match("twice", candidates=(match.player,))
    return answer
