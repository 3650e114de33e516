"""The Berger tables themselves."""

from collections import Counter

import pytest

from tournaments.pairing import berger_round, berger_rounds

FIELDS = range(2, 21)


def table(seats: int, cycles: int = 1) -> list[tuple[tuple[int, int], ...]]:
    return [berger_round(seats, r, cycles) for r in range(1, berger_rounds(seats, cycles) + 1)]


def starts(rounds) -> Counter[int]:
    difference: Counter[int] = Counter()
    for games in rounds:
        for first, second in games:
            difference[first] += 1
            difference[second] -= 1
    return difference


@pytest.mark.parametrize("seats", FIELDS)
@pytest.mark.parametrize("cycles", [1, 2])
def test_everyone_meets_everyone_once_a_cycle(seats: int, cycles: int):
    met = Counter(frozenset(game) for games in table(seats, cycles) for game in games)
    assert len(met) == seats * (seats - 1) // 2
    assert set(met.values()) == {cycles}


@pytest.mark.parametrize("seats", FIELDS)
@pytest.mark.parametrize("cycles", [1, 2])
def test_nobody_sits_twice_in_a_round_and_each_has_one_bye_of_an_odd_field(seats: int, cycles: int):
    byes: Counter[int] = Counter()
    for games in table(seats, cycles):
        seated = [seat for game in games for seat in game]
        assert len(seated) == len(set(seated)) == seats - seats % 2
        byes.update(set(range(1, seats + 1)) - set(seated))
    assert byes == Counter(dict.fromkeys(range(1, seats + 1), cycles) if seats % 2 else {})


@pytest.mark.parametrize("seats", FIELDS)
def test_starts_are_balanced_within_one_and_exactly_where_everyone_plays_an_even_number(seats: int):
    assert max(abs(d) for d in starts(table(seats)).values()) == (1 if seats % 2 == 0 else 0)
    assert set(starts(table(seats, 2)).values()) == {0}


@pytest.mark.parametrize("seats", FIELDS)
def test_a_double_table_reverses_every_start_and_nobody_has_three_in_a_row(seats: int):
    rounds = table(seats, 2)
    half = len(rounds) // 2
    first = {game for games in rounds[:half] for game in games}
    assert {(b, a) for games in rounds[half:] for a, b in games} == first
    for seat in range(1, seats + 1):
        own = ["S" if seat == a else "s" for games in rounds for a, b in games if seat in (a, b)]
        assert "SSS" not in "".join(own)
        assert "sss" not in "".join(own)


def test_a_double_table_swaps_the_last_two_rounds_of_its_first_cycle():
    single, double = table(6), table(6, 2)
    assert double[:5] == [*single[:3], single[4], single[3]]
    assert [{frozenset(g) for g in games} for games in double[5:]] == [
        {frozenset(g) for g in games} for games in single
    ]


def test_the_table_of_six_is_the_one_in_the_books():
    assert table(6) == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


@pytest.mark.parametrize("round_", [0, 6, -1])
def test_a_round_the_table_does_not_have_is_refused(round_: int):
    with pytest.raises(ValueError, match="no round"):
        berger_round(6, round_)
