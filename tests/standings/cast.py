"""Short ways to write down a division and its results."""

from tournaments.standings import EntryInfo, Line, Outcome, Row, Table


def entries(count: int) -> list[EntryInfo]:
    return [EntryInfo(entry=n, number=n) for n in range(1, count + 1)]


def game(round_number: int, first: int, score: int, second: int, other: int) -> list[Line]:
    """`first` scored `score` against `second`, who scored `other`: both lines."""
    return [
        Line(first, round_number, second, Outcome.PLAYED, score, other),
        Line(second, round_number, first, Outcome.PLAYED, other, score),
    ]


def bye(round_number: int, entry: int, spread: int = 100, *, won: bool | None = None) -> Line:
    return Line(entry, round_number, None, Outcome.BYE, spread, 0, won=won)


def forfeit(round_number: int, winner: int, loser: int, spread: int = 100) -> list[Line]:
    return [
        Line(winner, round_number, loser, Outcome.FORFEIT, spread, 0, won=True),
        Line(loser, round_number, winner, Outcome.FORFEIT, 0, spread, won=False),
    ]


def double_forfeit(round_number: int, one: int, two: int, spread: int = -100) -> list[Line]:
    return [
        Line(one, round_number, two, Outcome.DOUBLE_FORFEIT, spread, 0),
        Line(two, round_number, one, Outcome.DOUBLE_FORFEIT, spread, 0),
    ]


def row(table: Table, entry: int) -> Row:
    return table.by_entry()[entry]


def order(table: Table) -> list[int]:
    return [r.entry for r in table.rows]


def ranks(table: Table) -> dict[int, int]:
    return {r.entry: r.rank for r in table.rows}
