"""Whatever the engine finds is told in a sentence with its square and figures, in English and in Thai."""

import re
from pathlib import Path

import pytest
from django.utils import translation

import games.engine
from games.engine import Problem, Square, get_ruleset, play_line
from games.engine.grammar import AMATH_GRAMMAR, AMATH_STRICT_GRAMMAR, SUMMY_GRAMMAR
from games.engine.notation import Fault, UnreadableRecord, read_move, read_record
from games.wording import _EVENTS, _SENTENCES, event_label, fault_sentence, line_problems, sentence, square_name
from tests.engine.shared import AMATH, SUMMY, auto

ENGINE = Path(games.engine.__file__).parent
FAMILIES = "equation|move|tile|challenge|end|clock|game|record|ruleset|wire"
_CODE = re.compile(rf'"((?:{FAMILIES})\.[a-z_0-9.]+)"')


def codes_in(folder: Path) -> set[str]:
    paths = [path for path in folder.rglob("*.py") if path.name != "wording.py"]
    return set(_CODE.findall("".join(path.read_text() for path in paths)))


def codes() -> set[str]:
    """Every code in the engine's source, and those that the grammars hold in their tables.

    `result.…` are not among them: results entered by components are worded where they are entered.
    """
    found = codes_in(ENGINE)
    for grammar in (AMATH_GRAMMAR, AMATH_STRICT_GRAMMAR, SUMMY_GRAMMAR):
        found |= {fault.code for row in grammar.steps for _, fault in row if fault}
    return found


def test_every_code_of_the_engine_has_a_sentence():
    assert len(codes()) > 80
    assert codes() - set(_SENTENCES) == set()


def test_no_sentence_is_for_a_code_that_is_gone():
    """Faults of a record are found beside the engine too, where it meets the game that it is read into."""
    assert set(_SENTENCES) - codes() - codes_in(ENGINE.parent) == set()


def test_every_event_has_a_name():
    assert set(_EVENTS) == set(games.engine.Name)
    assert event_label("play_withdrawn") == "play withdrawn"
    assert event_label("undo") == "undo"


def test_a_code_that_is_not_known_is_shown_as_it_is():
    assert sentence(Problem("move.from_tomorrow")) == "move.from_tomorrow"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7 - 2 = 6", "Tile 5: 7-2 is 5, not 6."),
        ("7 × 2 = 5 + 8", "Tile 5: 7×2 is 14, but 5+8 is 13."),
        ("6 = 5 + 2", "Tile 3: 5+2 is 7, not 6."),
        ("6 = 5", "Tile 3: 6 is not 5."),
        ("1 ÷ 2 = 2 - 1 = 1", "Tile 5: 1÷2 is 1/2, but 2-1 is 1."),
        ("4 ÷ 0 = 4", "Tile 3: Nothing can be divided by 0."),
        ("7 + 2", "There is no = in this line."),
        ("7 +/- 2 = 9", "Tile 2: It has to be said which sign the tile +/- is."),
        ("20 + 20 = 4 0", "Tile 3: Too many 20: the set has only 1."),
        ("7 ๗", "Tile 2: “๗” is no tile of this game; it looks like 7."),
        ("7 ?:99", "Tile 2: The tile ? cannot stand for “99”."),
    ],
)
def test_a_line_is_told_what_is_wrong_with_it(line, said):
    problems = AMATH.check_line(line)
    tiles, unknown = AMATH.tiles.look_up(line.split())
    if not unknown and all(tile.declared for tile in tiles):
        problems = line_problems(problems, tiles)
    assert sentence(problems[0]) == said


def test_a_play_is_told_where_it_is_wrong():
    position = AMATH.opening(settings=auto())
    (problem,) = position.problems(read_move(AMATH, "8F 7 - 2 = 6"))
    assert sentence(problem, AMATH) == "At 8J: 7-2 is 5, not 6."


def test_a_square_is_named_as_its_game_names_it():
    assert square_name(Square(5, 8), AMATH) == square_name(Square(5, 8)) == "8E"
    assert square_name(Square(5, 8), SUMMY) == "5,8"
    assert square_name(Square(0, -4)) == "0,-4"
    position = SUMMY.opening().play(read_move(SUMMY, "0,-3v 2 + 3 . 5"))
    (problem,) = position.problems(read_move(SUMMY, "-2,2 9 - 4"))
    assert sentence(problem, SUMMY) == "At 0,2: This square has to stay empty: a sum ends beside it."


def test_sides_are_counted_as_people_count_them():
    position = AMATH.opening()
    (problem,) = position.problems(play_line(Square(8, 8), games.engine.ACROSS, AMATH.tiles.read("7 = 7"), side=1))
    assert sentence(problem, AMATH) == "It is the turn of side 1, not of side 2."


def test_a_rack_that_was_another_one_is_named():
    figures = {"side": 1, "said": "9 5", "size": 2, "known": "7 +"}
    assert sentence(Problem("end.rack_mismatch", figures=figures)) == "Side 2 was left with 7 +, not with “9 5”."


def test_a_fault_names_its_line():
    head = "kradan game record 1\nruleset: amath@1\nside 1:\nside 2:\n"
    with pytest.raises(UnreadableRecord) as refused:
        read_record(head + "1 | _ | 8E 7 × 2 = 1 4 | 12\n2 | | turn lost")
    said = [fault_sentence(fault, get_ruleset("amath")) for fault in refused.value.faults]
    assert said == [
        "Line 5: The score is written as 12; it is 11.",
        "Line 6: “turn lost” does not follow from the move before.",
    ]


@pytest.mark.parametrize("language", ["en", "th"])
def test_every_sentence_can_be_filled_in(language):
    """With what the engine gives along: the names of all figures there are, and a line."""
    figures = {
        name: 1
        for text in map(str, _SENTENCES.values())
        for name in re.findall(r"%\((\w+)\)s", text)
        if name not in ("looks_like", "known")
    }
    with translation.override(language):
        for code in _SENTENCES:
            said = fault_sentence(Fault(3, Problem(code, cell=Square(5, 8), figures=figures)))
            assert "3" in said
            assert "8E" in said
            assert "%(" not in said
