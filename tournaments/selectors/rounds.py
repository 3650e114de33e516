"""A round as the desk shows it: every table with its names and result; what is to be said of a draft."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from games.models import Sheet
from games.selectors.scores import Running, running_sheets

from ..models import Division, Entry, EntryMember, Pairing, Result, ResultComponents, Round, Seat
from ..pairing import Note, PairingRequest, request_from_json
from .results import results_that_wait


@dataclass(frozen=True, slots=True)
class TableRow:
    """One pairing. ``table`` and ``second`` are None for a bye. ``version`` is the highest ever, 0 for none.

    ``running`` is the game's scoresheet while it goes on and there is no result yet.
    """

    pairing: Pairing
    first: Entry
    second: Entry | None
    result: Result | None
    version: int
    settled: bool
    running: Running | None = None

    @property
    def table(self) -> int | None:
        return self.pairing.table

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def open(self) -> bool:
        """Somebody has to do something here before the round can close."""
        return not self.settled

    @property
    def by_hand(self) -> bool:
        return any(reason.get("manual") for reason in self.pairing.reasons)

    @property
    def locked(self) -> bool:
        return self.pairing.locked


def settled_states(division: Division) -> frozenset[str]:
    """The states of a result after which nobody has to look at the table again."""
    states = {Result.State.CONFIRMED, Result.State.FINAL}
    return frozenset(states | {Result.State.PENDING} if division.pending_counts else states)


def round_rows(
    round_: Round, *, table: int | None = None, bye: int | None = None, waiting: bool = False
) -> list[TableRow]:
    """The tables in order, then the byes. Six queries.

    ``table``, or ``bye`` by entry number: that row alone; ``waiting``: those whose result somebody has to look at.
    """
    members = EntryMember.objects.select_related("player").order_by("place")
    seats = Seat.objects.select_related("entry__club").order_by("place")
    pairings = (
        Pairing.objects.filter(round=round_)
        .order_by("table", "pk")
        .prefetch_related(
            Prefetch("seats", seats.prefetch_related(Prefetch("entry__members", members))),
            Prefetch("results", Result.objects.select_related("created_by").order_by("version")),
        )
    )
    if table is not None:
        pairings = pairings.filter(table=table)
    if bye is not None:
        pairings = pairings.filter(table=None, seats__entry__number=bye)
    if waiting:
        pairings = pairings.filter(pk__in=results_that_wait().values("pairing_id"))
    settled = settled_states(round_.division)
    sheets = Sheet.objects.filter(game__pairing__round=round_)
    running = running_sheets(sheets if table is None else sheets.filter(game__pairing__table=table))
    rows = [_row(pairing, settled, running) for pairing in pairings]
    # Databases differ in where they sort a table that is null.
    return sorted(rows, key=lambda row: (row.table is None, row.table or 0, row.first.number))


def _row(pairing: Pairing, settled: frozenset[str], running: dict[int, Running]) -> TableRow:
    entries = [seat.entry for seat in pairing.seats.all()]
    results = list(pairing.results.all())
    live = next((result for result in results if result.state in Result.LIVE), None)
    return TableRow(
        pairing=pairing,
        first=entries[0],
        second=entries[1] if len(entries) > 1 else None,
        result=live,
        version=max((result.version for result in results), default=0),
        settled=live is not None and live.state in settled,
        running=running.get(pairing.game_id or 0) if live is None else None,
    )


def result_versions(pairing: Pairing) -> list[Result]:
    """Every version of a table's result, the newest first, with their parts, who entered and who confirmed them."""
    parts = Prefetch("components", ResultComponents.objects.order_by("place"))
    return list(
        Result.objects.filter(pairing=pairing)
        .select_related("created_by", "token")
        .prefetch_related(parts, "confirmations")
        .order_by("-version")
    )


def latest_from_desk(rows: Iterable[TableRow], count: int = 5) -> list[TableRow]:
    """The tables whose result the desk entered last, the newest first."""
    entered = [
        (row.result.created_at, row) for row in rows if row.result and row.result.source == Result.Source.DESK
    ]
    return [row for _at, row in sorted(entered, key=lambda pair: pair[0], reverse=True)[:count]]


