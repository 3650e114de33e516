"""Who is who: players that were found to be one person, or two. Each change can be taken back.

players_merge(keep_id=…, gone_id=…)         all entries of one to the other, who is kept
player_split(player_id=…, member_ids=…)     entries that were another person's to that person
identity_undo(change_id=…)                  gives them back

Ratings at entry, results and names of teams stay as they are: only whose games they were changes. The rating lists
hear of it as of any correction, and rate again from the earliest event that moved.

Locks: the divisions that are touched, by id; the players, by id; then the log, the site's chain first. Who enters
somebody holds that player's row too (``entering``), so that nobody is entered as a player who is just going.

Errors of all three: ``identity.reason_missing``, ``player.missing``, ``identity.changed`` (something is not as
``seen``, the mark of ``selectors.identities.identity_mark``, told).
"""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Item, Missing, Refused
from common.log import SITE_CHAIN, log_append
from common.text import clean
from games.models import SidePlayer
from players.models import Player
from players.services import player_create, player_give_back, player_take_over

from ..models import Division, Entry, EntryMember, IdentityChange, Result, Round
from ..selectors.identities import identity_mark, shared_divisions
from ..signals import identity_changed, results_changed
from .touch import division_log, division_touch

MIN_REASON = 5
_MAX_REASON = 300


@transaction.atomic
def players_merge(*, keep_id: int, gone_id: int, actor: Actor, reason: str, seen: str = "") -> IdentityChange:
    """Two players are one person: all entries and games go to the one kept, who also gets what only the other had.

    Errors: ``identity.same_player``, ``identity.already_merged``, ``identity.both_played`` (with the divisions),
    ``identity.two_logins``.
    """
    why = _reason(reason)
    members = EntryMember.objects.filter(player=gone_id)
    divisions = _divisions_locked(members.values_list("division_id", flat=True))
    people = _players_locked(keep_id, gone_id)
    kept, gone = people[keep_id], people[gone_id]
    _check_seen(seen, (kept, gone))
    merge_check(kept, gone)
    moved = _moving(members, divisions)
    change = IdentityChange(
        kind=IdentityChange.Kind.MERGE,
        source=gone,
        target=kept,
        members=[[member.pk, member.division_id] for member in moved],
        reason=why,
        by_id=actor.user_id,
    )
    change.also = {
        "person": player_take_over(kept=kept, gone=gone, actor=actor),
        "sides": _sides_move(SidePlayer.objects.filter(side__game__pairing=None), gone, kept),
    }
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    _members_move([member.pk for member in moved], divisions, gone, kept)
    change.save()
    _tell(change, "players.merged", moved, divisions, gone, kept, why, actor)
    return change


@transaction.atomic
def player_split(
    *,
    player_id: int,
    member_ids: Collection[int],
    actor: Actor,
    reason: str,
    target_id: int | None = None,
    new_name: str = "",
    seen: str = "",
) -> IdentityChange:
    """Entries of a player were another person's: ``target_id``'s, or somebody's who is new under ``new_name``.

    ``member_ids`` are entry members. Errors: ``identity.nothing_chosen``, ``identity.everything_chosen``,
    ``identity.not_theirs``, ``identity.same_player``, ``identity.already_merged``, ``identity.both_played``,
    ``name.missing``.
    """
    why = _reason(reason)
    chosen = set(member_ids)
    if not chosen:
        words = _("Choose the entries that were another person's.")
        raise Refused("identity.nothing_chosen", words, field="members")

    if player_id == target_id:
        raise Refused("identity.same_player", _("This is one and the same player already."), field="target")
    members = EntryMember.objects.filter(pk__in=chosen)
    divisions = _divisions_locked(members.values_list("division_id", flat=True))
    people = _players_locked(player_id, *([] if target_id is None else [target_id]))
    source = people[player_id]
    _check_seen(seen, [source])
    moved = _moving(members.filter(player=source), divisions)
    if len(moved) != len(chosen):
        raise Refused("identity.not_theirs", _("One of these entries is not this player's."), field="members")
    if not EntryMember.objects.filter(player=source).exclude(pk__in=chosen).exists():
        raise Refused(
            "identity.everything_chosen",
            _("These are all entries of this player. If another person played all of them, merge the two players."),
            field="members",
        )
    target = people[target_id] if target_id is not None else _new_player(moved, new_name)
    if target.merged_into_id is not None:
        raise Conflict(
            "identity.already_merged",
            _("Player %(number)s is merged with another already.") % {"number": target.number},
        )
    _check_apart(target, divisions)
    change = IdentityChange.objects.create(
        kind=IdentityChange.Kind.SPLIT,
        source=source,
        target=target,
        members=[[member.pk, member.division_id] for member in moved],
        also={"made": target_id is None},
        reason=why,
        by_id=actor.user_id,
    )
    _members_move([member.pk for member in moved], divisions, source, target)
    _tell(change, "player.split", moved, divisions, source, target, why, actor)
    return change


