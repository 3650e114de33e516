"""What the worker does for events. Tasks take ids, may run twice, and change nothing the second time."""

from celery import shared_task

from common.jobs import claimed

from .services.certificates import TASK, certificate_find


@shared_task(name=TASK)
def certify_round(job_id: int) -> None:
    with claimed(job_id) as job:
        if job is not None:
            certificate_find(job)
