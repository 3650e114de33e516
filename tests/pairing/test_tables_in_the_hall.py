"""Who needs a certain table has it; the other games are numbered round it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.pairing.any_system import any_requests
from tests.pairing.support import field, notes_of, pair_or_code, request_of
from tournaments.pairing import Competitor, KingOfTheHill, PairingRequest, pair


def seated(count: int, needs: dict[int, int], **changes):
    competitors = tuple(replace(c, table=needs.get(c.id)) for c in field(count))
    result = pair(request_of(competitors, system=KingOfTheHill(), **changes))
    return result, {game.table: {game.first, game.second} for game in result.pairs}


def test_tables_are_numbered_down_the_ranks():
    _, tables = seated(6, {})
    assert tables == {1: {1, 2}, 2: {3, 4}, 3: {5, 6}}


def test_a_game_moves_to_the_table_that_one_of_its_players_needs():
    result, tables = seated(8, {2: 4})
    assert tables == {4: {1, 2}, 1: {3, 4}, 2: {5, 6}, 3: {7, 8}}
    assert [game.table for game in result.pairs] == [1, 2, 3, 4]
    assert not notes_of(result, "table_conflict")


def test_a_table_beyond_the_last_game_may_be_needed():
    _, tables = seated(4, {3: 20})
    assert tables == {1: {1, 2}, 20: {3, 4}}


def test_two_of_one_game_who_need_one_table_agree():
    result, tables = seated(4, {3: 1, 4: 1})
    assert tables == {1: {3, 4}, 2: {1, 2}}
    assert not notes_of(result, "table_conflict")


def test_of_two_needs_in_one_game_the_better_ranked_is_met_and_the_other_told():
    result, tables = seated(6, {3: 3, 4: 1})
    assert tables[3] == {3, 4}
    assert notes_of(result, "table_conflict") == [{"competitor": 4, "wanted": 1, "table": 3, "reason": "opponent"}]


def test_of_two_games_that_need_one_table_the_better_has_it_and_the_other_is_told():
    result, tables = seated(6, {1: 2, 6: 2})
    assert tables[2] == {1, 2}
    assert tables == {2: {1, 2}, 1: {3, 4}, 3: {5, 6}}
    assert notes_of(result, "table_conflict") == [{"competitor": 6, "wanted": 2, "table": 3, "reason": "taken"}]


def test_whose_first_wish_is_taken_has_the_opponents_table():
    result, tables = seated(6, {1: 2, 5: 2, 6: 3})
    assert tables == {2: {1, 2}, 3: {5, 6}, 1: {3, 4}}
    assert [told["competitor"] for told in notes_of(result, "table_conflict")] == [5]


def test_a_bye_needs_no_table():
    result, tables = seated(5, {5: 1})
    assert result.byes == (5,)
    assert tables == {1: {1, 2}, 2: {3, 4}}


def test_a_locked_game_moves_too():
    _, tables = seated(6, {1: 3}, locked_pairs=((6, 1),))
    assert tables[3] == {1, 6}


def test_tables_count_from_one():
    with pytest.raises(ValueError, match="from 1"):
        Competitor(id=1, rank=1, points=0, number=1, table=0)


@given(any_requests())
@settings(max_examples=100, deadline=None)
def test_no_two_games_share_a_table_and_every_need_is_met_or_told(request: PairingRequest):
    result = pair_or_code(request)
    if isinstance(result, str):
        return
    numbers = [game.table for game in result.pairs]
    assert numbers == sorted(set(numbers))
    wanted = {c.id: c.table for c in request.competitors if c.table is not None}
    unmet = {i for g in result.pairs for i in (g.first, g.second) if i in wanted and wanted[i] != g.table}
    assert unmet == {told["competitor"] for told in notes_of(result, "table_conflict")}
    without = pair(replace(request, competitors=tuple(replace(c, table=None) for c in request.competitors)))
    assert {(g.first, g.second) for g in without.pairs} == {(g.first, g.second) for g in result.pairs}
    assert [g.table for g in without.pairs] == list(range(1, len(numbers) + 1))
