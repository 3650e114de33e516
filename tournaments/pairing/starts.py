"""Who starts: whoever has started less; then the reverse of their last meeting; then who went second more
recently; then a seeded lot. Only games that were played count.

`StartRule` puts two more between the first and the second: whoever is in a run that is long enough changes; whoever
has started fewer of the games between the two starts. Or it leaves everything to the lot.

The smaller difference (started minus second) starts, never the smaller number of starts: compared raw, those
who had a bye or came late would start game after game.
"""

from .field import Field, couple
from .lots import lot
from .model import StartReason


def who_starts(field: Field, a: int, b: int) -> tuple[int, int, StartReason]:
    """(first, second, reason) for two places."""
    rule = field.request.starts
    if rule.by_draw:
        return (*_drawn(field, a, b), "draw")
    if field.difference[a] != field.difference[b]:
        return (*_first_if(field.difference[a] < field.difference[b], a, b), "fewer_starts")
    if rule.longest_run is not None:
        a_may, b_may = (field.run[place] < rule.longest_run for place in (a, b))
        a_must, b_must = (field.run[place] <= -rule.longest_run for place in (a, b))
        if (a_may, a_must) != (b_may, b_must):
            return (*_first_if((a_must, a_may) > (b_must, b_may), a, b), "run")
    if rule.head_to_head and (more := field.started_more.get(couple(a, b))):
        return (*_first_if((more < 0) == (a < b), a, b), "head_to_head")
    last = field.last_meeting.get(couple(a, b))
    if last is not None:
        return (*_first_if(last.first == b, a, b), "reverse_of_last")
    if field.last_second[a] != field.last_second[b]:
        return (*_first_if(field.last_second[a] > field.last_second[b], a, b), "second_more_recently")
    return (*_drawn(field, a, b), "lot")


def _drawn(field: Field, a: int, b: int) -> tuple[int, int]:
    low, high = sorted((a, b), key=lambda place: field.order[place].number)
    numbers = field.order[low].number, field.order[high].number
    request = field.request
    drawn = lot(request.event, request.round, request.seed, "start", *numbers)
    return _first_if(drawn % 2 == 0, low, high)


def _first_if(condition: bool, a: int, b: int) -> tuple[int, int]:
    return (a, b) if condition else (b, a)