def same_scores(result: Result) -> list[int]:
    """Other tables of the round with these two scores, either way round: perhaps one slip typed at two tables."""
    second = result.second_final
    if result.outcome != Result.Outcome.PLAYED or second is None or result.first_final == second:
        return []
    scores = (result.first_final, second)
    return sorted(
        table
        for table, one, two in Result.objects.filter(
            pairing__round_id=result.pairing.round_id, state__in=Result.LIVE, outcome=Result.Outcome.PLAYED
        )
        .exclude(pairing_id=result.pairing_id)
        .filter(first_final__in=scores, second_final__in=scores)
        .values_list("pairing__table", "first_final", "second_final")
        if table and one != two
    )


@dataclass(frozen=True, slots=True)
class Marks:
    """What a director should see at a pair: how often they have met before, in the last round too, one school."""

    met: int = 0
    back_to_back: bool = False
    clubmates: bool = False


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """A draft judged as it stands now, after every swap. ``clubs_apart``: one school should not meet this round.

    ``starts`` is, by entry id, in how many games it started and in how many it went second so far; ``byes`` how
    many byes it has had. ``notes`` are those of the pairing that still apply.
    """

    starts: dict[int, tuple[int, int]]
    byes: dict[int, int]
    marks: dict[int, Marks]
    notes: tuple[Note, ...]
    clubs_apart: bool
    request: PairingRequest


def draft_facts(round_: Round, rows: Sequence[TableRow]) -> DraftFacts | None:
    """None for a round that no system paired (one brought in from outside)."""
    if not round_.request:
        return None
    request = request_from_json(round_.request)
    starts: dict[int, list[int]] = {}
    met: dict[frozenset[int], list[int]] = {}
    for game in request.history:
        if not game.played:
            continue
        met.setdefault(frozenset((game.first, game.second)), []).append(game.round)
        if game.starts_known:
            for place, entry in enumerate((game.first, game.second)):
                starts.setdefault(entry, [0, 0])[place] += 1
    byes: dict[int, int] = {}
    for bye in request.byes:
        byes[bye.competitor] = byes.get(bye.competitor, 0) + 1
    return DraftFacts(
        starts={entry: (first, second) for entry, (first, second) in starts.items()},
        byes=byes,
        marks={row.pairing.pk: _marks(row, met, round_.number) for row in rows},
        notes=tuple(_notes_that_apply(round_, rows)),
        clubs_apart=request.clubs_apart.applies(round_.number),
        request=request,
    )


def _marks(row: TableRow, met: dict[frozenset[int], list[int]], number: int) -> Marks:
    if row.second is None:
        return Marks()
    rounds = met.get(frozenset((row.first.pk, row.second.pk)), [])
    club = row.first.club_id
    return Marks(
        met=len(rounds),
        back_to_back=number - 1 in rounds,
        clubmates=club is not None and club == row.second.club_id,
    )


#: Notes about whoever has no opponent, and about what stays true whoever changes places.
_OF_A_BYE = frozenset({"bye", "second_bye", "opponent_absent", "schedule_bye", "no_group", "left_over"})
_OF_THE_ROUND = frozenset({"prize_settled", "reset_raised"})


def _notes_that_apply(round_: Round, rows: Sequence[TableRow]) -> Iterable[Note]:
    pairs = {frozenset(entry.pk for entry in row.entries) for row in rows if row.second is not None}
    alone = {row.first.pk for row in rows if row.second is None}
    tables = {entry.pk: row.table for row in rows for entry in row.entries}
    for stored in round_.notes:
        code = stored["code"]
        figures = {key: value for key, value in stored.items() if key != "code"}
        if code in _OF_THE_ROUND:
            applies = True
        elif code in _OF_A_BYE:
            applies = figures["competitor"] in alone
        elif code == "table_conflict":
            applies = tables.get(figures["competitor"]) == figures["table"]
        else:
            applies = frozenset((figures.get("first"), figures.get("second"))) in pairs
        if applies:
            yield Note(code, tuple(figures.items()))
