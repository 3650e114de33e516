"""Guesses at a secret, counted where they come from. Unlike the API's buckets this door stays shut without a cache:
nobody guesses unseen while it is down.
"""

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from .errors import TooMany

WINDOW_SECONDS = 15 * 60
#: How long to wait where the cache did not answer: it may be back at once.
_CACHE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Attempts:
    """What was counted for one guess, so that a right one can be taken off again."""

    keys: tuple[str, ...]

    def forgive(self) -> None:
        """It was no guess: take it off every count."""
        for key in self.keys:
            try:
                cache.decr(key)
            except ValueError:  # the window is over, or the cache is down
                continue


def attempt_on(limits: dict[str, int]) -> Attempts:
    """Count one guess under every key, before it is looked at, so that many at once are all counted.

    ``limits`` maps keys to guesses allowed in a quarter of an hour. Raises ``throttled`` (429) beyond any of them,
    and also while the cache cannot be reached.
    """
    keys = tuple(f"attempts:{key}" for key in limits)
    for key, limit in zip(keys, limits.values(), strict=True):
        cache.add(key, 0, WINDOW_SECONDS)
        try:
            count = cache.incr(key)
        except ValueError as error:
            raise _too_many(_CACHE_SECONDS) from error
        if count > limit:
            raise _too_many(WINDOW_SECONDS)
    return Attempts(keys)


def _too_many(seconds: int) -> TooMany:
    return TooMany("throttled", _("Too many tries. Wait a little, then try again."), extra={"retry_after": seconds})
