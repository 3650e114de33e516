"""Bytes to text, and the few notions of "the same name" the readers need of their own."""

import re
import unicodedata
from dataclasses import dataclass


class TextError(ValueError):
    """Bytes that are no text we read; `code` is stable, `params` holds the figures for the message."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code if not params else f"{code}: {params}")
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text` with its byte order mark removed; `encoding` as Python names it."""

    text: str
    encoding: str


# CP874: consonants, vowels written before a consonant, and marks that never stand first.
_THAI_BASE = frozenset(range(0xA1, 0xCF)) | frozenset(range(0xE0, 0xE5))
_THAI_MARK = frozenset({0xD1, *range(0xD4, 0xDB), *range(0xE7, 0xEF)})
_THAI_OTHER = frozenset({0xCF, 0xD0, 0xD2, 0xD3, 0xDF, 0xE5, 0xE6, *range(0xEF, 0xFC)})
_THAI = _THAI_BASE | _THAI_MARK | _THAI_OTHER
_HIGH_RUN = re.compile(rb"[\xa1-\xff]+")
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def _looks_thai(data: bytes) -> bool:
    """Whether bytes that are not UTF-8 read as Thai rather than as accented Latin.

    Thai is written in runs that begin with a consonant or a leading vowel and stand apart from ASCII
    letters; an accented letter stands alone inside a word.
    """
    thai = latin = 0
    for run in _HIGH_RUN.finditer(data):
        word = run.group()
        before = data[run.start() - 1 : run.start()]
        after = data[run.end() : run.end() + 1]
        touches_letters = before.isalpha() or after.isalpha()
        if word[0] in _THAI_BASE and all(b in _THAI for b in word) and (len(word) > 1 or not touches_letters):
            thai += len(word)
        else:
            latin += len(word)
    return thai > latin


def decode(data: bytes) -> Decoded:
    """Text of a roster or TSH file: a byte order mark says it; else UTF-8 where valid; else CP874 where the
    bytes read as Thai (a Thai spreadsheet on Windows); else Latin-1, or rather Windows' superset of it.

    Raises TextError: `file.binary` (a NUL byte), `file.encoding` (Thai with bytes CP874 does not know, or
    broken text behind a byte order mark; `line` from 1).

    >>> decode("สมชาย".encode("cp874"))
    Decoded(text='สมชาย', encoding='cp874')
    >>> decode("José".encode("latin-1"))
    Decoded(text='José', encoding='latin-1')
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return Decoded(_strict(data[len(mark) :], encoding), encoding)
    if b"\x00" in data:
        raise TextError("file.binary", line=data[: data.index(0)].count(b"\n") + 1)
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    if _looks_thai(data):
        return Decoded(_strict(data, "cp874"), "cp874")
    if any(0x80 <= byte < 0xA0 for byte in data):
        try:
            return Decoded(data.decode("cp1252"), "cp1252")
        except UnicodeDecodeError:
            pass
    return Decoded(data.decode("latin-1"), "latin-1")


def _strict(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise TextError("file.encoding", encoding=encoding, line=line) from None
    if "\x00" in text:
        raise TextError("file.binary", line=text[: text.index("\x00")].count("\n") + 1)
    return text


def split_lines(text: str) -> list[str]:
    """Lines ended by CR, LF or CRLF and by nothing else: `str.splitlines` also breaks at form feeds and
    Unicode separators, which would shift every line number after them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines


#: A cell that begins like this is a formula to a spreadsheet, in full width too.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def bad_character(text: str) -> str:
    """The first character that no name has, as U+XXXX: controls, direction overrides, lone surrogates,
    unassigned and private ones. "" for none."""
    for char in text:
        if unicodedata.category(char) in ("Cc", "Cs", "Cn", "Co") or "\u202a" <= char <= "\u202e":
            return f"U+{ord(char):04X}"
    return ""


# Zero-width space, word joiner, byte order mark, soft hyphen, direction marks: invisible in a name.
_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]")
_JOINERS = re.compile("[\u200c\u200d]")
_SARA_AA, _SARA_AM, _NIKHAHIT = "\u0e32", "\u0e33", "\u0e4d"
_NIKHAHIT_FIRST = re.compile("\u0e4d([\u0e48-\u0e4b])")


def clean_cell(text: str) -> str:
    """A cell as kept: line breaks, tabs and odd spaces become one space, invisible characters go.

    >>> clean_cell("สมชาย\\nใจดี\\u200b\\u00a0 ")
    'สมชาย ใจดี'
    """
    return " ".join(_INVISIBLE.sub("", text).split())


def name_key(text: str) -> str:
    """Equal for one name typed in different ways: compatibility forms, case, spaces, invisible characters."""
    return clean_cell(_JOINERS.sub("", unicodedata.normalize("NFKC", text))).casefold()


def lookalike_key(text: str) -> str:
    """Equal for names that print alike but are different strings in every Unicode form: NIKHAHIT typed
    before the tone mark (นํ้า for น้ำ), doubled marks, a double SARA E for SARA AE, spaces, dots."""
    key = unicodedata.normalize("NFD", name_key(text).replace(_SARA_AM, _NIKHAHIT + _SARA_AA))
    key = _NIKHAHIT_FIRST.sub("\\1\u0e4d", key.replace("\u0e40\u0e40", "\u0e41"))
    kept: list[str] = []
    for char in key:
        category = unicodedata.category(char)
        if category == "Mn" and kept and kept[-1] == char:
            continue
        if category[0] in "ZP":
            continue
        # Accents off, so that José and Jose are shown to a person; Thai marks change the word and stay.
        if category == "Mn" and not "\u0e00" <= char <= "\u0e7f":
            continue
        kept.append(char)
    return "".join(kept)
