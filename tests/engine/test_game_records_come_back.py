"""A record that is exported, imported and exported again is the same to the byte (fault 70)."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import AUTO, Adjustment, End, Ending, Name, Pass, Unreadable, get_ruleset
from games.engine.notation import Entry, Record, Remark, UnreadableRecord, read_move, read_record, write_record
from tests.engine.shared import AMATH
from tests.engine.strategies import games, random_game

# What may stand in a name: everything but control characters, line separators, and marks that turn text around.
TURNING = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
characters = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters=TURNING)
names = st.text(characters, max_size=40)


def summary(position):
    return [(e.name, e.side, e.points, e.upheld) for e in position.events], position.total, position.outcome


@given(games(), st.data())
def test_any_game_is_the_same_after_export_and_import(end, data):
    players = data.draw(st.lists(names, min_size=end.sides, max_size=end.sides))
    tags = [(key, data.draw(names)) for key in ("event", "round", "โต๊ะ", "note-1")]
    record = Record.of(end, players, tags)
    lines = list(record.lines)
    for _ in range(data.draw(st.integers(0, 3))):
        lines.insert(data.draw(st.integers(0, len(lines))), Remark(data.draw(names)))
    marked = [
        n for n, line in enumerate(lines) if isinstance(line, Entry) and not isinstance(line.move, Adjustment)
    ]
    if marked:
        number = data.draw(st.sampled_from(marked))
        lines[number] = replace(lines[number], remark=data.draw(names))
    record = replace(record, lines=tuple(lines))

    text = write_record(record)
    again = read_record(text)

    assert again == record
    assert write_record(again) == text
    assert summary(again.replay()) == summary(end)
    assert again.total == end.total
    assert [(entry.name, entry.side, entry.points) for entry in again.entries] == [
        (event.name, event.side, event.points) for event in end.events
    ]


def test_the_random_games_have_everything_in_them():
    """What the test above is worth."""
    found = set()
    for seed in range(60):
        for ruleset in ("amath", "amath-primary", "summy"):
            end = random_game(seed, ruleset=ruleset, sides=2 + seed % 3, finish=seed % 3 == 0)
            found |= {(event.name, event.upheld) for event in end.events} | {end.ended}
            found |= {bool(event.move.rack) for event in end.events if isinstance(event.move, Pass)}
            plays = [event for event in end.events if event.name is Name.PLAY]
            found |= {"bingo" for event in plays if event.score.bingo}
    kinds = {(name, None) for name in Name if name is not Name.CHALLENGE}
    assert found >= kinds | {(Name.CHALLENGE, True), (Name.CHALLENGE, False), *Ending, True, False, "bingo"}


def test_every_event_has_its_line_and_the_total_is_their_sum():
    end = random_game(5, judging="challenge", steps=30)
    assert {Name.PLAY_WITHDRAWN, Name.TURN_LOST} & {event.name for event in end.events}
    body = write_record(Record.of(end)).partition("\n\n")[2].splitlines()
    assert len(body) == len(end.events)
    sums = [0] * end.sides
    for line in body:
        columns = [column.strip() for column in line.partition("#")[0].split("|")]
        if len(columns) == 5:
            side = int(columns[0]) - 1
            sums[side] += int(columns[3])
            assert int(columns[4]) == sums[side]
    assert tuple(sums) == end.total


HAND = """kradan game record 1
ruleset: amath@1
judging: auto
side 1: Anan
side 2: Bua

