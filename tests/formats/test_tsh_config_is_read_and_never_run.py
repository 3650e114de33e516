from pathlib import Path

import pytest

from tournaments.formats.tsh import (
    NotLiteral,
    Severity,
    TshConfig,
    TshError,
    parse_config,
    parse_literal,
    safe_file_name,
)


def config(text: str) -> TshConfig:
    return parse_config("division a a.t\n" + text)


def told(read: TshConfig) -> list[tuple[int, str, str]]:
    return [(issue.line, issue.code, issue.severity.value) for issue in read.issues]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-3", -3),
        ("1_000", 1000),
        ("1.5;", 1.5),
        ("2e3", 2000.0),
        ("'a'", "a"),
        (r"'it\'s \n'", r"it's \n"),
        (r'"a\tb\"c\\"', 'a\tb"c\\'),
        ('"costs $5 @home"', "costs $5 @home"),
        ("''", ""),
        ("undef", None),
        ("[]", []),
        ("[1, 'b', [2], ]", [1, "b", [2]]),
        ("{}", {}),
        ("{A => 1, 'b c' => [2], 3 => undef}", {"A": 1, "b c": [2], "3": None}),
        ("{'A', 1}", {"A": 1}),
        (" [200,350] ; # caps", [200, 350]),
        ("'ภาษาไทย'", "ภาษาไทย"),
    ],
)
def test_numbers_strings_undef_lists_and_hashes_are_values(text, value):
    assert parse_literal(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "thai",
        "1 + 1",
        "1; system('id')",
        "system('id')",
        "`id`",
        "qx(id)",
        "do { unlink 'x' }",
        "sub { 1 }",
        "$ENV{HOME}",
        "@ARGV",
        "'a' . 'b'",
        "[1, $x]",
        "[1, 2",
        "{A => }",
        "{A 1}",
        "{[1] => 2}",
        "'open",
        '"open\\"',
        "0x1F",
        "1.2.3",
        "9" * 40,
        "[" * 50 + "]" * 50,
        "__import__('os')",
        "'a' x 1000000000",
        "1 if unlink 'x'",
    ],
)
def test_anything_else_is_no_value(text):
    with pytest.raises(NotLiteral):
        parse_literal(text)


def test_the_directives_are_read():
    read = parse_config(
        "# comment\n"
        "\n"
        "encoding utf-8\n"
        "division A a.t\n"
        "DIVISION B b.t\n"
        "config event_name = 'Songkran; \"open\"';\n"
        "config max_rounds=8\n"
        "config prize_bands{'A'} = [1, 4]\n"
        "config prize_bands{B} = [1];\n"
        "classes A 3\n"
        "autopair A 0 1 rr 3 'x'\n"
        "prize rank 1 A 'a cup, and sweets' group=B name=\"x y\"\n",
        file="config.tsh",
    )
    assert [(d.name, d.file, d.line) for d in read.divisions] == [("A", "a.t", 4), ("B", "b.t", 5)]
    assert read.settings == {
        "event_name": 'Songkran; "open"',
        "max_rounds": 8,
        "prize_bands": {"A": [1, 4], "B": [1]},
    }
    assert (read.encoding, read.classes) == ("utf-8", {"A": 3})
    (autopair,) = read.autopair
    assert (autopair.based_on, autopair.round, autopair.command, autopair.args) == (0, 1, "rr", ("3", "'x'"))
    (prize,) = read.prizes
    assert (prize.type, prize.subtype, prize.division, prize.value) == ("rank", "1", "A", "a cup, and sweets")
    assert prize.options == {"group": "B", "name": "x y"}
    assert read.issues == ()


def test_a_setting_said_twice_counts_as_said_last():
    assert config("config gibson = 1\nconfig gibson = 'strict'").settings == {"gibson": "strict"}


@pytest.mark.parametrize(
    "line",
    [
        "perl unlink 'a.t'",
        "perl { system('rm -rf /') }",
        "PERL 1",
        "perl",
        "begin sp 1",
        "begin { unlink 'x' }",
        "eval unlink('x')",
        "system('id')",
        "do 'other.pl'",
        "require Evil;",
    ],
)
def test_code_is_refused_reported_and_kept_word_for_word(line):
    read = config(line + "\nconfig max_rounds = 5")
    assert [(kept.line, kept.text) for kept in read.refused] == [(2, line)]
    assert told(read) == [(2, "tsh.code_refused", "refused")]
    assert read.settings == {"max_rounds": 5}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("config x = system('touch {mark}')", "tsh.not_a_value"),
        ("config x = `touch {mark}`", "tsh.not_a_value"),
        ("config x = do {{ open(F, '>{mark}') }}", "tsh.not_a_value"),
        ("config x = __import__('pathlib').Path('{mark}').touch()", "tsh.not_a_value"),
        ("config x = 1, open('{mark}', 'w')", "tsh.not_a_value"),
        ("config x{{system('touch {mark}')}} = 1", "tsh.unknown_line"),
        ("config x == 1", "tsh.unknown_line"),
        ("config x", "tsh.unknown_line"),
        ("wibble wobble", "tsh.unknown_line"),
        ("prize rank 1", "tsh.unknown_line"),
        ("prize rank 1 a 'open", "tsh.unknown_line"),
        ("prize rank 1 a 25pts loose words", "tsh.unknown_line"),
        ("autopair a 0", "tsh.unknown_line"),
        ("autopair a x 1 ns", "tsh.unknown_line"),
        ("classes a many", "tsh.unknown_line"),
    ],
)
def test_what_is_not_understood_is_kept_reported_and_not_run(line, code, tmp_path: Path):
    mark = tmp_path / "ran"
    text = line.format(mark=mark)
    read = config(text)
    assert [(kept.line, kept.text) for kept in read.kept] == [(2, text)]
    assert told(read) == [(2, code, "note")]
    assert "x" not in read.settings
    assert not mark.exists()


def test_a_very_long_line_is_kept_unread():
    assert told(config("config x = [" + "1," * 5000 + "]")) == [(2, "tsh.unknown_line", "note")]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("config max_rounds = 5", 0, "tsh.no_division"),
        ("", 0, "tsh.no_division"),
        ("division a", 1, "tsh.division_line"),
        ("division a a.t b.t", 1, "tsh.division_line"),
        ("division a ../a.t", 1, "tsh.unsafe_path"),
        ("division a /etc/passwd", 1, "tsh.unsafe_path"),
        ("division a C:\\a.t", 1, "tsh.unsafe_path"),
        ("division a ..", 1, "tsh.unsafe_path"),
        ("division a a.t\ndivision A b.t", 2, "tsh.division_twice"),
    ],
)
def test_a_division_that_cannot_be_followed_is_an_error(text, line, code):
    with pytest.raises(TshError) as error:
        parse_config(text, file="c.tsh")
    assert (error.value.file, error.value.line, error.value.code) == ("c.tsh", line, code)


def test_errors_come_with_everything_else_that_was_seen():
    with pytest.raises(TshError) as error:
        parse_config("perl 1\ndivision a ../a.t\n")
    assert [(i.line, i.severity) for i in error.value.issues] == [
        (2, Severity.ERROR),
        (0, Severity.ERROR),
        (1, Severity.REFUSED),
    ]


@pytest.mark.parametrize("name", ["a.t", "A-1.t", "ม.1-3.t"])
def test_a_plain_name_is_a_file_beside_the_config(name):
    assert safe_file_name(name)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b.t", "a\\b.t", "/a.t", "c:a.t", "a\nb.t", "a\x00.t", "a b"])
def test_a_path_is_not(name):
    assert not safe_file_name(name)
