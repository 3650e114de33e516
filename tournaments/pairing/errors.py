"""What a pairing can be refused for. The site turns `code` and `params` into a sentence."""

from collections.abc import Mapping
from typing import Any


class PairingError(Exception):
    """A request that cannot be paired, for a reason its director can act on.

    `code` is stable, `params` holds the figures (competitor ids, counts, rounds). Codes:

    - `pairing.not_enough_players`: count, needed
    - `pairing.too_many`: count, limit
    - `pairing.locked_conflict`: reason (`unknown`, `twice`, `itself`), competitors
    - `pairing.infeasible`: groups (of competitors who may meet only inside their group, or one of opponents:
      the smallest are the heart of it), competitors (all of these groups), opponents, short (how many stay over),
      relax (what would make the round possible, as `relax.py` lists it: any one of these is enough)
    - `pairing.no_seat`: competitors (a round robin that somebody without a seat is to play in)
    - `pairing.round_robin_over`: round, rounds (the table, or the groups, hold no such round)
    - `pairing.unsettled`: competitors (a round by hand that leaves these without a game and without a bye)
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params: Mapping[str, Any] = params
        figures = ", ".join(f"{key}={value!r}" for key, value in params.items())
        super().__init__(f"{code} ({figures})" if figures else code)
