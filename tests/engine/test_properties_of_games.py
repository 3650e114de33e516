"""What holds in every game, whatever was played: sums, tiles, replay, and that nothing old changes. Fault 25."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    Adjustment,
    BrokenReplay,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    IllegalMove,
    Name,
    Pass,
    Play,
    replay,
)
from tests.engine.random_games import MOVES, SEEDS, dealt_game, moved
from tests.engine.shared import AMATH, PRIMARY, SUMMY, at, auto, challenging, turned, turned_play

SETTINGS = [
    (AMATH, auto()),
    (AMATH, challenging()),
    (AMATH, auto(strict_zero_sign=True)),
    (PRIMARY, challenging()),
    (SUMMY, auto(SUMMY)),
    (AMATH, challenging(refuse_excess=False)),
]
GAMES = st.sampled_from(SETTINGS)
SIDES = st.sampled_from([2, 2, 2, 3, 4])
KINDS = st.lists(MOVES, min_size=3, max_size=40)

quick = settings(deadline=None, max_examples=80)


def snapshot(position):
    return repr(position), dict(position.board), dict(position.unseen), position.events, position.racks


def sum_of_events(position):
    return tuple(
        sum(event.points for event in position.events if event.side == side) for side in range(position.sides)
    )


@quick
@given(GAMES, KINDS, SEEDS, SIDES)
def test_a_move_is_played_exactly_when_it_has_no_problem_and_nothing_old_changes(game, kinds, seed, sides):
    rules, choice = game
    random = Random(seed)
    position = rules.opening(sides=sides, settings=choice)
    accepted = []
    for kind in kinds:
        move = moved(position, kind, random)
        before = snapshot(position)
        problems = position.problems(move)
        if problems:
            with pytest.raises(IllegalMove) as refused:
                position.play(move)
            assert refused.value.problems == problems
            assert snapshot(position) == before
            continue
        after = position.play(move)
        assert snapshot(position) == before
        assert after.events[: len(position.events)] == position.events
        assert after.total == sum_of_events(after)
        assert after.inventory() == Counter(rules.tile_counts)
        assert sum(after.inventory().values()) == rules.tiles.size
        hidden = sum(after.unseen.values()) - sum(rack.unknown for rack in after.racks)
        assert after.bag_count == hidden >= 0
        assert min(after.unseen.values()) >= 0 or not choice.refuse_excess
        assert (
            len(after.board) + sum(r.size for r in after.racks) + after.bag_count + len(after.discarded)
            == rules.tiles.size
        )
        accepted.append(move)
        position = after
    assert replay(rules, accepted, sides=sides, settings=choice) == position
    for event in position.events:
        if event.name is Name.PLAY:
            score = event.score
            assert event.points == score.total == score.bingo + sum(line.points for line in score.lines)
            for line in score.lines:
                assert line.points == line.multiplier * sum(tile.points for tile in line.tiles)
                assert [tile.square for tile in line.tiles] == list(line.line.squares)
            assert score.bingo == (rules.bingo_bonus if len(event.move.placed) == 8 else 0)


@settings(deadline=None, max_examples=25)
@given(GAMES, SEEDS, SIDES)
def test_in_a_game_with_real_tiles_every_tile_is_always_somewhere(game, seed, sides):
    rules, choice = game
    for dealer, position in dealt_game(rules, choice, seed, turns=120, sides=sides):
        assert dealer.tiles() == Counter(rules.tile_counts)
        assert position.inventory() == Counter(rules.tile_counts)
        assert position.bag_count == len(dealer.bag)
        assert position.flags == ()
        for side, rack in enumerate(position.racks):
            assert rack.size == len(dealer.racks[side])
            assert not Counter(rack.known) - Counter(dealer.racks[side])
            told = position.rack(side)
            assert not Counter(told.known) - Counter(dealer.racks[side])
        assert position.total == sum_of_events(position)
    assert replay(rules, dealer.moves, sides=sides, settings=choice) == dealer.position
    sent = [event.move for event in dealer.position.events if not event.derived]
    assert sent == dealer.moves


@settings(deadline=None, max_examples=40)
@given(st.sampled_from([SETTINGS[0], SETTINGS[1], SETTINGS[4]]), KINDS, SEEDS)
def test_a_game_turned_over_its_diagonal_scores_the_same_move_by_move(game, kinds, seed):
    rules, choice = game
    random = Random(seed)
    position = mirror = rules.opening(settings=choice)
    for kind in kinds:
        move = moved(position, kind, random)
        twin = turned_play(move) if isinstance(move, Play) else move
        problems = position.problems(move)
        turned_problems = mirror.problems(twin)
        assert sorted(p.code for p in problems) == sorted(p.code for p in turned_problems)
        assert {p.cell and turned(p.cell) for p in problems} == {p.cell for p in turned_problems}
        if problems:
            continue
        position, mirror = position.play(move), mirror.play(twin)
        assert mirror.total == position.total
        assert mirror.board == {turned(square): tile for square, tile in position.board.items()}
        assert (mirror.racks, mirror.unseen, mirror.due) == (position.racks, position.unseen, position.due)
        assert mirror.sealed == {turned(square) for square in position.sealed}


@quick
@given(GAMES, KINDS, SEEDS)
def test_what_is_on_the_board_never_moves_but_for_a_play_taken_back(game, kinds, seed):
    rules, choice = game
    random = Random(seed)
    position = rules.opening(settings=choice)
    for kind in kinds:
        move = moved(position, kind, random)
        if position.problems(move):
            continue
        after = position.play(move)
        withdrawn = [event for event in after.events[len(position.events) :] if event.name is Name.PLAY_WITHDRAWN]
        if withdrawn:
            assert withdrawn[0].points <= 0
            assert after.board.items() < position.board.items()
        else:
            assert after.board.items() >= position.board.items()
            assert after.sealed >= position.sealed
        assert not after.sealed & set(after.board)
        position = after


@pytest.mark.parametrize("rules", [AMATH, SUMMY])
def test_every_move_is_an_event_of_its_name_and_side_that_carries_it(rules):
    summy = rules is SUMMY
    moves = [
        Discard(("7",)) if summy else Exchange(("7",)),
        at("-3,0", "1 + 2 . 3", SUMMY) if summy else at("8H", "6 = 6"),
        *([] if summy else [Pass(), Exchange(count=2)]),
        Clock(1, 5),
        Adjustment(0, -3),
        End(Ending.AGREED),
    ]
    position = replay(rules, moves, settings=auto(rules))
    assert [event.move for event in position.events] == moves
    assert not any(event.derived for event in position.events)
    sides = [0, 1, 1, 0, None] if summy else [0, 1, 0, 1, 1, 0, None]
    assert [event.side for event in position.events] == sides
    names = {Discard: "discard", Exchange: "exchange", Play: "play", Pass: "pass", Clock: "clock", End: "end"}
    assert [event.name.value for event in position.events] == [
        names.get(type(move), "arbiter_adjustment") for move in moves
    ]
    assert (position.sides, position.before) == (2, None)


def test_where_plays_are_judged_at_once_nothing_is_kept_for_a_challenge():
    played = replay(AMATH, [at("8H", "6 = 6")], settings=auto())
    assert played.before is None
    assert replay(AMATH, [at("8H", "6 = 6")], settings=challenging()).before is not None


def test_a_broken_replay_says_which_move_and_where_things_stood():
    random = Random(1)
    good = moved(AMATH.opening(settings=auto()), "play", random)
    with pytest.raises(BrokenReplay) as broken:
        replay(AMATH, [good, good, good], settings=auto())
    assert (broken.value.index, broken.value.code) == (1, "game.replay_broken")
    assert broken.value.position == AMATH.opening(settings=auto()).play(good)
    assert broken.value.problems[0].code == "move.cell.occupied"


def test_the_random_games_do_play():
    """The properties would be hollow if nothing ever happened in them."""
    for rules, choice in SETTINGS:
        names = Counter()
        for seed in range(6):
            *_, (_, position) = dealt_game(rules, choice, seed, turns=60)
            names.update(event.name.value for event in position.events)
        assert names["play"] > 12, (rules.id, names)
        assert names["exchange" if rules is not SUMMY else "discard"] > 3
        if choice.judging == "challenge":
            assert min(names["play_withdrawn"], names["turn_lost"]) > 0
