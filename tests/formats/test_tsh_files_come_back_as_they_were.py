import random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.tsh import (
    TshError,
    TshPlayer,
    join_archive,
    parse_config,
    parse_players,
    split_archive,
    writable_name,
    write_players,
)

letters = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=30)
names = (
    letters | st.sampled_from(["Robot 3", "A 1500", "1", "ใจดี, สมชาย:AA000003", "x/2", "a\\", "a\\;b", "9,,"])
).map(writable_name)
numbers = st.none() | st.integers(0, 999)
scores = st.none() | st.integers(-9998, 9998)
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=8).filter(
    lambda word: word.split() == [word]
)
keys = st.from_regex(r"[a-z_][a-z0-9_]{0,6}", fullmatch=True).filter(lambda key: key != "password")
players = st.builds(
    TshPlayer,
    name=names,
    ratings=st.tuples(st.integers(-999, 9999)) | st.tuples(st.integers(0, 9999), st.integers(0, 99)),
    opponents=st.lists(numbers, max_size=8).map(tuple),
    scores=st.lists(scores, max_size=8).map(tuple),
    etc=st.dictionaries(keys, st.lists(words, max_size=4).map(tuple), max_size=4),
)


@given(st.lists(players, max_size=6))
def test_players_written_and_read_are_the_same_and_are_written_the_same(roster):
    text = write_players(roster)
    read = parse_players(text)
    assert read.players == tuple(roster)
    assert write_players(read.players) == text


@given(st.text(st.sampled_from("Aก ;\\#,:0159-+\t\n\r\ufeff.$"), max_size=60))
def test_any_text_is_read_or_refused_with_a_line(text):
    try:
        division, issues = parse_players(text, file="x.t"), ()
    except TshError as error:
        division, issues = None, error.issues
    if division is None:
        assert issues
        assert all(issue.file == "x.t" and issue.line >= 1 for issue in issues)
    else:
        again = write_players(division.players)
        assert parse_players(again).players == division.players


@given(st.text(max_size=200))
def test_any_config_is_read_or_refused_and_nothing_in_it_is_lost(text):
    config = parse_config("division a a.t\n" + text) if "division" not in text else None
    if config is not None:
        assert len(config.issues) == len(config.kept) + len(config.refused)


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,5}\.t", fullmatch=True),
        st.lists(
            st.from_regex(r"[ -~]{0,20}", fullmatch=True).filter(lambda line: "_file" not in line), max_size=5
        ),
        max_size=4,
    )
)
def test_an_archive_gives_its_files_back(files):
    contents = {name: "".join(line + "\n" for line in lines).encode() for name, lines in files.items()}
    assert split_archive(join_archive(contents)) == contents


def test_999_players_and_30_rounds_are_read_and_written_unchanged():
    rng = random.Random(30)
    roster = [
        TshPlayer(
            name=f"ผู้เล่น, หมายเลข {number}",
            ratings=(rng.randint(0, 2500),),
            opponents=tuple(rng.randint(0, 999) for _ in range(30)),
            scores=tuple(rng.randint(-50, 700) for _ in range(30)),
            etc={
                key: tuple(str(rng.randint(0, 500)) for _ in range(30))
                for key in ("board", "p12", "rcrank", "rtime")
            },
        )
        for number in range(1, 1000)
    ]
    text = write_players(roster)
    division = parse_players(text)
    assert division.rounds == 30
    assert division.players == tuple(roster)
    assert write_players(division.players) == text
