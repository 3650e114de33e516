"""What `docs/notation.md` shows is so."""

import re
from pathlib import Path

import pytest

import games.engine.notation as notation
from games.engine.notation import read_move, read_record, texts, write_move, write_record
from tests.engine.shared import AMATH, SUMMY

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
RECORDS = [text for language, text in BLOCKS if not language and text.startswith("kradan game record")]
DERIVED = ("play withdrawn", "turn lost", "rack adjustment", "time adjustment")


@pytest.mark.parametrize("text", RECORDS, ids=range(len(RECORDS)))
def test_a_record_shown_is_canonical(text):
    assert write_record(read_record(text)) == text


def test_the_long_example_has_all_that_is_told_of_it():
    record = read_record(RECORDS[0])
    position = record.replay()
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winner, position.total) == ("out", 1, (445, 486))
    assert any(event.score and event.score.bingo for event in position.events)
    assert {event.upheld for event in position.events} == {None, True, False}
    assert {"exchange", "time_adjustment", "rack_adjustment"} <= {event.name for event in position.events}
    assert sum(AMATH.tile_points[kind] for kind in position.rack(0).known) == 15


def test_the_record_typed_by_hand_is_written_as_shown():
    typed = next(text for language, text in BLOCKS if language == "text" and text.startswith("KRADAN"))
    assert write_record(read_record(typed)) == RECORDS[-1]


def test_each_act_shown_is_one():
    rows = re.findall(
        r"^\| ((?:`[^`]+`(?:, )?)+) \|", PAGE.partition("| act | what")[2].partition("\n\n")[0], re.MULTILINE
    )
    acts = [act for row in rows for act in re.findall("`([^`]+)`", row)]
    assert len(acts) > 15
    for act in acts:
        if act in DERIVED:
            continue
        rules = SUMMY if "," in act.split()[0] or act.startswith("discard") else AMATH
        text = f"1 |  | {act}" if act.startswith(("clock", "adjust")) else act
        assert write_move(rules, read_move(rules, text)) == text


def test_the_program_runs():
    (program,) = (text for language, text in BLOCKS if language == "python")
    exec(program, {})


def test_every_code_of_the_text_is_listed():
    package = Path(notation.__file__).parent
    source = "".join(path.read_text() for path in package.glob("*.py"))
    used = set(re.findall(r'"(record\.[a-z_0-9]+|move\.unreadable\w*)"', source)) | {"ruleset.unknown"}
    listed = set(re.findall(r"^\| `((?:record|move|ruleset)\.\w+)` \|", PAGE, re.MULTILINE))
    assert listed == used


def test_the_limits_are_those_of_the_program():
    limits = PAGE.partition("### Limits")[2]
    for limit in (texts.MAX_TEXT, 4 * texts.MAX_TEXT, texts.MAX_LINES, texts.MAX_LINE, texts.MAX_FAULTS):
        assert f"{limit:,}" in limits
    assert texts.write_time(texts.MAX_TIME_MS) in limits.replace("99,999", "99999")
