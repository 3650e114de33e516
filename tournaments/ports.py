"""Questions that this app asks of the one above; it registers its answer when it is ready."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class KnownRatings:
    """What a list says of some players: whole points by player; who has none is not in it. ``source`` is the list's
    address, "" where there is no list."""

    by_player: Mapping[int, int] = field(default_factory=dict)
    source: str = ""

    def mean(self, player_ids: Sequence[int]) -> int | None:
        """An entry's rating: the mean of its members', where all of them have one."""
        values = [self.by_player[pk] for pk in player_ids if pk in self.by_player]
        return round(sum(values) / len(values)) if values and len(values) == len(player_ids) else None


class RatingsAtEntry(Protocol):
    def __call__(self, *, player_ids: Sequence[int], division_id: int) -> KnownRatings:
        """The players' ratings before the division's first day, by the list that seeds it."""


def _nobody(*, player_ids: Sequence[int], division_id: int) -> KnownRatings:
    return KnownRatings()


_ratings_at_entry: RatingsAtEntry = _nobody


def register_ratings_at_entry(answer: RatingsAtEntry) -> None:
    global _ratings_at_entry
    _ratings_at_entry = answer


def ratings_at_entry(*, player_ids: Sequence[int], division_id: int) -> KnownRatings:
    return _ratings_at_entry(player_ids=player_ids, division_id=division_id)
