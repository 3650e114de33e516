"""The request made ready for work: competitors in pairing order, and what the history says of each.

From here on a competitor is a place, 0 the best: by rank, then by a seeded lot among those who share one. Where a
system pairs score groups, points come before rank, so that the groups are runs whatever the ranks say.
Those who are not present have no place.
Nothing below depends on ids or on the order of rows.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from .lots import lot
from .model import Competitor, PairingRequest

Couple = tuple[int, int]
"""Two places, the better first."""


def couple(a: int, b: int) -> Couple:
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, slots=True)
class LastMeeting:
    round: int
    first: int
    """Place of the one who started."""


@dataclass(frozen=True, slots=True)
class Field:
    """`order` lists the competitors by place; the other sequences and keys are by place too.

    `difference` is games started minus games gone second; `last_second` the round in which a competitor
    last went second (0: never); `met` how often two have played; `adjacent` who played in the round
    just before or after this one; `byes` how many each has had that count. `run` is the number of games running
    that a competitor has started last, or, below nought, gone second. `started_more` is, for two who have met, how
    many more of their games the better place has started.
    """

    request: PairingRequest
    order: tuple[Competitor, ...]
    place: dict[int, int]
    met: Counter[Couple]
    adjacent: frozenset[Couple]
    last_meeting: dict[Couple, LastMeeting]
    difference: tuple[int, ...]
    last_second: tuple[int, ...]
    byes: tuple[int, ...]
    forbidden: frozenset[Couple]
    run: tuple[int, ...]
    started_more: dict[Couple, int]

    def id(self, place: int) -> int:
        return self.order[place].id


def pairing_order(request: PairingRequest, competitors: Iterable[Competitor]) -> list[Competitor]:
    """The best first. Lots separate those who share a rank."""

    def key(competitor: Competitor) -> tuple[int | Fraction, int, int, int]:
        drawn = lot(request.event, request.round, request.seed, "order", competitor.number)
        points = -competitor.points if request.system.by_points else 0
        return points, competitor.rank, drawn, competitor.number

    return sorted(competitors, key=key)


def build_field(request: PairingRequest) -> Field:
    """Read the history once. Games against competitors no longer active still count for starts."""
    order = tuple(pairing_order(request, request.present))
    place = {competitor.id: index for index, competitor in enumerate(order)}
    met: Counter[Couple] = Counter()
    adjacent: set[Couple] = set()
    last_meeting: dict[Couple, LastMeeting] = {}
    difference = [0] * len(order)
    last_second = [0] * len(order)
    run = [0] * len(order)
    started_more: Counter[Couple] = Counter()
    for meeting in request.history:
        if not meeting.played and not request.only_paired(meeting.round):
            continue
        first, second = place.get(meeting.first), place.get(meeting.second)
        if meeting.starts_known:
            if first is not None:
                difference[first] += 1
                run[first] = max(run[first], 0) + 1
            if second is not None:
                difference[second] -= 1
                run[second] = min(run[second], 0) - 1
                last_second[second] = max(last_second[second], meeting.round)
        if first is None or second is None:
            continue
        pair = couple(first, second)
        met[pair] += 1
        if abs(meeting.round - request.round) == 1:
            adjacent.add(pair)
        if meeting.starts_known:
            started_more[pair] += 1 if pair[0] == first else -1
            known = last_meeting.get(pair)
            if known is None or known.round < meeting.round:
                last_meeting[pair] = LastMeeting(meeting.round, first)
    byes = Counter(b.competitor for b in request.byes if request.bye_rule.requested_count or not b.requested)
    return Field(
        request=request,
        order=order,
        place=place,
        met=met,
        adjacent=frozenset(adjacent),
        last_meeting=last_meeting,
        difference=tuple(difference),
        last_second=tuple(last_second),
        byes=tuple(byes[competitor.id] for competitor in order),
        forbidden=frozenset(
            couple(place[a], place[b]) for a, b in request.forbidden_pairs if a in place and b in place
        ),
        run=tuple(run),
        started_more=dict(started_more),
    )
