"""What the tables say of one round: who meets whom, over the seats, whoever is there.

Sources: the project's pairing design page for the definitions; Berger's tables for the round robins inside.
"""

from dataclasses import dataclass

from ..berger import berger_round, berger_rounds
from ..errors import PairingError
from ..field import pairing_order
from ..lots import lot
from ..model import PairingRequest
from ..settings import Fontes, Quads, RoundRobin, SnakeGroups, TableSystem, TeamRoundRobin

Group = tuple[int, ...]
"""Ids in seat order."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """`games` are (first, second) by id, each with how often the two have met if the table was kept to; of
    `sides` no two may be put together, should the table not hold."""

    seats: tuple[int, ...]
    games: tuple[tuple[int, int, int], ...]
    sides: tuple[Group, ...] = ()


def seat_order(request: PairingRequest) -> tuple[int, ...]:
    """The seats of the request's table: its own, or everybody's but the withdrawn, in pairing order.

    What it says in the first round of a table is what the requests of its later rounds are to be given.
    """
    given = getattr(request.system, "seats", ())
    if given:
        return tuple(given)
    return tuple(c.id for c in pairing_order(request, request.competitors) if c.state != "withdrawn")


def table_round(request: PairingRequest, system: TableSystem) -> TableRound:
    """Raises PairingError `pairing.no_seat` (a later round without seats) or `pairing.round_robin_over`."""
    round_ = request.round - system.first_round + 1
    if not system.seats and round_ != 1:
        raise PairingError("pairing.no_seat", competitors=tuple(sorted(c.id for c in request.present)))
    seats = seat_order(request)
    rounds = table_rounds(system, len(seats))
    if not 1 <= round_ <= rounds:
        raise PairingError("pairing.round_robin_over", round=request.round, rounds=rounds)
    if isinstance(system, TeamRoundRobin):
        one, other = team_sides(seats, system)
        return TableRound(seats, tuple(_between(one, other, round_)), (one, other))
    cycles = system.cycles if isinstance(system, RoundRobin | SnakeGroups) else 1
    games = [game for group in groups_of(seats, system, request) for game in _inside(group, round_, cycles)]
    return TableRound(seats, tuple(games))


def table_rounds(system: TableSystem, seats: int) -> int:
    """How many rounds the table has for so many seats."""
    if isinstance(system, RoundRobin):
        whole = berger_rounds(seats, system.cycles)
        return whole if system.rounds is None else min(whole, system.rounds)
    if isinstance(system, TeamRoundRobin):
        return max(map(len, team_sides(tuple(range(seats)), system)))
    if isinstance(system, Fontes):
        return min(system.rounds, berger_rounds(seats))
    if isinstance(system, Quads):
        return min(berger_rounds(system.size), berger_rounds(seats))
    largest = -(-seats // min(system.groups, max(1, seats // 2)))
    return berger_rounds(largest, system.cycles)


def groups_of(seats: Group, system: TableSystem, request: PairingRequest) -> list[Group]:
    """The groups that the seats are dealt into; a round robin is one."""
    if isinstance(system, Fontes):
        return _fontes(seats, system, request)
    if isinstance(system, Quads):
        count = max(1, len(seats) // system.size)
        groups = [seats[k * system.size : (k + 1) * system.size] for k in range(count)]
        return _with_rest(groups, seats[count * system.size :])
    if isinstance(system, SnakeGroups):
        return snake(seats, min(system.groups, max(1, len(seats) // 2)))
    return [seats]


def snake(seats: Group, count: int) -> list[Group]:
    """To and fro; nobody is alone in a group.

    >>> snake((1, 2, 3, 4, 5, 6, 7, 8, 9), 3)
    [(1, 6, 7), (2, 5, 8), (3, 4, 9)]
    """
    groups: list[list[int]] = [[] for _ in range(count)]
    for k, seat in enumerate(seats):
        turn, step = divmod(k, count)
        groups[step if turn % 2 == 0 else count - 1 - step].append(seat)
    return [tuple(group) for group in groups]


def team_sides(seats: Group, system: TeamRoundRobin) -> tuple[Group, Group]:
    """Of an odd number the first half has one more; nobody's side is empty where there are two."""
    if system.first_side:
        size = min(system.first_side, len(seats) - 1)
        return seats[:size], seats[size:]
    if system.split == "odd_even":
        return seats[::2], seats[1::2]
    half = (len(seats) + 1) // 2
    return seats[:half], seats[half:]


def _fontes(seats: Group, system: Fontes, request: PairingRequest) -> list[Group]:
    size = system.rounds + 1
    count = len(seats) // size
    if not count:
        return [seats]
    tiles = [list(seats[k * count : (k + 1) * count]) for k in range(size)]
    if system.deal == "lot":
        numbers = {c.id: c.number for c in request.competitors}

        def drawn(seat: int) -> tuple[int, int]:
            number = numbers.get(seat, 0)
            return lot(request.event, system.first_round, 0, "deal", number), number

        tiles = [sorted(tile, key=drawn) for tile in tiles]
    groups = [tuple(tile[k] for tile in tiles) for k in range(count)]
    return _with_rest(groups, seats[count * size :])


def _with_rest(groups: list[Group], rest: Group) -> list[Group]:
    return [*groups[:-1], groups[-1] + rest]


def _inside(group: Group, round_: int, cycles: int) -> list[tuple[int, int, int]]:
    """The games of one group, or none where its own table is over."""
    if len(group) < 2 or round_ > berger_rounds(len(group), cycles):
        return []
    before = (round_ - 1) // berger_rounds(len(group))
    return [(group[a - 1], group[b - 1], before) for a, b in berger_round(len(group), round_, cycles)]


def _between(one: Group, other: Group, round_: int) -> list[tuple[int, int, int]]:
    """Number i of one side meets number i + round − 1 of the other, round and round over the longer side."""
    games = []
    longer = max(len(one), len(other))
    for i, seat in enumerate(one):
        k = (i + round_ - 1) % longer
        if k < len(other):
            games.append((seat, other[k], 0) if round_ % 2 else (other[k], seat, 0))
    return games
