"""Two players who look like one person and are two: the pair is not offered any more until that is taken back.

people_tell_apart(one_id=…, other_id=…)     an officer has looked: they are two people
people_may_be_one(one_id=…, other_id=…)     that was said too soon: the pair may be offered again

Nothing moves: no entry, no game, no rating. Both are safe twice, and only what changes something is logged.
Locks: the site's log.
Errors of both: ``player.missing``, ``identity.same_player``.
"""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Missing, Refused
from common.log import SITE_CHAIN, log_append
from players.models import Player

from ..models import TwoPeople


@transaction.atomic
def people_tell_apart(*, one_id: int, other_id: int, actor: Actor) -> TwoPeople:
    """Stored once, with who said it first."""
    first, second = _both(one_id, other_id)
    told, new = TwoPeople.objects.get_or_create(first=first, second=second, defaults={"by_id": actor.user_id})
    if new:
        _log("players.told_apart", first, second, actor)
    return told


@transaction.atomic
def people_may_be_one(*, one_id: int, other_id: int, actor: Actor) -> None:
    first, second = _both(one_id, other_id)
    gone, _each = TwoPeople.objects.filter(first=first, second=second).delete()
    if gone:
        _log("players.may_be_one", first, second, actor)


def _both(one_id: int, other_id: int) -> tuple[Player, Player]:
    """The one with the lower id first."""
    if one_id == other_id:
        raise Refused("identity.same_player", _("This is one and the same player already."), field="gone")
    people = list(Player.objects.filter(pk__in=(one_id, other_id)).order_by("pk"))
    if len(people) != 2:
        raise Missing("player.missing", _("There is no such player."))
    return people[0], people[1]


def _log(action: str, first: Player, second: Player, actor: Actor) -> None:
    log_append(
        chain=SITE_CHAIN,
        action=action,
        actor=actor,
        object_kind="player",
        object_id=first.pk,
        data={"people": [f"{player.name} #{player.number}" for player in (first, second)]},
    )
