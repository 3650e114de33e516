from celery import shared_task

from .jobs import jobs_sweep


@shared_task(name="common.tasks.sweep_jobs")
def sweep_jobs() -> int:
    return jobs_sweep()
