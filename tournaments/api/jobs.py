"""Jobs of divisions: who may know of one, and where an answer says that one has begun."""

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from common.job_api import job_address, register_reader
from common.models import Job

from ..models import Division
from ..selectors.chances import TASK as CHANCES
from ..services.certificates import TASK as PROOF
from .access import Access

LOCATION = OpenApiParameter(
    "Location",
    str,
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="The job that this has begun, if it has begun one.",
)


def _division_of(job: Job) -> Division | None:
    divisions = Division.objects.select_related("tournament")
    if job.task == CHANCES:
        return divisions.filter(pk=job.args["division"]).first()
    return divisions.filter(rounds__pk=job.args["round"]).first()


def staff_knows(request: Request, job: Job) -> bool:
    """The event's staff, who see its progress at the desk."""
    division = _division_of(job)
    return division is not None and Access(request, division.tournament).looks


def readers_register() -> None:
    register_reader(CHANCES, "chances", staff_knows)
    register_reader(PROOF, "proof", staff_knows)


def says_where(answer: HttpResponseBase, task: str, key: str) -> None:
    """Put the newest job of this key into ``Location``."""
    job = Job.objects.filter(task=task, key=key).order_by("-pk").first()
    if job is not None:
        answer["Location"] = job_address(job)
