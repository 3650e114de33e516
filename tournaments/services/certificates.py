"""How good a paired round is proved to be: found at once in fields that are soon gone through, else by a job."""

import time
from dataclasses import asdict
from typing import Any

from django.db import transaction

from common.jobs import job_enqueue, job_finish, job_renew
from common.models import Job

from ..models import Round
from ..pairing import PairingRequest, PairingResult, pair, request_from_json
from ..pairing.again import result_digest
from ..pairing.certificate import Certificate, certify

TASK = "tournaments.tasks.certify_round"
AT_ONCE = 200
"""Entries up to whom the proof is a fraction of a second."""

_SECONDS = 15.0


def certify_round(round_: Round, request: PairingRequest, made: PairingResult) -> None:
    """Store the proof with a round that has just been paired, or ask for it."""
    if len(request.present) <= AT_ONCE:
        round_.certificate = _told(certify(request, made, seconds=_SECONDS, clock=time.monotonic))
        round_.save(update_fields=["certificate"])
    else:
        _ask(round_)


def certificate_wanted(round_: Round) -> None:
    """Ask for the proof of a round that came back without one: it was replaced before it was proved."""
    if round_.request and round_.certificate is None:
        _ask(round_)


def proof_key(round_id: int) -> str:
    return f"round:{round_id}"


def _ask(round_: Round) -> None:
    job_enqueue(task=TASK, key=proof_key(round_.pk), args={"round": round_.pk})


def certificate_find(job: Job) -> None:
    """The proof of what was asked when the round was paired; one paired again meanwhile asks itself."""
    round_ = Round.objects.filter(pk=job.args["round"]).first()
    found: dict[str, Any] | None = None
    if round_ is not None and round_.request and round_.certificate is None:
        request = request_from_json(round_.request)
        made = pair(request)
        job_renew(job)
        if result_digest(made) == round_.result_digest:
            found = _told(certify(request, made, seconds=_SECONDS, clock=time.monotonic))
    with transaction.atomic():
        if round_ is not None and found is not None:
            Round.objects.filter(pk=round_.pk, request_digest=round_.request_digest).update(certificate=found)
        job_finish(job, result={"status": found["status"] if found else "none"})


def _told(found: Certificate) -> dict[str, Any]:
    """As plain data; costs by the name of their level."""
    told = asdict(found)
    for key in ("bound", "gap", "cheaper"):
        told[key] = None if told[key] is None else dict(told[key])
    return {**told, "seconds": round(found.seconds, 4)}
