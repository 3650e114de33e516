import pytest

from tournaments.formats.tsh import TshError, TshPlayer, parse_players, writable_name, write_players


def one(text: str) -> TshPlayer:
    (player,) = parse_players(text).players
    return player


def refused(text: str) -> list[tuple[str, int, str]]:
    with pytest.raises(TshError) as error:
        parse_players(text, file="b.t")
    return [(issue.file, issue.line, issue.code) for issue in error.value.issues]


def test_a_line_is_name_rating_opponents_scores_and_keys():
    player = one("Wong, Lee   1500 3 0 2; 400 50 -3; board 1 0 2; p12 1 0 2; time 17; custom a b")
    assert player == TshPlayer(
        "Wong, Lee",
        (1500,),
        (3, 0, 2),
        (400, 50, -3),
        {"board": ("1", "0", "2"), "p12": ("1", "0", "2"), "time": ("17",), "custom": ("a", "b")},
    )
    assert player.numbers("board") == (1, 0, 2)


def test_the_number_is_the_place_in_the_file_and_blank_and_comment_lines_do_not_count():
    division = parse_players("# roster\n\nA  1 2; 3\n   \n#B 2;\nC  4 1; 5\n")
    assert [(p.name, p.line) for p in division.players] == [("A", 3), ("C", 6)]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_end_in_any_of_the_three_ways(end):
    division = parse_players(end.join(["A  1 2; 3", "B  4 1; 5", ""]))
    assert [(p.name, p.rating, p.line) for p in division.players] == [("A", 1, 1), ("B", 4, 2)]


def test_other_separators_end_no_line():
    assert refused("A\u2028B  1 2; 3\nC; 4")[0] == ("b.t", 2, "tsh.not_a_player")
    assert one("A\u2028B  1 2; 3").name == "A B"


def test_a_byte_order_mark_is_no_part_of_the_first_name():
    assert one("\ufeffA  1 2; 3").name == "A"


def test_a_line_without_semicolon_is_a_roster_line():
    player = one("สมชาย ใจดี   1500")
    assert (player.name, player.rating, player.opponents, player.scores) == ("สมชาย ใจดี", 1500, (), ())


def test_double_zero_and_9999_are_no_score_and_zero_is_one():
    player = one("A  1500 00 0 2 3 4; 00 0 9999 0 -0")
    assert player.opponents == (None, 0, 2, 3, 4)
    assert player.scores == (None, 0, None, 0, 0)
    assert (player.opponent(1), player.opponent(9), player.score(1), player.score(9)) == (None,) * 4


def test_spaces_inside_a_name_are_one():
    assert one("Wong,   Lee \u00a0 Jr\t 1500 2; 3").name == "Wong, Lee Jr"


def test_a_rating_may_be_several_terms():
    assert one("A  1500+20+3 2; 4").ratings == (1500, 20, 3)
    assert one("A  -5 2; 4").ratings == (-5,)


def test_a_name_may_end_in_a_digit_behind_a_comma():
    assert one("Robot 3,  1500 2; 400").name == "Robot 3"
    assert one("สมชาย, ใจดี:AA000003,  1500 2; 400").name == "สมชาย, ใจดี:AA000003"
    assert one("สมชาย, ใจดี:AA000003  1500 2; 400").name == "สมชาย, ใจดี:AA000003"
    assert one("Wong,  1500 2; 400").name == "Wong,"


def test_a_backslash_protects_a_semicolon_and_itself():
    player = one(r"A  1500 2; 3; team a\;b c\\d e\f; off")
    assert player.etc == {"team": ("a;b", r"c\d", r"e\f"), "off": ()}


def test_empty_keys_are_nothing():
    assert one("A  1500 2; 3; ; time 4;").etc == {"time": ("4",)}


