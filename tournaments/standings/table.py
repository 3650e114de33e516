"""The table of a division, as of any round: one pass over the lines, one sort."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from hashlib import blake2b
from typing import NamedTuple

from .lines import EntryInfo, Line, StandingsError
from .rules import Criterion, StandingsRules
from .tally import Tally


@dataclass(frozen=True, slots=True)
class Row:
    """One entry's place. Byes and forfeits are among `wins`, `ties`, `losses` and the spreads; everything
    from `games_played` to `opponents` knows only games played over the board.

    `rank` is shared (`shared` True) by all whose criteria are all equal; the next rank then skips.
    `average` and `high_game` are None before the first game. `missed`: rounds up to the table's without a
    line (not there yet, absent, gone, void or not in yet).
    """

    rank: int
    shared: bool
    entry: int
    number: int
    active: bool
    points: Decimal
    wins: int
    ties: int
    losses: int
    byes: int
    forfeits: int
    capped_spread: int
    spread: int
    games_played: int
    points_for: int
    points_against: int
    average: float | None
    high_game: int | None
    opponents: Decimal
    missed: tuple[int, ...]

    @property
    def total(self) -> int:
        """Points scored over the board: what the criterion `total` ranks by."""
        return self.points_for


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in list order, best first, as of `after_round` (0: before the first)."""

    after_round: int
    rules: StandingsRules
    rows: tuple[Row, ...]

    def by_entry(self) -> dict[int, Row]:
        """Rows by entry id."""
        return {row.entry: row for row in self.rows}


class _Sums(NamedTuple):
    """A tally with what only the whole division can say."""

    tally: Tally
    points: Decimal
    opponents: Decimal
    average: float | None


# A sort value per criterion: smaller ranks first.
_SORT: dict[Criterion, Callable[[_Sums], float | Decimal]] = {
    Criterion.POINTS: lambda s: -s.points,
    Criterion.WINS: lambda s: -s.tally.credits[0],
    Criterion.LOSSES: lambda s: s.tally.credits[2],
    Criterion.CAPPED_SPREAD: lambda s: -s.tally.capped,
    Criterion.SPREAD: lambda s: -s.tally.spread,
    Criterion.TOTAL: lambda s: -s.tally.own,
    # No game yet ranks below any game: scores may be negative, so nothing finite would do.
    Criterion.AVERAGE: lambda s: float("inf") if s.average is None else -s.average,
    Criterion.HIGH_GAME: lambda s: float("inf") if s.tally.high is None else -s.tally.high,
    Criterion.OPPONENTS: lambda s: -s.opponents,
}


def lot(seed: int, number: int) -> bytes:
    """The lot that orders a shared rank: the same for a seed and a number in every process, whatever
    database ids or row order are."""
    return blake2b(f"{seed}:{number}".encode(), digest_size=8).digest()


