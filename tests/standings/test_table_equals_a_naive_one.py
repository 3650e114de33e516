"""The table against a slow one, written down the way a person would work it out."""

import random
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import (
    AMATH,
    SUMMY,
    TSH,
    ByeCredit,
    Criterion,
    EntryInfo,
    Line,
    Outcome,
    StandingsRules,
    standings,
)

from .cast import bye, double_forfeit, forfeit, game

RULES = [
    AMATH,
    SUMMY,
    TSH,
    StandingsRules(caps=(200, None, 50), bye_credit=ByeCredit.TIE, order=(Criterion.WINS, Criterion.AVERAGE)),
    StandingsRules(bye_points="0.5", order=(Criterion.POINTS, Criterion.OPPONENTS, Criterion.HIGH_GAME)),
]
scores = st.integers(-50, 700) | st.sampled_from([0, 300])


@st.composite
def divisions(draw):
    """Entries and lines of up to six rounds: games, byes, forfeits, absences, late entries."""
    count = draw(st.integers(1, 9))
    ratings = st.none() | st.sampled_from([0, 900, 1500])
    cast = [EntryInfo(entry=10 * n, number=n, rating=draw(ratings)) for n in range(1, count + 1)]
    lines: list[Line] = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        there = draw(st.permutations([info.entry for info in cast]))
        for one, two in zip(there[::2], there[1::2], strict=False):
            kind = draw(st.sampled_from(["game"] * 6 + ["forfeit", "double", "gone"]))
            if kind == "game":
                lines += game(number, one, draw(scores), two, draw(scores))
            elif kind == "forfeit":
                lines += forfeit(number, one, two)
            elif kind == "double":
                lines += double_forfeit(number, one, two)
        if len(there) % 2 and draw(st.booleans()):
            lines.append(bye(number, there[-1], draw(st.sampled_from([100, 50, 0, -50]))))
    return cast, lines


def naive(cast: list[EntryInfo], lines: list[Line], rules: StandingsRules) -> dict[int, dict[str, object]]:
    rows: dict[int, dict[str, object]] = {}
    for info in cast:
        mine = [line for line in lines if line.entry == info.entry]
        games = [line for line in mine if line.outcome == "played"]
        byes = [line for line in mine if line.outcome == "bye"]
        credit = [credited(line, rules) for line in mine]
        points = Fraction(0)
        for line, how in zip(mine, credit, strict=True):
            if line.outcome == "bye" and rules.bye_points is not None:
                points += Fraction(rules.bye_points)
            else:
                points += {"w": Fraction(rules.win), "t": Fraction(rules.tie), "l": Fraction(rules.loss), "": 0}[
                    how
                ]
        rows[info.entry] = {
            "points": points,
            "wins": credit.count("w"),
            "ties": credit.count("t"),
            "losses": credit.count("l"),
            "byes": len(byes),
            "forfeits": len(mine) - len(games) - len(byes),
            "games_played": len(games),
            "spread": sum(line.own - line.against for line in mine),
            "capped_spread": sum(capped(line, rules) for line in mine),
            "total": sum(line.own for line in games),
            "average": Fraction(sum(g.own for g in games), len(games)) if games else None,
            "high_game": max((g.own for g in games), default=None),
        }
    for info in cast:
        met = [g.opponent for g in lines if g.entry == info.entry and g.outcome == "played"]
        rows[info.entry]["opponents"] = sum((rows[other]["points"] for other in met), Fraction(0))
    return rows


def credited(line: Line, rules: StandingsRules) -> str:
    if line.outcome == "double_forfeit":
        return "l"
    if line.outcome == "bye":
        how = rules.bye_credit
        if how == "by_spread":
            return "w" if line.own > 0 else "l" if line.own < 0 else ""
        return {"win": "w", "tie": "t"}[how]
    return "w" if line.own > line.against else "l" if line.own < line.against else "t"


