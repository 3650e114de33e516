"""Rows for the API with what hangs on them, in a fixed number of queries."""

from django.db.models import Prefetch, QuerySet

from ..models import Division, Entry, EntryMember, Pairing, Result, Round, Seat


def entries_with_people(division: Division) -> QuerySet[Entry]:
    members = EntryMember.objects.select_related("player").order_by("place")
    return (
        Entry.objects.filter(division=division)
        .select_related("club")
        .prefetch_related(Prefetch("members", queryset=members))
    )


def pairings_with_results(round_: Round) -> list[Pairing]:
    """By table, byes last by number. ``seats`` and ``results`` (the live one, if any) are at hand."""
    pairings = Pairing.objects.filter(round=round_).prefetch_related(
        Prefetch("seats", queryset=Seat.objects.order_by("place")),
        Prefetch("results", queryset=Result.objects.filter(state__in=Result.LIVE)),
    )
    return sorted(pairings, key=lambda pairing: (pairing.table is None, pairing.table or 0, pairing.pk))
