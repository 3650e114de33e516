"""``python3 dev.py ratings_recompute LIST [--from-scratch]``."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.models import Job
from ratings.models import RatingList, RatingRun
from ratings.services import list_enqueue, list_restart
from ratings.tasks import recompute_list

_WAITING = (Job.State.QUEUED, Job.State.RUNNING)
_LOOK_EVERY = 0.2


class Command(BaseCommand):
    help = "Work out what is stale in a rating list, here and now; a worker that is faster is waited for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="LIST", help="the list's address, as in /ratings/LIST/")
        parser.add_argument(
            "--from-scratch", action="store_true", help="the whole list, and not only what is stale"
        )

    def handle(self, *, slug: str, from_scratch: bool, **options: Any) -> None:
        rating_list = RatingList.objects.filter(slug=slug).first()
        if rating_list is None:
            known = ", ".join(RatingList.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no rating list {slug!r}; there are: {known}.")
        before = rating_list.current_run_id
        if from_scratch:
            list_restart(list_id=rating_list.pk)
        job = list_enqueue(rating_list.pk)
        recompute_list(job.pk)
        self._wait(job)
        if job.state == Job.State.FAILED or job.error:
            raise CommandError(f"The run failed, and the numbers are as they were: {job.error}")
        rating_list.refresh_from_db()
        if rating_list.current_run_id == before or rating_list.current_run is None:
            self.stdout.write("Nothing was stale.")
        else:
            self.stdout.write(self._told(rating_list.current_run))

    def _wait(self, job: Job) -> None:
        job.refresh_from_db()
        while job.state in _WAITING and not job.error:
            time.sleep(_LOOK_EVERY)
            job.refresh_from_db()

    def _told(self, run: RatingRun) -> str:
        start = f"from {run.from_day}" if run.from_day else "from scratch"
        return (
            f"Rated {run.games} games of {run.events} events {start} in {run.seconds:.2f} s: "
            f"{run.lines_written} lines new, {run.lines_superseded} published lines superseded."
        )
