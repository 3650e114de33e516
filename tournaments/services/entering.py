"""The one way in which entries are written, one or a thousand at once, through whatever door they come."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.errors import Conflict, Item, Refused
from common.text import clean, lookalike_key, match_key
from players.models import Club, Player
from players.services import about_check, clubs_ensure, name_checked, player_draft, player_fill, players_store
from players.signals import born_changed

from ..models import Division, DivisionKind, Entry, EntryMember, Round
from ..ports import ratings_at_entry

MAX_MEMBERS = 3
RATING_MIN, RATING_MAX = 0, 4000
_CHUNK = 500
_UNKNOWN = _("One of these players is not known, or named twice.")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as it comes through any door. ``names`` has one to three people; ``player_ids``, where given,
    names known players instead. ``same_as`` says, place by place, which known player a name is (None: find out).
    ``rating`` None: what the ratings know, if anything. ``province`` (a code) and ``level`` are everybody's of the
    entry, ``born`` its first person's; of somebody known they fill in only what is not known yet.
    """

    names: tuple[str, ...] = ()
    player_ids: tuple[int, ...] = ()
    club: str = ""
    country: str = ""
    rating: int | None = None
    number: int | None = None
    team_name: str = ""
    team: str = ""
    first_round: int | None = None
    public_name_mode: str = Player.PublicName.FULL
    same_as: tuple[int | None, ...] = ()
    province: str = ""
    level: str = ""
    born: int | None = None


class PeopleBook:
    """Who is who among these names: everybody known of each name, and those added on the way.

    Whoever was found to be somebody else stands for that player: the old spelling finds the one kept, and so does
    the club that went with it.
    """

    def __init__(self, names: Iterable[str]) -> None:
        keys = sorted({match_key(name) for name in names})
        self._by_key: dict[str, list[Player]] = {}
        #: Of the one kept: clubs of the names that led there.
        self._clubs: dict[tuple[str, int], set[int | None]] = {}
        one: dict[int, Player] = {}
        for start in range(0, len(keys), _CHUNK):
            for player in (
                Player.objects.filter(match_key__in=keys[start : start + _CHUNK])
                .select_related("club", "merged_into__club")
                .order_by("pk")
            ):
                kept = one.setdefault(player.kept.pk, player.kept)
                same = self._by_key.setdefault(player.match_key, [])
                if kept not in same:
                    same.append(kept)
                if kept.pk != player.pk:
                    self._clubs.setdefault((player.match_key, kept.pk), set()).add(player.club_id)

    def named(self, name: str) -> Sequence[Player]:
        return self._by_key.get(match_key(name), ())

    def find(self, name: str, club_id: int | None) -> Player | None:
        """The same person in an earlier event: the same name at the same club, or the only one of that name
        where one side has no club. Two people of one name at two clubs stay two people.
        """
        same = self.named(name)
        at_club = [p for p in same if club_id is not None and club_id in (p.club_id, *self._led(name, p))]
        if len(at_club) == 1:
            return at_club[0]
        return same[0] if len(same) == 1 and None in (club_id, same[0].club_id, *self._led(name, same[0])) else None

    def _led(self, name: str, player: Player) -> Iterable[int | None]:
        return self._clubs.get((match_key(name), player.pk), ()) if player.pk else ()

    def add(self, player: Player) -> None:
        self._by_key.setdefault(player.match_key, []).append(player)


def next_round_number(division: Division) -> int:
    """The first round that is not published yet."""
    top = division.rounds.exclude(state=Round.State.DRAFT).aggregate(top=Max("number"))["top"]
    return (top or 0) + 1


