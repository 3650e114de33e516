"""Whatever is wrong with a record is told with its line: all that can be found, not the first fault alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.notation import Record, UnreadableRecord, read_record, write_record
from tests.engine.strategies import random_game

HEAD = "kradan game record 1\nruleset: amath@1\nside 1: Anan\nside 2: Bua\n"  # four lines
FIRST = "1 | _ | 8E 7 × 2 = 1 4 | +11 | 11\n"


def faults(text):
    with pytest.raises(UnreadableRecord) as refused:
        read_record(text)
    return [(fault.line, fault.code) for fault in refused.value.faults]


def refusal(text):
    with pytest.raises(UnreadableRecord) as refused:
        read_record(text)
    return refused.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, "record.empty")]),
        ("\ufeff\n \n# a remark\n", [(1, "record.empty")]),
        ("name,score\nAnan,11\n", [(1, "record.format_missing")]),
        ("kradan game record 2\nruleset: amath@1\nside 1:\nside 2:", [(1, "record.version_unknown")]),
        ("kradan game record 1", [(1, "record.ruleset_missing")]),
        ("kradan game record 1\nruleset: chess@1", [(2, "ruleset.unknown")]),
        ("kradan game record 1\nruleset: amath@1\n", [(1, "record.sides")]),
        ("kradan game record 1\nruleset: amath@1\nside 1: A\n", [(3, "record.sides")]),
        ("kradan game record 1\nruleset: amath@1\nside 1: A\nside 3: B", [(4, "record.sides")]),
        (HEAD.replace("side 2", "side 5"), [(4, "record.sides")]),
        (HEAD + "side 3: c\nside 4: d\nside 5: e", [(7, "record.sides")]),
        (HEAD + "judging: maybe", [(5, "record.setting_unreadable")]),
        (
            HEAD + "clock: soon\nreach: 10000\novertime cap: -5\nscoreless end: ๓",
            [(n, "record.setting_unreadable") for n in (5, 6, 7, 8)],
        ),
        (HEAD.replace("amath@1", "summy@1") + "judging: challenge", [(5, "record.setting_unreadable")]),
        (HEAD + "round: 3\nRound: 4\nSIDE  1: Chai", [(6, "record.tag_duplicate"), (7, "record.tag_duplicate")]),
        (HEAD + "what is this\nround: 3", [(5, "record.tag_unreadable")]),
        (HEAD + FIRST + "round: 3\n", [(6, "record.tag_late")]),
        (HEAD + "1 | _ | pass | 0 | 0 | 0\n1 | _\n", [(5, "record.columns"), (6, "record.columns")]),
        (HEAD + "Anan | _ | pass\n", [(5, "record.side_unreadable")]),
        (HEAD + "1 | 7 7 ๗ | pass\n", [(5, "tile.unknown")]),
        (HEAD + "1 | 7 _ | clock 1:00\n", [(5, "record.rack_not_allowed")]),
        (HEAD + FIRST + "2 | _ | challenge\n2 | 7 | turn lost", [(7, "record.rack_not_allowed")]),
        (HEAD + "1 | 7 + | pass\n", [(5, "record.rack_incomplete")]),
        (HEAD + "1 | 7 7 7 7 7 _ | pass\n", [(5, "tile.pool_exhausted")]),
        (HEAD + "1 | _ | pass | nil | 0 0\n", [(5, "record.number_unreadable")] * 2),
        (HEAD + "end agreed | 0\n", [(5, "record.columns")]),
        (HEAD + " | | end agreed | 0\n", [(5, "record.number_unreadable")]),
        (HEAD + FIRST.replace("+11", "+12"), [(5, "record.score_mismatch")]),
        (HEAD + FIRST.replace("| 11", "| 12"), [(5, "record.total_mismatch")]),
        (HEAD + "1 | | turn lost | 0 | 0", [(5, "record.event_unexpected")]),
        (HEAD + FIRST + "2 | _ | challenge\n1 | | play withdrawn | -11 | 0", [(7, "record.event_unexpected")]),
        (HEAD + FIRST + "2 | _ | challenge\n1 | | turn lost | 0 | 0", [(7, "record.event_unexpected")]),
        (HEAD + "1 | _ | 8A 7 × 2 = 1 4\n", [(5, "move.first_move_off_centre")]),
        (HEAD + "2 | _ | 8E 7 × 2 = 1 4\n", [(5, "move.not_your_turn")]),
        (HEAD + "9 | | clock 1:00", [(5, "move.no_such_side")]),
        (HEAD + "1 | _ | 8E 7 . 2 . 1 4", [(5, "move.gap"), (5, "move.gap")]),
        (HEAD + "1 | _ | 8E . 7 × 2 = 1 4", [(5, "move.gap")]),
        (HEAD + "judging: auto\n1 | _ | 8E 7 × 2 = 1 5", [(6, "equation.unbalanced")]),
        (HEAD + "1 | _ | end out", [(5, "record.rack_not_allowed")]),
        (HEAD + "end out", [(5, "game.not_over")]),
        (HEAD + "1 | _ | pass\x07 | 0 | 0", [(5, "record.character_not_allowed")]),
        (HEAD + "event: Bangkok\u2028side 3: x", [(5, "record.character_not_allowed")]),
    ],
)
def test_a_fault_has_a_code_and_a_line(text, expected):
    assert faults(text) == expected


def test_all_faulty_lines_are_told():
    text = (
        HEAD.replace("side 1", "side one")
        + "\nround: 3\nround: 4\n"
        + "1 | _ | 8E 7 × 2 = 1 4 | +99 | 11\n2 | _ | fly away\n1 | _ | 8F 7 ** | +1 | 2\n"
    )
    # Without sides the game cannot be followed; what can be read line by line is told all the same.
    assert faults(text) == [
        (4, "record.sides"),
        (7, "record.tag_duplicate"),
        (9, "move.unreadable"),
        (10, "tile.unknown"),
    ]


def test_the_game_is_checked_up_to_the_line_that_breaks_it_and_the_rest_is_read():
    text = HEAD + FIRST.replace("+11", "+12") + "2 | _ | 1A 1\n1 | _ | pass | 0 | 500\n2 | _ | hide\n"
    assert faults(text) == [(5, "record.score_mismatch"), (6, "move.not_connected"), (8, "move.unreadable")]


def test_a_slip_in_adding_is_told_once_where_it_was_made():
    text = (
        HEAD
        + FIRST
        + "2 | _ | pass | 0 | 0\n"
        + "1 | _ | 9H 5 - 5 = 0 |  | 50\n"  # no score is said, and a wrong total
        + "2 | _ | pass | 0 | 0\n"
        + "1 | _ | pass | 0 | 50\n"  # carried on
        + "2 | _ | pass | 0 | 3\n"
    )
    found = refusal(text).faults
    assert [(fault.line, fault.code) for fault in found if fault.code.startswith("record")] == [
        (7, "record.total_mismatch"),
        (10, "record.total_mismatch"),
    ]


def test_a_wrong_score_and_the_total_it_leads_to_are_one_slip():
    found = refusal(HEAD + "1 | _ | 8E 7 × 2 = 1 4 | +12 | 12\n2 | _ | pass\n1 | _ | pass | 0 | 12\n").faults
    assert [(fault.line, fault.code, dict(fault.figures)) for fault in found] == [
        (5, "record.score_mismatch", {"said": 12, "computed": 11})
    ]


def test_scores_are_never_corrected_in_silence():
    broken = refusal(HEAD + FIRST.replace("| 11", "| 12"))
    assert [dict(fault.figures) for fault in broken.faults] == [{"said": 12, "computed": 11}]
    assert broken.record is not None
    assert broken.record.total == (11, 0)


def test_the_game_so_far_comes_with_the_refusal():
    broken = refusal(HEAD + FIRST + "2 | _ | 1A 1\n")
    assert broken.record is not None
    assert (len(broken.record.entries), broken.record.total) == (1, (11, 0))
    assert refusal("kradan game record 1\nruleset: chess@1").record is None


def test_every_problem_of_a_broken_move_is_told():
    found = refusal(HEAD + "judging: auto\n" + FIRST + "2 | _ | E7 + . 4 = 0 5\n").faults
    assert [fault.line for fault in found] == [7] * len(found)
    assert len(found) > 1


@given(st.integers(0, 500), st.data())
def test_one_wrong_figure_anywhere_is_found(seed, data):
    lines = write_record(Record.of(random_game(seed, steps=12))).splitlines()
    scored = [n for n, line in enumerate(lines) if line.count("|") >= 4 and "|" not in line.partition("#")[2]]
    if not scored:
        return
    number = data.draw(st.sampled_from(scored))
    column = data.draw(st.sampled_from([3, 4]))
    columns = lines[number].partition("#")[0].split("|")
    columns[column] = f" {int(columns[column]) + data.draw(st.integers(1, 50))} "
    lines[number] = "|".join(columns)
    found = refusal("\n".join(lines)).faults
    assert found[0].line == number + 1
    assert found[0].code == ("record.score_mismatch" if column == 3 else "record.total_mismatch")