def test_a_key_said_twice_counts_as_said_last_and_is_noted():
    division = parse_players("A  1 2; 3; time 1; time 2", file="a.t")
    assert division.players[0].etc == {"time": ("2",)}
    assert [(n.code, n.severity.value, n.line) for n in division.notes] == [("tsh.key_twice", "note", 1)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("This is a letter to the director", "tsh.not_a_player"),
        ("Lee, Wong; 400", "tsh.not_a_player"),
        ("1500 2 3; 400 300", "tsh.rating"),
        ("A  1500 2 x; 400 300", "tsh.not_a_player"),
        ("A  ๑๕๐๐ 2; 400", "tsh.rating"),
        ("A  1,500 2; 400", "tsh.rating"),
        ("A  1500.5 2; 400", "tsh.rating"),
        ("A  1500 2; 40O", "tsh.score"),
        ("A  1500 2; 1e400", "tsh.score"),
        ("A  1500 2; NaN", "tsh.score"),
        ("A  1500 2; ๔๐๐", "tsh.score"),
        ("A  1500 2; 400.5", "tsh.score"),
        ("A  1500 2; 10000", "tsh.score"),
        ("A  1500 2; 99999999999999999999", "tsh.score"),
        ("A  1500 99999999999999999999; 400", "tsh.opponent"),
        ("A  99999999999999999999 2; 400", "tsh.rating"),
        ("A  1500 2 3", "tsh.no_scores"),
        ("A  1500 2; 3; 9key x", "tsh.key"),
        ("A\x00B  1500 2; 3", "tsh.control_character"),
        ("ก" * 121 + "  1500 2; 3", "tsh.name_too_long"),
        ("A  1500 2; " + "3 " * 100, "tsh.too_many_rounds"),
        ("A  1500" + " 2" * 100 + "; 3", "tsh.too_many_rounds"),
        (" ;;;", "tsh.not_a_player"),
        ("A" * 5000 + "  1500; 3", "tsh.not_a_player"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(line, code):
    assert refused(f"Good  1500 2; 400\n# a comment\n{line}\n") == [("b.t", 3, code)]


def test_all_problems_are_told_not_only_the_first():
    assert refused("x\nA  1 2; q r\nB  1 2; 3\nC  1 2; 3; $ 4") == [
        ("b.t", 1, "tsh.not_a_player"),
        ("b.t", 2, "tsh.score"),
        ("b.t", 2, "tsh.score"),
        ("b.t", 4, "tsh.key"),
    ]


def test_an_error_says_where_it_is_in_words_too():
    with pytest.raises(TshError) as error:
        parse_players("A  1 2; 3\nB  1 2; abc", file="b.t")
    assert (error.value.file, error.value.line, error.value.code) == ("b.t", 2, "tsh.score")
    assert error.value.params == {"text": "abc"}
    assert str(error.value) == "b.t:2: tsh.score text=abc"


def test_a_line_of_many_numbers_is_read_in_no_time():
    # A pattern that tries every place for the end of the name would sit here for minutes.
    assert refused("A " + "1 " * 200_000 + "x; 3")[0][2] == "tsh.not_a_player"


def test_an_empty_file_has_no_players_and_no_rounds():
    division = parse_players("\n# nothing\n")
    assert division.players == ()
    assert division.rounds == 0


def test_lines_are_written_in_columns_with_the_keys_in_order():
    players = [
        TshPlayer("Wong, Lee", (1500,), (2, 0), (400, 50), {"time": ("17",), "board": ("1", "0")}),
        TshPlayer("A name that is longer than its column", (900, 3), (1, None), (None, None)),
        TshPlayer("Robot 3", (0,)),
    ]
    assert write_players(players) == (
        "Wong, Lee               1500 2 0; 400 50; board 1 0; time 17\n"
        "A name that is longer than its column 900+3 1 00; 00 00\n"
        "Robot 3,                   0 ; \n"
    )


def test_a_password_is_never_written():
    (player,) = parse_players("A  1 2; 3; password s3cret; time 4").players
    assert "s3cret" not in write_players([player])
    assert "time 4" in write_players([player])


@pytest.mark.parametrize(
    "player",
    [
        TshPlayer("a;b"),
        TshPlayer(""),
        TshPlayer("#1"),
        TshPlayer("two\nlines"),
        TshPlayer("ก" * 121),
        TshPlayer("A", ratings=()),
        TshPlayer("A", scores=(1,) * 100),
        TshPlayer("A", ratings=(10**9,)),
        TshPlayer("A", opponents=(-1,)),
        TshPlayer("A", scores=(9999,)),
        TshPlayer("A", scores=(-10_000,)),
        TshPlayer("A", etc={"a b": ("1",)}),
        TshPlayer("A", etc={"a": ("1 2",)}),
        TshPlayer("A", etc={"a": ("",)}),
    ],
)
def test_what_no_line_can_carry_is_refused_when_writing(player):
    with pytest.raises(ValueError, match=r"^tsh\.unwritable"):
        write_players([player])


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a;b", "a,b"),
        ("#1 fan", "1 fan"),
        ("two\nlines", "two lines"),
        ("", "?"),
        (" # ", "?"),
        ("กุ้ง  ดี", "กุ้ง ดี"),
        ("ก" * 200, "ก" * 120),
    ],
)
def test_any_name_can_be_made_writable(name, safe):
    assert writable_name(name) == safe
    assert parse_players(write_players([TshPlayer(safe)])).players[0].name == safe