def capped(line: Line, rules: StandingsRules) -> int:
    spread = line.own - line.against
    caps = list(rules.caps) or [None]
    cap = caps[line.round - 1] if line.round <= len(caps) else caps[-1]
    if line.outcome != "played" or cap is None or abs(spread) <= cap:
        return spread
    return cap if spread > 0 else -cap


def better(one: dict[str, object], two: dict[str, object], rules: StandingsRules) -> bool:
    """Whether `one` ranks above `two`: the first criterion in which they differ says so."""
    for criterion in rules.order:
        a, b = one[criterion.value], two[criterion.value]
        if a == b:
            continue
        if a is None or b is None:
            return b is None
        return a < b if criterion is Criterion.LOSSES else a > b
    return False


@given(divisions(), st.sampled_from(RULES), st.none() | st.integers(0, 7))
def test_every_column_and_every_rank_is_the_naive_one(division, rules, after):
    cast, lines = division
    table = standings(cast, lines, rules, after)
    expected = naive(cast, [line for line in lines if after is None or line.round <= after], rules)
    assert {row.entry for row in table.rows} == set(expected)
    for row in table.rows:
        mine = expected[row.entry]
        for column, value in mine.items():
            if column == "average" and value is not None:
                assert row.average == float(value)
            else:
                assert getattr(row, column) == value, column
        assert row.rank == 1 + sum(better(other, mine, rules) for other in expected.values())


@given(divisions(), st.sampled_from(RULES), st.randoms(use_true_random=False))
def test_the_order_of_entries_and_lines_changes_nothing(division, rules, shuffler):
    cast, lines = division
    shuffled_cast, shuffled_lines = list(cast), list(lines)
    shuffler.shuffle(shuffled_cast)
    shuffler.shuffle(shuffled_lines)
    assert standings(shuffled_cast, shuffled_lines, rules).rows == standings(cast, lines, rules).rows


@given(divisions(), st.sampled_from(RULES))
def test_later_rounds_do_not_show_in_the_table_of_an_earlier_one(division, rules):
    cast, lines = division
    for after in range(4):
        early = [line for line in lines if line.round <= after]
        assert standings(cast, lines, rules, after).rows == standings(cast, early, rules, after).rows


@given(divisions(), st.sampled_from(RULES))
def test_a_rank_is_shared_exactly_by_those_whose_criteria_are_equal(division, rules):
    cast, lines = division
    rows = standings(cast, lines, rules).rows
    values = {row.entry: tuple(getattr(row, c.value) for c in rules.order) for row in rows}
    for one in rows:
        equals = [two for two in rows if values[two.entry] == values[one.entry]]
        assert {two.rank for two in equals} == {one.rank}
        assert one.shared == (len(equals) > 1)
        assert sum(two.rank == one.rank for two in rows) == len(equals)


@given(divisions(), st.sampled_from(RULES))
def test_games_alone_sum_to_zero_and_the_rest_is_what_was_set(division, rules):
    cast, lines = division
    rows = standings(cast, lines, rules).rows
    given_away = sum(line.own - line.against for line in lines if line.outcome is not Outcome.PLAYED)
    assert sum(row.spread for row in rows) == given_away
    assert sum(row.capped_spread for row in rows) == given_away
    assert sum(row.total for row in rows) == sum(row.points_against for row in rows)


def test_two_hundred_entries_and_fifteen_rounds_of_every_outcome():
    rng = random.Random(7)
    cast = [EntryInfo(n, n, rating=rng.choice([None, 1200, 1500])) for n in range(1, 201)]
    lines: list[Line] = []
    for number in range(1, 16):
        there = [info.entry for info in cast]
        rng.shuffle(there)
        lines.append(bye(number, there.pop()))
        lines += forfeit(number, there.pop(), there.pop())
        for one, two in zip(there[::2], there[1::2], strict=False):
            lines += game(number, one, rng.randint(-20, 700), two, rng.randint(-20, 700))
    table = standings(cast, lines, AMATH)
    expected = naive(cast, lines, AMATH)
    for row in table.rows:
        assert row.rank == 1 + sum(better(other, expected[row.entry], AMATH) for other in expected.values())