def entry_shape_check(new: NewEntry) -> None:
    """What can be said of an entry without looking at others."""
    people = len(new.player_ids) or len(new.names)
    if not 1 <= people <= MAX_MEMBERS:
        raise Refused("entry.members", _("An entry is one to three people."), field="names")
    for place, name in enumerate(new.names):
        name_checked(name, field="name" if len(new.names) == 1 else f"name{place + 1}")
    if new.rating is not None and not RATING_MIN <= new.rating <= RATING_MAX:
        raise Refused(
            "entry.rating_out_of_range",
            _("A rating is a whole number from %(low)s to %(high)s.") % {"low": RATING_MIN, "high": RATING_MAX},
            field="rating",
        )
    if new.number is not None and not 1 <= new.number <= 99_999:
        raise Refused("entry.number_out_of_range", _("A number is from 1 to 99999."), field="number")
    about_check(country=new.country.strip().upper()[:2], province=new.province, level=new.level, born=new.born)
    if new.public_name_mode not in Player.PublicName.values:
        raise Refused("player.public_name_unknown", _("Unknown way to show a name."), field="public_name_mode")


def entry_write(division: Division, new: NewEntry) -> Entry:
    """The rows of a new entry; the caller holds the division's lock and writes the log."""
    return entries_write(division, [new])[0]


def entries_write(division: Division, news: Sequence[NewEntry]) -> list[Entry]:
    """The rows of new entries, in order; the caller holds the division's lock and writes the log.

    A dozen queries, whatever the number. The first fault refuses them all.
    """
    for new in news:
        entry_shape_check(new)
    clubs = clubs_ensure(names=[new.club for new in news])
    people = _people(news, clubs, "" if division.kind == DivisionKind.OPEN else division.kind)
    people_hold(people)
    _check_once(division, people)
    numbers = _numbers(division, news)
    known = ratings_at_entry(
        player_ids=[player.pk for group in people for player in group], division_id=division.pk
    )
    # A team's is the mean of its members', where all of them have one.
    pinned = [
        known.mean([player.pk for player in group]) if new.rating is None else None
        for new, group in zip(news, people, strict=True)
    ]
    first_round = next_round_number(division)
    entries = [
        Entry(
            division=division,
            number=number,
            team_name=clean(new.team_name)[:120],
            team=clean(new.team)[:60],
            club=clubs.get(match_key(new.club)) or group[0].club,
            rating=rating if new.rating is None else new.rating,
            rating_from="" if rating is None else known.source,
            first_round=new.first_round or first_round,
        )
        for new, group, number, rating in zip(news, people, numbers, pinned, strict=True)
    ]
    try:
        with transaction.atomic():
            Entry.objects.bulk_create(entries)
            EntryMember.objects.bulk_create(
                EntryMember(entry=entry, division=division, player=player, place=place)
                for entry, group in zip(entries, people, strict=True)
                for place, player in enumerate(group)
            )
    except IntegrityError as error:
        raise Conflict("entry.player_twice", _("This player is already in the division."), field="name") from error
    return entries


def _numbers(division: Division, news: Sequence[NewEntry]) -> list[int]:
    taken = set(division.entries.values_list("number", flat=True))
    for number in (new.number for new in news if new.number is not None):
        if number in taken:
            raise Conflict(
                "entry.number_taken", _("Number %(number)s is taken.") % {"number": number}, field="number"
            )
        taken.add(number)
    upcoming = max(taken, default=0)
    numbers = []
    for new in news:
        if new.number is None:
            upcoming += 1
        numbers.append(upcoming if new.number is None else new.number)
    return numbers


def _people(news: Sequence[NewEntry], clubs: dict[str, Club], level: str) -> list[list[Player]]:
    """The players of each entry; those nobody knows are stored. ``level`` is the division's, for who has none."""
    by_id, looks = _chosen(news)
    book = PeopleBook(name for new in news for name in new.names)
    drafts: list[Player] = []
    filled: dict[str, list[Player]] = {}
    people: list[list[Player]] = []
    for new in news:
        club = clubs.get(match_key(new.club))
        group = [by_id[pk] for pk in new.player_ids]
        for place, chosen in enumerate(group):
            _fill(filled, chosen, new, place, level)
        for name, pk in zip(new.names, (*new.same_as, None, None, None), strict=False):
            if new.player_ids:
                break
            player = by_id[pk] if pk else book.find(name, club.pk if club else None)
            if pk and lookalike_key(name) not in looks[pk]:
                # Only somebody of that name, or of one that looks like it: an id alone tells no name.
                raise Refused("player.missing", _UNKNOWN, field="names")
            if player is None:
                player = player_draft(
                    name=name,
                    club=club,
                    country=new.country,
                    public_name_mode=new.public_name_mode,
                    province=new.province,
                    level=new.level or level,
                    born=None if group else new.born,
                )
                book.add(player)
                drafts.append(player)
            else:
                if player.club_id is None and club is not None:
                    player.club = club
                    filled.setdefault("club", []).append(player)
                _fill(filled, player, new, len(group), level)
            group.append(player)
        if len({id(player) for player in group}) != len(group):
            raise Refused("entry.same_person_twice", _("The same person is named twice."), field="names")
        people.append(group)
    players_store(drafts=drafts)
    new_ones = {id(player) for player in drafts}  # they are stored as they are
    for field in sorted(filled):
        known = [player for player in filled[field] if id(player) not in new_ones]
        Player.objects.bulk_update(known, [field])
    grown = [player.pk for player in filled.get("born", ()) if id(player) not in new_ones]
    if grown:
        born_changed.send(sender=Player, player_ids=grown, actor=None)
    return people


