"""Players as everybody may see them, their rated events and their games."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from common.text import match_key
from players.models import Player
from tournaments.models import EntryMember, Result, Seat

from ..models import RatedEvent, RatingHistory, RatingList
from .lists import shown

_PUBLIC_EVENT = Q(division__tournament__is_public=True)


def public_players() -> QuerySet[Player]:
    """Those who have played in the open: in a public division whose entries everybody may read."""
    seen = EntryMember.objects.filter(_PUBLIC_EVENT, division__entries_public=True, player_id=OuterRef("pk"))
    return Player.objects.filter(Exists(seen)).select_related("club")


def players_matching(players: Iterable[Player], asked: str) -> list[Player]:
    """By number, or by what is *shown* of the name: a search must not find a name that its owner hides."""
    word = match_key(asked).removeprefix("#")
    if not word:
        return list(players)
    return [p for p in players if word == str(p.number) or word in match_key(p.public_name)]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One event of a player. ``change`` is the difference of the shown ratings, so that what is read adds up.

    ``slug`` and ``division`` lead to the event's page; they and ``name`` are empty where the public may not see the
    event, or it was deleted. ``expected`` and ``actual`` are outcome points. ``running``: it is not complete.
    """

    day: datetime.date
    name: str
    event_id: int
    slug: str
    division: str
    before: int
    after: int
    rd: int
    games: int
    expected: float
    actual: float
    running: bool
    superseded: bool

    @property
    def change(self) -> int:
        return self.after - self.before


def history_of(player: Player, rating_list: RatingList) -> list[HistoryLine]:
    """All lines of a player in a list, the newest first; a superseded one right after what replaced it."""
    rows = (
        RatingHistory.objects.filter(player=player, event__rating_list=rating_list)
        .select_related("event__division__tournament")
        .order_by("-event__day", "-event__division_id", "superseded_by_id", "-pk")
    )
    lines = [_line(row) for row in rows]
    return sorted(lines, key=lambda line: (-line.day.toordinal(), -line.event_id, line.superseded))


def _line(row: RatingHistory) -> HistoryLine:
    event = row.event
    division = event.division
    seen = division is not None and division.tournament.is_public
    assert event.day is not None  # it has lines, so it was rated on a day
    return HistoryLine(
        day=event.day,
        name=event.name if seen else "",
        event_id=event.pk,
        slug=division.tournament.slug if division and seen else "",
        division=division.slug if division and seen else "",
        before=shown(row.before),
        after=shown(row.after),
        rd=round(row.rd_after),
        games=row.games,
        expected=row.expected,
        actual=row.actual,
        running=division is not None and not event.over,
        superseded=row.superseded_by_id is not None,
    )


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as its player sees it. ``opponents`` are the other entry's people."""

    day: datetime.date
    event: str
    slug: str
    division: str
    round_number: int
    opponents: tuple[Player, ...]
    team: str
    own: int
    other: int

    @property
    def spread(self) -> int:
        return self.own - self.other


_COUNTS = Q(state__in=(Result.State.CONFIRMED, Result.State.FINAL)) | Q(
    state=Result.State.PENDING, pairing__round__division__pending_counts=True
)


def games_of(player: Player) -> QuerySet[Seat]:
    """The player's seats in games that were played and that everybody may see, the latest first."""
    played = Result.objects.filter(_COUNTS, outcome=Result.Outcome.PLAYED, pairing_id=OuterRef("pairing_id"))
    return (
        Seat.objects.filter(
            Exists(played),
            entry__members__player=player,
            round__division__tournament__is_public=True,
            round__division__pairings_public=True,
        )
        .select_related("round__division__tournament")
        .order_by("-round__division__tournament__starts_on", "-round__division_id", "-round__number")
    )


def played_games(seats: Iterable[Seat]) -> list[PlayedGame]:
    """What those seats were played for and against whom. Three queries, whatever their number."""
    mine = {seat.pairing_id: seat for seat in seats}
    scores = {
        pairing: (first, second)
        for pairing, first, second in Result.objects.filter(
            _COUNTS, pairing_id__in=mine, outcome=Result.Outcome.PLAYED
        ).values_list("pairing_id", "first_final", "second_final")
        if second is not None
    }
    other_seats = {
        seat.pairing_id: seat
        for seat in Seat.objects.filter(pairing_id__in=mine)
        .exclude(pk__in=[seat.pk for seat in mine.values()])
        .select_related("entry")
        .prefetch_related("entry__members__player")
    }
    games = []
    for pairing, seat in mine.items():
        if pairing not in scores or pairing not in other_seats:
            continue
        division = seat.round.division
        first, second = scores[pairing]
        own, other = (first, second) if seat.place == 0 else (second, first)
        opponent = other_seats[pairing].entry
        games.append(
            PlayedGame(
                day=division.tournament.starts_on,
                event=f"{division.tournament.name} · {division.name}",
                slug=division.tournament.slug,
                division=division.slug,
                round_number=seat.round.number,
                opponents=tuple(member.player for member in opponent.members.all()),
                team=opponent.team_name,
                own=own,
                other=other,
            )
        )
    return games


def public_rated_events(rating_list: RatingList) -> QuerySet[RatedEvent]:
    """Events of a list that everybody may see, the latest first."""
    return (
        RatedEvent.objects.filter(_PUBLIC_EVENT, rating_list=rating_list)
        .select_related("division__tournament")
        .order_by("-division__tournament__starts_on", "-division_id")
    )
