"""Who may be one person, and what would move if they were: for the rating officer."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, Max, Q, QuerySet

from common.text import clean, match_key
from players.models import Player

from ..models import Division, EntryMember, IdentityChange, Result, Seat, TwoPeople

_GROUPS, _IN_A_GROUP = 200, 12


@dataclass(frozen=True, slots=True)
class Moved:
    """A membership with its entry, division and event at hand; ``games`` are those with a result."""

    member: EntryMember
    games: int

    @property
    def division(self) -> Division:
        return self.member.entry.division


def moved_entries(members: QuerySet[EntryMember]) -> list[Moved]:
    """These memberships, the latest event first. Two queries."""
    found = list(
        members.select_related("entry__division__tournament", "entry__club", "player")
        .prefetch_related("entry__members__player")
        .order_by("-entry__division__tournament__starts_on", "-division_id")
    )
    entries = [member.entry_id for member in found]
    games = dict(
        Seat.objects.filter(entry__in=entries, pairing__results__state__in=Result.LIVE)
        .order_by()
        .values_list("entry")
        .annotate(Count("pairing", distinct=True))
    )
    return [Moved(member, games.get(member.entry_id, 0)) for member in found]


def entries_of(player: Player) -> list[Moved]:
    return moved_entries(EntryMember.objects.filter(player=player))


def shared_divisions(first: Iterable[int], second: Iterable[int]) -> list[Division]:
    """Divisions in which both play: whoever did is not one person. Players by id."""
    theirs = EntryMember.objects.filter(player__in=list(second)).values("division")
    own = EntryMember.objects.filter(player__in=list(first), division__in=theirs).values("division")
    return list(Division.objects.filter(pk__in=own).select_related("tournament").order_by("pk"))


def identity_mark(players: Collection[Player], *, change: IdentityChange | None = None) -> str:
    """What a preview was made from: people and their entries as they are. Results are not in it: a hall in play
    would change it every minute, and they do not say who is who.
    """
    ids = sorted(player.pk for player in players)
    people = Player.objects.filter(pk__in=ids).order_by("pk")
    told = repr(
        (
            list(people.values_list("pk", "name", "merged_into", "club", "user", "public_name_mode", "born")),
            list(
                EntryMember.objects.filter(player__in=ids)
                .order_by("pk")
                .values_list("pk", "player", "division", "entry")
            ),
            change and (change.pk, change.undone_at),
        )
    )
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def people_found(text: str) -> QuerySet[Player]:
    """Players by number or by part of the name as registered, merged ones too; with how many entries, and when the
    last event was. ``""`` finds nobody.
    """
    people = Player.objects.select_related("club", "merged_into")
    word = match_key(clean(text)[:100]).removeprefix("#")
    if not word:
        return people.none()
    found = Q(match_key__contains=word)
    if word.isascii() and word.isdigit() and len(word) <= 9:
        found |= Q(number=int(word))
    return with_entries(people.filter(found)).order_by("sort_key", "number")


def with_entries(people: QuerySet[Player]) -> QuerySet[Player]:
    return people.annotate(
        entries=Count("memberships"), last_day=Max("memberships__division__tournament__starts_on")
    )


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two who may be one. ``keep`` has played more, or is known for longer. ``reasons`` speak for it, ``doubts``
    against: words ``same_name``, ``looks_like``, ``same_club``, ``no_club``, ``other_club``, ``same_level``,
    ``same_province``, ``other_province``, ``same_year``, ``other_year``, ``two_logins``.
    """

    keep: Player
    gone: Player
    score: int
    reasons: tuple[str, ...]
    doubts: tuple[str, ...]


def likely_pairs(limit: int = 100) -> list[LikelyPair]:
    """Players of one name, or of names that look the same, who were never in one division: the likeliest first.

    Whom an officer has parted, by a split, by undoing a merge or by saying so, is not offered again.
    """
    people = Player.objects.filter(merged_into=None)
    keys = list(
        people.order_by()
        .exclude(lookalike_key="")
        .values("lookalike_key")
        .annotate(n=Count("pk"))
        .filter(n__gt=1)
        .order_by("-n", "lookalike_key")
        .values_list("lookalike_key", flat=True)[:_GROUPS]
    )
    groups: dict[str, list[Player]] = {}
    listed = with_entries(people.filter(lookalike_key__in=keys).select_related("club")).order_by("number")
    for player in listed:
        group = groups.setdefault(player.lookalike_key, [])
        if len(group) < _IN_A_GROUP:
            group.append(player)
    ids = [player.pk for group in groups.values() for player in group]
    where: dict[int, set[int]] = {}
    for player_id, division_id in EntryMember.objects.filter(player__in=ids).values_list(
        "player_id", "division_id"
    ):
        where.setdefault(player_id, set()).add(division_id)
    parted = _parted(ids)
    pairs = [
        _pair(first, second)
        for group in groups.values()
        for first, second in combinations(group, 2)
        if not where.get(first.pk, set()) & where.get(second.pk, set())
        and frozenset((first.pk, second.pk)) not in parted
    ]
    pairs.sort(key=lambda pair: (-pair.score, pair.keep.sort_key, pair.keep.number, pair.gone.number))
    return pairs[:limit]


def _parted(ids: Sequence[int]) -> set[frozenset[int]]:
    apart = Q(kind=IdentityChange.Kind.SPLIT, undone_at=None) | Q(
        kind=IdentityChange.Kind.MERGE, undone_at__isnull=False
    )
    rows = IdentityChange.objects.filter(apart, source__in=ids, target__in=ids).values_list("source", "target")
    told = TwoPeople.objects.filter(first__in=ids, second__in=ids).values_list("first", "second")
    return {frozenset(row) for row in (*rows, *told)}


def _pair(first: Player, second: Player) -> LikelyPair:
    def entries(player: Player) -> int:
        return int(getattr(player, "entries", 0))

    keep, gone = sorted((first, second), key=lambda player: (-entries(player), player.number))
    found: list[tuple[str, int]] = []
    found.append(("same_name", 4) if first.match_key == second.match_key else ("looks_like", 2))
    if first.club_id is None or second.club_id is None:
        found.append(("no_club", 1))
    else:
        found.append(("same_club", 4) if first.club_id == second.club_id else ("other_club", -1))
    if first.province and second.province:
        found.append(("same_province", 1) if first.province == second.province else ("other_province", -1))
    if first.level and first.level == second.level:
        found.append(("same_level", 1))
    if first.born and second.born:
        found.append(("same_year", 3) if first.born == second.born else ("other_year", -4))
    if first.user_id and second.user_id:
        found.append(("two_logins", -4))
    return LikelyPair(
        keep,
        gone,
        sum(score for _word, score in found),
        tuple(word for word, score in found if score > 0),
        tuple(word for word, score in found if score < 0),
    )


def two_people_listed() -> QuerySet[TwoPeople]:
    """Pairs that an officer has told apart, the latest first; not those of whom one was merged since."""
    return TwoPeople.objects.filter(first__merged_into=None, second__merged_into=None).select_related(
        "first__club", "second__club", "by"
    )


def two_people(first: Player, second: Player) -> TwoPeople | None:
    """Whether, and when, an officer has said that these are two people."""
    low, high = sorted((first.pk, second.pk))
    return TwoPeople.objects.select_related("by").filter(first=low, second=high).first()


def changes_listed() -> QuerySet[IdentityChange]:
    """Merges and splits, the latest first."""
    return IdentityChange.objects.select_related("source", "target", "by", "undone_by")