def standings(
    entries: Iterable[EntryInfo],
    lines: Iterable[Line],
    rules: StandingsRules,
    after_round: int | None = None,
    *,
    seed: int = 0,
) -> Table:
    """The table after a round (None: after the last round that has a line).

    Every entry is in it, with a line or without; later lines are left out. Ranks are shared where all
    criteria of `rules.order` are equal; inside a shared rank the list goes by rating (high first, none
    last), then by a lot drawn from `seed` and the number, then by number. The order of `entries` and
    `lines` does not matter. Time: linear in the lines.

    Raises StandingsError (code `standings.…`): `two_entries` (an id twice), `unknown_entry` (a line of
    nobody), `two_lines` (an entry twice in a round), `bad_round` (below 1), `no_opponent` (played alone),
    `forfeit_undecided` (spread 0 and nobody said who won).

    >>> cast = [EntryInfo(entry=10, number=1), EntryInfo(entry=20, number=2), EntryInfo(entry=30, number=3)]
    >>> from tournaments.standings import AMATH, Outcome
    >>> table = standings(cast, [
    ...     Line(10, 1, 20, Outcome.PLAYED, 520, 100),
    ...     Line(20, 1, 10, Outcome.PLAYED, 100, 520),
    ...     Line(30, 1, None, Outcome.BYE, 100, 0),
    ... ], AMATH)
    >>> [(r.rank, r.number, str(r.points), r.capped_spread, r.spread) for r in table.rows]
    [(1, 1, '2', 350, 420), (2, 3, '2', 100, 100), (3, 2, '0', -350, -420)]
    """
    infos: dict[int, EntryInfo] = {}
    for info in entries:
        if info.entry in infos:
            raise StandingsError("standings.two_entries", entry=info.entry)
        infos[info.entry] = info
    tallies = {entry: Tally() for entry in infos}
    last = _add_up(tallies, lines, rules, after_round)
    until = last if after_round is None else after_round

    points = {entry: tally.points(rules) for entry, tally in tallies.items()}
    nothing = Decimal(0)
    ranked: list[tuple[tuple[float | Decimal, ...], tuple[object, ...], EntryInfo, _Sums]] = []
    keys = [_SORT[criterion] for criterion in rules.order]
    for entry, tally in tallies.items():
        info = infos[entry]
        sums = _Sums(
            tally,
            points[entry],
            sum((points[met] for met in tally.met if met in points), nothing),
            tally.own / tally.games if tally.games else None,
        )
        place = tuple(key(sums) for key in keys)
        listed = (
            info.rating is None,
            -(info.rating or 0),
            lot(seed, info.number),
            info.number,
            info.entry,
        )
        ranked.append((place, listed, info, sums))
    ranked.sort(key=lambda item: (item[0], item[1]))

    rows: list[Row] = []
    rank = 0
    for index, (place, _, info, sums) in enumerate(ranked):
        tied_above = index > 0 and ranked[index - 1][0] == place
        tied_below = index + 1 < len(ranked) and ranked[index + 1][0] == place
        if not tied_above:
            rank = index + 1
        rows.append(_row(rank, tied_above or tied_below, info, sums, until))
    return Table(after_round=until, rules=rules, rows=tuple(rows))


def _add_up(
    tallies: dict[int, Tally], lines: Iterable[Line], rules: StandingsRules, after_round: int | None
) -> int:
    """Add the lines to their entries' tallies; the last round seen, 0 for none."""
    caps: dict[int, int | None] = {}
    last = 0
    for line in lines:
        number = line.round
        if after_round is not None and number > after_round:
            continue
        if number not in caps:
            if number < 1:
                raise StandingsError("standings.bad_round", entry=line.entry, round=number)
            caps[number] = rules.cap(number)
            last = max(last, number)
        tally = tallies.get(line.entry)
        if tally is None:
            raise StandingsError("standings.unknown_entry", entry=line.entry, round=number)
        tally.add(line, caps[number], rules)
    return last


def _row(rank: int, shared: bool, info: EntryInfo, sums: _Sums, until: int) -> Row:
    tally = sums.tally
    wins, ties, losses = tally.credits
    return Row(
        rank=rank,
        shared=shared,
        entry=info.entry,
        number=info.number,
        active=info.active,
        points=sums.points,
        wins=wins,
        ties=ties,
        losses=losses,
        byes=tally.byes,
        forfeits=tally.forfeits,
        capped_spread=tally.capped,
        spread=tally.spread,
        games_played=tally.games,
        points_for=tally.own,
        points_against=tally.against,
        average=sums.average,
        high_game=tally.high,
        opponents=sums.opponents,
        missed=tally.missed(until),
    )


def movement(now: Table, before: Table) -> dict[int, int | None]:
    """Places gained (positive) or lost since an earlier table, by entry; None for whoever was not in it."""
    old = {row.entry: row.rank for row in before.rows}
    return {row.entry: old[row.entry] - row.rank if row.entry in old else None for row in now.rows}
