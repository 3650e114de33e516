"""Who of a list is asked for: by club, province, level, standing and name, as far as these are shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from common.text import match_key, sort_key
from players.models import Club, Level, Player
from players.provinces import province_name

from ..models import RatingList
from .people import PeopleFilter, players_matching, public_players
from .table import ListRow

RANKED, PROVISIONAL, ALL = "ranked", "provisional", "all"
SHOWS = (RANKED, PROVISIONAL, ALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """A reader's filters; empty words are none. ``club`` is a club's id. ``show`` None: nothing was chosen."""

    q: str = ""
    club: int | None = None
    province: str = ""
    level: str = ""
    show: str | None = None

    @property
    def about_people(self) -> bool:
        return bool(self.q or self.club or self.province or self.level)


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from: values and words, of people who are in the list and play in the open."""

    clubs: list[tuple[int, str]]
    provinces: list[tuple[str, str]]
    levels: list[tuple[str, str]]


def public_in(rating_list: RatingList) -> QuerySet[Player]:
    """Who is in the list and may be named in public."""
    if rating_list.is_external:
        return public_players().filter(external_ratings__rating_list=rating_list)
    return public_players().filter(ratings__rating_list=rating_list)


def choices(rating_list: RatingList) -> Choices:
    """Two queries. A club of somebody who is shown by number alone is shown beside it, here as elsewhere."""
    people = public_in(rating_list)
    clubs = Club.objects.filter(pk__in=people.values("club_id")).order_by("sort_key").values_list("pk", "name")
    kinds = PeopleFilter.open_to_all(people).order_by().values_list("province", "level").distinct()
    provinces, levels = set(), set()
    for province, level in kinds:
        provinces.add(province)
        levels.add(level)
    return Choices(
        list(clubs),
        sorted(((code, province_name(code)) for code in provinces if code), key=lambda each: sort_key(each[1])),
        [(level.value, str(level.label)) for level in Level if level in levels],
    )


def chosen(rows: Sequence[ListRow], rating_list: RatingList, asked: Asked) -> list[ListRow]:
    """The rows that are asked for, in their order. Whoever may not be named is found by nothing but standing."""
    found = list(rows)
    if asked.about_people:
        people = _people(rating_list, asked)
        found = [row for row in found if row.player_id in people]
    if asked.show in (RANKED, PROVISIONAL):
        found = [row for row in found if row.standing == asked.show]
    return found


def _people(rating_list: RatingList, asked: Asked) -> set[int]:
    people = public_in(rating_list)
    if asked.club:
        people = people.filter(club_id=asked.club)
    if asked.province or asked.level:
        people = PeopleFilter.open_to_all(people)
    if asked.province:
        people = people.filter(province=asked.province)
    if asked.level:
        people = people.filter(level=asked.level)
    if not asked.q:
        return set(people.order_by().values_list("pk", flat=True))
    # The database narrows it down by one word; what is shown of each name decides.
    words = match_key(asked.q).removeprefix("#").replace(".", " ").split()
    if not words:
        return set()
    near = Q(match_key__contains=words[0])
    if words[0].isdecimal() and len(words[0]) <= 9:
        near |= Q(number=int(words[0]))
    return {player.pk for player in players_matching(people.filter(near), asked.q)}
