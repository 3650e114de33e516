"""Berger tables: the round-robin schedule used over the board for a century, by its arithmetic rule.

Source of the rule: the project's pairing design page, checked there for fields of 4 to 20.
"""


def berger_rounds(seats: int, cycles: int = 1) -> int:
    """How many rounds the table has; an odd field has as many as it has seats.

    >>> berger_rounds(8), berger_rounds(7), berger_rounds(8, cycles=2)
    (7, 7, 14)
    """
    return (seats + seats % 2 - 1) * cycles


def berger_round(seats: int, round_: int, cycles: int = 1) -> tuple[tuple[int, int], ...]:
    """The games of a round, as (first, second) over seats 1..seats; odd: the one missing has the bye.

    Starts are balanced within one game. In a double table the second cycle reverses who starts, and the last
    two rounds of the first cycle change places, so that nobody has three starts in a row at the turn.

    >>> berger_round(4, 1)
    ((1, 4), (2, 3))
    >>> berger_round(3, 1)
    ((2, 3),)
    """
    if not 1 <= round_ <= berger_rounds(seats, cycles):
        raise ValueError(f"a table of {seats} seats and {cycles} cycles has no round {round_}")
    n = seats + seats % 2
    cycle, index = divmod(round_ - 1, n - 1)
    if cycles == 2 and cycle == 0 and n > 2 and index >= n - 3:
        index = 2 * n - 5 - index
    games = [(a, b) for a, b in _even_round(n, index + 1) if a <= seats and b <= seats]
    return tuple((b, a) for a, b in games) if cycle else tuple(games)


def _even_round(n: int, round_: int) -> list[tuple[int, int]]:
    modulus = n - 1
    pivot = ((round_ - 1) * n // 2) % modulus + 1

    def seat(number: int) -> int:
        return number % modulus or modulus

    games = [(pivot, n) if round_ % 2 else (n, pivot)]
    games += [(seat(pivot + k), seat(pivot - k)) for k in range(1, n // 2)]
    return games
