"""The events a person works at, and what stands in one, for the desk."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from players.models import User

from ..models import Division, Entry, Role, Round, Tournament
from .pairing import missing_results
from .results import tournament_games


@dataclass(frozen=True, slots=True)
class MyEvent:
    tournament: Tournament
    roles: tuple[str, ...]
    divisions: int
    entries: int


def my_events(user: User, *, q: str = "") -> QuerySet[Tournament]:
    """Events with a role of the user's; every event for a superuser."""
    events = Tournament.objects.all()
    if not user.is_superuser:
        events = events.filter(roles__user=user)
    if q:
        events = events.filter(Q(name__icontains=q) | Q(venue__icontains=q) | Q(slug__icontains=q))
    return events.distinct().order_by("-starts_on", "-pk")


def events_told(user: User, events: list[Tournament]) -> list[MyEvent]:
    """These events with the user's roles and their sizes. Three queries."""
    roles: dict[int, list[str]] = {}
    for role in Role.objects.filter(user=user, tournament__in=events).order_by("pk"):
        roles.setdefault(role.tournament_id, []).append(role.role)
    divisions = dict(
        Division.objects.filter(tournament__in=events).values_list("tournament_id").annotate(Count("pk")).order_by()
    )
    entries = dict(
        Entry.objects.filter(division__tournament__in=events)
        .values_list("division__tournament_id")
        .annotate(Count("pk"))
        .order_by()
    )
    return [
        MyEvent(
            tournament=event,
            roles=tuple(roles.get(event.pk, ())),
            divisions=divisions.get(event.pk, 0),
            entries=entries.get(event.pk, 0),
        )
        for event in events
    ]


@dataclass(frozen=True, slots=True)
class DivisionTold:
    """A division in one line. ``round`` is the last one made, None before the first; ``left`` tables without a
    settled result in it."""

    division: Division
    entries: int
    withdrawn: int
    round: Round | None
    left: int


def divisions_told(event: Tournament) -> list[DivisionTold]:
    told = []
    divisions = event.divisions.order_by("order", "pk").annotate(
        entry_count=Count("entries"), gone=Count("entries", filter=Q(entries__withdrawn_from__isnull=False))
    )
    for division in divisions:
        last = division.rounds.order_by("-number").first()
        left = 0
        if last is not None and last.state == Round.State.PUBLISHED:
            last.division = division
            left = len(missing_results(last))
        told.append(DivisionTold(division, division.entry_count, division.gone, last, left))
    return told


@dataclass(frozen=True, slots=True)
class Losses:
    """What goes when an event is deleted."""

    divisions: int
    entries: int
    rounds: int
    games: int


def event_losses(event: Tournament) -> Losses:
    """``games`` as ``tournament_delete`` counts them: with a live result, or a scoresheet that is begun."""
    return Losses(
        divisions=event.divisions.count(),
        entries=Entry.objects.filter(division__tournament=event).count(),
        rounds=Round.objects.filter(division__tournament=event).count(),
        games=tournament_games(event),
    )
