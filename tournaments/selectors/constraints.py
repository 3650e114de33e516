"""What is settled about pairings beforehand, as the desk lists it."""

from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from ..models import Absence, Division, Entry, EntryMember, PairingRule
from .registration import entries_listed

#: More of one kind than this are found by searching.
LISTED = 50


@dataclass(frozen=True, slots=True)
class Constraints:
    """``more_…`` count what is there beyond what is listed."""

    rules: tuple[PairingRule, ...]
    absences: tuple[Absence, ...]
    tables: tuple[Entry, ...]
    more_rules: int = 0
    more_absences: int = 0
    more_tables: int = 0


def constraints_of(division: Division, *, q: str = "") -> Constraints:
    """Rules by their rounds, absences by round, and who needs a table; ``q`` finds a number, a name or a school."""
    members = EntryMember.objects.select_related("player").order_by("place")
    rules = PairingRule.objects.filter(division=division).select_related("one__club", "other__club", "created_by")
    absences = Absence.objects.filter(entry__division=division).select_related("entry__club", "created_by")
    tables = Entry.objects.filter(division=division).exclude(table=None).select_related("club")
    if q.strip():
        found: QuerySet[Entry] = entries_listed(division, q=q).order_by()
        keys = found.values("pk")
        rules = rules.filter(Q(one__in=keys) | Q(other__in=keys))
        absences = absences.filter(entry__in=keys)
        tables = tables.filter(pk__in=keys)
    rules = rules.order_by("kind", "from_round", "one__number", "other__number", "pk").prefetch_related(
        *(Prefetch(f"{side}__members", members) for side in ("one", "other"))
    )
    absences = absences.order_by("round_number", "entry__number").prefetch_related(
        Prefetch("entry__members", members)
    )
    tables = tables.order_by("table", "number").prefetch_related(Prefetch("members", members))
    return Constraints(
        rules=tuple(rules[:LISTED]),
        absences=tuple(absences[:LISTED]),
        tables=tuple(tables[:LISTED]),
        more_rules=_more(rules.count()),
        more_absences=_more(absences.count()),
        more_tables=_more(tables.count()),
    )


def _more(count: int) -> int:
    return max(0, count - LISTED)
