"""A round paired again from what was stored with it, and held against it: the same, or what differs.

A round is the same byte for byte where `result_to_json` of both is. Where only its pairs and byes were kept, these
are compared. What can differ are the request (somebody changed the stored text), the method of this program and
the version of its solver; each is named with what was stored and what is here.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from .engine import METHOD, pair
from .errors import PairingError
from .matching import SOLVER
from .model import PairingResult
from .wire import request_from_json

Part = Literal["request", "method", "solver", "pairs", "byes", "cost", "result"]


@dataclass(frozen=True, slots=True)
class Stored:
    """What is known of a past round. `request` is the canonical text; the rest is compared where it was kept.

    `pairs` are (first, second) in table order; `result` is the SHA-256 of `result_to_json`.
    """

    request: str
    digest: str = ""
    solver: str = ""
    pairs: Sequence[tuple[int, int]] | None = None
    byes: Sequence[int] | None = None
    cost: Mapping[str, int] | None = None
    result: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    part: Part
    stored: str
    now: str


@dataclass(frozen=True, slots=True)
class Again:
    """`result` is the round as it comes out here, or `refused` the code it is refused with.

    `same` says whether the round is; `changed` lists what is not, request and versions before what came of them.
    A version may differ while the round is the same.
    """

    result: PairingResult | None
    refused: str
    text: str
    changed: tuple[Changed, ...]

    @property
    def same(self) -> bool:
        return self.result is not None and not any(
            one.part in ("request", "pairs", "byes", "cost", "result") for one in self.changed
        )

    @property
    def versions(self) -> tuple[Changed, ...]:
        return tuple(one for one in self.changed if one.part in ("method", "solver"))


def result_to_json(result: PairingResult) -> str:
    """The canonical text of a round: equal rounds have equal texts. Who made it, `solver`, is left out."""
    document = {name: value for name, value in asdict(result).items() if name != "solver"}
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)


def result_digest(result: PairingResult) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(result_to_json(result).encode("ascii")).hexdigest()


def pair_again(stored: Stored) -> Again:
    """Pair a stored request once more. Raises ValueError if its text is no request."""
    request = request_from_json(stored.request)
    changed = [*_request_changed(stored), *_versions_changed(stored.solver)]
    try:
        result = pair(request)
    except PairingError as error:
        return Again(None, error.code, "", tuple(changed))
    now = {
        "pairs": (stored.pairs, [[one.first, one.second] for one in result.pairs]),
        "byes": (stored.byes, list(result.byes)),
        "cost": (stored.cost, dict(result.cost)),
    }
    for part in ("pairs", "byes", "cost"):
        kept, made = now[part]
        if kept is not None and _plain(kept) != _plain(made):
            changed.append(Changed(part, _plain(kept), _plain(made)))
    if stored.result and stored.result != result_digest(result):
        changed.append(Changed("result", stored.result, result_digest(result)))
    return Again(result, "", result_to_json(result), tuple(changed))


def _request_changed(stored: Stored) -> list[Changed]:
    """Taken over the very text, so that what reads alike and is written otherwise is noticed too."""
    now = hashlib.sha256(stored.request.encode()).hexdigest()
    return [Changed("request", stored.digest, now)] if stored.digest and stored.digest != now else []


def _versions_changed(solver: str) -> list[Changed]:
    """`solver` is what `PairingResult.solver` held: the method, a comma, the solver's name and version."""
    if not solver:
        return []
    method, _, version = solver.partition(", ")
    pairs: list[tuple[Part, str, str]] = [("method", method, METHOD), ("solver", version, SOLVER)]
    return [Changed(part, kept, now) for part, kept, now in pairs if kept != now]


def _plain(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=list)
