"""Request limits per token, so that two hundred tablets behind one address never stop one another."""

from typing import Any

from rest_framework.throttling import SimpleRateThrottle

from .models import Token


class BucketThrottle(SimpleRateThrottle):
    """A bucket per token, per logged-in user, else per address. A cache that is down lets everybody through."""

    scope = "anonymous"

    def __init__(self) -> None:
        """The rate depends on who calls, so it is chosen in ``allow_request``."""

    def get_cache_key(self, request: Any, view: Any) -> str:
        if isinstance(request.auth, Token):
            self.scope = "token"
            return f"throttle:token:{request.auth.pk}"
        if request.user and request.user.is_authenticated:
            self.scope = "token"
            return f"throttle:user:{request.user.pk}"
        self.scope = "anonymous"
        return f"throttle:ip:{self.get_ident(request)}"

    def allow_request(self, request: Any, view: Any) -> bool:
        self.key = self.get_cache_key(request, view)
        requests, seconds = self.parse_rate(self.THROTTLE_RATES[self.scope])
        self.num_requests, self.duration = requests or 0, seconds or 1
        self.history = self.cache.get(self.key, [])
        self.now = self.timer()
        while self.history and self.history[-1] <= self.now - self.duration:
            self.history.pop()
        if len(self.history) >= self.num_requests:
            return self.throttle_failure()
        return self.throttle_success()
