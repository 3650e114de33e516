"""Blanks, last of all: a rack with blanks is searched as many racks without.

A blank that may be anything makes every table of the search twenty times as large, and two of them four hundred
times, though few of those parts ever meet. So each blank is given one face at a time, and of each such search only
the plays that use it are kept; what uses fewer blanks is found by the searches with fewer.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from games.engine.rulesets import Ruleset
from games.engine.search.hand import Hand, Slot, slots_of
from games.engine.tiles import BLANK


def without_blanks(rules: Ruleset, counts: Mapping[str, int]) -> Iterator[list[Slot]]:
    """The racks to search instead: no blank first, then one with every face, then two, and so on."""
    plain = slots_of(rules, {kind: count for kind, count in counts.items() if kind != BLANK})
    faces = rules.tiles.faces.get(BLANK, ())
    for used in range(counts.get(BLANK, 0) + 1):
        for chosen in combinations_with_replacement(faces, used):
            yield plain + [Slot(BLANK, chosen.count(face), (face,)) for face in dict.fromkeys(chosen)]


def kept(found: Sequence[bytes], hand: Hand, slots: Sequence[Slot], whole: Hand) -> list[bytes]:
    """The plays that use every blank of the slots, with their options numbered as in the whole hand."""
    place = {option.tile: option.text for option in whole.options}
    numbers = b"".join(place[option.tile] for option in hand.options)
    table = numbers + bytes(range(len(numbers), 256))
    count = {slot.faces[0]: slot.number for slot in slots if slot.kind == BLANK}
    blanks = [(option.text, count[option.tile.face]) for option in hand.options if option.tile.kind == BLANK]
    return [
        play[:2] + play[2:].translate(table)
        for play in found
        if all(play.count(text, 2) == needed for text, needed in blanks)
    ]
