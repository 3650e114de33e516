"""From rows to the pairing core: the whole question, as plain data."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Sheet
from games.selectors.scores import running_sheets

from ..models import Division, Entry, Pairing, Result, Round, Seat
from ..pairing import (
    ClubRule,
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PastBye,
    RoundRobin,
    Swiss,
    System,
)
from ..standings import Table
from .standings import division_table


def missing_results(round_: Round) -> list[int]:
    """Table numbers of a round whose result is not in, or not settled."""
    settled = [Result.State.CONFIRMED, Result.State.FINAL]
    if round_.division.pending_counts:
        settled.append(Result.State.PENDING)
    done = Result.objects.filter(pairing__round=round_, state__in=settled).values("pairing_id")
    return sorted(
        table or 0
        for table in Pairing.objects.filter(round=round_).exclude(pk__in=done).values_list("table", flat=True)
    )


@dataclass(frozen=True, slots=True)
class OpenTables:
    """Tables of a round without a settled result, by what they wait for: the end of the scoresheet, somebody's yes,
    staff's decision, or any result at all.
    """

    running: tuple[int, ...] = ()
    unconfirmed: tuple[int, ...] = ()
    disputed: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()


def open_tables(round_: Round) -> OpenTables:
    """What keeps a round from closing. Three queries."""
    waiting = missing_results(round_)
    found: dict[str, list[int]] = {}
    pairings = Pairing.objects.filter(round=round_, table__in=waiting).order_by("table")
    running = running_sheets(Sheet.objects.filter(game__pairing__in=pairings.order_by()))
    live = dict(
        Result.objects.filter(pairing__round=round_, state__in=Result.LIVE).values_list("pairing_id", "state")
    )
    names = {Result.State.PENDING.value: "unconfirmed", Result.State.DISPUTED.value: "disputed"}
    for pk, table, game_id in pairings.values_list("pk", "table", "game_id"):
        kind = names.get(live.get(pk, ""), "running" if game_id in running else "missing")
        found.setdefault(kind, []).append(table or 0)
    return OpenTables(**{kind: tuple(tables) for kind, tables in found.items()})


def _system(division: Division, name: str) -> System:
    if name == Division.System.ROUND_ROBIN:
        seats = Entry.objects.filter(division=division).order_by("number").values_list("pk", flat=True)
        return RoundRobin(seats=tuple(seats), cycles=2 if division.round_robin_double else 1)
    return KingOfTheHill() if name == Division.System.KING_OF_THE_HILL else Swiss()


def _pairing_ranks(table: Table, ratings: dict[int, int | None]) -> dict[int, int]:
    """The order to pair by: the table's, and inside a shared rank by rating. Only who is equal in both is left to
    the pairing's lot, so that round 1 goes by rating and a new draw still changes something among equals.
    """
    ranks: dict[int, int] = {}
    last: tuple[int, int | None] | None = None
    rank = 0
    for place, row in enumerate((row for row in table.rows if row.entry in ratings), start=1):
        key = (row.rank, ratings[row.entry])
        rank = rank if key == last else place
        ranks[row.entry], last = rank, key
    return ranks


def pairing_request(
    division: Division,
    number: int,
    *,
    system: str,
    seed: int,
    locked_pairs: Sequence[tuple[int, int]] = (),
    locked_byes: Sequence[int] = (),
    forbidden_pairs: Sequence[tuple[int, int]] = (),
) -> PairingRequest:
    """Everything the pairing of round ``number`` depends on. Ids are entry ids."""
    table = division_table(division, number - 1)
    rows = table.by_entry()
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=division) if entry.plays_in(number)}
    ranks = _pairing_ranks(table, {pk: entry.rating for pk, entry in entries.items()})
    meetings, byes = _history(division, number)
    apart = division.clubs_apart_rounds
    return PairingRequest(
        event=f"{division.tournament.slug}/{division.slug}",
        round=number,
        system=_system(division, system),
        competitors=tuple(
            Competitor(
                id=pk,
                rank=ranks[pk],
                points=int(rows[pk].points * 10),
                number=entry.number,
                club=entry.club_id,
            )
            for pk, entry in entries.items()
        ),
        history=tuple(meetings),
        byes=tuple(byes),
        locked_pairs=tuple(locked_pairs),
        locked_byes=tuple(locked_byes),
        forbidden_pairs=tuple(forbidden_pairs),
        clubs_apart=ClubRule(through_round=apart),
        seed=seed,
    )


def _history(division: Division, before: int) -> tuple[list[Meeting], list[PastBye]]:
    outcomes: dict[int, str] = dict(
        Result.objects.filter(pairing__round__division=division, state__in=Result.LIVE).values_list(
            "pairing_id", "outcome"
        )
    )
    seats: dict[int, dict[int, int]] = {}
    facts: dict[int, tuple[int, bool]] = {}
    for pairing_id, round_number, starts_known, place, entry_id in Seat.objects.filter(
        round__division=division, round__number__lt=before
    ).values_list("pairing_id", "round__number", "pairing__starts_known", "place", "entry_id"):
        seats.setdefault(pairing_id, {})[place] = entry_id
        facts[pairing_id] = (round_number, starts_known)
    not_played = {Result.Outcome.FORFEIT, Result.Outcome.DOUBLE_FORFEIT, Result.Outcome.VOID}
    meetings: list[Meeting] = []
    byes: list[PastBye] = []
    for pairing_id, places in seats.items():
        round_number, starts_known = facts[pairing_id]
        outcome = outcomes.get(pairing_id, Result.Outcome.PLAYED)
        if len(places) == 2:
            meetings.append(Meeting(round_number, places[0], places[1], outcome not in not_played, starts_known))
        elif outcome == Result.Outcome.BYE:
            byes.append(PastBye(round_number, next(iter(places.values()))))
    return meetings, byes
