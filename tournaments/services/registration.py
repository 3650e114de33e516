"""Who competes: adding, changing, withdrawing and bringing back entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Item, Missing, Refused
from common.text import clean, lookalike_key, match_key
from players.models import Club, Player
from players.services import club_ensure, name_checked, player_create

from ..models import Division, Entry, EntryMember, Round, Seat
from ..ports import ratings_at_entry
from .touch import division_lock, division_log, division_touch

MAX_MEMBERS = 3
RATING_MIN, RATING_MAX = 0, 4000


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as it comes through any door. ``names`` has one to three people; ``player_ids``, where given,
    names known players instead. ``rating`` None: what the ratings know, if anything.
    """

    names: tuple[str, ...] = ()
    player_ids: tuple[int, ...] = ()
    club: str = ""
    country: str = ""
    rating: int | None = None
    number: int | None = None
    team_name: str = ""
    first_round: int | None = None
    public_name_mode: str = Player.PublicName.FULL


def player_match(name: str, club: Club | None, *, any_club: bool = False) -> Player | None:
    """The same person in an earlier event: the same name at the same club, or the only one of that name where
    one side has no club. Two people of one name at two clubs stay two people.
    """
    same = list(Player.objects.filter(match_key=match_key(name)).order_by("id"))
    if any_club and len(same) == 1:
        return same[0]
    at_club = [player for player in same if club is not None and player.club_id == club.pk]
    if len(at_club) == 1:
        return at_club[0]
    loose = [player for player in same if club is None or player.club_id is None]
    return loose[0] if len(loose) == 1 and len(same) == 1 else None


def lookalikes(division: Division, name: str) -> list[Player]:
    """Players of the division whose name a reader could take for this one, though it is spelt otherwise."""
    return list(
        Player.objects.filter(memberships__division=division, lookalike_key=lookalike_key(name)).exclude(
            match_key=match_key(name)
        )
    )


def next_round_number(division: Division) -> int:
    """The first round that is not published yet."""
    top = division.rounds.exclude(state=Round.State.DRAFT).aggregate(top=Max("number"))["top"]
    return (top or 0) + 1


@transaction.atomic
def entry_add(*, division_id: int, new: NewEntry, actor: Actor) -> Entry:
    """Enter one to three people as one. A player is in a division once; a late entry plays from the next round."""
    division = division_lock(division_id)
    entry = entry_write(division, new)
    division_log(division, "entry.added", actor, kind="entry", pk=entry.pk, data=_told(entry))
    division_touch(division.pk)
    return entry


def entry_write(division: Division, new: NewEntry) -> Entry:
    """The rows of a new entry; the caller holds the division's lock and writes the log."""
    _check_shape(new)
    club = club_ensure(name=new.club)
    players = _people(division, new, club)
    number = new.number
    if number is None:
        number = (division.entries.aggregate(top=Max("number"))["top"] or 0) + 1
    elif division.entries.filter(number=number).exists():
        raise Conflict("entry.number_taken", _("Number %(number)s is taken.") % {"number": number}, field="number")
    rating = new.rating
    if rating is None:
        known = ratings_at_entry(
            player_ids=[player.pk for player in players],
            ruleset=division.ruleset,
            on=division.tournament.starts_on,
        )
        rating = round(sum(known.values()) / len(known)) if len(known) == len(players) and known else None
    first_round = new.first_round or next_round_number(division)
    try:
        with transaction.atomic():
            entry = Entry.objects.create(
                division=division,
                number=number,
                team_name=clean(new.team_name)[:120],
                club=club or players[0].club,
                rating=rating,
                first_round=first_round,
            )
            EntryMember.objects.bulk_create(
                EntryMember(entry=entry, division=division, player=player, place=place)
                for place, player in enumerate(players)
            )
    except IntegrityError as error:
        raise Conflict("entry.player_twice", _("This player is already in the division."), field="name") from error
    return entry


def _check_shape(new: NewEntry) -> None:
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
    if new.public_name_mode not in Player.PublicName.values:
        raise Refused("player.public_name_unknown", _("Unknown way to show a name."), field="public_name_mode")


def _people(division: Division, new: NewEntry, club: Club | None) -> list[Player]:
    if new.player_ids:
        found = {player.pk: player for player in Player.objects.filter(pk__in=new.player_ids)}
        if len(found) != len(set(new.player_ids)) or len(set(new.player_ids)) != len(new.player_ids):
            raise Refused(
                "player.missing", _("One of these players is not known, or named twice."), field="player_ids"
            )
        people = [found[pk] for pk in new.player_ids]
    else:
        people = []
        for name in new.names:
            known = player_match(name, club)
            if known is None:
                known = player_create(
                    name=name, club=club, country=new.country, public_name_mode=new.public_name_mode
                )
            elif known.club_id is None and club is not None:
                known.club = club
                known.save(update_fields=["club"])
            people.append(known)
    if len({player.pk for player in people}) != len(people):
        raise Refused("entry.same_person_twice", _("The same person is named twice."), field="names")
    inside = EntryMember.objects.filter(division=division, player__in=people).select_related("entry", "player")
    if items := [
        Item(
            "entry.player_twice",
            _("%(name)s is already in this division, as number %(number)s.")
            % {"name": member.player.name, "number": member.entry.number},
            field="name",
        )
        for member in inside
    ]:
        raise Conflict("entry.player_twice", items[0].message, items=items)
    return people