def _fill(filled: dict[str, list[Player]], player: Player, new: NewEntry, place: int, level: str) -> None:
    """What the entry says of somebody known, noted field by field for storing."""
    born = new.born if place == 0 else None
    for field in player_fill(player, province=new.province, level=new.level or level, born=born):
        filled.setdefault(field, []).append(player)


def _chosen(news: Sequence[NewEntry]) -> tuple[dict[int, Player], dict[int, set[str]]]:
    """Who is meant by each id, and what their names look like: the one asked for, and the one kept of a merge."""
    wanted = {pk for new in news for pk in (*new.player_ids, *new.same_as) if pk}
    people = Player.objects.filter(pk__in=wanted).select_related("club", "merged_into__club")
    one: dict[int, Player] = {}
    # Whoever holds an old number means the one kept.
    found: dict[int, Player] = {}
    looks: dict[int, set[str]] = {}
    for player in people:
        found[player.pk] = kept = one.setdefault(player.kept.pk, player.kept)
        looks[player.pk] = {lookalike_key(player.name), lookalike_key(kept.name)}
    twice = any(len(set(new.player_ids)) != len(new.player_ids) for new in news)
    if len(found) != len(wanted) or twice:
        raise Refused("player.missing", _UNKNOWN, field="player_ids")
    return found, looks


def people_hold(people: Sequence[Sequence[Player]]) -> None:
    """Lock those who enter until the entry is written: whoever merges players waits for that, and sees it. If that
    was done already, a moment ago, it is refused.
    """
    ids = sorted({player.pk for group in people for player in group})
    for start in range(0, len(ids), _CHUNK):
        held = Player.objects.select_for_update(no_key=True).filter(pk__in=ids[start : start + _CHUNK])
        if any(into is not None for into in held.order_by("pk").values_list("merged_into", flat=True)):
            raise Conflict(
                "player.merged",
                _("One of these players has just been merged with another. Enter again."),
                field="names",
            )


def _check_once(division: Division, people: Sequence[Sequence[Player]]) -> None:
    """Nobody may be in a division twice; the message says as which number."""
    ids = [player.pk for group in people for player in group]
    items = [
        player_twice(member.player.name, member.entry.number)
        for start in range(0, len(ids), _CHUNK)
        for member in EntryMember.objects.filter(
            division=division, player__in=ids[start : start + _CHUNK]
        ).select_related("entry", "player")
    ]
    if items:
        raise Conflict("entry.player_twice", items[0].message, items=items)


def player_twice(name: str, number: int) -> Item:
    return Item(
        "entry.player_twice",
        _("%(name)s is already in this division, as number %(number)s.") % {"name": name, "number": number},
        field="name",
        params={"number": number},
    )


def told(entry: Entry) -> dict[str, object]:
    """An entry as the log and a stale form show it."""
    return {
        "number": entry.number,
        "name": entry.full_name,
        "club": entry.club.name if entry.club else "",
        "rating": entry.rating,
        "first_round": entry.first_round,
        "team": entry.team,
        "table": entry.table,
        "prize_class": entry.prize_class,
        # A team that goes by a name of its own: who is in it.
        **({"people": entry.people} if entry.team_name else {}),
    }
