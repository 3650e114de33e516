"""`pair`: one round, from a request to tables."""

from dataclasses import replace

from .australian import pair_from_the_top
from .errors import PairingError
from .field import Field, build_field
from .locks import Settled, settle
from .made import Made, fixed_pair
from .matched import pair_by_matching
from .matching import SOLVER
from .model import Contention, Note, PairingRequest, PairingResult
from .notes import director_bye_notes, pair_notes
from .numbering import number_tables
from .settings import AustralianDraw, Manual, TableSystem
from .systems.contention import contention_notes
from .tables import pair_by_table
from .wire import digest

MINIMUM = 2
LIMIT = 8000
"""Competitors up to whom a round has been timed: a few seconds."""

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
    count = len(request.present)
    if count < MINIMUM:
        raise PairingError("pairing.not_enough_players", count=count, needed=MINIMUM)
    if count > LIMIT:
        raise PairingError("pairing.too_many", count=count, limit=LIMIT)
    field = build_field(request)
    settled = settle(field)
    made = _pair_free(field, settled)

    locked = [fixed_pair(field, first, second, "locked", locked=True) for first, second in settled.pairs]
    notes: list[Note] = []
    for one in locked:
        notes += pair_notes(field, one)
    for place in settled.byes:
        notes += director_bye_notes(field, place)
    byes = sorted((*settled.byes, *made.byes))
    pairs, table_notes = number_tables(field, (*locked, *made.pairs))
    return PairingResult(
        pairs=pairs,
        byes=tuple(field.id(place) for place in byes),
        automatic_byes=tuple(field.id(place) for place in sorted(made.byes)),
        repeats=(*((one.first, one.second) for one in locked if one.met), *made.repeats),
        cost=made.cost,
        notes=(*notes, *made.notes, *table_notes),
        solver=f"{METHOD}, {SOLVER}",
        digest=digest(request),
        away=tuple(one.id for one in request.competitors if one.id not in field.place),
    )


def _pair_free(field: Field, settled: Settled) -> Made:
    """Those whom no director has settled, by the system."""
    system = field.request.system
    if isinstance(system, TableSystem):
        return pair_by_table(field, settled, system)
    if isinstance(system, AustralianDraw):
        return pair_from_the_top(field, settled.free, system)
    if isinstance(system, Manual) and system.rest == "refuse" and settled.free:
        raise PairingError("pairing.unsettled", competitors=tuple(field.id(place) for place in settled.free))
    made = pair_by_matching(field, settled.free, system)
    if isinstance(system, Contention):
        return replace(made, notes=(*made.notes, *contention_notes(system, field)))
    return made
