"""What is older than the results, and who has to be told: inside the transaction rows only, the rest on commit."""

from collections.abc import Iterable
from datetime import timedelta
from functools import partial

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from common.jobs import job_enqueue, on_commit_once
from common.models import Job
from games.engine.rulesets import RULESETS, get_ruleset
from tournaments.models import Division, Result

from ..models import EXTERNAL, RatedEvent, RatingList, RatingRun, StaleMark
from ..selectors.choices import lists_to_open, own_lists, suits
from ..selectors.lists import event_name
from ..systems import DEFAULT_SYSTEM

TASK = "ratings.tasks.recompute_list"
#: A mark this old without a job was lost between commit and queue.
_LOST_AFTER = timedelta(seconds=10)
#: A list whose runs fail is tried again this much later, not at every sweep.
_TRY_AGAIN = timedelta(minutes=5)


def division_events_open(*, division_id: int) -> None:
    """Let the lists that there are see the division when it begins to play: it is accepted or waits for the
    officer, as each list says.
    """
    division = _division(division_id)
    if division is not None:
        _events(division)


def division_results_changed(*, division_id: int) -> None:
    """Mark every list that this division counts for, or has counted for. Runs in the transaction of the change.

    A ruleset that nobody has made a list for gets one now.
    """
    division = _division(division_id)
    if division is None:
        return
    events = _events(division, first=True)
    marked = [one.rating_list_id for one in events if one.state == RatedEvent.State.ACCEPTED or one.games]
    lists_mark(marked, division_id)


def _division(pk: int) -> Division | None:
    return Division.objects.select_related("tournament").filter(pk=pk).first()


def _events(division: Division, *, first: bool = False) -> list[RatedEvent]:
    """The division's events, of all lists that it counts for or has counted for. ``first``: a game that has no list
    gets one.
    """
    events = {event.rating_list_id: event for event in RatedEvent.objects.filter(division=division)}
    if division.rated:
        wanted = lists_to_open(division)
        if first and not wanted and not own_lists(division):
            wanted = [_first_list(division.ruleset)]
        for rating_list in wanted:
            if rating_list.pk not in events:
                events[rating_list.pk] = event_open(rating_list, division)
    return list(events.values())


def event_open(rating_list: RatingList, division: Division) -> RatedEvent:
    """The division as an event of the list, accepted or waiting for the officer, as the list says."""
    state = RatedEvent.State.ACCEPTED if rating_list.accepts_by_itself else RatedEvent.State.WAITING
    name = event_name(division.tournament.name, division.name)
    event, _new = RatedEvent.objects.get_or_create(
        rating_list=rating_list, division=division, defaults={"state": state, "name": name}
    )
    return event


def _first_list(ruleset: str) -> RatingList:
    rules = get_ruleset(ruleset)
    order = sorted({known.name for known in RULESETS.values()}).index(rules.name)
    rating_list, _new = RatingList.objects.get_or_create(
        ruleset=rules.name,
        system=DEFAULT_SYSTEM,
        kind="open",
        defaults={"slug": rules.name, "name": rules.title, "order": order},
    )
    return rating_list


def list_catch_up(rating_list: RatingList) -> None:
    """Let a new list see what was played before it was made, as if it had been there: by game and kind."""
    if rating_list.is_external:
        return
    game = rating_list.ruleset
    played = Result.objects.filter(state__in=Result.LIVE, pairing__round__division=OuterRef("pk"))
    divisions = Division.objects.select_related("tournament").filter(
        Q(ruleset=game) | Q(ruleset__startswith=f"{game}@"), Exists(played), rated=True
    )
    for division in divisions.exclude(rating_choice__lists_named=True).iterator():
        if suits(rating_list.kind, division.kind):
            event_open(rating_list, division)
    lists_mark([rating_list.pk], None)


def lists_mark(list_ids: Iterable[int], division_id: int | None) -> None:
    """Write the marks now and ask for the runs on commit; ``None`` marks the lists from their beginning."""
    marked = list(list_ids)
    StaleMark.objects.bulk_create(StaleMark(rating_list_id=pk, division_id=division_id) for pk in marked)
    for pk in marked:
        # A job that cannot be written now is found by the sweeper, and the result stands either way.
        on_commit_once(partial(list_enqueue, pk))


def list_key(list_id: int) -> str:
    """The key of a list's job: one waits, and one runs."""
    return f"list:{list_id}"


def list_enqueue(list_id: int, by: int | None = None) -> Job:
    """The job that waits for this list. After the marks are committed, so the run it wakes will see them.

    ``by`` is the user who asks, if it is one; kept with the run.
    """
    asked = {} if by is None else {"by": by}
    return job_enqueue(task=TASK, key=list_key(list_id), args={"list": list_id, **asked})


def lists_sweep() -> int:
    """Ask again for lists that are stale and have no job: a process died right after its commit. And write down
    which runs have died.
    """
    now = timezone.now()
    _runs_sweep()
    asked = 0
    stale: dict[int, set[int]] = {}
    for list_id, pk in StaleMark.objects.filter(created_at__lt=now - _LOST_AFTER).values_list(
        "rating_list_id", "pk"
    ):
        stale.setdefault(list_id, set()).add(pk)
    for rating_list in RatingList.objects.filter(pk__in=stale).exclude(system=EXTERNAL).order_by("pk"):
        if stale[rating_list.pk] <= _decided_on(rating_list):
            continue
        jobs = Job.objects.filter(task=TASK, key=list_key(rating_list.pk))
        busy = jobs.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING)).exists()
        failed = jobs.filter(state=Job.State.FAILED, finished_at__gt=now - _TRY_AGAIN).exists()
        if not busy and not failed:
            list_enqueue(rating_list.pk)
            asked += 1
    return asked


def _decided_on(rating_list: RatingList) -> set[int]:
    """The marks whose run has been made and waits for an officer, or was thrown away."""
    if rating_list.publishes_by_itself:
        return set()
    run = (
        RatingRun.objects.select_related("job")
        .filter(rating_list=rating_list, state__in=(RatingRun.State.HELD, RatingRun.State.DISCARDED))
        .order_by("-pk")
        .first()
    )
    if run is None or run.job is None or run.pk < (rating_list.current_run_id or 0):
        return set()
    return set(run.job.result.get("marks", ()))


def _runs_sweep() -> None:
    """A run whose job runs no more has died with its worker."""
    running = Job.objects.filter(task=TASK, state=Job.State.RUNNING)
    lost = RatingRun.objects.filter(~Q(job__in=running) | Q(job=None), state=RatingRun.State.RUNNING)
    lost.update(state=RatingRun.State.FAILED, error="the worker was lost", finished_at=timezone.now())
