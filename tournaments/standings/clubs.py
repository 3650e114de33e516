"""Club totals over a table of single entries: what each club's best entries come to together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from .rules import Criterion, StandingsRules
from .table import Row, Table

#: The setting that lets every entry of a club count.
ALL_OF_A_CLUB = 0
#: The most entries of a club that a number may ask for.
MOST_OF_A_CLUB = 20


@dataclass(frozen=True, slots=True)
class ClubRow:
    """One club's place. The figures are sums over `counting`, its best entries in the order of the table;
    `beyond` are the others, which count for nothing here.

    `rank` is shared (`shared` True) by clubs that are equal in every criterion and whose best entries stand on one
    rank; the next rank then skips. `lacking`: how many entries it has too few, 0 where all may count.
    """

    rank: int
    shared: bool
    club: int
    counting: tuple[Row, ...]
    beyond: tuple[Row, ...]
    lacking: int
    points: Decimal
    wins: int
    ties: int
    losses: int
    capped_spread: int
    spread: int
    total: int

    @property
    def entries(self) -> int:
        """How many entries the club has in the division."""
        return len(self.counting) + len(self.beyond)


@dataclass(frozen=True, slots=True)
class ClubTable:
    """Rows in list order, best first, as of `after_round`. `best` is how many entries of a club count, 0 all.
    `without` entries have no club and are in no row.
    """

    after_round: int
    rules: StandingsRules
    best: int
    rows: tuple[ClubRow, ...]
    without: int

    def movement(self, before: "ClubTable") -> dict[int, int]:
        """Places gained (positive) or lost since an earlier table, by club; 0 for whoever was not in it."""
        old = {row.club: row.rank for row in before.rows}
        return {row.club: old.get(row.club, row.rank) - row.rank for row in self.rows}


_NEVER = float("inf")  # no game yet ranks below any game


def _average(rows: Sequence[Row]) -> Fraction | float:
    games = sum(row.games_played for row in rows)
    return -Fraction(sum(row.points_for for row in rows), games) if games else _NEVER


# A sort value per criterion over the counting rows: smaller ranks first. Losses are counted with what is lacking.
_SORT: dict[Criterion, Callable[[Sequence[Row]], Fraction | float | Decimal]] = {
    Criterion.POINTS: lambda rows: -sum((row.points for row in rows), Decimal(0)),
    Criterion.WINS: lambda rows: -sum(row.wins for row in rows),
    Criterion.LOSSES: lambda rows: sum(row.losses for row in rows),
    Criterion.CAPPED_SPREAD: lambda rows: -sum(row.capped_spread for row in rows),
    Criterion.SPREAD: lambda rows: -sum(row.spread for row in rows),
    Criterion.TOTAL: lambda rows: -sum(row.total for row in rows),
    Criterion.AVERAGE: _average,
    Criterion.HIGH_GAME: lambda rows: min(
        (-row.high_game for row in rows if row.high_game is not None), default=_NEVER
    ),
    Criterion.OPPONENTS: lambda rows: -sum((row.opponents for row in rows), Decimal(0)),
}


def club_table(table: Table, clubs: Mapping[int, int], best: int = ALL_OF_A_CLUB) -> ClubTable:
    """The table of the clubs, from the table of their entries.

    `clubs`: club id by entry id; an entry that is not in it has no club. `best`: how many entries of a club count,
    those that stand highest (0: all). Clubs are ranked by the same criteria as entries, each taken over what
    counts: sums, for `average` all their games together, for `high_game` the highest. Where `losses` ranks, an
    entry that a club lacks has lost every round: nobody gains by bringing fewer people. Clubs equal in all of it
    are ordered by the rank of their best entry, and share a rank where that is shared too.

    Raises ValueError for a `best` below 0. Time: linear in the rows, and one sort of the clubs.

    >>> from tournaments.standings import AMATH, EntryInfo, Line, Outcome, standings
    >>> lines = [Line(1, 1, 3, Outcome.PLAYED, 400, 380), Line(3, 1, 1, Outcome.PLAYED, 380, 400),
    ...          Line(2, 1, 4, Outcome.PLAYED, 300, 310), Line(4, 1, 2, Outcome.PLAYED, 310, 300)]
    >>> table = standings([EntryInfo(n, n) for n in (1, 2, 3, 4)], lines, AMATH)
    >>> [(r.rank, r.club, str(r.points), r.spread) for r in club_table(table, {1: 7, 2: 7, 3: 8, 4: 8}, 2).rows]
    [(1, 7, '2', 10), (2, 8, '2', -10)]
    """
    if best < 0:
        raise ValueError("how many entries of a club count is 0 (all) or more")
    members: dict[int, list[Row]] = {}
    for row in table.rows:
        if (club := clubs.get(row.entry)) is not None:
            members.setdefault(club, []).append(row)
    ranked = [_ranked(table, club, rows, best) for club, rows in members.items()]
    # `members` is in the order of each club's best entry, and the sort keeps it inside a shared rank.
    ranked.sort(key=lambda item: item[0])
    rows_out: list[ClubRow] = []
    rank = 0
    for index, (place, club, rows) in enumerate(ranked):
        tied_above = index > 0 and ranked[index - 1][0] == place
        tied_below = index + 1 < len(ranked) and ranked[index + 1][0] == place
        if not tied_above:
            rank = index + 1
        rows_out.append(_row(rank, tied_above or tied_below, club, rows, best))
    return ClubTable(
        after_round=table.after_round,
        rules=table.rules,
        best=best,
        rows=tuple(rows_out),
        without=len(table.rows) - sum(map(len, members.values())),
    )


_Place = tuple[Fraction | float | Decimal, ...]


def _ranked(table: Table, club: int, rows: list[Row], best: int) -> tuple[_Place, int, list[Row]]:
    counting = rows[:best] if best else rows
    lacking = max(0, best - len(rows))
    place = [
        _SORT[criterion](counting) + (lacking * table.after_round if criterion is Criterion.LOSSES else 0)
        for criterion in table.rules.order
    ]
    return (*place, counting[0].rank), club, rows


def _row(rank: int, shared: bool, club: int, rows: list[Row], best: int) -> ClubRow:
    counting = tuple(rows[:best] if best else rows)
    return ClubRow(
        rank=rank,
        shared=shared,
        club=club,
        counting=counting,
        beyond=tuple(rows[len(counting) :]),
        lacking=max(0, best - len(rows)),
        points=sum((row.points for row in counting), Decimal(0)),
        wins=sum(row.wins for row in counting),
        ties=sum(row.ties for row in counting),
        losses=sum(row.losses for row in counting),
        capped_spread=sum(row.capped_spread for row in counting),
        spread=sum(row.spread for row in counting),
        total=sum(row.total for row in counting),
    )
