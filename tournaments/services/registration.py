"""Who competes: adding, changing, withdrawing and bringing back entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from common.text import clean, lookalike_key, match_key
from players.models import Club, Player
from players.services import club_ensure, player_update

from ..models import Division, Entry, EntryMember, Round, Seat
from .constraints import rules_forget
from .entering import (
    RATING_MAX,
    RATING_MIN,
    NewEntry,
    PeopleBook,
    entry_shape_check,
    entry_write,
    next_round_number,
    told,
)
from .touch import division_lock, division_log, division_touch

MOST_TABLES, MOST_CLASSES = 9999, 99

__all__ = [
    "RATING_MAX",
    "RATING_MIN",
    "MemberChange",
    "NewEntry",
    "entries_number",
    "entry_add",
    "entry_remove",
    "entry_return",
    "entry_update",
    "entry_withdraw",
    "entry_write",
    "lookalikes",
    "next_round_number",
    "player_match",
]


@dataclass(frozen=True, slots=True)
class MemberChange:
    """What changes about one person of an entry; None leaves it."""

    player_id: int
    name: str | None = None
    public_name_mode: str | None = None
    province: str | None = None
    level: str | None = None
    born: int | None = None
    set_born: bool = False


def player_match(name: str, club: Club | None) -> Player | None:
    """The same person in an earlier event, or None: see :meth:`PeopleBook.find`."""
    return PeopleBook([name]).find(name, club.pk if club else None)


def lookalikes(division: Division, name: str) -> list[Player]:
    """Players of the division whose name a reader could take for this one, though it is spelt otherwise."""
    return list(
        Player.objects.filter(memberships__division=division, lookalike_key=lookalike_key(name)).exclude(
            match_key=match_key(name)
        )
    )


@transaction.atomic
def entry_add(*, division_id: int, new: NewEntry, actor: Actor) -> Entry:
    """Enter one to three people as one. A player is in a division once; a late entry plays from the next round."""
    division = division_lock(division_id)
    entry = entry_write(division, new)
    division_log(division, "entry.added", actor, kind="entry", pk=entry.pk, data=told(entry))
    division_touch(division.pk)
    return entry


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
            extra={"current": told(entry), "version": entry.version},
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
    team: str | None = None,
    table: int | None = None,
    set_table: bool = False,
    prize_class: int | None = None,
    set_prize_class: bool = False,
    members: Sequence[MemberChange] = (),
) -> Entry:
    """Change an entry. The pinned rating changes only with ``set_rating``, and the log says so; the table that it
    needs with ``set_table``, its prize class with ``set_prize_class``.

    ``members`` changes people, in all their events: the caller has asked ``tournaments.rename``.
    """
    division, entry = _entry_locked(entry_id)
    _check_version(entry, expected_version)
    before = told(entry)
    _members_change(entry, members, actor)
    entry_shape_check(
        NewEntry(names=("x",), rating=rating if set_rating else None, number=number, team_name=team_name or "")
    )
    if club is not None:
        entry.club = club_ensure(name=club)
    if set_rating:
        entry.rating, entry.rating_from = rating, ""
    if team_name is not None:
        entry.team_name = clean(team_name)[:120]
    if team is not None:
        entry.team = clean(team)[:60]
    if set_table:
        entry.table = _small(table, "table", MOST_TABLES)
    if set_prize_class:
        entry.prize_class = _small(prize_class, "prize_class", MOST_CLASSES)
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
        data={"before": before, "after": told(entry)},
    )
    division_touch(division.pk)
    return entry


def _small(value: int | None, field: str, most: int) -> int | None:
    if value is not None and not 1 <= value <= most:
        raise Refused(
            f"entry.{field}_out_of_range", _("A whole number from 1 to %(most)s.") % {"most": most}, field=field
        )
    return value


#: What is said of a person beside the name; fields of a form, numbered from the second person on.
_ABOUT = ("province", "level", "born")


def _members_change(entry: Entry, changes: Sequence[MemberChange], actor: Actor) -> None:
    if not changes:
        return
    inside = dict(EntryMember.objects.filter(entry=entry).values_list("player_id", "place"))
    for change in changes:
        if change.player_id not in inside:
            raise Missing("player.missing", _("This player is not in the entry."))
        try:
            player_update(
                player_id=change.player_id,
                actor=actor,
                name=change.name,
                public_name_mode=change.public_name_mode,
                province=change.province,
                level=change.level,
                born=change.born,
                set_born=change.set_born,
            )
        except Refused as error:
            place, field = inside[change.player_id], error.field if error.field in _ABOUT else "name"
            raise Refused(
                error.code, error.message, field=field if place == 0 else f"{field}{place + 1}"
            ) from error


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
        data={**told(entry), "from_round": entry.withdrawn_from, "reason": clean(reason)[:300]},
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
    division_log(division, "entry.returned", actor, kind="entry", pk=entry.pk, data=told(entry))
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
    values = told(entry)
    pk = entry.pk
    rules_forget(entry, actor)
    entry.delete()
    division_log(division, "entry.removed", actor, kind="entry", pk=pk, data=values)
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
