"""Questions that this app asks of the one above; it registers its answer when it is ready."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol


class RatingsAtEntry(Protocol):
    def __call__(self, *, player_ids: Sequence[int], ruleset: str, on: date) -> dict[int, int]:
        """The rating of each player who has one, in whole points, on that day."""


def _nobody(*, player_ids: Sequence[int], ruleset: str, on: date) -> dict[int, int]:
    return {}


_ratings_at_entry: RatingsAtEntry = _nobody


def register_ratings_at_entry(answer: RatingsAtEntry) -> None:
    global _ratings_at_entry
    _ratings_at_entry = answer


def ratings_at_entry(*, player_ids: Sequence[int], ruleset: str, on: date) -> dict[int, int]:
    return _ratings_at_entry(player_ids=player_ids, ruleset=ruleset, on=on)
