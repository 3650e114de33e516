"""Every text of the program stands in the Thai catalogue, whole and up to date."""

import re

import polib

from tests.support.messages import CATALOGUE, Key, catalogue, key_of, messages, places

CURE = "run: python3 dev.py makemessages, translate, python3 dev.py compilemessages (CONTRIBUTING.md)"
_LATIN = re.compile(r"[A-Za-z]{2,}")
_THAI = re.compile(r"[\u0e01-\u0e2e]")
#: Texts that are the same in Thai.
SAME = frozenset({"API", "CSV", "Kradan", "PIN", "PINs", "TSH"})


def live() -> list[polib.POEntry]:
    return [entry for entry in catalogue() if not entry.obsolete]


def strings(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_every_text_can_be_seen_by_a_translator() -> None:
    hidden = [f"{message.file}:{message.line}" for message in messages() if message.key is None]
    assert hidden == [], "gettext takes a literal; what is put together at run time cannot be translated"


def test_every_text_of_the_program_is_in_the_catalogue() -> None:
    known = {key_of(entry).plain for entry in live()}
    missing = {
        message.key.id: f"{message.file}:{message.line}"
        for message in messages()
        if message.key is not None and message.key.plain not in known
    }
    assert missing == {}, CURE


def test_the_catalogue_has_nothing_that_the_program_no_longer_says() -> None:
    used = {message.key.plain for message in messages() if message.key is not None}
    assert {key_of(entry).plain for entry in live()} - used == set(), CURE


def test_every_text_is_translated_and_no_translation_is_a_guess() -> None:
    entries = live()
    assert len(entries) > 200
    assert [entry.msgid for entry in entries if not all(strings(entry)) or not strings(entry)] == []
    assert [entry.msgid for entry in entries if entry.fuzzy] == []


def test_thai_is_thai() -> None:
    """A translation that is the English text again is none."""
    odd = [
        entry.msgid
        for entry in live()
        if entry.msgid not in SAME and _LATIN.search(entry.msgid) and not all(map(_THAI.search, strings(entry)))
    ]
    assert odd == []


def test_what_is_filled_in_is_filled_in_in_thai_too() -> None:
    wrong = {}
    for entry in live():
        wanted = places(entry.msgid_plural or entry.msgid)
        for text in strings(entry):
            if places(text) != wanted:
                wrong[entry.msgid] = text
    assert wrong == {}


def test_spaces_and_tags_around_a_text_are_kept() -> None:
    wrong = {}
    for entry in live():
        for text in strings(entry):
            same_ends = (entry.msgid[:1].isspace(), entry.msgid[-1:].isspace()) == (
                text[:1].isspace(),
                text[-1:].isspace(),
            )
            if not same_ends or sorted(re.findall(r"</?\w+", entry.msgid)) != sorted(re.findall(r"</?\w+", text)):
                wrong[entry.msgid] = text
    assert wrong == {}


def test_thai_has_one_plural_form() -> None:
    assert catalogue().metadata["Plural-Forms"] == "nplurals=1; plural=0;"
    assert all(set(entry.msgstr_plural) == {0} for entry in live() if entry.msgid_plural)


def test_the_compiled_catalogue_is_the_written_one() -> None:
    def table(entries: list[polib.POEntry]) -> dict[Key, list[str]]:
        return {key_of(entry): strings(entry) for entry in entries}

    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
    assert table(list(compiled)) == table(live()), "run: python3 dev.py compilemessages"
