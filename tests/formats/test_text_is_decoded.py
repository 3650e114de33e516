import pytest

from tournaments.formats.text import (
    TextError,
    bad_character,
    clean_cell,
    decode,
    lookalike_key,
    name_key,
    split_lines,
)

THAI = "สมชาย ใจดี;โรงเรียนตัวอย่าง;1500"
LATIN = "José Núñez;Zoë Ünal;Åse Bjørk"


@pytest.mark.parametrize("text", [THAI, LATIN, "plain"])
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(b"\xef\xbb\xbf", "utf-8"), (b"", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")],
)
def test_unicode_with_and_without_its_mark(text, mark, encoding):
    decoded = decode(mark + text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


@pytest.mark.parametrize(
    "text",
    [
        THAI,
        "name;level\nกุ้ง;ม.3\nLee;ป.6",
        "เก้า",
        "ก",
        "A-Math ม.ต้น (open)",
        "“สมชาย”",
        "น้ำฝน แก้วใส ฯลฯ ๑๕๐๐",
    ],
)
def test_thai_from_a_windows_spreadsheet(text):
    assert decode(text.encode("cp874")).text == text


@pytest.mark.parametrize("text", [LATIN, "Café", "naïve Ångström", "é", "Peña, José María", "Müller ÄÖÜ"])
def test_accented_latin_is_not_taken_for_thai(text):
    assert decode(text.encode("latin-1")).text == text


def test_windows_quotes_are_not_control_characters():
    decoded = decode("O’Brien – José".encode("cp1252"))
    assert (decoded.text, decoded.encoding) == ("O’Brien – José", "cp1252")


def test_bytes_that_windows_does_not_know_are_still_latin():
    assert decode(b"Jos\xe9 \x81").encoding == "latin-1"


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"a\nb\x00c", "file.binary", 2),
        (b"\xef\xbb\xbfa\nb\xff", "file.encoding", 2),
        (b"\xff\xfea\x00\x00\x00", "file.binary", 1),
        ("สมชาย\n".encode("cp874") + b"\xca\xc1\xaa\xff", "file.encoding", 2),
    ],
)
def test_what_is_no_text_is_refused_with_the_line(data, code, line):
    with pytest.raises(TextError) as error:
        decode(data)
    assert error.value.code == code
    assert error.value.params["line"] == line


def test_lines_end_at_cr_lf_and_crlf_and_nowhere_else():
    assert split_lines("a\rb\nc\r\nd\x0ce\u2028f\x85g") == ["a", "b", "c", "d\x0ce\u2028f\x85g"]
    assert split_lines("a\n\n") == ["a", ""]
    assert split_lines("") == []


def test_a_cell_is_one_line_without_invisible_characters():
    assert clean_cell(" สมชาย\r\n\u200bใจดี\u00a0\ufeff\t ") == "สมชาย ใจดี"
    assert clean_cell("ක්‍ෂ") == "ක්‍ෂ"  # a joiner that Sinhala needs


SAME = [
    ("กุ้ง", "ก\u0e49\u0e38ง"),  # tone mark typed before the vowel
    ("น้ำ", "น\u0e49\u0e4d\u0e32"),  # SARA AM in its two halves
    ("José DOS", "jose\u0301  dos"),
    ("Ｌｅｅ", "lee"),
    ("สมชาย ใจดี", "สมชาย\u200b\u00a0 ใจดี "),
]
ALIKE = [
    ("กิน", "กิิน"),
    ("น้ำ", "น\u0e4d\u0e49\u0e32"),
    ("แดง", "เเดง"),
    ("José", "Jose"),
    ("Lee-Wong", "Lee Wong"),
    ("ส.ใจดี", "ส ใจดี"),
]


@pytest.mark.parametrize(("one", "two"), SAME)
def test_one_name_typed_in_two_ways_has_one_key(one, two):
    assert one != two
    assert name_key(one) == name_key(two)
    assert lookalike_key(one) == lookalike_key(two)


@pytest.mark.parametrize(("one", "two"), ALIKE)
def test_names_that_only_look_alike_have_two_keys_and_one_look(one, two):
    assert name_key(one) != name_key(two)
    assert lookalike_key(one) == lookalike_key(two)


@pytest.mark.parametrize(("one", "two"), [("ปา", "ป้า"), ("มา", "หมา"), ("Lee", "Leo"), ("กิน", "กิ่น")])
def test_other_names_look_different(one, two):
    assert lookalike_key(one) != lookalike_key(two)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a\x07", "U+0007"),
        ("a\u202eb", "U+202E"),
        ("\ud800", "U+D800"),
        ("\ue000", "U+E000"),
        ("\uffff", "U+FFFF"),
        ("สมชาย O'Brien ක්‍ෂ 😀", ""),
    ],
)
def test_characters_that_no_name_has(text, found):
    assert bad_character(text) == found
