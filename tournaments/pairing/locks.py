"""What the director has settled already: checked for sense, and taken out of the field."""

from collections import Counter
from dataclasses import dataclass

from .errors import PairingError
from .field import Couple, Field


@dataclass(frozen=True, slots=True)
class Settled:
    """By place. `pairs` are (first, second); `free` are the rest, in order."""

    pairs: tuple[Couple, ...]
    byes: tuple[int, ...]
    free: tuple[int, ...]


def settle(field: Field) -> Settled:
    """Raises PairingError `pairing.locked_conflict`: reason `itself`, `unknown` (not active) or `twice`.

    A bye that was asked for is settled like one given by hand.
    """
    request = field.request
    uses = Counter(request.given_byes)
    for first, second in request.locked_pairs:
        if first == second:
            raise PairingError("pairing.locked_conflict", reason="itself", competitors=(first,))
        uses[first] += 1
        uses[second] += 1
    unknown = tuple(sorted(id_ for id_ in uses if id_ not in field.place))
    if unknown:
        raise PairingError("pairing.locked_conflict", reason="unknown", competitors=unknown)
    twice = tuple(sorted(id_ for id_, count in uses.items() if count > 1))
    if twice:
        raise PairingError("pairing.locked_conflict", reason="twice", competitors=twice)
    return Settled(
        pairs=tuple((field.place[first], field.place[second]) for first, second in request.locked_pairs),
        byes=tuple(sorted(field.place[id_] for id_ in request.given_byes)),
        free=tuple(place for place, competitor in enumerate(field.order) if competitor.id not in uses),
    )
