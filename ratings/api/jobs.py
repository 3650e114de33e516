"""Runs of rating lists as jobs: rating officers may know of them, as at their desk."""

from typing import Any

from rest_framework.request import Request

from common.job_api import register_reader
from common.models import Job
from common.rest import token_of

from ..services import TASK


def officer_knows(request: Request, job: Job) -> bool:
    """A token that is good for one event, or for nothing, is no officer's."""
    token = token_of(request)
    if token is not None and (token.scope_key or not token.scopes):
        return False
    user: Any = request.user
    return bool(user.has_perm("ratings.officer"))


def readers_register() -> None:
    register_reader(TASK, "ratings", officer_knows)