def _told(entry: Entry) -> dict[str, object]:
    return {
        "number": entry.number,
        "name": entry.full_name,
        "club": entry.club.name if entry.club else "",
        "rating": entry.rating,
        "first_round": entry.first_round,
    }


def _entry_locked(entry_id: int) -> tuple[Division, Entry]:
    division_id = Entry.objects.filter(pk=entry_id).values_list("division_id", flat=True).first()
    if division_id is None:
        raise Missing("entry.missing", _("There is no such entry."))
    division = division_lock(division_id)
    return division, Entry.objects.select_for_update(of=("self",)).select_related("club").get(pk=entry_id)


def _check_version(entry: Entry, expected: int | None) -> None:
    if expected is not None and expected != entry.version:
        raise Conflict(
            "entry.stale",
            _("Somebody changed this entry in the meantime. Look at it again."),
            extra={"current": _told(entry), "version": entry.version},
        )


@transaction.atomic
def entry_update(
    *,
    entry_id: int,
    actor: Actor,
    expected_version: int | None = None,
    club: str | None = None,
    rating: int | None = None,
    set_rating: bool = False,
    number: int | None = None,
    team_name: str | None = None,
) -> Entry:
    """Change an entry. The pinned rating changes only with ``set_rating``, and the log says so."""
    division, entry = _entry_locked(entry_id)
    _check_version(entry, expected_version)
    before = _told(entry)
    _check_shape(
        NewEntry(names=("x",), rating=rating if set_rating else None, number=number, team_name=team_name or "")
    )
    if club is not None:
        entry.club = club_ensure(name=club)
    if set_rating:
        entry.rating = rating
    if team_name is not None:
        entry.team_name = clean(team_name)[:120]
    if number is not None and number != entry.number:
        if division.entries.filter(number=number).exists():
            raise Conflict(
                "entry.number_taken", _("Number %(number)s is taken.") % {"number": number}, field="number"
            )
        entry.number = number
    entry.version += 1
    entry.save()
    division_log(
        division,
        "entry.updated",
        actor,
        kind="entry",
        pk=entry.pk,
        data={"before": before, "after": _told(entry)},
    )
    division_touch(division.pk)
    return entry


@transaction.atomic
def entry_withdraw(*, entry_id: int, actor: Actor, reason: str = "") -> Entry:
    """Take an entry out from the next game it has not played.

    Results stay in everybody's totals. Policy: where a published round has no result of the entry yet, the opponent
    wins by forfeit, so that the round can close without hand work.
    """
    from .results import forfeit_unplayed  # results knows withdrawals as forfeits, not the other way round

    division, entry = _entry_locked(entry_id)
    if entry.withdrawn_from is not None:
        raise Conflict("entry.withdrawn", _("This entry has already withdrawn."))
    forfeited = forfeit_unplayed(division=division, entry=entry, actor=actor)
    entry.withdrawn_from = max(entry.first_round, forfeited or next_round_number(division))
    entry.version += 1
    entry.save(update_fields=["withdrawn_from", "version"])
    division_log(
        division,
        "entry.withdrawn",
        actor,
        kind="entry",
        pk=entry.pk,
        data={**_told(entry), "from_round": entry.withdrawn_from, "reason": clean(reason)[:300]},
    )
    division_touch(division.pk)
    return entry


@transaction.atomic
def entry_return(*, entry_id: int, actor: Actor) -> Entry:
    """Bring a withdrawn entry back from the next round on; the rounds in between stay missed."""
    division, entry = _entry_locked(entry_id)
    if entry.withdrawn_from is None:
        raise Conflict("entry.active", _("This entry is in the event."))
    entry.withdrawn_from = None
    entry.version += 1
    entry.save(update_fields=["withdrawn_from", "version"])
    division_log(division, "entry.returned", actor, kind="entry", pk=entry.pk, data=_told(entry))
    division_touch(division.pk)
    return entry


@transaction.atomic
def entry_remove(*, entry_id: int, actor: Actor) -> None:
    """Take a mistaken entry out altogether; refused, with the count, once it has a place in a round."""
    division, entry = _entry_locked(entry_id)
    seats = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT).count()
    if seats:
        raise Conflict(
            "entry.has_games",
            _("This entry has a place in %(games)s rounds. Withdraw it instead.") % {"games": seats},
            extra={"games": seats},
        )
    if Seat.objects.filter(entry=entry).exists():
        raise Conflict("entry.in_draft", _("This entry is in a draft. Delete the draft first."))
    told = _told(entry)
    pk = entry.pk
    entry.delete()
    division_log(division, "entry.removed", actor, kind="entry", pk=pk, data=told)
    division_touch(division.pk)


@transaction.atomic
def entries_number(*, division_id: int, order: Sequence[int], actor: Actor) -> None:
    """Give the numbers 1, 2, 3 … in the order of ``order`` (entry ids, all of them), before round 1 is paired."""
    division = division_lock(division_id)
    if Round.objects.filter(division=division).exists():
        raise Conflict("division.started", _("Numbers cannot be dealt anew once a round is paired."))
    if sorted(order) != sorted(division.entries.values_list("pk", flat=True)):
        raise Refused("entry.order_incomplete", _("The order must name every entry once."), field="order")
    # Two steps, since a number is unique at every moment.
    division.entries.update(number=F("number") + 1_000_000)
    for number, pk in enumerate(order, start=1):
        Entry.objects.filter(pk=pk).update(number=number)
    division_log(division, "entries.numbered", actor, kind="division", pk=division.pk, data={"order": list(order)})
    division_touch(division.pk)
