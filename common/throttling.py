"""Request limits per token, so that two hundred tablets behind one address never stop one another.

Reading and writing have buckets of their own: a scoreboard that polls too fast never keeps a result out.
"""

import math
from typing import Any

from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

from .models import Token

_READS = ("GET", "HEAD", "OPTIONS")


class BucketThrottle(SimpleRateThrottle):
    """A bucket per token, per logged-in user, else per address. A cache that is down lets everybody through."""

    scope = "anonymous"

    def __init__(self) -> None:
        """The rate depends on who calls, so it is chosen in ``allow_request``."""

    def get_cache_key(self, request: Any, view: Any) -> str:
        act = "read" if request.method in _READS else "write"
        if isinstance(request.auth, Token):
            self.scope = f"token_{act}"
            return f"throttle:{act}:token:{request.auth.pk}"
        if request.user and request.user.is_authenticated:
            self.scope = f"token_{act}"
            return f"throttle:{act}:user:{request.user.pk}"
        self.scope = "anonymous"
        return f"throttle:ip:{self.get_ident(request)}"

    def allow_request(self, request: Any, view: Any) -> bool:
        self.key = self.get_cache_key(request, view)
        requests, seconds = self.parse_rate(str(api_settings.DEFAULT_THROTTLE_RATES[self.scope]))
        self.num_requests, self.duration = requests or 0, seconds or 1
        self.history = self.cache.get(self.key, [])
        self.now = self.timer()
        while self.history and self.history[-1] <= self.now - self.duration:
            self.history.pop()
        if len(self.history) >= self.num_requests:
            return self.throttle_failure()
        return self.throttle_success()

    def refund(self) -> None:
        """Nothing was sent that the caller did not have already: it cost nobody anything."""
        if self.now in self.history:
            self.history.remove(self.now)
            self.cache.set(self.key, self.history, self.duration)

    def headers(self) -> dict[str, str]:
        """How much is left, as RateLimit-* (draft of the IETF's httpapi group)."""
        left = max(0, self.num_requests - len(self.history))
        oldest = self.history[-1] if self.history else self.now
        return {
            "RateLimit-Limit": str(self.num_requests),
            "RateLimit-Remaining": str(left),
            "RateLimit-Reset": str(max(0, math.ceil(oldest + self.duration - self.now))),
        }
