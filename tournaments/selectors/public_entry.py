"""One entry's way through its division, round by round."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..models import Division, Pairing, Result, Round, Seat
from ..standings import EntryInfo, Line, Row, standings
from .public import Game, LiveResult, Who, live_results, shown_game
from .standings import seat_line, standings_rules

WIN, TIE, LOSS = "win", "tie", "loss"


@dataclass(frozen=True, slots=True)
class EntryRound:
    """What a round held for the entry.

    ``game`` names the entry first, or is None: then ``absence`` is ``before`` (it had not entered yet), ``left``
    (it had withdrawn) or ``missed``. ``credit`` is what the round counts as: win, tie, loss or "" (not yet, or
    nothing). ``row`` is the entry's own record after this round, its rank left out of account.
    """

    number: int
    game: Game | None
    absence: str
    credit: str
    spread: int | None
    capped: int | None
    penalty: int
    row: Row


def entry_rounds(division: Division, who: Who, people: dict[int, Who]) -> list[EntryRound]:
    """Every published round, with or without this entry. Five queries, whatever the number of rounds."""
    numbers = list(
        Round.objects.filter(division=division)
        .exclude(state=Round.State.DRAFT)
        .order_by("number")
        .values_list("number", flat=True)
    )
    mine = Seat.objects.filter(entry_id=who.pk, round__number__in=numbers).values("pairing_id")
    seated: dict[int, list[int]] = {}
    for pairing_id, entry_id in (
        Seat.objects.filter(pairing__in=mine).order_by("place").values_list("pairing_id", "entry_id")
    ):
        seated.setdefault(pairing_id, []).append(entry_id)
    results = live_results(Result.objects.filter(pairing__in=mine))
    pairings = {
        number: (pk, table, known)
        for number, pk, table, known in Pairing.objects.filter(pk__in=mine).values_list(
            "round__number", "pk", "table", "starts_known"
        )
    }
    return list(_walk(division, who, people, numbers, pairings, seated, results))


def _walk(
    division: Division,
    who: Who,
    people: dict[int, Who],
    numbers: list[int],
    pairings: dict[int, tuple[int, int | None, bool]],
    seated: dict[int, list[int]],
    results: dict[int, LiveResult],
) -> Iterator[EntryRound]:
    rules = standings_rules(division)
    info = EntryInfo(who.pk, who.number)
    lines: list[Line] = []
    before = standings([info], lines, rules, 0).rows[0]
    for number in numbers:
        game, line = None, None
        if number in pairings:
            pk, table, known = pairings[number]
            result = results.get(pk)
            game = shown_game(table, known, [people[entry] for entry in seated[pk]], result).seen_by(who.pk)
            line = _line(division, who.pk, number, seated[pk], result)
        if line is not None:
            lines.append(line)
        now = standings([info], lines, rules, number).rows[0]
        yield EntryRound(
            number=number,
            game=game,
            absence="" if game else _absence(who, number),
            credit=_credit(before, now),
            spread=None if line is None else line.own - line.against,
            capped=None if line is None else now.capped_spread - before.capped_spread - line.penalty,
            penalty=0 if line is None else line.penalty,
            row=now,
        )
        before = now


def _absence(who: Who, number: int) -> str:
    if number < who.first_round:
        return "before"
    return "left" if who.withdrawn_from is not None and number >= who.withdrawn_from else "missed"


def _line(division: Division, entry: int, number: int, seated: list[int], result: LiveResult | None) -> Line | None:
    if result is None or not result.counts(division):
        return None
    opponent = next((other for other in seated if other != entry), None)
    place = seated.index(entry)
    return seat_line(entry, number, opponent, place, result.outcome, result.scores, result.winner, result.penalties)


def _credit(before: Row, now: Row) -> str:
    if now.wins > before.wins:
        return WIN
    if now.ties > before.ties:
        return TIE
    return LOSS if now.losses > before.losses else ""
