"""What the worker does for events. Tasks take ids, may run twice, and change nothing the second time."""

from celery import shared_task

from common.jobs import claimed

from .selectors.chances import TASK as CHANCES
from .services.certificates import TASK, certificate_find
from .services.chances import chances_count


@shared_task(name=TASK)
def certify_round(job_id: int) -> None:
    with claimed(job_id) as job:
        if job is not None:
            certificate_find(job)


@shared_task(name=CHANCES)
def count_chances(job_id: int) -> None:
    with claimed(job_id) as job:
        if job is not None:
            chances_count(job)
