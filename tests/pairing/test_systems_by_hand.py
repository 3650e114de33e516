"""Each system on a small field, against the round worked out by hand from its definition. 1 is the best."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.pairing.support import Event, codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import (
    AustralianDraw,
    Casement,
    Factor,
    KingOfTheHill,
    Manual,
    Meeting,
    PairingError,
    PairResult,
    QueenOfTheHill,
    RandomDraw,
    ShrinkingFactor,
    Swiss,
    pair,
)


def made(count: int, system, points=None, **changes):
    return pairs_of(pair(request_of(field(count, points), system=system, **changes)))


# --- Swiss -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("within", "games"),
    [
        ("halves", [(1, 5), (2, 6), (3, 7), (4, 8)]),
        ("fold", [(1, 8), (2, 7), (3, 6), (4, 5)]),
        ("neighbours", [(1, 2), (3, 4), (5, 6), (7, 8)]),
    ],
)
def test_a_score_group_of_eight_is_paired_in_its_order(within, games):
    assert made(8, Swiss(within=within)) == couples(*games)


@pytest.mark.parametrize(
    ("odd_group", "within", "games"),
    [
        # three on 4 points, three on 2: the fourth is pulled up, or the third floats down
        ("pull_up", "halves", [(1, 3), (2, 4), (5, 6)]),
        ("float_down", "halves", [(1, 2), (3, 5), (4, 6)]),
        ("pull_up", "fold", [(1, 4), (2, 3), (5, 6)]),
        ("float_down", "fold", [(1, 2), (3, 6), (4, 5)]),
        ("pull_up", "neighbours", [(1, 2), (3, 4), (5, 6)]),
    ],
)
def test_an_odd_group_takes_from_the_next_or_gives_to_it(odd_group, within, games):
    assert made(6, Swiss(odd_group, within), [4, 4, 4, 2, 2, 2]) == couples(*games)


def test_fold_of_ten_on_two_scores():
    assert made(10, Swiss(within="fold"), [2] * 6 + [0] * 4) == couples((1, 6), (2, 5), (3, 4), (7, 10), (8, 9))


# --- casement and factor -----------------------------------------------------------------------------------


def test_casement_halves_the_whole_field_whatever_the_points():
    assert made(8, Casement(), [6, 6, 4, 4, 2, 2, 0, 0]) == couples((1, 5), (2, 6), (3, 7), (4, 8))
    assert made(7, Casement()) == couples((1, 4), (2, 5), (3, 6))


def test_a_factor_of_three_pairs_the_first_six_and_the_rest_is_swiss():
    points = [6, 6, 4, 4, 4, 4, 2, 2, 2, 2]
    assert made(10, Factor(3), points) == couples((1, 4), (2, 5), (3, 6), (7, 9), (8, 10))


def test_a_factor_of_more_than_half_the_field_is_half_of_it():
    assert made(6, Factor(40)) == made(6, Casement())
    assert made(5, Factor(40)) == couples((1, 3), (2, 4))


def test_an_odd_rest_behind_a_factor_has_the_bye():
    result = pair(request_of(field(9, [4] * 4 + [0] * 5), system=Factor(2)))
    assert pairs_of(result) == couples((1, 3), (2, 4), (5, 7), (6, 8))
    assert result.byes == (9,)


@pytest.mark.parametrize(
    ("round_", "games"),
    [
        (4, [(1, 4), (2, 5), (3, 6), (7, 8)]),
        (5, [(1, 3), (2, 4), (5, 7), (6, 8)]),
        (6, [(1, 2), (3, 6), (4, 7), (5, 8)]),
        (7, [(1, 5), (2, 6), (3, 7), (4, 8)]),
    ],
)
def test_a_shrinking_factor_is_its_constant_less_the_round(round_: int, games):
    """f = 7 − r: 3, 2, 1, and from then on plain Swiss."""
    assert made(8, ShrinkingFactor(constant=7), round=round_) == couples(*games)


# --- hills -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "games"),
    [
        (8, [(1, 3), (2, 4), (5, 7), (6, 8)]),
        (6, [(1, 3), (2, 4), (5, 6)]),
        (4, [(1, 3), (2, 4)]),
        (2, [(1, 2)]),
        (7, [(1, 3), (2, 4), (5, 6)]),
        (5, [(1, 3), (2, 4)]),
        (3, [(1, 2)]),
    ],
)
def test_queen_of_the_hill_meets_two_places_on(count: int, games):
    assert made(count, QueenOfTheHill()) == couples(*games)


def test_queen_of_the_hill_steps_aside_for_a_game_already_played():
    """1-3 is played: of 1-2 with 3-4 and 1-4 with 2-3 the second is nearer to two places on."""
    assert made(8, QueenOfTheHill(), round=2, history=played(1, (1, 3))) == couples((1, 4), (2, 3), (5, 7), (6, 8))


# --- lots --------------------------------------------------------------------------------------------------


def test_a_draw_differs_from_seed_to_seed_and_not_from_time_to_time():
    drawn = [frozenset(made(12, RandomDraw(), seed=seed)) for seed in range(12)]
    assert len(set(drawn)) > 8
    assert drawn == [frozenset(made(12, RandomDraw(), seed=seed)) for seed in range(12)]


def test_every_opponent_is_drawn_about_as_often():
    """Over 300 draws of eight, 1 meets each of seven others 43 times on average."""
    opponents = Counter(
        next(iter(game - {1})) for seed in range(300) for game in made(8, RandomDraw(), seed=seed) if 1 in game
    )
    assert set(opponents) == set(range(2, 9))
    assert all(15 < count < 80 for count in opponents.values())


@pytest.mark.parametrize("seed", range(6))
def test_a_draw_mixes_clubs_as_far_as_can_be(seed: int):
    """Five of eight are of one club: one of them has to meet a club-mate, and only two do."""
    clubs = [1, 1, 1, 1, 1, 2, 3, 4]
    mixed = pair(request_of(field(8, clubs=clubs), system=RandomDraw(), seed=seed))
    assert codes_of(mixed).count("clubmates") == 1
    plain = pair(request_of(field(8, clubs=clubs), system=RandomDraw(mix_clubs=False), seed=seed))
    assert "clubmates" not in codes_of(plain)


def test_a_draw_repeats_nothing():
    history = (*played(1, (1, 2), (3, 4)), *played(2, (1, 3), (2, 4)))
    for seed in range(6):
        assert made(4, RandomDraw(), round=3, history=history, seed=seed) == couples((1, 4), (2, 3))


# --- pair-result -------------------------------------------------------------------------------------------


def after_first_match(count: int, games, winners, recent=None, **changes):
    results = {n: 2 if n in winners else 0 for n in range(1, count + 1)} | (recent or {})
    competitors = tuple(replace(c, recent=results[c.id]) for c in field(count))
    return pair(request_of(competitors, round=2, system=PairResult(), history=played(1, *games), **changes))


def test_winners_of_neighbouring_tables_meet_and_so_do_the_losers():
    """Tables 1-4 were 1-2, 3-4, 5-6, 7-8; 2, 3, 6 and 7 won."""
    result = after_first_match(8, [(1, 2), (3, 4), (5, 6), (7, 8)], {2, 3, 6, 7})
    assert pairs_of(result) == couples((2, 3), (1, 4), (6, 7), (5, 8))


def test_of_an_odd_number_of_tables_one_winner_meets_a_loser_of_another_table():
    result = after_first_match(6, [(1, 2), (3, 4), (5, 6)], {1, 4, 5})
    assert pairs_of(result) == couples((1, 4), (2, 5), (3, 6))


def test_the_table_of_the_first_match_counts_where_it_is_known():
    """1-2 were moved to table 4: the winner there meets the winner of table 3."""
    games = [
        Meeting(1, 1, 2, table=4),
        Meeting(1, 3, 4, table=1),
        Meeting(1, 5, 6, table=2),
        Meeting(1, 7, 8, table=3),
    ]
    competitors = tuple(replace(c, recent=2 if c.id % 2 else 0) for c in field(8))
    result = pair(request_of(competitors, round=2, system=PairResult(), history=tuple(games)))
    assert pairs_of(result) == couples((3, 5), (4, 6), (1, 7), (2, 8))


def test_drawn_games_meet_between_winners_and_losers():
    result = after_first_match(8, [(1, 2), (3, 4), (5, 6), (7, 8)], {1, 3}, recent={5: 1, 6: 1, 7: 1, 8: 1})
    assert pairs_of(result) == couples((1, 3), (2, 4), (5, 7), (6, 8))


@pytest.mark.parametrize(
    ("opening", "games"),
    [("neighbours", [(1, 2), (3, 4), (5, 6), (7, 8)]), ("halves", [(1, 5), (2, 6), (3, 7), (4, 8)])],
)
def test_a_block_opens_as_it_is_set_to(opening, games):
    system = PairResult(opening=opening)
    assert made(8, system) == couples(*games)
    assert made(8, system, round=3) == couples(*games)


def test_a_block_that_opens_by_lot_is_a_draw():
    drawn = {frozenset(made(8, PairResult(opening="lot"), seed=seed)) for seed in range(6)}
    assert len(drawn) > 3


# --- the draw from the top ---------------------------------------------------------------------------------


def test_the_top_meets_the_best_he_has_not_met():
    history = (*played(1, (1, 2), (3, 4), (5, 6)), *played(2, (1, 3), (2, 5), (4, 6)))
    assert made(6, AustralianDraw(), round=3, history=history) == couples((1, 4), (2, 6), (3, 5))


def test_the_top_is_refused_an_opponent_who_would_leave_the_rest_without_a_round():
    """Scenario C08: after 1-2, 3-4, 5-6, 1-3, 2-5, 4-6 greed takes 1-4, 2-3 and is stuck with 5-6."""
    history = (*played(1, (1, 2), (3, 4), (5, 6)), *played(2, (1, 3), (2, 5), (4, 6)))
    result = pair(request_of(field(6), system=AustralianDraw(), round=3, history=history))
    assert not result.repeats
    assert couples((5, 6)) - pairs_of(result)


def test_games_up_to_the_reset_are_forgotten_and_said():
    history = (*played(1, (1, 2), (3, 4)), *played(2, (1, 3), (2, 4)))
    result = pair(request_of(field(4), system=AustralianDraw(reset_round=1), round=3, history=history))
    assert pairs_of(result) == couples((1, 2), (3, 4))
    assert [told["reason"] for told in notes_of(result, "repeat")] == ["reset", "reset"]
    assert "reset_raised" not in codes_of(result)


def test_a_draw_that_is_stuck_raises_its_reset_by_as_little_as_it_can():
    """Four have all met in rounds 1-3; without round 1 its games can be played again."""
    history = (*played(1, (1, 2), (3, 4)), *played(2, (1, 3), (2, 4)), *played(3, (1, 4), (2, 3)))
    result = pair(request_of(field(4), system=AustralianDraw(), round=4, history=history))
    assert pairs_of(result) == couples((1, 2), (3, 4))
    assert notes_of(result, "reset_raised") == [{"from": 0, "to": 1}]


def test_an_odd_field_draws_from_the_top_round_the_usual_bye():
    result = pair(request_of(field(5), system=AustralianDraw()))
    assert result.byes == (5,)
    assert pairs_of(result) == couples((1, 2), (3, 4))


def test_a_seven_round_draw_of_eight_meets_everybody_once():
    event = Event(8, system=AustralianDraw())
    for _ in range(7):
        assert not event.play().repeats
    met = Counter(frozenset((m.first, m.second)) for m in event.history)
    assert set(met.values()) == {1}
    assert len(met) == 28


# --- by hand -----------------------------------------------------------------------------------------------


def test_what_is_not_set_by_hand_is_paired_with_its_neighbour():
    result = pair(request_of(field(7), system=Manual(), locked_pairs=((4, 1),), locked_byes=(3,)))
    assert pairs_of(result) == couples((1, 4), (2, 5), (6, 7))
    assert result.byes == (3,)


def test_a_round_by_hand_may_be_refused_until_it_is_whole():
    manual = Manual(rest="refuse")
    with pytest.raises(PairingError) as refused:
        pair(request_of(field(5), system=manual, locked_pairs=((1, 2),)))
    assert refused.value.code == "pairing.unsettled"
    assert set(refused.value.params["competitors"]) == {3, 4, 5}
    whole = pair(request_of(field(5), system=manual, locked_pairs=((1, 2), (4, 3)), locked_byes=(5,)))
    assert [(g.first, g.second) for g in whole.pairs] == [(1, 2), (4, 3)]


# --- based on an earlier round ------------------------------------------------------------------------------


def test_the_order_of_an_earlier_round_is_used_and_the_games_since_then_are_known():
    """Ranks of round 1 are carried; 1-2 and 3-4 are forfeited in round 2. A sheet made before that was known keeps
    them apart; one made with round 2 over lets them meet, for they have not."""
    running = (Meeting(2, 1, 2, played=False), Meeting(2, 3, 4, played=False))
    request = request_of(field(4), system=KingOfTheHill(), round=3, history=running, based_on=1)
    assert pairs_of(pair(request)) == couples((1, 3), (2, 4))
    assert pairs_of(pair(replace(request, based_on=None))) == couples((1, 2), (3, 4))


@pytest.mark.parametrize("based_on", [-1, 3, 4])
def test_a_round_is_based_on_one_before_it(based_on: int):
    with pytest.raises(ValueError, match="based on"):
        request_of(field(4), round=3, based_on=based_on)
