"""What a rating officer decides about runs: to show a held one, to throw it away, to have all of it done anew."""

import time
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing
from common.jobs import job_fail, job_finish, job_take, on_commit_once
from common.log import SITE_CHAIN, log_append
from common.models import Job

from ..models import RatingList, RatingRun
from .recompute import Found, Heartbeat, Made, hold, look, make, marks_delete, publish
from .stale import TASK, list_enqueue, list_key, lists_mark

State = RatingRun.State


def run_publish(*, run_id: int, actor: Actor) -> RatingRun:
    """Show the numbers of a held run. They are worked out again, and refused unless they come from the same games.

    Raises ``ratings.run_missing``; ``ratings.run_not_held``; ``ratings.run_busy`` while another run of the list
    is under way; and ``ratings.run_outdated`` when results, rules or the program have changed since: then the new
    run is held in its place, and ``extra["run"]`` is its id (None: nothing is left to publish).
    """
    began = time.perf_counter()
    run = _held(run_id)
    job = job_take(task=TASK, key=list_key(run.rating_list_id), args={"list": run.rating_list_id})
    if job is None:
        raise Conflict(
            "ratings.run_busy", _("New numbers for this list are being worked out. Try again in a moment.")
        )
    try:
        run = _held(run_id)  # the run that has just ended may have taken its place
        found = look(run.rating_list)
        made = make(found, Heartbeat(job, run, len(found.todo))) if found.start is not None else None
        if made is not None and _is_the_same(run, found, made):
            with transaction.atomic():
                # Somebody may have thrown it away while it was worked out.
                if not RatingRun.objects.select_for_update().filter(pk=run.pk, state=State.HELD).exists():
                    raise _not_held()
                publish(job, run, found, made, began, actor=actor)
                _log("ratings.run_published", run, actor)
            return RatingRun.objects.get(pk=run.pk)
        newer = _hold_newer(job, run, found, made, began)
    except Conflict:  # nothing has failed: there is nothing to try again
        job_finish(job)
        raise
    except BaseException as error:
        job_fail(job, f"{type(error).__name__}: {error}")
        raise
    raise Conflict(
        "ratings.run_outdated",
        _("Something has changed since this run was made. Look at the new run, and publish that one."),
        extra={"run": newer},
    )


@transaction.atomic
def run_discard(*, run_id: int, actor: Actor) -> RatingRun:
    """Throw a held run away. What is shown stays; the next result, or a restart, makes a new run.

    Raises ``ratings.run_missing`` or ``ratings.run_not_held``.
    """
    run = _held(run_id)
    decided = {"decided_by_id": actor.user_id, "decided_at": timezone.now()}
    if not RatingRun.objects.filter(pk=run.pk, state=State.HELD).update(state=State.DISCARDED, **decided):
        raise _not_held()
    _log("ratings.run_discarded", run, actor)
    return RatingRun.objects.get(pk=run.pk)


@transaction.atomic
def list_restart(*, list_id: int, actor: Actor | None = None) -> None:
    """Have the whole list computed from scratch. Logged where somebody asks for it."""
    rating_list = RatingList.objects.filter(pk=list_id).first()
    if rating_list is None:
        raise Missing("ratings.list_missing", _("There is no such list."))
    if rating_list.is_external:
        raise Conflict("ratings.list_external", _("Nothing is rated in a list of a federation's numbers."))
    if actor is not None:
        log_append(
            chain=SITE_CHAIN,
            action="ratings.list_restarted",
            actor=actor,
            object_kind="rating_list",
            object_id=rating_list.pk,
            data={"list": rating_list.slug},
        )
        on_commit_once(partial(list_enqueue, rating_list.pk, actor.user_id))
    lists_mark([rating_list.pk], None)


def _held(run_id: int) -> RatingRun:
    run = RatingRun.objects.select_related("rating_list__current_run").filter(pk=run_id).first()
    if run is None:
        raise Missing("ratings.run_missing", _("There is no such run."))
    if run.state != State.HELD:
        raise _not_held()
    return run


def _not_held() -> Conflict:
    return Conflict("ratings.run_not_held", _("This run does not wait to be published any more."))


def _is_the_same(run: RatingRun, found: Found, made: Made) -> bool:
    rules = found.rules
    return made.work.digest == run.digest and all(getattr(run, name) == value for name, value in rules.items())


def _hold_newer(job: Job, run: RatingRun, found: Found, made: Made | None, began: float) -> int | None:
    if made is None:  # what it would have changed is as it was again
        with transaction.atomic():
            marks_delete(found.marks)
            RatingRun.objects.filter(pk=run.pk).update(state=State.DISCARDED, error="nothing is left to publish")
            job_finish(job)
        return None
    with transaction.atomic():
        newer = RatingRun.objects.create(rating_list=run.rating_list, job=job, total=len(found.todo), **found.rules)
        hold(job, newer, found, made, began)
    return newer.pk


def _log(action: str, run: RatingRun, actor: Actor) -> None:
    log_append(
        chain=SITE_CHAIN,
        action=action,
        actor=actor,
        object_kind="rating_run",
        object_id=run.pk,
        data={"list": run.rating_list.slug},
    )
