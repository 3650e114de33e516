"""How the lists stand for a rating officer: what is shown, what is stale, what waits for a word."""

import datetime
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Abs

from common.models import Job
from common.text import match_key
from tournaments.models import Division, EntryMember, Pairing, Round

from ..models import ExternalRating, RatedEvent, Rating, RatingList, RatingRun, RunMove, StaleMark

State = Literal["fresh", "stale", "running", "failed", "held", "external"]


@dataclass(frozen=True, slots=True)
class ListState:
    """``last`` is the newest run of any outcome, ``held`` the newest one that waits to be published.

    ``players`` of a federation's list are its members, whoever they are here. ``stale_since`` is when the oldest
    result came that the list does not show yet.
    """

    rating_list: RatingList
    state: State
    last: RatingRun | None
    held: RatingRun | None
    stale_since: datetime.datetime | None
    waiting: int
    players: int
    events: int
    games: int


def list_states() -> list[ListState]:
    """Every list, in the order the public sees them. Seven queries, whatever their number."""
    lists = list(RatingList.objects.select_related("current_run"))
    newest = RatingRun.objects.order_by().values("rating_list").annotate(newest=Max("pk")).values_list("newest")
    last = {run.rating_list_id: run for run in RatingRun.objects.filter(pk__in=newest)}
    held = {run.rating_list_id: run for run in RatingRun.objects.filter(state=RatingRun.State.HELD).order_by("pk")}
    stale = dict(StaleMark.objects.order_by().values_list("rating_list").annotate(since=Min("created_at")))
    accepted = Q(state=RatedEvent.State.ACCEPTED)
    counted = {
        pk: (waiting, events, games or 0)
        for pk, waiting, events, games in RatedEvent.objects.order_by()
        .values_list("rating_list")
        .annotate(
            n_waiting=Count("pk", filter=Q(state=RatedEvent.State.WAITING)),
            n_events=Count("pk", filter=accepted & Q(games__gt=0)),
            n_games=Sum("games"),
        )
    }
    players = dict(Rating.objects.order_by().values_list("rating_list").annotate(Count("pk")))
    members = dict(ExternalRating.objects.order_by().values_list("rating_list").annotate(Count("pk")))
    return [
        ListState(
            rating_list=each,
            state=_state(each, last.get(each.pk), held.get(each.pk), stale.get(each.pk)),
            last=last.get(each.pk),
            held=held.get(each.pk),
            stale_since=stale.get(each.pk),
            waiting=counted.get(each.pk, (0, 0, 0))[0],
            players=(members if each.is_external else players).get(each.pk, 0),
            events=counted.get(each.pk, (0, 0, 0))[1],
            games=counted.get(each.pk, (0, 0, 0))[2],
        )
        for each in lists
    ]


def _state(
    rating_list: RatingList,
    last: RatingRun | None,
    held: RatingRun | None,
    stale_since: datetime.datetime | None,
) -> State:
    if rating_list.is_external:
        return "external"
    if last is not None and last.state == RatingRun.State.RUNNING:
        return "running"
    if held is not None and held == last:
        return "held"
    if last is not None and last.state == RatingRun.State.FAILED:
        return "failed"
    return "stale" if stale_since is not None else "fresh"


def officer_events(*, slug: str = "", state: str = "", q: str = "") -> QuerySet[RatedEvent]:
    """Events of all lists, those that wait first, then the latest first."""
    events = RatedEvent.objects.select_related("rating_list", "division__tournament", "decided_by").order_by(
        F("division__tournament__starts_on").desc(nulls_last=True), "-division_id", "rating_list_id"
    )
    if slug:
        events = events.filter(rating_list__slug=slug)
    if state in RatedEvent.State.values:
        events = events.filter(state=state)
    if q:
        events = events.filter(name__icontains=q)
    return events


@dataclass(frozen=True, slots=True)
class EventFigures:
    entries: int
    teams: int
    rounds: int
    planned: int
    games: int


def event_figures(division: Division) -> EventFigures:
    members = dict(
        EntryMember.objects.filter(division=division).order_by().values_list("entry").annotate(Count("pk"))
    )
    rounds = Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).count()
    return EventFigures(
        entries=len(members),
        teams=sum(n > 1 for n in members.values()),
        rounds=rounds,
        planned=division.rounds_planned,
        games=event_games(division).count(),
    )


def event_games(division: Division) -> QuerySet[Pairing]:
    """The pairings of published rounds with two sides, by round and table, with who sat there."""
    return (
        Pairing.objects.filter(round__division=division)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round")
        .prefetch_related("seats__entry__members__player", "results")
        .order_by("round__number", F("table").asc(nulls_last=True), "pk")
    )


def officer_runs(*, slug: str = "", state: str = "") -> QuerySet[RatingRun]:
    runs = RatingRun.objects.select_related("rating_list", "decided_by")
    if slug:
        runs = runs.filter(rating_list__slug=slug)
    if state in RatingRun.State.values:
        runs = runs.filter(state=state)
    return runs


#: What a reader may ask the moves of a run for.
WAYS: dict[str, Q] = {
    "up": Q(after__gt=F("before")),
    "down": Q(after__lt=F("before")),
    "new": Q(before=None),
    "gone": Q(after=None),
}


def run_moves(run: RatingRun, *, way: str = "", cause: str = "", q: str = "") -> QuerySet[RunMove]:
    """Who moved, the biggest move first; then who is new or gone."""
    moves = (
        RunMove.objects.filter(run=run)
        .select_related("player", "event")
        .annotate(size=Abs(F("after") - F("before")))
        .order_by(F("size").desc(nulls_last=True), F("after").desc(nulls_last=True), "player_id")
    )
    if way in WAYS:
        moves = moves.filter(WAYS[way])
    if cause in RunMove.Cause.values:
        moves = moves.filter(cause=cause)
    word = match_key(q).removeprefix("#")
    if word:
        by_number = Q(player__number=int(word)) if word.isascii() and word.isdigit() and len(word) < 10 else Q()
        moves = moves.filter(Q(player__match_key__contains=word) | by_number)
    return moves


def run_progress(run: RatingRun) -> tuple[int, int]:
    """Events done, and to do. The job says it where the run has not written it yet."""
    if run.total:
        return min(run.done, run.total), run.total
    job = Job.objects.filter(pk=run.job_id).first() if run.job_id else None
    return (min(job.progress, job.total), job.total) if job is not None and job.total else (0, 0)
