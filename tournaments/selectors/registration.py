"""Who is registered, as the desk lists and searches it, and who a typed name could be."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from common.text import clean, lookalike_key, match_key
from players.models import Club, Player
from players.provinces import province_name

from ..formats.csv_out import write_csv
from ..models import Division, Entry, EntryMember
from ..models.entry import MAX_MEMBERS

SORTS = ("number", "name", "club", "rating", "state")


def entries_listed(division: Division, *, q: str = "", sort: str = "number", down: bool = False) -> QuerySet[Entry]:
    """Entries with people and club at hand; ``q`` finds a number or a part of a name, a team or a club."""
    first = EntryMember.objects.filter(entry=OuterRef("pk"), place=0)
    entries = (
        Entry.objects.filter(division=division)
        .annotate(name_key=Subquery(first.values("player__sort_key")[:1]))
        .select_related("club")
        .prefetch_related("members__player")
    )
    if text := clean(q)[:100]:
        part = match_key(text)
        found = Q(members__player__match_key__contains=part) | Q(club__name_key__contains=part)
        found |= Q(team_name__icontains=text)
        if text.isascii() and text.isdigit() and len(text) <= 9:
            found |= Q(number=int(text))
        entries = entries.filter(pk__in=Entry.objects.filter(division=division).filter(found).values("pk"))
    columns = {
        "number": F("number"),
        "name": F("name_key"),
        "club": F("club__sort_key"),
        "rating": F("rating"),
        "state": F("withdrawn_from"),
    }
    column = columns.get(sort, columns["number"])
    order = column.desc(nulls_last=True) if down else column.asc(nulls_last=True)
    return entries.order_by(order, "number")


#: Headings that an import reads again; the year of birth only for those who enter people.
ROSTER_COLUMNS = (
    *("number", "name", "name2", "name3", "team", "school", "team of", "country", "rating"),
    *("province", "level"),
)


def roster_csv(division: Division, *, born: bool = False) -> str:
    """Everybody who is entered, by number, with the names as registered: for staff, and for another division.
    With ``born`` the years of birth too. Three queries.
    """
    entries = Entry.objects.filter(division=division).select_related("club").prefetch_related("members__player")
    rows = (_roster_row(entry, born) for entry in entries.order_by("number"))
    return write_csv((*ROSTER_COLUMNS, *(("born",) if born else ())), rows)


def _roster_row(entry: Entry, born: bool) -> tuple[object, ...]:
    players = [member.player for member in entry.members.all()]
    names = [player.name for player in players]
    return (
        entry.number,
        *names,
        *[""] * (MAX_MEMBERS - len(names)),
        # Of somebody alone the column says whom he belongs to, and that has one of its own.
        entry.team_name if len(names) > 1 else "",
        entry.club.name if entry.club else "",
        entry.team,
        next((player.country for player in players if player.country), ""),
        entry.rating,
        province_name(next((player.province for player in players if player.province), "")),
        next((player.level for player in players if player.level), ""),
        *([players[0].born if players else None] if born else []),
    )


def entries_named(division: Division, text: str) -> QuerySet[Entry]:
    """Entries with this part of a name, of a person or of a team, people at hand."""
    part = match_key(clean(text)[:100])
    found = Q(members__player__match_key__contains=part) | Q(team_name__icontains=clean(text)[:100])
    numbers = Entry.objects.filter(division=division).filter(found).values("pk")
    return (
        Entry.objects.filter(pk__in=numbers)
        .select_related("club")
        .prefetch_related("members__player")
        .order_by("number")
    )


def clubs_known(division: Division, limit: int = 500) -> list[str]:
    """Names for the list under the club's box: this event's first."""
    here = Club.objects.filter(entries__division__tournament=division.tournament_id).distinct()
    names = list(here.order_by("sort_key").values_list("name", flat=True)[:limit])
    others = Club.objects.exclude(pk__in=here.values("pk")).order_by("sort_key").values_list("name", flat=True)
    return [*names, *others[: limit - len(names)]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody known whom the name could mean; ``entry`` the number in this division, None when not in it."""

    player: Player
    entry: int | None
    same_name: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """A typed name that somebody else has, or that looks like somebody else's. ``place`` counts from 0; ``chosen``
    is the candidate's id that it was said to be."""

    place: int
    name: str
    candidates: tuple[Candidate, ...]
    chosen: int | None = None


def doubts_about(
    division: Division,
    names: Sequence[str],
    certain: Sequence[Player | None],
    chosen: Sequence[int | None] = (),
) -> tuple[list[Doubt], str]:
    """What a person should look at before these names are entered, and a mark that says that it was looked at.

    ``certain``: whom each name will be taken for without asking.
    """
    numbers = dict(EntryMember.objects.filter(division=division).values_list("player_id", "entry__number"))
    doubts = []
    for place, name in enumerate(names):
        sure = certain[place] if place < len(certain) else None
        alike = Player.objects.filter(lookalike_key=lookalike_key(name)).select_related("club", "merged_into__club")
        # Whoever was found to be somebody else is offered as that player, once.
        known: dict[int, tuple[Player, bool]] = {}
        for player in alike.order_by("number")[:20]:
            same = player.match_key == match_key(name) or known.get(player.kept.pk, (player, False))[1]
            known[player.kept.pk] = (player.kept, same)
        candidates = tuple(
            Candidate(player, numbers.get(player.pk), same)
            for player, same in known.values()
            if sure is None or player.pk != sure.pk
        )
        if candidates:
            said = chosen[place] if place < len(chosen) else None
            doubts.append(Doubt(place, clean(name), candidates, said))
    told = repr([(match_key(d.name), [c.player.pk for c in d.candidates]) for d in doubts])
    return doubts, hashlib.sha256(told.encode()).hexdigest()[:16]
