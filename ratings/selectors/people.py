"""Players as everybody may see them, their rated events and their games."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from common.text import match_key
from players.models import Player
from tournaments.models import EntryMember

from ..models import ExternalRating, RatedEvent, RatingHistory, RatingList
from ..systems.policy import Policy
from .lists import policy_of, shown
from .table import ListRow

#: 95 in 100 of a normal distribution lie within so many deviations.
SURE = 1.96

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


def kept_player(number: int) -> Player | None:
    """Who has this number, or whoever they were found to be; None where the public knows neither."""
    person = Player.objects.filter(number=number).select_related("merged_into").first()
    seen: set[int] = set()
    while person is not None and person.merged_into is not None and person.pk not in seen:
        seen.add(person.pk)
        person = person.merged_into
    return None if person is None else public_players().filter(pk=person.pk).first()


@dataclass(frozen=True, slots=True)
class PeopleFilter:
    """Whom to list; "" asks for nothing. ``club`` is an id, ``province`` and ``level`` as players have them.

    Province and level are shown of nobody, so they find nobody who is shown as a number: they could tell who it is.
    """

    club: str = ""
    province: str = ""
    level: str = ""

    @staticmethod
    def open_to_all(people: QuerySet[Player]) -> QuerySet[Player]:
        return people.exclude(public_name_mode=Player.PublicName.NUMBER)

    def of(self, people: QuerySet[Player]) -> QuerySet[Player]:
        if self.club:
            people = people.filter(club_id=int(self.club))
        if self.province or self.level:
            people = self.open_to_all(people)
        if self.province:
            people = people.filter(province=self.province)
        if self.level:
            people = people.filter(level=self.level)
        return people


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One event of a player. ``change`` is the difference of the shown ratings, so that what is read adds up.

    ``slug`` and ``division`` lead to the event's page; they and ``name`` are empty where the public may not know
    that the player was there, or it was deleted. ``expected`` and ``actual`` are outcome points, to be shown only
    where ``figures`` says so: elsewhere they would tell results that are not public. ``running``: it is not
    complete. ``provisional`` by the list's policy, as of the day.
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
    figures: bool = True
    games_public: bool = True
    provisional: bool = False

    @property
    def change(self) -> int:
        return self.after - self.before


def history_of(player: Player, rating_list: RatingList) -> list[HistoryLine]:
    """All lines of a player in a list, the newest first; a superseded one right after what replaced it.

    An event in play is left out where the public may not follow it.
    """
    rows = (
        RatingHistory.objects.filter(player=player, event__rating_list=rating_list)
        .select_related("event__division__tournament")
        .order_by("-event__day", "-event__division_id", "superseded_by_id", "-pk")
    )
    policy = policy_of(rating_list)
    lines = [_line(row, policy) for row in rows]
    lines = [line for line in lines if line.figures or not line.running]
    return sorted(lines, key=lambda line: (-line.day.toordinal(), -line.event_id, line.superseded))


def _line(row: RatingHistory, policy: Policy) -> HistoryLine:
    event = row.event
    division = event.division
    seen = division is not None and division.tournament.is_public and division.entries_public
    assert event.day is not None  # it has lines, so it was rated on a day
    return HistoryLine(
        day=event.day,
        name=event.name if seen else "",
        event_id=event.pk,
        slug=division.tournament.slug if division and seen else "",
        division=division.slug if division and seen else "",
        before=shown(row.before, policy.floor),
        after=shown(row.after, policy.floor),
        rd=round(row.rd_after),
        games=row.games,
        expected=row.expected,
        actual=row.actual,
        running=division is not None and not event.over,
        superseded=row.superseded_by_id is not None,
        figures=division is not None and seen and division.standings_public and division.pairings_public,
        games_public=division is not None and seen and division.pairings_public,
        provisional=policy.is_provisional(row.rd_after, row.career_games),
    )


def span_of(row: ListRow | None) -> tuple[int, int] | None:
    """Between which ratings the true one is, with 95 in 100; None where the list has no deviations."""
    if row is None or not row.rd:
        return None
    return round(row.rating - SURE * row.rd), round(row.rating + SURE * row.rd)


def lists_of(player: Player) -> list[RatingList]:
    """The lists that know a player, a federation's among them, in their order."""
    rated = RatingHistory.objects.filter(player=player, event__rating_list=OuterRef("pk"))
    elsewhere = ExternalRating.objects.filter(player=player, rating_list=OuterRef("pk"))
    return list(RatingList.objects.filter(Exists(rated) | Exists(elsewhere)))


def public_rated_events(rating_list: RatingList) -> QuerySet[RatedEvent]:
    """Events of a list that everybody may see, the latest first."""
    return (
        RatedEvent.objects.filter(_PUBLIC_EVENT, rating_list=rating_list)
        .select_related("division__tournament")
        .order_by("-division__tournament__starts_on", "-division_id")
    )
