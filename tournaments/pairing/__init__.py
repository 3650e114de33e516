"""Who meets whom: pairing a round from plain data. Pure: no database, no clock, lots from a seed.

`pair(request)` answers a `PairingResult` or raises `PairingError`.
"""

from .berger import berger_round, berger_rounds
from .engine import LIMIT, MINIMUM, pair
from .errors import PairingError
from .model import (
    ClubRule,
    Competitor,
    Cost,
    KingOfTheHill,
    Meeting,
    Note,
    Pair,
    PairingRequest,
    PairingResult,
    PastBye,
    RoundRobin,
    Swiss,
    System,
)
from .wire import digest, request_from_json, request_to_json

__all__ = [
    "LIMIT",
    "MINIMUM",
    "ClubRule",
    "Competitor",
    "Cost",
    "KingOfTheHill",
    "Meeting",
    "Note",
    "Pair",
    "PairingError",
    "PairingRequest",
    "PairingResult",
    "PastBye",
    "RoundRobin",
    "Swiss",
    "System",
    "berger_round",
    "berger_rounds",
    "digest",
    "pair",
    "request_from_json",
    "request_to_json",
]
