"""Every game of a player that everybody may see, read at once: a thousand are a few queries."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from players.models import Player
from tournaments.models import Division, EntryMember, Result, Round, Seat

from .lists import event_name, ruleset_name
from .people import public_players

_OPEN = (Round.State.PUBLISHED, Round.State.CLOSED)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody across the table. ``seen``: everybody may know that he plays, so he has a page of his own."""

    player: Player
    seen: bool

    @property
    def number(self) -> int:
        return self.player.number

    @property
    def name(self) -> str:
        return self.player.public_name


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as its player sees it, in points as they stand in the result.

    ``opponents`` are the other entry's people, ``team`` what they call themselves. ``won`` is None for a tie.
    ``alone``: one person sat on either side; only such games are rated and count between two people. ``starts``:
    the player made the first move; None where nobody wrote it down. ``open_entries``: who played in the division
    may be read by everybody.
    """

    day: datetime.date
    event: str
    slug: str
    division: str
    division_id: int
    ruleset: str
    open_entries: bool
    round_number: int
    round_id: int
    pairing_id: int
    result_id: int
    place: int
    starts: bool | None
    opponents: tuple[Person, ...]
    team: str
    alone: bool
    own: int
    other: int
    won: bool | None

    @property
    def spread(self) -> int:
        return self.own - self.other

    @property
    def where(self) -> str:
        """The address of the event, as filters name it."""
        return f"{self.slug}/{self.division}"

    @property
    def opponent(self) -> Person:
        """Whom the player met, where it was one person."""
        return self.opponents[0]


def played_games(player: Player) -> list[PlayedGame]:
    """The games that were played, count and may be seen, the latest first. Five queries, whatever their number."""
    rows = list(
        _seats(player).values_list(
            "pairing_id",
            "place",
            "entry_id",
            "pairing__starts_known",
            "pairing__results__pk",
            "pairing__results__first_final",
            "pairing__results__second_final",
            "pairing__results__winner",
            "round_id",
            "round__number",
            "round__division_id",
        )
    )
    if not rows:
        return []
    divisions = Division.objects.select_related("tournament").in_bulk({row[10] for row in rows})
    own_entries = {row[0]: row[2] for row in rows}
    others, partners = _others(player, own_entries)
    people = _people({pk for _team, pks in others.values() for pk in pks})
    games = [
        _game(row, divisions[row[10]], others[row[0]], people, alone=partners[row[2]] == 1)
        for row in rows
        if row[0] in others
    ]
    games.sort(key=lambda game: (-game.day.toordinal(), -game.division_id, -game.round_number))
    return games


def _seats(player: Player) -> QuerySet[Seat]:
    """The player's seats in games that were played, count, and are open to everybody."""
    counts = Q(pairing__results__state__in=(Result.State.CONFIRMED, Result.State.FINAL)) | Q(
        pairing__results__state=Result.State.PENDING, round__division__pending_counts=True
    )
    return Seat.objects.filter(
        counts,
        pairing__results__outcome=Result.Outcome.PLAYED,
        pairing__results__second_final__isnull=False,
        entry__members__player=player,
        round__state__in=_OPEN,
        round__division__tournament__is_public=True,
        round__division__pairings_public=True,
    )


def _others(player: Player, own_entries: dict[int, int]) -> tuple[dict[int, tuple[str, list[int]]], dict[int, int]]:
    """By pairing, the other entry's team name and people; and by own entry, how many people it is."""
    rows = (
        Seat.objects.filter(pairing_id__in=_seats(player).values("pairing_id"))
        .order_by("pairing_id", "entry__members__place")
        .values_list("pairing_id", "entry_id", "entry__team_name", "entry__members__player_id")
    )
    others: dict[int, tuple[str, list[int]]] = {}
    for pairing, entry, team, member in rows:
        if own_entries.get(pairing) != entry and member is not None:
            others.setdefault(pairing, (team, []))[1].append(member)
    partners = dict(
        EntryMember.objects.filter(entry__members__player=player)
        .order_by()
        .values_list("entry_id")
        .annotate(people=Count("pk", distinct=True))
    )
    return others, partners


def _people(wanted: set[int]) -> dict[int, Person]:
    open_to_all = public_players().filter(pk=OuterRef("pk"))
    found = Player.objects.select_related("club").annotate(seen=Exists(open_to_all)).in_bulk(wanted)
    return {pk: Person(player, bool(player.seen)) for pk, player in found.items()}


def _game(
    row: tuple[Any, ...],
    division: Division,
    other_side: tuple[str, list[int]],
    people: dict[int, Person],
    *,
    alone: bool,
) -> PlayedGame:
    pairing, place, _entry, starts_known, result, first, second, winner, round_id, number, _division = row
    team, members = other_side
    tournament = division.tournament
    return PlayedGame(
        day=tournament.starts_on,
        event=event_name(tournament.name, division.name),
        slug=tournament.slug,
        division=division.slug,
        division_id=division.pk,
        ruleset=ruleset_name(division.ruleset),
        open_entries=division.entries_public,
        round_number=number,
        round_id=round_id,
        pairing_id=pairing,
        result_id=result,
        place=place,
        starts=place == 0 if starts_known else None,
        opponents=tuple(people[pk] for pk in members),
        team=team,
        alone=alone and len(members) == 1,
        own=first if place == 0 else second,
        other=second if place == 0 else first,
        won=None if winner is None else winner == place,
    )


def games_against(games: Iterable[PlayedGame], other: Player) -> list[PlayedGame]:
    """Those that two people played alone against each other."""
    return [game for game in games if game.alone and game.opponent.player == other]
