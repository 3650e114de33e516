"""A request as text and back. One request has one text: keys sorted, rows in canonical order, no spaces.

The text is what is stored with a round so that it can be paired again, and what the digest is taken over.
"""

import hashlib
import json
from fractions import Fraction
from typing import Any

from .model import (
    ClubRule,
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PastBye,
    RoundRobin,
    Swiss,
    System,
)

FORMAT = "kradan-pairing-request/1"


def request_to_json(request: PairingRequest) -> str:
    """The canonical text of a request (UTF-8 safe, ASCII only)."""
    document = {
        "format": FORMAT,
        "event": request.event,
        "round": request.round,
        "seed": request.seed,
        "system": _system_out(request.system),
        "clubs_apart": request.clubs_apart.through_round,
        "competitors": [[c.id, c.rank, _points_out(c.points), c.number, c.club] for c in request.competitors],
        "history": [[m.round, m.first, m.second, int(m.played), int(m.starts_known)] for m in request.history],
        "byes": [[b.round, b.competitor] for b in request.byes],
        "locked_pairs": request.locked_pairs,
        "locked_byes": request.locked_byes,
        "forbidden_pairs": request.forbidden_pairs,
    }
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)


def request_from_json(text: str) -> PairingRequest:
    """Read what `request_to_json` wrote. Raises ValueError for anything else."""
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"not a pairing request of format {FORMAT}")
    try:
        return PairingRequest(
            event=document["event"],
            round=document["round"],
            seed=document["seed"],
            system=_system_in(document["system"]),
            clubs_apart=ClubRule(document["clubs_apart"]),
            competitors=tuple(
                Competitor(id=id_, rank=rank, points=_points_in(points), number=number, club=club)
                for id_, rank, points, number, club in document["competitors"]
            ),
            history=tuple(
                Meeting(round_, first, second, bool(played), bool(known))
                for round_, first, second, played, known in document["history"]
            ),
            byes=tuple(PastBye(round_, competitor) for round_, competitor in document["byes"]),
            locked_pairs=tuple((first, second) for first, second in document["locked_pairs"]),
            locked_byes=tuple(document["locked_byes"]),
            forbidden_pairs=tuple((first, second) for first, second in document["forbidden_pairs"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"a broken pairing request: {error!r}") from error


def digest(request: PairingRequest) -> str:
    """SHA-256 of the canonical text, in hex: equal requests have equal digests on every machine."""
    return hashlib.sha256(request_to_json(request).encode("ascii")).hexdigest()


def _points_out(points: int | Fraction) -> int | str:
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else f"{exact.numerator}/{exact.denominator}"


def _points_in(points: int | str) -> int | Fraction:
    return Fraction(points) if isinstance(points, str) else points


def _system_out(system: System) -> dict[str, Any]:
    if isinstance(system, Swiss):
        return {"kind": system.kind, "odd_group": system.odd_group}
    if isinstance(system, RoundRobin):
        return {
            "kind": system.kind,
            "seats": system.seats,
            "cycles": system.cycles,
            "first_round": system.first_round,
        }
    return {"kind": system.kind}


def _system_in(document: dict[str, Any]) -> System:
    kind = document["kind"]
    if kind == Swiss.kind:
        return Swiss(odd_group=document["odd_group"])
    if kind == KingOfTheHill.kind:
        return KingOfTheHill()
    if kind == RoundRobin.kind:
        return RoundRobin(
            seats=tuple(document["seats"]), cycles=document["cycles"], first_round=document["first_round"]
        )
    raise ValueError(f"no such pairing system: {kind!r}")
