"""Names as people type them: what is one name, what only looks like one, and in which order names stand."""

import pytest

from common.text import clean, initial, lookalike_key, match_key, sort_key


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("กุ้ง ทองดี", "กุ้ง ทองดี"),  # tone typed before the vowel
        ("น้ำฝน", "น\u0e49\u0e4d\u0e32ฝน"),  # SARA AM in two halves
        ("José Dos", "JOSE\u0301  dos "),
        ("สมชาย ใจดี", "สมชาย\u00a0\u200bใจดี"),
    ],
)
def test_two_spellings_of_one_name_are_one(one: str, two: str) -> None:
    assert match_key(one) == match_key(two)


@pytest.mark.parametrize("typed", ["น\u0e4d\u0e49\u0e32ฝน", "นำ\u0e49ฝน"])
def test_a_mistyped_name_looks_alike_but_is_not_taken_for_the_same(typed: str) -> None:
    assert match_key(typed) != match_key("น้ำฝน")
    assert lookalike_key(typed) == lookalike_key("น้ำฝน")


def test_different_names_do_not_look_alike() -> None:
    assert lookalike_key("กา") != lookalike_key("ก่า")
    assert lookalike_key("Ann Lee") != lookalike_key("Anna Lee")


def test_thai_names_stand_as_in_a_dictionary_before_latin_ones() -> None:
    names = ["Zoe", "ขา", "เก้า", "นา", "กา", "น้ำ", "แก้ว"]
    assert sorted(names, key=sort_key) == ["กา", "เก้า", "แก้ว", "ขา", "นา", "น้ำ", "Zoe"]


def test_a_name_is_known_by_its_first_consonant() -> None:
    assert [initial(word) for word in ("ใจดี", "เก้า", "Wong", "ทองดี")] == ["จ", "ก", "W", "ท"]


def test_nothing_invisible_is_kept() -> None:
    assert clean("\ufeff Lee\r\n\u200b 'Lucky'\x00 \u202eWong ") == "Lee 'Lucky' Wong"
