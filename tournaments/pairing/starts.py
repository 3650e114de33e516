"""Who starts: whoever has started less; then the reverse of their last meeting; then who went second more
recently; then a seeded lot. Only games that were played count.

The smaller difference (started minus second) starts, never the smaller number of starts: compared raw, those
who had a bye or came late would start game after game.
"""

from .field import Field, couple
from .lots import lot
from .model import StartReason


def who_starts(field: Field, a: int, b: int) -> tuple[int, int, StartReason]:
    """(first, second, reason) for two places."""
    if field.difference[a] != field.difference[b]:
        return (*_first_if(field.difference[a] < field.difference[b], a, b), "fewer_starts")
    last = field.last_meeting.get(couple(a, b))
    if last is not None:
        return (*_first_if(last.first == b, a, b), "reverse_of_last")
    if field.last_second[a] != field.last_second[b]:
        return (*_first_if(field.last_second[a] > field.last_second[b], a, b), "second_more_recently")
    low, high = sorted((a, b), key=lambda place: field.order[place].number)
    numbers = field.order[low].number, field.order[high].number
    request = field.request
    drawn = lot(request.event, request.round, request.seed, "start", *numbers)
    return (*_first_if(drawn % 2 == 0, low, high), "lot")


def _first_if(condition: bool, a: int, b: int) -> tuple[int, int]:
    return (a, b) if condition else (b, a)
