"""Many sequences of tiles that count as one: the same tiles, the same value, in other orders.

Parts are built and joined by the thousand, and most come to nothing. So what they are made of is only noted, and
written out when a play is found.
"""

from typing import Union

Piece = Union[bytes, "Strings"]


class Strings:
    """A union of products: each term is something followed by something."""

    __slots__ = ("_written", "terms")

    def __init__(self, terms: list[tuple[Piece, Piece]]) -> None:
        self.terms = terms
        self._written: list[bytes] | None = None

    def write(self) -> list[bytes]:
        """All sequences, each as the indices of its options. No more terms may be added afterwards."""
        if self._written is None:
            written: list[bytes] = []
            for before, after in self.terms:
                heads = (before,) if isinstance(before, bytes) else before.write()
                tails = (after,) if isinstance(after, bytes) else after.write()
                written += [head + tail for head in heads for tail in tails]
            self._written = written
        return self._written


NOTHING = Strings([(b"", b"")])
