"""Lots drawn from the seed: the same for the same event, round, seed and numbers, in any process."""

import hashlib


def lot(event: str, round_: int, seed: int, purpose: str, *numbers: int) -> int:
    """A 64-bit number. `purpose` keeps lots for different ends apart."""
    text = "\x1f".join((event, str(round_), str(seed), purpose, *map(str, numbers)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