@transaction.atomic
def identity_undo(*, change_id: int, actor: Actor, reason: str, seen: str = "") -> IdentityChange:
    """Take a merge or a split back: the entries that it moved, and what else it moved, go back.

    Entries that are no longer there stay away; those made since stay with the player who has them. Whoever a split
    had made, and is left without entries, is merged into the player who was split.
    Errors: ``identity.missing``, ``identity.undone``, ``identity.changed_since``.
    """
    why = _reason(reason)
    found = IdentityChange.objects.filter(pk=change_id).first()
    if found is None:
        raise Missing("identity.missing", _("There is no such change."))
    divisions = _divisions_locked(division for _member, division in found.members)
    people = _players_locked(found.source_id, found.target_id)
    change = IdentityChange.objects.select_for_update(of=("self",)).get(pk=change_id)
    source, target = people[change.source_id], people[change.target_id]
    change.source, change.target = source, target
    if change.undone_at is None:
        _check_seen(seen, (source, target), change)
    merge = change.kind == IdentityChange.Kind.MERGE
    moved = _moving(_members_of(change), divisions)
    divisions = {member.division_id: divisions[member.division_id] for member in moved}
    undo_check(change)
    if merge:
        source.merged_into = None
        source.save(update_fields=["merged_into"])
        player_give_back(kept=target, gone=source, taken=change.also.get("person", {}), actor=actor)
        _sides_move(SidePlayer.objects.filter(pk__in=change.also.get("sides", [])), target, source)
    _members_move([member.pk for member in moved], divisions, target, source)
    if change.also.get("made") and not EntryMember.objects.filter(player=target).exists():
        target.merged_into = source
        target.save(update_fields=["merged_into"])
    change.undone_at, change.undone_by_id, change.undone_reason = timezone.now(), actor.user_id, why
    action = "players.merge_undone" if merge else "player.split_undone"
    _tell(change, action, moved, divisions, target, source, why, actor)
    return change


def merge_check(kept: Player, gone: Player) -> None:
    """Raise what stands against two players being one, as :func:`players_merge` would."""
    if kept.pk == gone.pk:
        raise Refused("identity.same_player", _("This is one and the same player already."), field="gone")
    for player in (kept, gone):
        if player.merged_into_id is not None:
            raise Conflict(
                "identity.already_merged",
                _("Player %(number)s is merged with another already.") % {"number": player.number},
            )
    if both := shared_divisions([kept.pk], [gone.pk]):
        raise _both_played(both)
    if kept.user_id is not None and gone.user_id is not None:
        raise Conflict(
            "identity.two_logins",
            _("Both have a login of their own. Take one of the logins away first, or they are two people."),
        )


def undo_check(change: IdentityChange) -> None:
    """Raise what stands against taking a change back, as :func:`identity_undo` would."""
    source, target = change.source, change.target
    merge = change.kind == IdentityChange.Kind.MERGE
    if change.undone_at is not None:
        raise Conflict("identity.undone", _("This was undone already."))
    moved = list(_members_of(change))
    if (
        any(member.player_id != target.pk for member in moved)
        or source.merged_into_id != (target.pk if merge else None)
        or target.merged_into_id is not None
    ):
        raise Conflict(
            "identity.changed_since",
            _("Entries that this moved have been moved again since. Undo the later change first."),
        )
    _check_apart(source, [member.division_id for member in moved], "identity.changed_since")


def _members_of(change: IdentityChange) -> QuerySet[EntryMember]:
    return EntryMember.objects.filter(pk__in=[member for member, _division in change.members])


# --- Steps ------------------------------------------------------------------------------------------------


def _reason(text: str) -> str:
    why = clean(text)[:_MAX_REASON]
    if len(why) < MIN_REASON:
        raise Refused(
            "identity.reason_missing",
            _("Say why, in at least %(count)s letters.") % {"count": MIN_REASON},
            field="reason",
        )
    return why


def _divisions_locked(ids: Iterable[int]) -> dict[int, Division]:
    rows = Division.objects.select_for_update(of=("self",)).select_related("tournament")
    return {division.pk: division for division in rows.filter(pk__in=sorted(set(ids))).order_by("pk")}


