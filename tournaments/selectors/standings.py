"""From rows to the standings core: which results count, and the table as of a round."""

import zlib
from collections.abc import Iterator

from django.core.cache import cache
from django.db.models import QuerySet

from ..models import Division, Entry, Result, Seat, won_on_time
from ..standings import ByeCredit, Criterion, EntryInfo, Line, Outcome, StandingsRules, Table, standings

_CACHE_SECONDS = 24 * 3600


def standings_rules(division: Division) -> StandingsRules:
    """The division's settings in the core's words."""
    return StandingsRules(
        win=division.win_points,
        tie=division.tie_points,
        loss=division.loss_points,
        bye_credit=ByeCredit(division.bye_credit),
        caps=tuple(division.spread_caps),
        order=tuple(Criterion(name) for name in division.tie_breaks) or StandingsRules().order,
    )


def counting_results(division: Division) -> QuerySet[Result]:
    """Live results that the standings count: confirmed and final ones; pending ones where the division says so.

    A disputed result counts for nobody until staff has decided.
    """
    states = [Result.State.CONFIRMED, Result.State.FINAL]
    if division.pending_counts:
        states.append(Result.State.PENDING)
    return Result.objects.filter(pairing__round__division=division, state__in=states).exclude(
        outcome=Result.Outcome.VOID
    )


def division_lines(division: Division, *, before_round: int | None = None) -> Iterator[Line]:
    """One line per seat with a counting result. Two queries, whatever the size."""
    results = counting_results(division)
    seats = Seat.objects.filter(round__division=division)
    if before_round is not None:
        results = results.filter(pairing__round__number__lt=before_round)
        seats = seats.filter(round__number__lt=before_round)
    by_pairing = {
        row[0]: row[1:]
        for row in results.values_list(
            "pairing_id", "outcome", "first_final", "second_final", "winner", "first_penalty", "second_penalty"
        )
    }
    pairs: dict[int, list[tuple[int, int, int]]] = {}
    for pairing_id, round_number, place, entry_id in seats.values_list(
        "pairing_id", "round__number", "place", "entry_id"
    ):
        if pairing_id in by_pairing:
            pairs.setdefault(pairing_id, []).append((place, entry_id, round_number))
    for pairing_id, seated in pairs.items():
        outcome, first, second, winner, *penalties = by_pairing[pairing_id]
        for place, entry_id, round_number in seated:
            opponent = next((other for at, other, _round in seated if at != place), None)
            yield seat_line(
                entry_id, round_number, opponent, place, outcome, (first, second), winner, tuple(penalties)
            )


def seat_line(
    entry: int,
    round_number: int,
    opponent: int | None,
    place: int,
    outcome: str,
    scores: tuple[int, int | None],
    winner: int | None,
    penalties: tuple[int, ...],
) -> Line:
    """A counting result from one of its seats; ``place`` picks that seat's score and penalty."""
    kind = Outcome(outcome)
    alone = opponent is None or kind is Outcome.DOUBLE_FORFEIT
    own, against = scores[place] or 0, 0 if alone else scores[1 - place] or 0
    won = None
    on_time = kind is Outcome.PLAYED and winner is not None and won_on_time((scores[0], scores[1] or 0), winner)
    if winner is not None and (kind is Outcome.FORFEIT or on_time):
        won = winner == place
    return Line(entry, round_number, opponent, kind, own, against, won, penalties[place])


def lot_seed(division: Division) -> int:
    """What lots are drawn from: the event's and division's names, which a backup keeps, not their ids."""
    return zlib.crc32(f"{division.tournament.slug}/{division.slug}".encode())


def division_table(division: Division, after_round: int | None = None) -> Table:
    """The table after a round (None: the last with a result). Kept until the division's version moves on."""
    return division_tables(division, after_round)[0]


def division_tables(division: Division, *after_rounds: int | None) -> list[Table]:
    """The tables after several rounds, in the order asked for; the results are read once for all of them."""
    keys = {after: f"table:{division.pk}:{division.version}:{after}" for after in after_rounds}
    kept = cache.get_many(keys.values())
    if missing := [after for after, key in keys.items() if not isinstance(kept.get(key), Table)]:
        entries = _competing(division)
        lines, rules, seed = list(division_lines(division)), standings_rules(division), lot_seed(division)
        made = {keys[after]: standings(entries, lines, rules, after, seed=seed) for after in missing}
        for key, table in made.items():
            cache.set(key, table, _CACHE_SECONDS)
        kept |= made
    return [kept[keys[after]] for after in after_rounds]


def fresh_table(division: Division, after_round: int | None = None) -> Table:
    """The table as it is within this transaction, neither kept nor taken from what is kept."""
    lines, rules = list(division_lines(division)), standings_rules(division)
    return standings(_competing(division), lines, rules, after_round, seed=lot_seed(division))


def _competing(division: Division) -> list[EntryInfo]:
    return [
        EntryInfo(entry=pk, number=number, rating=rating, active=withdrawn is None, from_round=first)
        for pk, number, rating, withdrawn, first in Entry.objects.filter(division=division).values_list(
            "pk", "number", "rating", "withdrawn_from", "first_round"
        )
    ]
