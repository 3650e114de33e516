"""What the worker does for ratings. Tasks take ids, may run twice, and change nothing the second time."""

from celery import shared_task

from common.jobs import claimed

from .services import TASK, list_rate, lists_sweep


@shared_task(name=TASK)
def recompute_list(job_id: int) -> None:
    with claimed(job_id) as job:
        if job is not None:
            list_rate(job)


@shared_task(name="ratings.tasks.sweep_lists")
def sweep_lists() -> int:
    return lists_sweep()
