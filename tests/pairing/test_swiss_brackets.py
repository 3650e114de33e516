"""Swiss: score groups, made even, and in each the top half against the bottom half."""

import pytest

from tests.pairing.support import Event, couples, field, pairs_of, played, request_of
from tournaments.pairing import Competitor, PastBye, Swiss, pair
from tournaments.pairing.systems import score_groups

FLOAT = Swiss(odd_group="float_down")


def test_round_one_is_top_half_against_bottom_half():
    assert pairs_of(pair(request_of(field(8)))) == couples((1, 5), (2, 6), (3, 7), (4, 8))


def test_groups_of_equal_points_are_paired_inside_themselves():
    result = pair(request_of(field(8, [4, 4, 2, 2, 2, 2, 0, 0])))
    assert pairs_of(result) == couples((1, 2), (3, 5), (4, 6), (7, 8))


def test_an_odd_group_pulls_up_the_best_of_the_next():
    """Three on 2 points and five on 0: 4 comes up and meets the middle of the group he joins."""
    result = pair(request_of(field(8, [2, 2, 2, 0, 0, 0, 0, 0])))
    assert pairs_of(result) == couples((1, 3), (2, 4), (5, 7), (6, 8))


def test_or_lets_its_last_float_down_if_so_set():
    result = pair(request_of(field(8, [2, 2, 2, 0, 0, 0, 0, 0]), system=FLOAT))
    assert pairs_of(result) == couples((1, 2), (3, 6), (4, 7), (5, 8))


@pytest.mark.parametrize("system", [Swiss(), FLOAT])
def test_a_lonely_leader_meets_the_best_of_the_next_group_or_its_middle(system):
    result = pair(request_of(field(6, [4, 2, 2, 2, 0, 0]), system=system))
    expected = [couples((1, 2), (3, 4), (5, 6)), couples((1, 3), (2, 4), (5, 6))]
    assert pairs_of(result) == expected[system == FLOAT]


def test_the_bye_leaves_before_the_groups_are_halved():
    """Nine: the last group of five loses its last, and the four that stay are paired 1-3, 2-4."""
    result = pair(request_of(field(9, [2, 2, 2, 2, 0, 0, 0, 0, 0])))
    assert result.byes == (9,)
    assert pairs_of(result) == couples((1, 3), (2, 4), (5, 7), (6, 8))


def test_a_bye_out_of_the_middle_leaves_the_others_in_their_places():
    result = pair(request_of(field(5, [2, 2, 0, 0, 0]), round=3, byes=(PastBye(1, 5), PastBye(2, 4))))
    assert result.byes == (3,)
    assert pairs_of(result) == couples((1, 2), (4, 5))


def test_two_who_have_met_change_opponents_with_their_neighbours():
    result = pair(request_of(field(8), round=2, history=played(1, (1, 5))))
    assert pairs_of(result) == couples((1, 6), (2, 5), (3, 7), (4, 8))


def test_a_group_of_two_who_have_met_is_opened_as_little_as_can_be():
    """1 and 2 are alone on 4 points and have met: both go one group down, nobody two."""
    points = [4, 4, 2, 2, 2, 2, 0, 0]
    result = pair(request_of(field(8, points), round=3, history=played(1, (1, 2))))
    by_number = {game: [points[n - 1] for n in game] for game in pairs_of(result)}
    assert frozenset((7, 8)) in by_number
    assert all(max(two) - min(two) <= 2 for two in by_number.values())


def test_points_make_the_groups_even_where_ranks_disagree():
    """Ranks from elsewhere (a seeding, say) order people inside a group and never across groups."""
    competitors = tuple(
        Competitor(id=n, rank=n, points=points, number=n) for n, points in enumerate((0, 2, 0, 2), 1)
    )
    result = pair(request_of(competitors))
    assert pairs_of(result) == couples((2, 4), (1, 3))
    assert {result.pairs[0].first, result.pairs[0].second} == {2, 4}


def test_sixteen_players_who_all_do_as_expected_leave_one_unbeaten_after_four_rounds():
    event = Event(16)
    for _ in range(4):
        assert not event.play().repeats
    assert [n for n, points in event.points.items() if points == 8] == [1]
    assert sorted(event.points.values()) == [0, *[2] * 4, *[4] * 6, *[6] * 4, 8]


def test_groups_are_runs_of_equal_points():
    assert score_groups([6, 6, 4, 2, 2]) == [0, 0, 1, 2, 2]
    assert score_groups([]) == []


def test_an_unknown_way_with_odd_groups_is_refused():
    with pytest.raises(ValueError, match="sideways"):
        Swiss(odd_group="sideways")  # type: ignore[arg-type]
