"""From rows to the chances core: where a division stands, and what is still to be played."""

from fractions import Fraction

from ..models import Absence, Division, Entry, Result, Seat
from ..pairing.chances import AMATH_MARGINS, Contestant, RoundShape, Scoring, Situation, margins_of, shapes_of
from ..standings import ByeCredit, Criterion, StandingsRules, Table
from .standings import counting_results, division_table, standings_rules

_SPREADS = (Criterion.CAPPED_SPREAD, Criterion.SPREAD)


def situation_of(
    division: Division, after_round: int, *, table: Table | None = None, pairing: int | None = None
) -> Situation | None:
    """The division after a round, its schedule's later rounds still to be played; None where there are none.

    What is paired of the next round already is taken as settled, but for the round ``pairing``, which is about to
    be paired, perhaps again. Places stand in the order of the table.
    """
    rounds = _shapes(division, after_round)
    if not rounds:
        return None
    rules = standings_rules(division)
    table = table or division_table(division, after_round)
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=division)}
    capped = _ranks_by(rules) is Criterion.CAPPED_SPREAD
    contestants = tuple(
        Contestant(
            number=row.number,
            points=Fraction(row.points),
            spread=row.capped_spread if capped else row.spread,
            rating=entries[row.entry].rating,
            byes=row.byes,
            prize_class=entries[row.entry].prize_class,
            active=_stays(entries[row.entry], after_round + 1),
        )
        for row in table.rows
    )
    active = {one.number for one in contestants if one.active}
    paired, resting = _settled(division, after_round + 1, active, again=after_round + 1 == pairing)
    return Situation(
        contestants=contestants,
        rounds=rounds,
        scoring=_scoring(division, rules),
        margins=margins_of(_scores(division, after_round), AMATH_MARGINS),
        paired=paired,
        sitting_out=resting,
    )


def spread_ranks_next(rules: StandingsRules) -> bool:
    """Whether a spread is what ranks right after match points."""
    return rules.order[:1] == (Criterion.POINTS,) and rules.order[1:2] != () and rules.order[1] in _SPREADS


def _ranks_by(rules: StandingsRules) -> Criterion | None:
    return next((criterion for criterion in rules.order if criterion in _SPREADS), None)


def _stays(entry: Entry, round_number: int) -> bool:
    return entry.withdrawn_from is None or entry.withdrawn_from > round_number


def _shapes(division: Division, after_round: int) -> tuple[RoundShape, ...]:
    plan, rules = division.schedule, standings_rules(division)
    numbers = range(after_round + 1, plan.rounds + 1)
    counts = Criterion.CAPPED_SPREAD in rules.order and bool(rules.caps)
    caps = [rules.caps[min(number, len(rules.caps)) - 1] if counts else None for number in numbers]
    return shapes_of([plan.system_for(number) for number in numbers], after_round + 1, caps)


def _scoring(division: Division, rules: StandingsRules) -> Scoring:
    spread = division.bye_spread
    by_spread = rules.win if spread > 0 else rules.loss if spread < 0 else rules.tie
    credit = {ByeCredit.WIN: rules.win, ByeCredit.TIE: rules.tie}
    return Scoring(
        win=Fraction(rules.win),
        tie=Fraction(rules.tie),
        loss=Fraction(rules.loss),
        bye=Fraction(credit.get(rules.bye_credit, by_spread)),
        bye_spread=spread,
        spread_counts=spread_ranks_next(rules),
    )


def _settled(
    division: Division, round_number: int, active: set[int], *, again: bool
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Games of the next round where it is paired, and who sits it out, by entry number."""
    seats: dict[int, list[int]] = {}
    known = Seat.objects.filter(round__division=division, round__number=round_number)
    for pairing, number in () if again else known.values_list("pairing_id", "entry__number"):
        seats.setdefault(pairing, []).append(number)
    paired = tuple(sorted((a, b) for a, b in (sorted(two) for two in seats.values() if len(two) == 2)))
    resting = {one[0] for one in seats.values() if len(one) == 1}
    if not seats:
        asked = Absence.objects.filter(
            entry__division=division, round_number=round_number, kind=Absence.Kind.REQUESTED_BYE
        )
        resting = set(asked.values_list("entry__number", flat=True))
    kept = tuple(pair for pair in paired if active.issuperset(pair))
    return kept, tuple(sorted(resting & active))


def _scores(division: Division, after_round: int) -> list[tuple[int, int]]:
    played = counting_results(division).filter(
        outcome=Result.Outcome.PLAYED, pairing__round__number__lte=after_round, second_final__isnull=False
    )
    return [(first, second or 0) for first, second in played.values_list("first_final", "second_final")]
