"""Names as people type them: one display form, one key to compare by, one key to sort by.

Thai is typed in several ways that look the same. NFC puts a tone mark and a vowel in one order; SARA AM and
its two halves are equal only under NFKC; and the mistyped NIKHAHIT + tone + AA is equal to neither. The first
two are the same name (``match_key``); the last only looks the same (``lookalike_key``), so people are asked.
"""

import re
import unicodedata
from functools import lru_cache

import icu

MAX_NAME = 120

# Zero-width and directional marks that spreadsheets and chat programs leave in names.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_SPACES = re.compile(r"\s+")
_THAI_MARKS = re.compile("[\u0e31\u0e32\u0e34-\u0e3a\u0e47-\u0e4e]+")
_THAI_LEADING = "เแโใไ"


def clean(text: str) -> str:
    """The display form: NFC, one space between words, nothing invisible, no line breaks.

    >>> clean("  Lee\\n  \\u200bWong ")
    'Lee Wong'
    """
    text = _CONTROL.sub("", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFC", _SPACES.sub(" ", text).strip())


def match_key(text: str) -> str:
    """Equal for two spellings of one name.

    >>> match_key("José  DOS") == match_key("jose\\u0301 dos")
    True
    """
    return unicodedata.normalize("NFKC", clean(text)).casefold()


def lookalike_key(text: str) -> str:
    """Equal for names that a reader could take for one another: marks in any order, accents, spaces, dots."""
    bare = unicodedata.normalize("NFKD", clean(text)).casefold()
    bare = _THAI_MARKS.sub(lambda marks: "".join(sorted(marks[0])), bare)
    kept = (c for c in bare if not unicodedata.combining(c) or "\u0e00" <= c <= "\u0e7f")
    return re.sub(r"[\s.,'’·_()-]+", "", "".join(kept))


@lru_cache(maxsize=1)
def _collator() -> icu.Collator:
    return icu.Collator.createInstance(icu.Locale("th"))


def sort_key(text: str) -> str:
    """A string whose plain order is the order of a Thai dictionary; Latin names after Thai ones.

    >>> sorted(["ขา", "เก้า"], key=sort_key)
    ['เก้า', 'ขา']
    """
    return bytes(_collator().getSortKey(text)).hex()[:400]


def initial(word: str) -> str:
    """The letter a name is known by: in Thai the first consonant, not the vowel written before it.

    >>> initial("ใจดี"), initial("Wong")
    ('จ', 'W')
    """
    for char in word:
        if char not in _THAI_LEADING and char.isalnum():
            return char
    return word[:1]
