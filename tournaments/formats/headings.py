"""Which column of a roster a heading names, in English and in Thai."""

import re
import unicodedata
from enum import StrEnum

_APART = re.compile(r"[\s_./:*()\-]+")
_SAID_TWICE = re.compile(r"[/()|\n]")


class Column(StrEnum):
    """A column that a roster may have; `name` (or `given_name`) it must."""

    NAME = "name"
    GIVEN = "given_name"
    FAMILY = "family_name"
    NAME2 = "name2"
    NAME3 = "name3"
    TEAM = "team"
    MATES = "team_of"
    SCHOOL = "school"
    COUNTRY = "country"
    RATING = "rating"
    NUMBER = "number"
    LEVEL = "level"
    PROVINCE = "province"
    BORN = "born"

    @property
    def attribute(self) -> str:
        """The field of a row that keeps it."""
        return {Column.TEAM: "team_name", Column.MATES: "team"}.get(self, self.value)


# As they look after `_plain`: no spaces, dots, dashes or underscores, small letters.
_HEADINGS: dict[Column, str] = {
    Column.NAME: "name fullname player playername participant contestant name1 player1 member1 "
    "ชื่อ ชื่อสกุล ชื่อนามสกุล ชื่อและนามสกุล ชื่อเต็ม ชื่อผู้เล่น ชื่อนักกีฬา ชื่อผู้แข่งขัน ชื่อผู้เข้าแข่งขัน ผู้เล่น นักกีฬา ผู้แข่งขัน "
    "ผู้เข้าแข่งขัน ชื่อนักเรียน ชื่อ1 ผู้เล่น1 คนที่1 ชื่อคนที่1",
    Column.GIVEN: "givenname given firstname first forename ชื่อจริง ชื่อตัว ชื่อต้น",
    Column.FAMILY: "familyname family surname lastname last นามสกุล สกุล",
    Column.NAME2: "name2 player2 member2 partner fullname2 ชื่อ2 ผู้เล่น2 คนที่2 ชื่อคนที่2 ชื่อสกุล2 ชื่อนามสกุล2 ผู้เล่นคนที่2",
    Column.NAME3: "name3 player3 member3 fullname3 ชื่อ3 ผู้เล่น3 คนที่3 ชื่อคนที่3 ชื่อสกุล3 ชื่อนามสกุล3 ผู้เล่นคนที่3",
    Column.TEAM: "team teamname ทีม ชื่อทีม",
    Column.MATES: "teamof teammates teammate playsfor squad ทีมสังกัด สังกัดทีม เพื่อนร่วมทีม ทีมเดียวกัน",
    Column.SCHOOL: "school club schoolname clubname schoolclub schoolorclub institution affiliation "
    "โรงเรียน ชื่อโรงเรียน สถานศึกษา สังกัด ชมรม สโมสร โรงเรียนสังกัด โรงเรียนชมรม สถาบัน",
    Column.COUNTRY: "country nation nationality countrycode ประเทศ สัญชาติ ชาติ",
    Column.RATING: "rating rtg elo ratings currentrating เรตติ้ง เรทติ้ง เรตติง เรทติง เรตติ้ง คะแนน คะแนนเรตติ้ง คะแนนสะสม "
    "ค่าเรตติ้ง",
    Column.NUMBER: "number no # num entrynumber playernumber เลขที่ ลำดับ ลำดับที่ ที่ หมายเลข เลข หมายเลขผู้เล่น",
    Column.PROVINCE: "province provincename changwat จังหวัด จว ภูมิลำเนา จังหวัดที่อยู่ จังหวัดโรงเรียน",
    Column.BORN: "born birthyear yearofbirth yob birth birthdate dateofbirth birthday dob ปีเกิด ปีพศเกิด พศเกิด "
    "ปีที่เกิด วันเกิด วันเดือนปีเกิด เกิด เกิดปี",
    Column.LEVEL: "level class grade category ระดับ ระดับชั้น ชั้น รุ่น ชั้นปี ประเภท",
}


def _plain(heading: str) -> str:
    folded = unicodedata.normalize("NFKC", heading).casefold()
    return _APART.sub("", folded.replace("\u200b", "").replace("\ufeff", ""))


_BY_HEADING = {_plain(word): column for column, words in _HEADINGS.items() for word in words.split()}


def column_of(heading: str) -> Column | None:
    """The column a heading names, whatever its case, spaces and dashes.

    >>> column_of(" NAME "), column_of("ชื่อ - นามสกุล"), column_of("Shoe size")
    (<Column.NAME: 'name'>, <Column.NAME: 'name'>, None)
    """
    whole = _BY_HEADING.get(_plain(heading))
    if whole is not None:
        return whole
    # "ชื่อ / Name", "โรงเรียน (School)": one column said in two languages.
    parts = {_BY_HEADING.get(_plain(part)) for part in _SAID_TWICE.split(heading)} - {None}
    return parts.pop() if len(parts) == 1 else None
