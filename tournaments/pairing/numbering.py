"""Which game is played at which table: down the ranks, but for those who need a certain one."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import count

from .field import Field
from .model import Note, Pair
from .notes import note


def number_tables(field: Field, pairs: Iterable[Pair]) -> tuple[tuple[Pair, ...], list[Note]]:
    """The games in table order, and what is to be said where two needs collide.

    A competitor's `table` draws his game there; the better of two in one game, and the better of two games, has his
    way. All others have the numbers that are left, from 1, the best rank first. A table beyond them all may be
    needed too: then numbers are left out, not games.
    """
    place = field.place
    ranked = sorted(pairs, key=lambda pair: min(place[pair.first], place[pair.second]))
    held: dict[int, int] = {}  # table: index of the game
    refused: list[tuple[int, int, int, str]] = []
    for k, pair in enumerate(ranked):
        granted = None
        for one in sorted((pair.first, pair.second), key=place.__getitem__):
            wanted = field.order[place[one]].table
            if wanted is None or wanted == granted:
                continue
            if granted is not None:
                refused.append((one, wanted, k, "opponent"))
            elif wanted in held:
                refused.append((one, wanted, k, "taken"))
            else:
                held[wanted] = k
                granted = wanted
    table = {k: number for number, k in held.items()}
    free = (number for number in count(1) if number not in held)
    table |= {k: next(free) for k in range(len(ranked)) if k not in table}
    numbered = (replace(ranked[k], table=table[k]) for k in sorted(table, key=table.__getitem__))
    notes = [
        note("table_conflict", competitor=one, wanted=wanted, table=table[k], reason=reason)
        for one, wanted, k, reason in refused
    ]
    return tuple(numbered), notes
