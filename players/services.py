"""The only writers of people and clubs. Names are brought to one form here and nowhere else."""

from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused
from common.log import SITE_CHAIN, log_append
from common.text import MAX_NAME, clean, lookalike_key, match_key, sort_key

from .models import Club, Player, User


def name_checked(text: str, *, field: str = "name") -> str:
    """The display form of a name, or an error that names the field."""
    name = clean(text)
    if not name:
        raise Refused("name.missing", _("A name is needed."), field=field)
    if len(name) > MAX_NAME:
        raise Refused(
            "name.too_long", _("The name is longer than %(limit)s letters.") % {"limit": MAX_NAME}, field=field
        )
    return name


def club_ensure(*, name: str) -> Club | None:
    """The club of that name, made when it is new; None for an empty name."""
    if not clean(name):
        return None
    shown = name_checked(name, field="club")
    club, _made = Club.objects.get_or_create(
        name_key=match_key(shown), defaults={"name": shown, "sort_key": sort_key(shown)}
    )
    return club


def player_create(
    *, name: str, club: Club | None = None, country: str = "", public_name_mode: str = Player.PublicName.FULL
) -> Player:
    """A new player with the next free number. The caller has looked for the same person first."""
    shown = name_checked(name)
    for _attempt in range(20):
        top = Player.objects.aggregate(top=Max("number"))["top"] or 0
        try:
            with transaction.atomic():
                return Player.objects.create(
                    number=top + 1,
                    name=shown,
                    match_key=match_key(shown),
                    lookalike_key=lookalike_key(shown),
                    sort_key=sort_key(shown),
                    club=club,
                    country=country.strip().upper()[:2],
                    public_name_mode=public_name_mode,
                )
        except IntegrityError:
            continue  # somebody else took the number
    raise Conflict("player.number_taken", _("Too many people are being added at once. Try again."))


@transaction.atomic
def player_update(
    *,
    player_id: int,
    actor: Actor,
    name: str | None = None,
    club_name: str | None = None,
    country: str | None = None,
    public_name_mode: str | None = None,
) -> Player:
    """Change what is given; the log keeps the old values."""
    player = Player.objects.select_for_update().get(pk=player_id)
    before = {"name": player.name, "public_name_mode": player.public_name_mode, "club": player.club_id}
    if name is not None:
        player.name = name_checked(name)
        player.match_key, player.lookalike_key = match_key(player.name), lookalike_key(player.name)
        player.sort_key = sort_key(player.name)
    if club_name is not None:
        player.club = club_ensure(name=club_name)
    if country is not None:
        player.country = country.strip().upper()[:2]
    if public_name_mode is not None:
        if public_name_mode not in Player.PublicName.values:
            raise Refused("player.public_name_unknown", _("Unknown way to show a name."), field="public_name_mode")
        player.public_name_mode = public_name_mode
    player.save()
    after = {"name": player.name, "public_name_mode": player.public_name_mode, "club": player.club_id}
    log_append(
        chain=SITE_CHAIN,
        action="player.updated",
        actor=actor,
        object_kind="player",
        object_id=player.pk,
        data={"before": before, "after": after},
    )
    return player


def user_create(*, username: str, password: str, display_name: str = "", language: str = "") -> User:
    """A login; the caller has checked the password's strength. Refused when the name is taken."""
    if User.objects.filter(username__iexact=username).exists():
        raise Conflict("user.name_taken", _("This login name is taken."), field="username")
    try:
        with transaction.atomic():
            return User.objects.create_user(
                username=username,
                password=password,
                display_name=clean(display_name)[:MAX_NAME],
                language=language,
            )
    except IntegrityError as error:
        raise Conflict("user.name_taken", _("This login name is taken."), field="username") from error


def password_reset_path_parts(user: User) -> tuple[str, str]:
    """``(uid, token)`` of a one-use reset link; it dies when the password changes or after three days."""
    return urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