def _players_locked(*ids: int) -> dict[int, Player]:
    # No key changes: whoever only refers to a player, as a run that is published does, need not wait for the log.
    rows = Player.objects.select_for_update(of=("self",), no_key=True)
    people = {p.pk: p for p in rows.filter(pk__in=ids).order_by("pk")}
    if len(people) != len(set(ids)):
        raise Missing("player.missing", _("There is no such player."))
    return people


def _changed() -> Conflict:
    return Conflict(
        "identity.changed", _("These players or their entries have changed in the meantime. Look at them again.")
    )


def _check_seen(seen: str, players: Collection[Player], change: IdentityChange | None = None) -> None:
    if seen and seen != identity_mark(players, change=change):
        raise _changed()


def _moving(members: Iterable[EntryMember], divisions: Collection[int]) -> list[EntryMember]:
    """The memberships as they are under the locks. One more than was there before the locks refuses."""
    found = list(EntryMember.objects.filter(pk__in=[m.pk for m in members]).select_related("entry").order_by("pk"))
    if any(member.division_id not in divisions for member in found):
        raise _changed()
    return found


def _both_played(divisions: Iterable[Division], code: str = "identity.both_played") -> Conflict:
    items = [
        Item(
            code,
            _("Both played in %(division)s of %(event)s.") % {"division": one.name, "event": one.tournament.name},
            params={"division": one.slug, "tournament": one.tournament.slug},
        )
        for one in divisions
    ]
    return Conflict(code, _("Both are entered in one division: they cannot be one person there."), items=items)


def _check_apart(player: Player, divisions: Collection[int], code: str = "identity.both_played") -> None:
    """``player`` gets entries in these divisions, and may have none there."""
    both = Division.objects.filter(
        pk__in=EntryMember.objects.filter(player=player, division__in=divisions).values("division")
    )
    if found := list(both.select_related("tournament").order_by("pk")):
        raise _both_played(found, code)


def _new_player(moved: Collection[EntryMember], name: str) -> Player:
    """Of the club they entered for, if it was one; nothing else is known."""
    clubs = {member.entry.club for member in moved}
    return player_create(name=name, club=clubs.pop() if len(clubs) == 1 else None)


def _members_move(ids: Collection[int], divisions: Collection[int], source: Player, target: Player) -> None:
    EntryMember.objects.filter(pk__in=ids).update(player=target)
    Entry.objects.filter(members__in=ids).update(version=F("version") + 1)
    # A player is in a division once: all sides there are of the entry that moves.
    _sides_move(SidePlayer.objects.filter(side__game__pairing__round__division__in=divisions), source, target)


def _sides_move(sides: QuerySet[SidePlayer], source: Player, target: Player) -> list[int]:
    ids = sorted(sides.filter(player=source).exclude(side__players=target).values_list("pk", flat=True))
    SidePlayer.objects.filter(pk__in=ids).update(player=target)
    return ids


def _tell(
    change: IdentityChange,
    action: str,
    moved: Collection[EntryMember],
    divisions: dict[int, Division],
    source: Player,
    target: Player,
    why: str,
    actor: Actor,
) -> None:
    """News and log of entries that went from ``source`` to ``target``; stores the change with what others noted."""
    for pk in divisions:
        division_touch(pk)
    identity_changed.send(sender=IdentityChange, change=change, undone=change.undone_at is not None, actor=actor)
    change.save()
    for division in divisions.values():
        if Result.objects.filter(pairing__round__division=division).exists():
            # What anybody scored stays, so no round of the event is touched: only whose games they were.
            last = Round.objects.filter(division=division).count()
            results_changed.send(
                sender=Division, division_id=division.pk, from_round=last + 1, actor=actor, counts=True
            )
    people = {"was": _named(source), "player": _named(target)}
    log_append(
        chain=SITE_CHAIN,
        action=action,
        actor=actor,
        object_kind="player",
        object_id=source.pk,
        data={**people, "entries": len(moved), "taken": sorted(change.also.get("person", {})), "reason": why},
    )
    for member in sorted(moved, key=lambda each: (divisions[each.division_id].tournament_id, each.pk)):
        division_log(
            divisions[member.division_id],
            action,
            actor,
            kind="entry",
            pk=member.entry_id,
            data={"number": member.entry.number, **people, "reason": why},
        )


def _named(player: Player) -> str:
    return f"{player.name} #{player.number}"
