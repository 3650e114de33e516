"""How far background work has come, for whoever may know of it: each app says who that is for its own tasks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from .jobs import CANCELLED, LOST
from .models import Job
from .openapi import operation, path_parameter
from .rest import ApiView, login_required

JOB = path_parameter("job", r"^j[1-9][0-9]{0,17}$", "The job's id.")
_MOMENT = serializers.DateTimeField()


@dataclass(frozen=True, slots=True)
class Reader:
    """``kind`` is what the API calls such jobs, ``knows`` whether this request may know of this one."""

    kind: str
    knows: Callable[[Request, Job], bool]


_readers: dict[str, Reader] = {}


def register_reader(task: str, kind: str, knows: Callable[[Request, Job], bool]) -> None:
    """Jobs of a task that nobody registers are there for nobody."""
    _readers[task] = Reader(kind, knows)


def job_address(job: Job) -> str:
    """For the ``Location`` of an answer that has begun one."""
    return reverse("api:job", args=[job.pk])


class JobErrorOut(serializers.Serializer):  # type: ignore[type-arg,unused-ignore]
    """Of the last try: a job that waits (`queued`) is tried again."""

    code = serializers.CharField(help_text="Open list: cancelled, lost (its worker died), failed.")
    detail = serializers.CharField()


class JobOut(serializers.Serializer):  # type: ignore[type-arg,unused-ignore]
    """Background work. `progress` of `total` is in steps of its own; `total` is 0 until it is known."""

    job = serializers.CharField()
    kind = serializers.CharField(help_text="Open list: chances, proof (of a round), ratings.")
    state = serializers.CharField(help_text="queued, running, done, failed")
    progress = serializers.IntegerField()
    total = serializers.IntegerField()
    error = JobErrorOut(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True, help_text="Of the last try.")
    finished_at = serializers.DateTimeField(allow_null=True)


EXAMPLE: dict[str, Any] = {
    "job": "j9",
    "kind": "chances",
    "state": "running",
    "progress": 6200,
    "total": 10000,
    "error": None,
    "created_at": "2026-11-28T12:30:00+07:00",
    "started_at": "2026-11-28T12:30:01+07:00",
    "finished_at": None,
}


class OneJob(ApiView):
    @operation(
        "jobs_read",
        "Read how far a job has come",
        tag="jobs",
        login=True,
        answers={200: JobOut},
        example=EXAMPLE,
        problems=["not_found"],
        parameters=[JOB],
    )
    def get(self, request: Request, job: int) -> Response:
        """Chances and proofs are for the staff of their event, runs of a rating list for rating officers.

        `Location` of the answer that has begun a job leads here. Ask again every few seconds, with `If-None-Match`.
        """
        login_required(request)
        found = Job.objects.filter(pk=job).first()
        reader = _readers.get(found.task) if found is not None else None
        if found is None or reader is None or not reader.knows(request, found):
            raise Http404
        return Response(_told(found, reader.kind))


def _told(job: Job, kind: str) -> dict[str, Any]:
    moments = {name: getattr(job, name) for name in ("created_at", "started_at", "finished_at")}
    return {
        "job": f"j{job.pk}",
        "kind": kind,
        "state": job.state,
        # A worker writes it down once a second at most, so not at the very end.
        "progress": job.total if job.state == Job.State.DONE else min(job.progress, job.total),
        "total": job.total,
        "error": _error(job.error),
        **{name: _MOMENT.to_representation(at) if at else None for name, at in moments.items()},
    }


def _error(error: str) -> dict[str, str] | None:
    """What an exception says is for the site's own log, which has the job's number."""
    if not error:
        return None
    if error == CANCELLED:
        return {"code": "cancelled", "detail": _("Somebody stopped it.")}
    if error == LOST:
        return {"code": "lost", "detail": _("The worker stopped or was cut off in the middle.")}
    return {"code": "failed", "detail": _("The program failed.")}
