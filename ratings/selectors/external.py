"""Members of a federation's list, for the officer: all of them, by the names that the federation gives."""

from django.db.models import Q, QuerySet

from common.text import match_key

from ..models import ExternalRating, RatingList

WHO = ("all", "linked", "unlinked")


def external_table(rating_list: RatingList, *, asked: str = "", who: str = "all") -> QuerySet[ExternalRating]:
    """Best first. ``asked`` looks in names and numbers, there and here; ``who`` is one of ``WHO``."""
    rows = ExternalRating.objects.filter(rating_list=rating_list).select_related("player__club")
    if who != "all":
        rows = rows.filter(player__isnull=who == "unlinked")
    if key := match_key(asked):
        here = Q(player__number=int(key.removeprefix("#"))) if _is_number(key.removeprefix("#")) else Q()
        named = Q(match_key__contains=key) | Q(number__iexact=key) | Q(player__match_key__contains=key)
        rows = rows.filter(named | here)
    return rows.order_by("-rating", "name", "pk")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
