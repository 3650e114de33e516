"""How long a search may go on. The core reads no clock: who wants a deadline brings a predicate."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """When to stop looking: after so many `nodes`, or once `stop()` says so; whichever comes first.

    A node is one part of a line that was built or tried, a microsecond or so; the same limit always stops the same
    search at the same place. `stop` is asked every few thousand nodes.

    >>> SearchLimit(nodes=1_000).nodes
    1000
    """

    nodes: int | None = None
    stop: Callable[[], bool] | None = None


class Stopped(Exception):
    """The limit was reached."""


_ASK_EVERY = 4096


class Budget:
    """What is left of a limit."""

    __slots__ = ("_ask_at", "_left", "_stop", "spent")

    def __init__(self, limit: SearchLimit) -> None:
        self._left = limit.nodes
        self._stop = limit.stop
        self.spent = 0
        self._ask_at = 0

    def spend(self, nodes: int) -> None:
        """Count nodes. Raises `Stopped`."""
        self.spent += nodes
        if self._left is not None and self.spent > self._left:
            raise Stopped
        if self._stop is not None and self.spent >= self._ask_at:
            self._ask_at = self.spent + _ASK_EVERY
            if self._stop():
                raise Stopped
