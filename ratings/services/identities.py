"""What the ratings keep of players who were found to be one person, or two."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from tournaments.models import IdentityChange

from ..models import ExternalRating, StartRating
from .stale import lists_mark

NOTE = "ratings"


def identity_follow(*, change: IdentityChange, undone: bool) -> None:
    """A merge brings starts and a federation's numbers to the player kept, where that one has none in the list; its
    undoing brings just these back. A split leaves them: nobody can tell whose they were.

    The events that moved are marked by their own news. Whoever starts a list elsewhere marks all of it.
    """
    if change.kind != IdentityChange.Kind.MERGE:
        return
    if undone:
        noted = change.also.get(NOTE, {})
        starts = _move(StartRating, noted.get("starts", ()), change.target_id, change.source_id)
        _move(ExternalRating, noted.get("external", ()), change.target_id, change.source_id)
    else:
        starts = _move(StartRating, _of(StartRating, change.source_id), change.source_id, change.target_id)
        external = _move(ExternalRating, _of(ExternalRating, change.source_id), change.source_id, change.target_id)
        change.also[NOTE] = {"starts": starts, "external": external}
    lists = StartRating.objects.filter(pk__in=starts).values_list("rating_list", flat=True)
    lists_mark(sorted(set(lists)), None)


def _of(model: type[StartRating] | type[ExternalRating], player: int) -> list[int]:
    return list(_live(model).filter(player=player).values_list("pk", flat=True))


def _live(model: type[StartRating] | type[ExternalRating]) -> QuerySet[Any]:
    """All that counts: not the starts that a later import has replaced."""
    rows: QuerySet[Any] = model._default_manager.all()
    return rows.filter(replaced_by=None) if model is StartRating else rows


def _move(
    model: type[StartRating] | type[ExternalRating], ids: Iterable[int], source: int, target: int
) -> list[int]:
    """Give rows of ``source`` to ``target``. Those that are another's by now, or whose place is taken, stay."""
    taken = _live(model).filter(player=target).values("rating_list")
    found = _live(model).filter(pk__in=list(ids), player=source).exclude(rating_list__in=taken)
    moved = sorted(found.values_list("pk", flat=True))
    model._default_manager.filter(pk__in=moved).update(player=target)
    return moved
