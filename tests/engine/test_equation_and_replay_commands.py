"""`dev.py equation` and `dev.py replay`: what they print, and how they end."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.engine.test_examples_of_the_notation import RECORDS


def run(*words):
    out, code = io.StringIO(), 0
    try:
        call_command(*words, stdout=out)
    except SystemExit as end:
        code = end.code
    return out.getvalue(), code


@pytest.fixture
def replay(tmp_path):
    def play(text, *options):
        file = tmp_path / "game.txt"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return run("replay", str(file), *options)

    return play


def test_an_equation_that_is_right():
    assert run("equation", "7 × 2 = 5 + 9") == (
        """\
  7 × 2 = 5 + 9
  7×2  14
  5+9  14

Valid.
""",
        0,
    )


def test_an_equation_that_is_wrong_is_marked_at_its_tiles():
    assert run("equation", "7 x 2 = 5 + 8 = 0 ?:7") == (
        """\
  7 × 2 = 5 + 8 = 0 ?:7
          ^       ^
  7×2  14
  5+8  13
  07   no value

Tile 5: 7×2 is 14, but 5+8 is 13.
Tile 9: A number of several digits cannot begin with 0.
""",
        1,
    )


def test_tiles_that_are_none_are_marked():
    out, code = run("equation", "7 = ๗ 12x")
    assert out.splitlines()[:2] == ["  7 = ๗ 12x", "      ^ ^"]
    assert "it looks like 7." in out
    assert code == 1


def test_the_other_rules_can_be_asked():
    assert run("equation", "--ruleset", "summy", "8 x 1 5 = 1 2 0")[1] == 0
    assert run("equation", "8 x 1 5 = 1 2 0")[1] == 0
    assert run("equation", "--ruleset", "summy", "6 = 6")[1] == 1
    assert run("equation", "9 + 0 = 9") == run("equation", "--ruleset", "amath@1", "9 + 0 = 9")
    assert run("equation", "--strict-zero-sign", "9 + 0 = 9")[1] == 1


@pytest.mark.parametrize("line", ["", "=", "? +/-", "1 " * 40, "9 " * 16 + "= 1", "1" * 5000, "= = =", "- - -"])
def test_any_line_is_answered(line):
    out, code = run("equation", line)
    assert code == 1
    assert out.strip()


@pytest.mark.parametrize("words", [["--ruleset", "chess", "7 = 7"], ["7 = 7\x1b[31m"]])
def test_what_cannot_be_judged_ends_otherwise(words):
    with pytest.raises(CommandError) as refused:
        run("equation", *words)
    assert refused.value.returncode == 2


def test_a_game_is_shown_move_by_move(replay):
    out, code = replay(RECORDS[0])
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "A-Math (amath@1)"
    assert "event: School League, day 2" in lines
    assert "  8  19   +   6   0  =?   0   ÷  20   +   7   9   ÷   1   +   0" in lines
    assert any(
        line.split()
        == "บัว สีดา D4 ?:13 + 8 - . = 7 ×/÷:× 3 +88 88 # all eight tiles: 48 and 40 for the bingo".split()
        for line in lines
    )
    assert [line.split()[-2:] for line in lines if "play withdrawn" in line.partition("#")[0]]
    assert lines[-3:] == ["Anan Wong    445", "บัว สีดา       486", "บัว สีดา has won."]


def test_columns_meet_under_thai_names(replay):
    out, _ = replay(RECORDS[0])
    rows = [line for line in out.splitlines() if " exchange " in line]
    marks = "ัี"  # above the letters: they take no column of their own
    widths = {len(row) - sum(row.count(mark) for mark in marks) for row in rows}
    assert (len(rows), len(widths)) == (3, 1)


def test_wrong_plays_are_told_to_those_who_ask(replay):
    assert "H5: " not in replay(RECORDS[0])[0]
    assert "8×12×2" not in replay(RECORDS[0])[0]
    told, code = replay(RECORDS[0], "--verdicts")
    assert code == 0
    assert "28 is" in told


def test_a_summy_table_is_drawn_where_blocks_lie(replay):
    out, _ = replay(RECORDS[1])
    assert "     -2  -1   0   1   2   3   4   5   6\n" in out
    assert "\n  2   .   #   2   +   7   =   9   #   .\n" in out
    assert "# Dao has a bus to catch." in out
    assert out.endswith("Dao has won.\n")


def test_a_game_that_goes_on_says_whose_turn_it_is(replay):
    out, code = replay(RECORDS[-1].partition("1 | _                      | challenge")[0])
    assert code == 0
    assert out.endswith("The game goes on: it is the turn of Anan. Tiles in the bag: 71.\n")


def test_sides_without_a_name_are_counted_and_a_tie_is_one(replay):
    out, _ = replay("kradan game record 1\nruleset: amath@1\nside 1:\nside 2:\n\nend agreed\n")
    assert out.splitlines()[-3:] == ["Side 1      0", "Side 2      0", "The game is a tie."]


def test_what_an_arbiter_gives_stands_with_its_reason(replay):
    head = "kradan game record 1\nruleset: amath@1\nside 1: A\nside 2: B\n"
    out, _ = replay(head + "1 | | adjust arbiter -5 # a | b\n")
    assert "A  adjust arbiter -5     -5     -5  # a | b\n" in out


def test_a_clock_can_lose_a_game(replay):
    head = "kradan game record 1\nruleset: amath@1\nside 1: A\nside 2: B\n"
    out, _ = replay(head + "end agreed\n2 | | clock 28:00\n")
    assert out.endswith("B has lost by the clock.\n")


def test_faults_are_told_below_with_their_lines(replay):
    out, code = replay(RECORDS[-1].replace("+11", "+12").replace("turn lost ", "no idea   "))
    assert code == 1
    assert out.endswith(
        "\nLine 7: The score is written as 12; it is 11.\nLine 10: “no idea” is no move.\n",
    )
    assert "Anan" in out


def test_a_file_that_is_no_record_is_told_so(replay):
    assert replay(b"\x89PNG\r\n") == ("Line 1: The text is not UTF-8: the byte 89 makes no character here.\n", 1)
    assert replay("") == ("Line 1: There is nothing in it.\n", 1)
    assert replay("x" * 600_000)[1] == 1


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError) as refused:
        run("replay", str(tmp_path / "none.txt"))
    assert refused.value.returncode == 2


def test_standard_input_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(RECORDS[1].encode())))
    assert run("replay", "-")[0].startswith("Summy (summy@1)\n")


def test_an_endless_file_is_not_read_to_its_end():
    if not Path("/dev/zero").exists():
        return
    out, code = run("replay", "/dev/zero")
    assert (out, code) == ("Line 1: The text is too large for a record: it may have 500000 characters.\n", 1)
