"""What people write for a level of school and for a year of birth, in Thai and in English."""

import re
import unicodedata

BUDDHIST_ERA = 543
"""Years that a Buddhist year is ahead of the common one."""

_WORDS = {
    "primary": "primary primaryschool elementary elementaryschool ประถม ประถมศึกษา ประถมต้น ประถมปลาย ป",
    "lower_secondary": "lowersecondary lowersecondaryschool juniorhigh juniorhighschool middleschool มต้น มัธยมต้น "
    "มัธยมศึกษาตอนต้น มัธยมตอนต้น",
    "upper_secondary": "uppersecondary uppersecondaryschool seniorhigh seniorhighschool highschool มปลาย มัธยมปลาย "
    "มัธยมศึกษาตอนปลาย มัธยมตอนปลาย ปวช",
    "university": "university college undergraduate อุดมศึกษา มหาวิทยาลัย มหาลัย ปริญญาตรี ปตรี ปวส",
    "adult": "adult adults ผู้ใหญ่ ประชาชน ประชาชนทั่วไป บุคคลทั่วไป",
}
_BY_WORD = {word: level for level, words in _WORDS.items() for word in words.split()}
_PRIMARY = re.compile(r"(?:ป|ประถม|ประถมศึกษาปีที่|p|primary|ชั้นป|ชั้นประถมศึกษาปีที่)([1-6])")
_SECONDARY = re.compile(r"(?:ม|มัธยม|มัธยมศึกษาปีที่|m|mathayom|secondary|ชั้นม|ชั้นมัธยมศึกษาปีที่)([1-6])")
_GRADE = re.compile(r"(?:grade|year|g)([1-9]|1[0-2])")
_ROOM = re.compile(r"(?<=\d)[/.]\d+$")
_YEAR = re.compile(r"\d{4}")
_DATE = re.compile(r"\d{1,2}[-/. ]\d{1,2}[-/. ](\d{4})|(\d{4})[-/. ]\d{1,2}[-/. ]\d{1,2}(?: 00:00:00)?")


def level_of(text: str) -> str | None:
    """The code of a level, "" for an empty text, None for words that name none.

    >>> level_of("ม.3/2"), level_of("Upper secondary"), level_of("ป.6"), level_of("Grade 12"), level_of("Open")
    ('lower_secondary', 'upper_secondary', 'primary', 'upper_secondary', None)
    """
    folded = unicodedata.normalize("NFKC", text).casefold().strip()
    bare = re.sub(r"[\s.\-_()]+", "", _ROOM.sub("", folded))
    if not bare:
        return ""
    if bare in _BY_WORD:
        return _BY_WORD[bare]
    if folded in _WORDS:
        return folded
    if _PRIMARY.fullmatch(bare):
        return "primary"
    if match := _SECONDARY.fullmatch(bare):
        return "lower_secondary" if int(match[1]) <= 3 else "upper_secondary"
    if match := _GRADE.fullmatch(bare):
        grade = int(match[1])
        return "primary" if grade <= 6 else "lower_secondary" if grade <= 9 else "upper_secondary"
    return None


def born_of(text: str, *, low: int = 1900, high: int = 2100) -> int | None:
    """The year of the common era that a year or a whole date names, None where it names none from low to high.

    A year above ``high`` is one of the Buddhist era: nobody is born after it, and nobody alive was born in what
    would be less than 1900 there.

    >>> born_of("2555"), born_of("2012"), born_of("15/3/2555"), born_of("2012-03-15"), born_of("12")
    (2012, 2012, 2012, 2012, None)
    """
    cell = text.strip()
    if not cell.isascii():
        return None
    if _YEAR.fullmatch(cell):
        year = int(cell)
    elif match := _DATE.fullmatch(cell):
        year = int(match[1] or match[2])
    else:
        return None
    if year > high:
        year -= BUDDHIST_ERA
    return year if low <= year <= high else None
