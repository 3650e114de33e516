"""The only writers of people and clubs. Names are brought to one form here and nowhere else."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused
from common.log import SITE_CHAIN, log_append
from common.text import MAX_NAME, clean, lookalike_key, match_key, sort_key

from .models import Club, Level, Player, User
from .provinces import HOME, PROVINCES
from .signals import born_changed

BORN_FIRST = 1900


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


def clubs_ensure(*, names: Iterable[str]) -> dict[str, Club]:
    """The clubs of these names by ``match_key``, new ones made; empty names have none."""
    shown = {match_key(name): name for name in (name_checked(n, field="club") for n in names if clean(n))}
    known = _clubs(shown)
    if missing := sorted(shown.keys() - known.keys()):
        # Somebody else may make one of them at the same moment; then theirs is taken. In one order for everybody,
        # or two long lists could each wait for the other.
        Club.objects.bulk_create(
            [Club(name=shown[key], name_key=key, sort_key=sort_key(shown[key])) for key in missing],
            ignore_conflicts=True,
        )
        known = _clubs(shown)
    return known


def _clubs(keys: Iterable[str]) -> dict[str, Club]:
    return {club.name_key: club for club in Club.objects.filter(name_key__in=list(keys))}


def club_ensure(*, name: str) -> Club | None:
    """The club of that name, made when it is new; None for an empty name."""
    return clubs_ensure(names=[name]).get(match_key(name))


def about_check(*, country: str = "", province: str = "", level: str = "", born: int | None = None) -> None:
    """Refuse a province, level or year of birth that cannot be, by its field."""
    if province and province not in PROVINCES:
        raise Refused("player.province_unknown", _("There is no such province."), field="province")
    if province and country not in ("", HOME):
        raise Refused(
            "player.province_abroad", _("Only players of Thailand have a province here."), field="province"
        )
    if level and level not in Level.values:
        raise Refused("player.level_unknown", _("There is no such level."), field="level")
    latest = timezone.localdate().year
    if born is not None and not BORN_FIRST <= born <= latest:
        raise Refused(
            "player.born_out_of_range",
            _("A year of birth is from %(low)s to %(high)s.") % {"low": BORN_FIRST, "high": latest},
            field="born",
        )


def player_draft(
    *,
    name: str,
    club: Club | None = None,
    country: str = "",
    public_name_mode: str = Player.PublicName.FULL,
    province: str = "",
    level: str = "",
    born: int | None = None,
) -> Player:
    """A new player with every key in place, not stored and without a number: see :func:`players_store`.

    Whoever has a province (its code) is of Thailand, though no country is said.
    """
    shown = name_checked(name)
    land = _country(country)
    about_check(country=land, province=province, level=level, born=born)
    return Player(
        name=shown,
        match_key=match_key(shown),
        lookalike_key=lookalike_key(shown),
        sort_key=sort_key(shown),
        club=club,
        country=land or (HOME if province else ""),
        public_name_mode=public_name_mode,
        province=province,
        level=level,
        born=born,
    )


def _country(text: str) -> str:
    return text.strip().upper()[:2]


def player_fill(player: Player, *, province: str = "", level: str = "", born: int | None = None) -> frozenset[str]:
    """Put what is known now where nothing stood, and say which fields that changed. Nothing is stored: the caller
    stores, and sends :data:`born_changed` for those it stores whose year it was.
    """
    filled = set()
    if province and not player.province and player.country in ("", HOME):
        player.province, player.country = province, HOME
        filled |= {"province", "country"}
    if level and not player.level:
        player.level = level
        filled.add("level")
    if born is not None and player.born is None:
        player.born = born
        filled.add("born")
    return frozenset(filled)


def players_store(*, drafts: Sequence[Player]) -> None:
    """Give drafts the next free numbers and store them all."""
    if not drafts:
        return
    for _attempt in range(20):
        top = Player.objects.aggregate(top=Max("number"))["top"] or 0
        for number, draft in enumerate(drafts, start=top + 1):
            draft.number = number
        try:
            with transaction.atomic():
                Player.objects.bulk_create(drafts)
            return
        except IntegrityError:
            continue  # somebody else took a number
    raise Conflict("player.number_taken", _("Too many people are being added at once. Try again."))


def player_create(
    *,
    name: str,
    club: Club | None = None,
    country: str = "",
    public_name_mode: str = Player.PublicName.FULL,
    province: str = "",
    level: str = "",
    born: int | None = None,
) -> Player:
    """A new player with the next free number. The caller has looked for the same person first."""
    player = player_draft(
        name=name,
        club=club,
        country=country,
        public_name_mode=public_name_mode,
        province=province,
        level=level,
        born=born,
    )
    players_store(drafts=[player])
    return player


@transaction.atomic
def player_update(
    *,
    player_id: int,
    actor: Actor,
    name: str | None = None,
    club_name: str | None = None,
    country: str | None = None,
    public_name_mode: str | None = None,
    province: str | None = None,
    level: str | None = None,
    born: int | None = None,
    set_born: bool = False,
) -> Player:
    """Change what is given; ``born`` with ``set_born``, so that None can take it away.

    The log keeps the old values, but of the year of birth only that it changed. A country abroad takes the province
    away.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    before, born_before = _told(player), player.born
    if name is not None:
        player.name = name_checked(name)
        player.match_key, player.lookalike_key = match_key(player.name), lookalike_key(player.name)
        player.sort_key = sort_key(player.name)
    if club_name is not None:
        player.club = club_ensure(name=club_name)
    if country is not None:
        player.country = _country(country)
        if player.country not in ("", HOME) and province is None:
            player.province = ""
    if province is not None:
        about_check(country=player.country, province=province)
        player.province = province
        player.country = HOME if province else player.country
    if level is not None:
        about_check(level=level)
        player.level = level
    if set_born:
        about_check(born=born)
        player.born = born
    if public_name_mode is not None:
        if public_name_mode not in Player.PublicName.values:
            raise Refused("player.public_name_unknown", _("Unknown way to show a name."), field="public_name_mode")
        player.public_name_mode = public_name_mode
    player.save()
    log_append(
        chain=SITE_CHAIN,
        action="player.updated",
        actor=actor,
        object_kind="player",
        object_id=player.pk,
        data={
            "before": before,
            "after": _told(player),
            **({"born_changed": True} if player.born != born_before else {}),
        },
    )
    if player.born != born_before:
        born_changed.send(sender=Player, player_ids=[player.pk], actor=actor)
    return player


