"""A request as text and back. One request has one text: keys sorted, rows in canonical order, no spaces.

The text is what is stored with a round so that it can be paired again, and what the digest is taken over. There
are two formats. A request that asks for nothing that format 1 could not say is still written in it, so that what
was stored before has the digest it always had.
"""

import hashlib
import json
from dataclasses import fields
from fractions import Fraction
from typing import Any

from .model import (
    ByeRule,
    ClubRule,
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PastBye,
    RepeatRule,
    RoundRobin,
    StartRule,
    Swiss,
    System,
)
from .settings import SYSTEMS

FORMAT_1 = "kradan-pairing-request/1"
FORMAT_2 = "kradan-pairing-request/2"

_SETTINGS_1: dict[type[System], tuple[str, ...]] = {
    Swiss: ("odd_group",),
    KingOfTheHill: (),
    RoundRobin: ("seats", "cycles", "first_round"),
}
"""The systems that format 1 knows, and their settings in it."""


def request_to_json(request: PairingRequest) -> str:
    """The canonical text of a request (UTF-8 safe, ASCII only)."""
    document = _document_1(request) if _fits_format_1(request) else _document_2(request)
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)


def request_from_json(text: str) -> PairingRequest:
    """Read what `request_to_json` wrote. Raises ValueError for anything else."""
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") not in (FORMAT_1, FORMAT_2):
        raise ValueError(f"not a pairing request of format {FORMAT_1} or {FORMAT_2}")
    try:
        return PairingRequest(
            event=document["event"],
            round=document["round"],
            seed=document["seed"],
            system=system_from_json(document["system"]),
            clubs_apart=ClubRule(document["clubs_apart"]),
            competitors=tuple(_competitor_in(*row) for row in document["competitors"]),
            history=tuple(
                Meeting(round_, first, second, bool(played), bool(known), *table)
                for round_, first, second, played, known, *table in document["history"]
            ),
            byes=tuple(
                PastBye(round_, competitor, *map(bool, more)) for round_, competitor, *more in document["byes"]
            ),
            locked_pairs=tuple((first, second) for first, second in document["locked_pairs"]),
            locked_byes=tuple(document["locked_byes"]),
            forbidden_pairs=tuple((first, second) for first, second in document["forbidden_pairs"]),
            **(_rules_in(document) if document["format"] == FORMAT_2 else {}),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"a broken pairing request: {error!r}") from error


def digest(request: PairingRequest) -> str:
    """SHA-256 of the canonical text, in hex: equal requests have equal digests on every machine."""
    return hashlib.sha256(request_to_json(request).encode("ascii")).hexdigest()


def system_to_json(system: System) -> dict[str, Any]:
    """Its kind and every setting, as plain data."""
    return {"kind": system.kind, **{one.name: getattr(system, one.name) for one in fields(system)}}


def system_from_json(document: dict[str, Any]) -> System:
    """Settings that are not named have their defaults. Raises ValueError for a system or a setting nobody knows."""
    kind, given = document["kind"], {name: value for name, value in document.items() if name != "kind"}
    system = SYSTEMS.get(kind)
    if system is None:
        raise ValueError(f"no such pairing system: {kind!r}")
    if unknown := sorted(set(given) - {one.name for one in fields(system)}):
        raise ValueError(f"{kind} has no setting {unknown[0]!r}")
    return system(**given)


def _document_1(request: PairingRequest) -> dict[str, Any]:
    settings = _SETTINGS_1[type(request.system)]
    return {
        "format": FORMAT_1,
        "event": request.event,
        "round": request.round,
        "seed": request.seed,
        "system": {"kind": request.system.kind, **{name: getattr(request.system, name) for name in settings}},
        "clubs_apart": request.clubs_apart.through_round,
        "competitors": [[c.id, c.rank, _points_out(c.points), c.number, c.club] for c in request.competitors],
        "history": [[m.round, m.first, m.second, int(m.played), int(m.starts_known)] for m in request.history],
        "byes": [[b.round, b.competitor] for b in request.byes],
        "locked_pairs": request.locked_pairs,
        "locked_byes": request.locked_byes,
        "forbidden_pairs": request.forbidden_pairs,
    }


def _document_2(request: PairingRequest) -> dict[str, Any]:
    return {
        "format": FORMAT_2,
        "event": request.event,
        "round": request.round,
        "based_on": request.based_on,
        "seed": request.seed,
        "system": system_to_json(request.system),
        "clubs_apart": request.clubs_apart.through_round,
        "teams_apart": request.teams_apart.through_round,
        "repeats": rule_to_json(request.repeats),
        "starts": rule_to_json(request.starts),
        "bye_rule": rule_to_json(request.bye_rule),
        "competitors": [_competitor_out(one) for one in request.competitors],
        "history": [
            [m.round, m.first, m.second, int(m.played), int(m.starts_known), m.table] for m in request.history
        ],
        "byes": [[b.round, b.competitor, int(b.requested)] for b in request.byes],
        "locked_pairs": request.locked_pairs,
        "locked_byes": request.locked_byes,
        "forbidden_pairs": request.forbidden_pairs,
    }


def rule_to_json(rule: RepeatRule | StartRule | ByeRule) -> dict[str, Any]:
    return {one.name: getattr(rule, one.name) for one in fields(rule)}


def _rules_in(document: dict[str, Any]) -> dict[str, Any]:
    return {
        "based_on": document["based_on"],
        "teams_apart": ClubRule(document["teams_apart"]),
        "repeats": RepeatRule(**document["repeats"]),
        "starts": StartRule(**document["starts"]),
        "bye_rule": ByeRule(**document["bye_rule"]),
    }


def _fits_format_1(request: PairingRequest) -> bool:
    """Whether nothing in the request differs from what format 1 takes for granted."""
    known = _SETTINGS_1.get(type(request.system))
    if known is None or any(bye.requested for bye in request.byes):
        return False
    if any(meeting.table is not None for meeting in request.history):
        return False
    plain = all(
        getattr(request.system, one.name) == one.default for one in fields(request.system) if one.name not in known
    )
    plain_rules = (request.based_on, request.teams_apart, request.repeats, request.starts, request.bye_rule) == (
        None,
        ClubRule(),
        RepeatRule(),
        StartRule(),
        ByeRule(),
    )
    return plain and plain_rules and all(_plain(one) for one in request.competitors)


def _plain(competitor: Competitor) -> bool:
    return (competitor.team, competitor.table, competitor.state, competitor.recent) == (None, None, "plays", None)


def _competitor_out(one: Competitor) -> list[Any]:
    recent = None if one.recent is None else _points_out(one.recent)
    return [
        one.id,
        one.rank,
        _points_out(one.points),
        one.number,
        one.club,
        one.team,
        one.table,
        one.state,
        recent,
    ]


def _competitor_in(id_: int, rank: int, points: int | str, number: int, club: int | None, *more: Any) -> Competitor:
    """A row of either format: format 2 adds team, table, state and recent."""
    if not more:
        return Competitor(id=id_, rank=rank, points=_points_in(points), number=number, club=club)
    team, table, state, recent = more
    return Competitor(
        id=id_,
        rank=rank,
        points=_points_in(points),
        number=number,
        club=club,
        team=team,
        table=table,
        state=state,
        recent=None if recent is None else _points_in(recent),
    )


def _points_out(points: int | Fraction) -> int | str:
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else f"{exact.numerator}/{exact.denominator}"


def _points_in(points: int | str) -> int | Fraction:
    return Fraction(points) if isinstance(points, str) else points
