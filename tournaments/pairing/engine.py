"""`pair`: one round, from a request to tables."""

from .errors import PairingError
from .field import build_field
from .locks import settle
from .made import fixed_pair
from .matched import pair_by_matching
from .matching import SOLVER
from .model import Note, PairingRequest, PairingResult, RoundRobin
from .notes import director_bye_notes, pair_notes
from .schedule import pair_by_schedule
from .wire import digest

MINIMUM = 2
LIMIT = 600
"""Competitors up to whom the complete graph is solved in well under a second."""

METHOD = "kradan 1"
"""Raised whenever the same request may be answered otherwise than before."""


def pair(request: PairingRequest) -> PairingResult:
    """Pair one round. Same request, same library versions: same result, in any process, under any hash seed.

    Raises PairingError, whose codes are listed there; every other exception is a fault.

    >>> from tournaments.pairing import Competitor, Swiss
    >>> four = tuple(Competitor(id=n, rank=n, points=0, number=n) for n in (1, 2, 3, 4))
    >>> result = pair(PairingRequest(event="demo", round=1, system=Swiss(), competitors=four))
    >>> [sorted((pair.first, pair.second)) for pair in result.pairs]
    [[1, 3], [2, 4]]
    """
    count = len(request.competitors)
    if count < MINIMUM:
        raise PairingError("pairing.not_enough_players", count=count, needed=MINIMUM)
    if count > LIMIT:
        raise PairingError("pairing.too_many", count=count, limit=LIMIT)
    field = build_field(request)
    settled = settle(field)
    if isinstance(request.system, RoundRobin):
        made = pair_by_schedule(field, settled, request.system)
    else:
        made = pair_by_matching(field, settled.free, request.system)

    locked = [fixed_pair(field, first, second, "locked", locked=True) for first, second in settled.pairs]
    notes: list[Note] = []
    for one in locked:
        notes += pair_notes(field, one)
    for place in settled.byes:
        notes += director_bye_notes(field, place)
    place_of = field.place
    byes = sorted((*settled.byes, *made.byes))
    return PairingResult(
        pairs=tuple(sorted((*locked, *made.pairs), key=lambda p: min(place_of[p.first], place_of[p.second]))),
        byes=tuple(field.id(place) for place in byes),
        automatic_byes=tuple(field.id(place) for place in sorted(made.byes)),
        repeats=(*((one.first, one.second) for one in locked if one.met), *made.repeats),
        cost=made.cost,
        notes=(*notes, *made.notes),
        solver=f"{METHOD}, {SOLVER}",
        digest=digest(request),
    )
