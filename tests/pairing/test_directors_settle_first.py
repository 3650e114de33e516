"""Locked pairs, byes by hand and forbidden pairs: kept as they are, and the rest is paired round them."""

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import KingOfTheHill, PairingError, Swiss, pair


def refused(**changes) -> PairingError:
    count = changes.pop("count", 6)
    with pytest.raises(PairingError) as error:
        pair(request_of(field(count), **changes))
    return error.value


def test_a_locked_pair_stands_with_its_start_and_the_rest_is_halved_without_it():
    result = pair(request_of(field(8), locked_pairs=((8, 1),)))
    assert pairs_of(result) == couples((1, 8), (2, 5), (3, 6), (4, 7))
    table_one = result.pairs[0]
    assert (table_one.first, table_one.second) == (8, 1)
    assert (table_one.locked, table_one.start_reason) == (True, "locked")


def test_the_tables_of_locked_pairs_are_numbered_among_the_rest():
    result = pair(request_of(field(6), system=KingOfTheHill(), locked_pairs=((4, 3),)))
    assert [(g.first, g.second) for g in result.pairs][1] == (4, 3)


def test_a_draft_can_be_locked_whole():
    draft = pair(request_of(field(7)))
    locked = tuple((g.first, g.second) for g in draft.pairs)
    again = pair(request_of(field(7), locked_pairs=locked, locked_byes=draft.byes))
    assert [(g.first, g.second) for g in again.pairs] == [(g.first, g.second) for g in draft.pairs]
    assert again.byes == draft.byes
    assert again.automatic_byes == ()


def test_a_locked_repeat_is_kept_and_said():
    result = pair(request_of(field(4), round=2, history=played(1, (1, 2)), locked_pairs=((1, 2),)))
    assert result.repeats == ((1, 2),)
    assert notes_of(result, "repeat")[0]["reason"] == "locked"


def test_a_forbidden_pair_is_paired_round():
    result = pair(request_of(field(8), forbidden_pairs=((5, 1),)))
    assert pairs_of(result) == couples((1, 6), (2, 5), (3, 7), (4, 8))


def test_a_forbidden_pair_weighs_more_than_a_repeat():
    history = (*played(1, (1, 3), (2, 4)), *played(2, (1, 4), (2, 3)))
    result = pair(request_of(field(4), round=3, history=history, forbidden_pairs=((1, 2),)))
    assert not pairs_of(result) & couples((1, 2), (3, 4))
    assert len(result.repeats) == 2


def test_a_pair_both_locked_and_forbidden_stays_locked_and_it_is_said():
    result = pair(request_of(field(4), locked_pairs=((1, 2),), forbidden_pairs=((1, 2),)))
    assert frozenset((1, 2)) in pairs_of(result)
    assert "lock_over_forbidden" in codes_of(result)


def test_forbidding_somebody_who_is_not_there_is_harmless():
    assert pairs_of(pair(request_of(field(4), forbidden_pairs=((1, 99),)))) == couples((1, 3), (2, 4))


@pytest.mark.parametrize(
    ("changes", "reason", "who"),
    [
        ({"locked_pairs": ((1, 1),)}, "itself", (1,)),
        ({"locked_pairs": ((1, 9),)}, "unknown", (9,)),
        ({"locked_byes": (9,)}, "unknown", (9,)),
        ({"locked_pairs": ((1, 2), (2, 3))}, "twice", (2,)),
        ({"locked_pairs": ((1, 2), (2, 1))}, "twice", (1, 2)),
        ({"locked_pairs": ((1, 2),), "locked_byes": (1,)}, "twice", (1,)),
    ],
)
def test_locks_that_contradict_are_refused_by_name(changes, reason, who):
    error = refused(**changes)
    assert error.code == "pairing.locked_conflict"
    assert error.params == {"reason": reason, "competitors": who}


def test_what_cannot_be_paired_is_refused_with_who_and_why():
    """1, 2 and 3 may each meet nobody but 6: two of them stay over."""
    banned = ((1, 2), (1, 3), (2, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5))
    error = refused(forbidden_pairs=banned)
    assert error.code == "pairing.infeasible"
    assert {name: value for name, value in error.params.items() if name != "relax"} == {
        "competitors": (1, 2, 3),
        "groups": ((1,), (2,), (3,)),
        "opponents": (6,),
        "short": 2,
    }


def test_two_who_may_not_meet_have_nobody():
    error = refused(count=2, forbidden_pairs=((1, 2),))
    assert (error.params["groups"], error.params["opponents"], error.params["short"]) == (((1,), (2,)), (), 2)


def test_a_bye_saves_one_of_those_who_have_nobody():
    result = pair(request_of(field(5), forbidden_pairs=((1, 2), (1, 3), (1, 4), (1, 5))))
    assert result.byes == (1,)
    error = refused(count=5, forbidden_pairs=((1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)))
    assert error.params["groups"] == ((1,), (2,), (3, 4, 5))
    assert error.params["short"] == 2


def test_two_odd_circles_that_may_not_mix_are_named_whole():
    """1-2-3 and 4-5-6 may play among themselves only: each keeps one over, and it may be anybody."""
    banned = tuple((a, b) for a in (1, 2, 3) for b in (4, 5, 6))
    error = refused(forbidden_pairs=banned)
    assert error.params["groups"] == ((1, 2, 3), (4, 5, 6))
    assert (error.params["opponents"], error.params["short"]) == ((), 2)


def test_somebody_forbidden_to_everybody_in_a_large_field_is_found():
    error = refused(count=300, system=Swiss(), forbidden_pairs=tuple((7, n) for n in range(1, 301) if n != 7))
    assert error.code == "pairing.infeasible"
    assert error.params["groups"][0] == (7,)
    assert (error.params["opponents"], error.params["short"]) == ((), 2)


@given(st.integers(2, 11), st.randoms(use_true_random=False))
@settings(max_examples=120, deadline=None)
def test_a_refusal_proves_itself(count: int, random):
    """The groups are of odd size, may not meet one another, and outnumber those who could take one of them."""
    possible = list(itertools.combinations(range(1, count + 1), 2))
    allowed = nx.Graph(random.sample(possible, random.randint(0, min(len(possible), count))))
    allowed.add_nodes_from(range(1, count + 1))
    forbidden = tuple(game for game in possible if not allowed.has_edge(*game))
    try:
        result = pair(request_of(field(count), forbidden_pairs=forbidden))
    except PairingError as error:
        params = error.params
    else:
        assert all(allowed.has_edge(game.first, game.second) for game in result.pairs)
        return
    group_of = {n: index for index, group in enumerate(params["groups"]) for n in group}
    assert all(len(group) % 2 for group in params["groups"])
    for n in group_of:
        beyond = {m for m in allowed[n] if group_of.get(m) != group_of[n]}
        assert beyond <= set(params["opponents"])
    takers = len(params["opponents"]) + count % 2
    assert params["short"] == len(params["groups"]) - takers > 0
    assert set(params["competitors"]) == set(group_of)
