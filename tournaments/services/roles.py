"""Who works at an event: roles, and invitations that need no mail."""

import secrets
from dataclasses import replace
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Gone, Missing, NotAllowed, Refused
from common.log import log_append
from common.text import clean
from common.tokens import secret_hash
from players.models import Player, User
from players.services import password_reset_path_parts, user_create

from ..models import EntryMember, Invitation, Role, Tournament

INVITATION_DAYS = 7


def _log(
    tournament: Tournament, action: str, actor: Actor, kind: str, pk: int | None, data: dict[str, object]
) -> None:
    log_append(chain=tournament.log_chain, action=action, actor=actor, object_kind=kind, object_id=pk, data=data)


@transaction.atomic
def role_grant(*, tournament: Tournament, user: User, role: str, actor: Actor) -> Role:
    """Give a role; giving it twice is once."""
    if role not in Role.Kind.values:
        raise Refused("role.unknown", _("Unknown role."), field="role")
    granted, made = Role.objects.get_or_create(tournament=tournament, user=user, role=role)
    user.__dict__.pop("_roles_by_tournament", None)
    if made:
        _log(tournament, "role.granted", actor, "role", granted.pk, {"user": str(user), "role": role})
    return granted


@transaction.atomic
def role_revoke(*, role_id: int, tournament: Tournament, actor: Actor) -> None:
    """Take a role away; the last director stays, or nobody could open the event."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    role = Role.objects.select_related("user").filter(pk=role_id, tournament=tournament).first()
    if role is None:
        raise Missing("role.missing", _("There is no such role."))
    directors = Role.objects.filter(tournament=tournament, role=Role.Kind.DIRECTOR).count()
    if role.role == Role.Kind.DIRECTOR and directors == 1:
        raise Conflict("role.last_director", _("The last director of an event stays."))
    role.delete()
    _log(tournament, "role.revoked", actor, "role", role_id, {"user": str(role.user), "role": role.role})


@transaction.atomic
def invitation_create(
    *, tournament: Tournament, actor: Actor, role: str = "", player: Player | None = None, label: str = ""
) -> tuple[Invitation, str]:
    """An invitation and its secret, shown once as a link and a QR. For a role, a player's login, or both."""
    if role and role not in Role.Kind.values:
        raise Refused("role.unknown", _("Unknown role."), field="role")
    if not role and player is None:
        raise Refused("invitation.empty", _("Choose a role or a player."), field="role")
    if player is not None and player.user_id is not None:
        raise Conflict("player.has_login", _("This player already has a login."), field="player")
    secret = secrets.token_urlsafe(24)
    invitation = Invitation.objects.create(
        secret_hash=secret_hash(secret),
        tournament=tournament,
        role=role,
        player=player,
        label=clean(label)[:80],
        created_by_id=actor.user_id,
        expires_at=timezone.now() + timedelta(days=INVITATION_DAYS),
    )
    _log(
        tournament,
        "invitation.created",
        actor,
        "invitation",
        invitation.pk,
        {"role": role, "label": invitation.label, "player": player.number if player else None},
    )
    return invitation, secret


def invitation_open(secret: str) -> Invitation:
    """The invitation behind a link, while it can be used. Else ``invitation.missing``, ``.used``, ``.expired``."""
    invitation = (
        Invitation.objects.select_related("tournament", "player").filter(secret_hash=secret_hash(secret)).first()
    )
    if invitation is None:
        raise Missing("invitation.missing", _("There is no such invitation."))
    if invitation.used_at is not None:
        raise Gone("invitation.used", _("This invitation has been used. Ask for a new one."))
    if invitation.revoked_at is not None or invitation.expires_at <= timezone.now():
        raise Gone("invitation.expired", _("This invitation has expired. Ask for a new one."))
    return invitation


@transaction.atomic
def invitation_accept(*, secret: str, user: User, actor: Actor) -> Invitation:
    """Use the invitation, once: of two who try at the same moment one gets it."""
    invitation = invitation_open(secret)
    now = timezone.now()
    if not Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None).update(
        used_at=now, used_by=user
    ):
        raise Gone("invitation.used", _("This invitation has been used. Ask for a new one."))
    invitation.used_at = now
    if invitation.role:
        role_grant(tournament=invitation.tournament, user=user, role=invitation.role, actor=actor)
    if invitation.player_id is not None:
        try:
            with transaction.atomic():
                # Who was found to be somebody else since it was sent gets that player's login; of two who were
                # found to be one at this very moment, neither.
                person = Player.objects.select_related("merged_into").get(pk=invitation.player_id).kept
                taken = Player.objects.filter(pk=person.pk, user=None, merged_into=None).update(user=user)
        except IntegrityError as error:
            raise Conflict("user.has_player", _("This login already belongs to another player.")) from error
        if not taken:
            raise Conflict("player.has_login", _("This player already has a login."))
    _log(invitation.tournament, "invitation.accepted", actor, "invitation", invitation.pk, {"user": str(user)})
    return invitation


@transaction.atomic
def invitation_revoke(*, invitation_id: int, tournament: Tournament, actor: Actor) -> None:
    changed = Invitation.objects.filter(
        pk=invitation_id, tournament=tournament, used_at=None, revoked_at=None
    ).update(revoked_at=timezone.now())
    if not changed:
        raise Missing("invitation.missing", _("There is no such invitation."))
    _log(tournament, "invitation.revoked", actor, "invitation", invitation_id, {})


def may_reset_password(*, by: User, of: User) -> bool:
    """Superusers for everybody. A director for whoever works and plays at his events and at no other: who could
    reset another event's director would hold that event too, and who could reset its player would report for the
    player. Anybody can make an event and enter anybody there.
    """
    if of.is_superuser or of.is_staff:
        return by.is_superuser
    if by.is_superuser:
        return True
    directed = set(Role.objects.filter(user=by, role=Role.Kind.DIRECTOR).values_list("tournament_id", flat=True))
    events = {
        *Role.objects.filter(user=of).values_list("tournament_id", flat=True),
        *EntryMember.objects.filter(player__user=of).values_list("division__tournament_id", flat=True),
    }
    return bool(events) and events <= directed and by.pk != of.pk


@transaction.atomic
def invitation_join(
    *, secret: str, username: str, password: str, display_name: str, language: str, actor: Actor
) -> tuple[Invitation, User]:
    """A new login that uses the invitation at once: where the one is refused there is no trace of the other."""
    invitation_open(secret)
    user = user_create(username=username, password=password, display_name=display_name, language=language)
    as_user = replace(actor, label=str(user), user_id=user.pk)
    return invitation_accept(secret=secret, user=user, actor=as_user), user


@transaction.atomic
def reset_link(*, tournament: Tournament, by: User, user_id: int, actor: Actor) -> tuple[User, str, str]:
    """The two parts of a one-use link for a new password of somebody of this event; the log says who made it."""
    here = Q(roles__tournament=tournament) | Q(player__memberships__division__tournament=tournament)
    user = User.objects.filter(here, pk=user_id, is_active=True).distinct().first()
    if user is None:
        raise Missing("user.missing", _("Nobody like that works or plays here."))
    if not may_reset_password(by=by, of=user):
        raise NotAllowed(
            "user.reset_not_allowed",
            _("This person works at other events too: only an administrator gives out this link."),
        )
    uid, token = password_reset_path_parts(user)
    _log(tournament, "user.reset_link", actor, "user", user.pk, {"user": str(user)})
    return user, uid, token
