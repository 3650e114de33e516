"""A move is written so that a person reads it, and read back as the same move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    ACROSS,
    DOWN,
    Adjustment,
    Challenge,
    Charge,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    Pass,
    Play,
    Square,
    Unreadable,
    play_at,
    play_line,
)
from games.engine.notation import as_recorded, read_move, write_move
from tests.engine.shared import AMATH, SUMMY
from tests.engine.strategies import games

CANONICAL = [
    (AMATH, "8E 7 +/-:- 2 ?:= 5"),
    (AMATH, "E8 . × . = 1 4"),
    (AMATH, "15A ×/÷:÷ ?:20 20"),
    (AMATH, "8E ? +/-"),
    (AMATH, "1 | 7 2 1 4 × = + ? | 8E 7 × 2 = 1 4"),
    (AMATH, "2 | _ | challenge"),
    (AMATH, "| 7 +/- ? | pass"),
    (AMATH, "pass"),
    (AMATH, "exchange 7 +/- ? 3"),
    (AMATH, "exchange 3"),
    (AMATH, "exchange 3 tiles"),
    (AMATH, "exchange 1 tile"),
    (AMATH, "end out"),
    (AMATH, "end passes, 1 holds 5, 2 holds 12 ="),
    (AMATH, "end agreed, 2 holds nothing"),
    (AMATH, "2 |  | clock 23:01"),
    (AMATH, "1 |  | clock 0:00.001"),
    (AMATH, "1 |  | adjust arbiter -50 # telephone | twice"),
    (AMATH, "2 |  | adjust rack +8"),
    (AMATH, "2 |  | adjust time 0"),
    (SUMMY, "-4,0 8 x 1 5 = . 2 0"),
    (SUMMY, "0,-4v 8 : . 2 = 4"),
    (SUMMY, "discard : x ="),
    (SUMMY, "1 | : _ | discard :".replace(" _", "")),
]


@pytest.mark.parametrize(("rules", "text"), CANONICAL, ids=[text for _, text in CANONICAL])
def test_a_text_comes_back_to_the_byte(rules, text):
    assert write_move(rules, read_move(rules, text)) == text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("8E 7 . 2", play_line(Square(5, 8), ACROSS, [AMATH.tiles.tile("7"), None, AMATH.tiles.tile("2")])),
        ("E8 7", play_line(Square(5, 8), DOWN, [AMATH.tiles.tile("7")])),
        ("exchange 3", Exchange(("3",))),
        ("exchange 3 tiles", Exchange(count=3)),
        ("discard 3", Discard(("3",))),
        ("pass", Pass()),
        ("3 | 7 _ | challenge", Challenge(side=2, rack=("7",))),
        ("end passes, 2 holds 12 =, 1 holds nothing", End(Ending.PASSES, {0: (), 1: ("12", "=")})),
        ("2 | | clock 23:01.250", Clock(1, 1_381_250)),
        ("1 | | adjust time -20 # slow", Adjustment(0, -20, Charge.TIME, "slow")),
    ],
)
def test_it_says_what_it_means(text, move):
    assert read_move(AMATH, text) == move


@pytest.mark.parametrize(
    ("rules", "typed", "meant"),
    [
        (AMATH, "  8e\t7   X 2 = 14 ", "8E 7 × 2 = 14"),
        (AMATH, "8E 7 * 2 +/−:– = 3 / 1", "8E 7 × 2 +/-:- = 3 ÷ 1"),
        (AMATH, "e8 x//:/ ?:*", "E8 ×/÷:÷ ?:×"),
        (AMATH, "PASS", "pass"),
        (AMATH, "Exchange x// +/–", "exchange ×/÷ +/-"),
        (AMATH, "End Out , 2 holds Nothing", "end out, 2 holds nothing"),
        (AMATH, "2|_|pass", "2 | _ | pass"),
        (AMATH, "2||clock 05:07", "2 |  | clock 5:07"),
        (AMATH, "1||adjust arbiter −5", "1 |  | adjust arbiter -5"),
        (SUMMY, "0,-4v 8 × 1 / 5", "0,-4v 8 x 1 : 5"),
    ],
)
def test_what_people_type_is_understood(rules, typed, meant):
    assert write_move(rules, read_move(rules, typed)) == meant


@pytest.mark.parametrize(
    ("rules", "text", "code", "pos"),
    [
        (AMATH, "", "move.unreadable", None),
        (AMATH, "resign", "move.unreadable", None),
        (AMATH, "pass 3", "move.unreadable", None),
        (AMATH, "pass # tired", "move.unreadable", None),
        (AMATH, "end", "move.unreadable", None),
        (AMATH, "end tired", "move.unreadable", None),
        (AMATH, "end out, 2 has 5", "move.unreadable", None),
        (AMATH, "end out, 2 holds", "move.unreadable", None),
        (AMATH, "end out, 1 holds 5, 1 holds 6", "move.unreadable", None),
        (AMATH, "8E", "move.no_tiles", None),
        (AMATH, "8É 7", "move.unreadable_place", None),
        (AMATH, "๘E 7", "move.unreadable_place", None),
        (AMATH, "0,-4v 7", "move.unreadable_place", None),
        (SUMMY, "8E 7", "move.unreadable_place", None),
        (SUMMY, "-0,4 7", "move.unreadable_place", None),
        (SUMMY, "10000,4 7", "move.unreadable_place", None),
        (AMATH, "8E 7 ×2 = 14", "tile.unknown", 1),
        (AMATH, "8E 7 × ๒ = 14", "tile.unknown", 2),
        (AMATH, "8E 7 ?:21", "tile.face_not_allowed", 1),
        (AMATH, "exchange 7 ?:2", "tile.unknown", 1),
        (AMATH, "8E" + " 1" * 16, "equation.too_long", None),
        (AMATH, "1 | 7", "record.columns", None),
        (AMATH, "1 | _ | pass | 0 | 0", "record.columns", None),
        (AMATH, "one | _ | pass", "record.side_unreadable", None),
        (AMATH, "0 | _ | pass", "record.side_unreadable", None),
        (AMATH, "clock 1:00", "record.side_unreadable", None),
        (AMATH, "1 | 7 | clock 1:00", "record.rack_not_allowed", None),
        (AMATH, "1 |  | end out", "record.rack_not_allowed", None),
        (AMATH, "1 |  | clock 1:60", "record.time_unreadable", None),
        (AMATH, "1 |  | clock 123456:00", "record.time_unreadable", None),
        (AMATH, "1 |  | clock ๑:00", "record.time_unreadable", None),
        (AMATH, "1 |  | adjust arbiter much", "record.number_unreadable", None),
        (AMATH, "1 |  | adjust arbiter " + "9" * 900, "record.number_unreadable", None),
        (AMATH, "1 |  | adjust arbiter 10000", "record.number_out_of_range", None),
        (AMATH, "1 |  | adjust bribe 5", "move.unreadable", None),
        (AMATH, "pass\n8E 7", "record.character_not_allowed", None),
        (AMATH, "pass\0", "record.character_not_allowed", None),
        (AMATH, "8E " + "7 " * 600, "record.line_too_long", None),
    ],
)
def test_what_is_no_move_is_refused_by_its_code(rules, text, code, pos):
    with pytest.raises(Unreadable) as refused:
        read_move(rules, text)
    assert (refused.value.code, refused.value.problem.pos) == (code, pos)


def test_a_play_is_written_with_its_whole_line():
    position = AMATH.opening().play(read_move(AMATH, "8E 7 × 2 = 1 4"))
    seven = AMATH.tiles.tile("7")
    ends = play_at({Square(4, 8): AMATH.tiles.tile("1"), Square(11, 8): AMATH.tiles.tile("9")})
    assert write_move(AMATH, ends, position) == "2 | _ | 8D 1 . . . . . . 9"
    alone = play_at({Square(8, 9): seven}, direction=ACROSS)
    assert (
        write_move(AMATH, alone, position) == "2 | _ | H8 . 7"
    )  # nothing lies beside it across, so its line is down


def test_a_rack_that_is_not_whole_shows_it():
    position = AMATH.opening()
    known = read_move(AMATH, "1 | 7 + | pass")
    assert write_move(AMATH, known, position) == "1 | 7 + _ | pass"
    whole = read_move(AMATH, "1 | 1 2 3 4 5 6 7 8 | pass")
    assert write_move(AMATH, whole, position) == "1 | 1 2 3 4 5 6 7 8 | pass"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Play((), ACROSS), "move.no_tiles"),
        (play_at({Square(1, 1): AMATH.tiles.tile("1"), Square(2, 2): AMATH.tiles.tile("2")}), "move.not_in_line"),
        (play_at({Square(0, 1): AMATH.tiles.tile("1")}), "move.unreadable_place"),
        (
            play_at({Square(1, 1): AMATH.tiles.tile("1"), Square(10**9, 1): AMATH.tiles.tile("2")}),
            "equation.too_long",
        ),
        (Clock(0, -1), "record.time_unreadable"),
        (Clock(0, 10**30), "record.time_unreadable"),
        (Adjustment(0, 10**6), "record.number_out_of_range"),
        (Adjustment(0, 5, remark="one\ntwo"), "record.character_not_allowed"),
    ],
)
def test_what_no_text_can_say_is_not_written(move, code):
    with pytest.raises(Unreadable) as refused:
        write_move(AMATH, move)
    assert refused.value.code == code


@given(games(steps=15))
def test_every_move_of_a_game_comes_back_in_record_form(end):
    position = end.rules.opening(sides=end.sides, settings=end.settings)
    for event in end.events:
        if event.move is None:
            continue
        recorded = as_recorded(position, event.move)
        text = write_move(position.rules, event.move, position)
        assert read_move(position.rules, text) == recorded
        assert write_move(position.rules, recorded, position) == text
        after, again = position.play(event.move), position.play(recorded)
        assert (after.total, dict(after.board), after.racks) == (again.total, dict(again.board), again.racks)
        position = after


@given(st.sampled_from([AMATH, SUMMY]), st.text(max_size=80) | st.from_regex(r"[0-9A-Z,v|_#:?.+/= a-z-]{0,60}"))
def test_any_text_is_a_move_or_is_refused(rules, text):
    try:
        move = read_move(rules, text)
    except Unreadable:
        return
    written = write_move(rules, move)
    assert read_move(rules, written) == move
    assert write_move(rules, read_move(rules, written)) == written