#: From the most open to the most closed.
_MODES = (Player.PublicName.FULL, Player.PublicName.INITIAL, Player.PublicName.NUMBER)


def player_take_over(*, kept: Player, gone: Player, actor: Actor) -> dict[str, list[Any]]:
    """Give the one kept what only the other had: login, club, country, province, level, year of birth; of two ways
    to show the name the more closed one. Both rows are locked; the caller has refused two logins, and logs.

    Answers ``{field: [before, after]}`` of the one kept, for :func:`player_give_back`.
    """
    before = {field: getattr(kept, field) for field in _TAKEN}
    kept.public_name_mode = max(kept.public_name_mode, gone.public_name_mode, key=_MODES.index)
    kept.club_id = kept.club_id or gone.club_id
    kept.country = kept.country or gone.country
    player_fill(kept, province=gone.province, level=gone.level, born=gone.born)
    if gone.user_id is not None:
        Player.objects.filter(pk=gone.pk).update(user=None)
        kept.user_id, gone.user_id = gone.user_id, None
    taken = {field: [old, getattr(kept, field)] for field, old in before.items() if getattr(kept, field) != old}
    _taken_store(kept, taken, actor)
    return taken


def player_give_back(*, kept: Player, gone: Player, taken: Mapping[str, Sequence[Any]], actor: Actor) -> None:
    """Undo :func:`player_take_over`, field by field where nobody has changed it since. Both rows are locked."""
    back = {field: old for field, (old, new) in taken.items() if field in _TAKEN and getattr(kept, field) == new}
    for field, old in back.items():
        setattr(kept, field, old)
    login = taken["user_id"][1] if "user_id" in back else None
    _taken_store(kept, back, actor)
    if login is not None and gone.user_id is None:
        Player.objects.filter(pk=gone.pk).update(user=login)
        gone.user_id = login


_TAKEN = ("user_id", "club_id", "country", "province", "level", "born", "public_name_mode")


def _taken_store(player: Player, changed: Iterable[str], actor: Actor) -> None:
    fields = [field.removesuffix("_id") for field in changed]
    if fields:
        player.save(update_fields=fields)
    if "born" in fields:
        born_changed.send(sender=Player, player_ids=[player.pk], actor=actor)


def _told(player: Player) -> dict[str, object]:
    """A player as the log shows him: never the year of birth."""
    return {
        "name": player.name,
        "public_name_mode": player.public_name_mode,
        "club": player.club_id,
        "province": player.province,
        "level": player.level,
    }


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


@transaction.atomic
def account_update(*, user_id: int, actor: Actor, display_name: str, language: str) -> User:
    """Change how a login is called and which language it reads."""
    user = User.objects.select_for_update().get(pk=user_id)
    shown = clean(display_name)
    if len(shown) > MAX_NAME:
        raise Refused(
            "name.too_long",
            _("The name is longer than %(limit)s letters.") % {"limit": MAX_NAME},
            field="display_name",
        )
    if language and language not in dict(settings.LANGUAGES):
        raise Refused("user.language_unknown", _("This language is not spoken here."), field="language")
    before = {"name": user.display_name, "language": user.language}
    user.display_name, user.language = shown, language
    user.save(update_fields=["display_name", "language"])
    after = {"name": shown, "language": language}
    if after != before:
        data = {"before": before, "after": after}
        log_append(
            chain=SITE_CHAIN, action="user.updated", actor=actor, object_kind="user", object_id=user.pk, data=data
        )
    return user


@transaction.atomic
def password_set(*, user_id: int, password: str, actor: Actor, action: str = "user.password_changed") -> User:
    """A new password, checked by the caller; the log says that it changed and who changed it."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.set_password(password)
    user.save(update_fields=["password"])
    log_append(chain=SITE_CHAIN, action=action, actor=actor, object_kind="user", object_id=user.pk)
    return user
