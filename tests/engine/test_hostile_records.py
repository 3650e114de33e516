"""Whatever is handed in as a record is read or refused by a code, with bounded work (fault 56)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.notation import Record, UnreadableRecord, read_record, write_record
from tests.engine.strategies import random_game

HEAD = "kradan game record 1\nruleset: amath@1\nside 1: Anan\nside 2: Bua\n"


def codes(text):
    with pytest.raises(UnreadableRecord) as refused:
        read_record(text)
    return [fault.code for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 10_000_000, "record.too_large"),
        (b"x" * 10_000_000, "record.too_large"),
        ("\n" * 400_000, "record.too_many_lines"),
        (HEAD + "1 | _ | pass # " + "x" * 2_000, "record.line_too_long"),
        (HEAD + "1 | _ | pass\0", "record.character_not_allowed"),
        (HEAD + "event: \ud800", "record.character_not_allowed"),
        (HEAD + "1 | _ | adjust arbiter " + "9" * 900, "record.number_unreadable"),
        (HEAD + "1 | _ | pass | " + "9" * 900, "record.number_unreadable"),
        (HEAD + "clock: " + "9" * 900 + ":00", "record.setting_unreadable"),
        (HEAD.replace("amath@1", "amath@" + "9" * 900), "ruleset.unknown"),
        (HEAD.replace("record 1", "record " + "9" * 900), "record.version_unknown"),
        (HEAD.replace("side 2", "side " + "2" * 900), "record.sides"),
        (HEAD + "1 | _ | 8E " + "( " * 480, "tile.unknown"),
        (HEAD + "|" * 900, "record.columns"),
        (HEAD + "".join(f"key {n}: x\n" for n in range(101)), "record.too_many_tags"),
        (HEAD + "side 1: Chai", "record.tag_duplicate"),
        (HEAD.encode() + b"event: \xff\xfe", "record.not_utf8"),
        (HEAD.encode("utf-16"), "record.not_utf8"),
        (HEAD + "1 | _ | 8E 7 ＝ 7", "tile.unknown"),
        (HEAD + "1 | _ | 8E ๑ = ๑", "tile.unknown"),
        (HEAD + "1 | _ | ８E 1", "move.unreadable_place"),
        (HEAD + "1 | _ | pass | NaN | 1e400", "record.number_unreadable"),
    ],
)
def test_it_is_refused_by_a_code(text, code):
    assert code in codes(text)


def test_a_number_of_a_million_digits_is_too_long_a_line():
    with pytest.raises(UnreadableRecord) as refused:
        read_record(HEAD + "1 | _ | adjust arbiter " + "9" * 400_000)
    (fault,) = refused.value.faults
    assert (fault.line, fault.code) == (5, "record.line_too_long")
    assert codes(HEAD + "9" * 1_000_000) == ["record.too_large"]


def test_no_more_faults_are_told_than_somebody_could_read():
    found = codes(HEAD + "1 | _ | fly\n" * 1_500)
    assert (len(found), found[-1]) == (101, "record.too_many_faults")


def test_a_fault_quotes_no_more_than_a_line_of_a_screen():
    with pytest.raises(UnreadableRecord) as refused:
        read_record(HEAD + "1 | _ | fly" + "x" * 900)
    assert all(len(str(v)) <= 60 for fault in refused.value.faults for v in fault.figures.values())


def test_the_longest_record_can_be_read():
    text = HEAD + "1 | _ | clock 1:00\n".replace("_", "") * 1_990
    assert len(read_record(text).moves) == 1_990


@given(st.text() | st.binary())
@example("kradan game record 1\n: x")
@example("kradan game record 1\nruleset:\n")
def test_any_text_is_read_or_refused(text):
    with pytest.raises(UnreadableRecord) as refused:
        read_record(text)
    assert refused.value.faults


WORDS = """
    | # _ . ? : , = 7 12 ?:12 +/-:- 8E E8 0,-4v pass challenge end out agreed holds nothing 1 2 3 9 -5 clock 1:00
    adjust arbiter exchange tiles discard turn lost play withdrawn rack adjustment ruleset: side amath@1 ๗ −
""".split()
snippets = st.sampled_from([*WORDS, "\n", "\r", "\n\n", "\t", "\0", "\ufeff"])


@given(st.integers(0, 10_000), st.data())
def test_a_record_damaged_anywhere_is_read_or_refused(seed, data):
    text = write_record(Record.of(random_game(seed % 40, steps=10, finish=seed % 5 == 0)))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 30))
        text = text[:start] + " ".join(data.draw(st.lists(snippets, max_size=3))) + text[end:]
    try:
        record, refusals = read_record(text), ()
    except UnreadableRecord as refused:
        record, refusals = refused.record, refused.faults
    assert record or refusals
    if record is not None:  # where it was refused, the game so far
        written = write_record(record)
        assert read_record(written) == record
        assert write_record(read_record(written)) == written