1 | _                      | 8E 7 × 2 = 1 4                 |   +11 |    11
2 | + × 2 3 = 1 7 0        | E8 . × 2 + 3 = 1 7             |   +16 |    16
# A remark.
1 | _                      | exchange 3 tiles               |     0 |    11  # tired
2 |                        | adjust arbiter -5              |    -5 |    11  # talking
end agreed
"""


def test_a_record_in_its_canonical_form_stays_as_it_is():
    assert write_record(read_record(HAND)) == HAND


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\n \t \n"),
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: text.replace("  ", "\t  "),
        lambda text: "\n\n\n" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.replace(" | ", "|"),
        lambda text: text.replace("8E 7 × 2", "8e 7 * 2").replace("E8 . ×", "e8 . X"),
        lambda text: text.replace("-5", "−5"),
        lambda text: text.replace("+11", "11").replace("judging: auto", "JUDGING:auto"),
        lambda text: text.replace("exchange", "Exchange").replace("end agreed", "END agreed"),
        lambda text: text.replace("1 | _ ", "  |   "),
        lambda text: text.replace("|   +11 |    11", "").replace("|   +16 |    16", "| 16"),
        lambda text: text.encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
    ],
)
def test_another_way_of_typing_it_is_the_same_record(change):
    assert change(HAND) != HAND
    assert write_record(read_record(change(HAND))) == HAND


def test_a_summy_sign_after_a_word_does_not_make_it_a_tag():
    head = "kradan game record 1\nruleset: summy@1\nside 1: Chai\nside 2: Dao\n"
    first, second = read_record(head + "discard 7 :\ndiscard :\n").moves
    assert (first.tiles, second.tiles) == (("7", ":"), (":",))


def test_what_follows_from_the_rules_need_not_be_written():
    end = random_game(5, judging="challenge", steps=30)
    text = write_record(Record.of(end))
    derived = ("play withdrawn", "turn lost", "rack adjustment", "time adjustment")
    short = "".join(
        line if not any(word in line for word in derived) else "" for line in text.splitlines(keepends=True)
    )
    assert short != text
    assert write_record(read_record(short)) == text


def test_remarks_between_an_event_and_what_follows_from_it_keep_their_place():
    text = HAND.replace("judging: auto", "judging: challenge").replace(
        "# A remark.\n1 | _                      | exchange 3 tiles               |     0 |    11  # tired",
        "1 | _                      | challenge                      |     0 |    11\n"
        "# The arbiter is called.\n"
        "1 |                        | turn lost                      |     0 |    11  # right",
    )
    assert write_record(read_record(text)) == text


CHALLENGED = """\
1 | _                      | challenge                      |     0 |   445
1 |                        | turn lost                      |     0 |   445
end out  # by itself
2 |                        | rack adjustment                |   +30 |   506
"""


@pytest.mark.parametrize("left_out", [(), (1,), (2,), (2, 3), (1, 2, 3)])
def test_the_end_that_follows_from_a_challenge_need_not_be_written(left_out):
    page = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text()
    before, end, _ = page.partition("```\n")[2].partition("```")[2].partition("end out\n")
    head = before.partition("```\n")[2]
    assert (head[:7], end) == ("kradan ", "end out\n")
    record = read_record(head + CHALLENGED)
    assert write_record(record) == head + CHALLENGED
    assert not any(isinstance(move, End) for move in record.moves)
    assert record.replay().outcome.reason is Ending.OUT
    short = "".join(line for n, line in enumerate(CHALLENGED.splitlines(True)) if n not in left_out)
    plain = CHALLENGED if 2 not in left_out else CHALLENGED.replace("  # by itself", "")
    assert write_record(read_record(head + short)) == head + plain
    with pytest.raises(UnreadableRecord) as refused:
        read_record(head + CHALLENGED.replace("end out", "end passes"))
    assert refused.value.faults[0].code in ("move.game_over", "game.not_over")


@pytest.mark.parametrize(
    "name",
    [
        '"Bua"',
        "# one",
        "A|B",
        "side 1: x",
        "บัว กุ้ง น้ำ",
        "שָׁלוֹם",
        "محمد علي",
        "a: b",
        "👩‍👩‍👧",
        "=1+1",
        "|",
        "kradan game record 1",
    ],
)
def test_a_name_may_be_anything(name):
    record = Record.of(AMATH.opening().play(Pass()), [name, f"x {name}"], [("event", name)])
    again = read_record(write_record(record))
    assert (again.players, again.tag("EVENT"), again) == ((name, f"x {name}"), name, record)


@pytest.mark.parametrize("name", ["a\nside 3: b", "a\r", "a\0b", "\x85", "a\u2028b", "\u202eabc", "\ud800"])
def test_a_name_cannot_make_lines_of_its_own(name):
    for players, tags in (([name, "b"], []), (["a", "b"], [("event", name)]), (["a", "b"], [(f"e{name}", "")])):
        with pytest.raises(Unreadable) as refused:
            Record.of(AMATH.opening(), [f"x{player}x" for player in players], [(k, f"x{v}x") for k, v in tags])
        assert refused.value.code == "record.character_not_allowed"


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ([("event", "a"), ("Event", "b")], "record.tag_duplicate"),
        ([("ruleset", "amath@1")], "record.tag_unreadable"),
        ([("Side 3", "Chai")], "record.tag_unreadable"),
        ([("overtime  cap", "1")], "record.tag_unreadable"),
        ([("", "x")], "record.tag_unreadable"),
        ([("8E", "x")], "record.tag_unreadable"),
        ([("a:b", "x")], "record.tag_unreadable"),
        ([("a" * 41, "x")], "record.tag_unreadable"),
    ],
)
def test_a_tag_that_would_not_come_back_is_refused(tags, code):
    with pytest.raises(Unreadable) as refused:
        Record.of(AMATH.opening(), ["a", "b"], tags)
    assert refused.value.code == code


def test_the_writer_keeps_the_readers_limits():
    record = Record.of(AMATH.opening(), ["a" * 995, "b"])
    with pytest.raises(Unreadable) as refused:
        write_record(record)
    assert refused.value.code == "record.line_too_long"
    many = replace(Record.of(AMATH.opening()), lines=(Remark("x"),) * 2000)
    with pytest.raises(Unreadable) as refused:
        write_record(many)
    assert refused.value.code == "record.too_many_lines"
    large = replace(many, lines=(Remark("x" * 900),) * 1000)
    with pytest.raises(Unreadable) as refused:
        write_record(large)
    assert refused.value.code == "record.too_large"


def test_a_game_that_its_moves_do_not_tell_is_not_recorded():
    settings = replace(AMATH.settings(), judging=AUTO, scoreless_end=1)
    known = AMATH.opening(racks=[["5", "6", "7", "8", "9", "0", "1", "2"], ["="] * 8], settings=settings)
    ended = known.play(Pass()).play(Pass()).play(End(Ending.PASSES))
    with pytest.raises(ValueError, match="do not tell"):
        Record.of(ended)


def test_a_record_says_which_version_of_the_rules_was_played():
    assert read_record(HAND.replace("amath@1", "AMath")).rules is get_ruleset("amath@1")


def test_the_moves_of_a_record_are_what_replay_takes():
    record = read_record(HAND)
    assert record.moves[0] == replace(read_move(AMATH, "8E 7 × 2 = 1 4"), side=0)
    assert record.position.total == record.total == (11, 11)
