"""The provinces of Thailand by their ISO 3166-2 codes, and what people write for them.

``PROVINCES`` maps the code without the country (``"10"`` is Bangkok) to its name, which a page shows in its
reader's language. The code of Pattaya, ``S``, is no province and not among them.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

# Code, English name, Thai name (for reading alone: what is shown comes from the translations).
_ALL: Final[tuple[tuple[str, Promise, str], ...]] = (
    ("10", _("Bangkok"), "กรุงเทพมหานคร"),
    ("11", _("Samut Prakan"), "สมุทรปราการ"),
    ("12", _("Nonthaburi"), "นนทบุรี"),
    ("13", _("Pathum Thani"), "ปทุมธานี"),
    ("14", _("Phra Nakhon Si Ayutthaya"), "พระนครศรีอยุธยา"),
    ("15", _("Ang Thong"), "อ่างทอง"),
    ("16", _("Lop Buri"), "ลพบุรี"),
    ("17", _("Sing Buri"), "สิงห์บุรี"),
    ("18", _("Chai Nat"), "ชัยนาท"),
    ("19", _("Saraburi"), "สระบุรี"),
    ("20", _("Chon Buri"), "ชลบุรี"),
    ("21", _("Rayong"), "ระยอง"),
    ("22", _("Chanthaburi"), "จันทบุรี"),
    ("23", _("Trat"), "ตราด"),
    ("24", _("Chachoengsao"), "ฉะเชิงเทรา"),
    ("25", _("Prachin Buri"), "ปราจีนบุรี"),
    ("26", _("Nakhon Nayok"), "นครนายก"),
    ("27", _("Sa Kaeo"), "สระแก้ว"),
    ("30", _("Nakhon Ratchasima"), "นครราชสีมา"),
    ("31", _("Buri Ram"), "บุรีรัมย์"),
    ("32", _("Surin"), "สุรินทร์"),
    ("33", _("Si Sa Ket"), "ศรีสะเกษ"),
    ("34", _("Ubon Ratchathani"), "อุบลราชธานี"),
    ("35", _("Yasothon"), "ยโสธร"),
    ("36", _("Chaiyaphum"), "ชัยภูมิ"),
    ("37", _("Amnat Charoen"), "อำนาจเจริญ"),
    ("38", _("Bueng Kan"), "บึงกาฬ"),
    ("39", _("Nong Bua Lam Phu"), "หนองบัวลำภู"),
    ("40", _("Khon Kaen"), "ขอนแก่น"),
    ("41", _("Udon Thani"), "อุดรธานี"),
    ("42", _("Loei"), "เลย"),
    ("43", _("Nong Khai"), "หนองคาย"),
    ("44", _("Maha Sarakham"), "มหาสารคาม"),
    ("45", _("Roi Et"), "ร้อยเอ็ด"),
    ("46", _("Kalasin"), "กาฬสินธุ์"),
    ("47", _("Sakon Nakhon"), "สกลนคร"),
    ("48", _("Nakhon Phanom"), "นครพนม"),
    ("49", _("Mukdahan"), "มุกดาหาร"),
    ("50", _("Chiang Mai"), "เชียงใหม่"),
    ("51", _("Lamphun"), "ลำพูน"),
    ("52", _("Lampang"), "ลำปาง"),
    ("53", _("Uttaradit"), "อุตรดิตถ์"),
    ("54", _("Phrae"), "แพร่"),
    ("55", _("Nan"), "น่าน"),
    ("56", _("Phayao"), "พะเยา"),
    ("57", _("Chiang Rai"), "เชียงราย"),
    ("58", _("Mae Hong Son"), "แม่ฮ่องสอน"),
    ("60", _("Nakhon Sawan"), "นครสวรรค์"),
    ("61", _("Uthai Thani"), "อุทัยธานี"),
    ("62", _("Kamphaeng Phet"), "กำแพงเพชร"),
    ("63", _("Tak"), "ตาก"),
    ("64", _("Sukhothai"), "สุโขทัย"),
    ("65", _("Phitsanulok"), "พิษณุโลก"),
    ("66", _("Phichit"), "พิจิตร"),
    ("67", _("Phetchabun"), "เพชรบูรณ์"),
    ("70", _("Ratchaburi"), "ราชบุรี"),
    ("71", _("Kanchanaburi"), "กาญจนบุรี"),
    ("72", _("Suphan Buri"), "สุพรรณบุรี"),
    ("73", _("Nakhon Pathom"), "นครปฐม"),
    ("74", _("Samut Sakhon"), "สมุทรสาคร"),
    ("75", _("Samut Songkhram"), "สมุทรสงคราม"),
    ("76", _("Phetchaburi"), "เพชรบุรี"),
    ("77", _("Prachuap Khiri Khan"), "ประจวบคีรีขันธ์"),
    ("80", _("Nakhon Si Thammarat"), "นครศรีธรรมราช"),
    ("81", _("Krabi"), "กระบี่"),
    ("82", _("Phangnga"), "พังงา"),
    ("83", _("Phuket"), "ภูเก็ต"),
    ("84", _("Surat Thani"), "สุราษฎร์ธานี"),
    ("85", _("Ranong"), "ระนอง"),
    ("86", _("Chumphon"), "ชุมพร"),
    ("90", _("Songkhla"), "สงขลา"),
    ("91", _("Satun"), "สตูล"),
    ("92", _("Trang"), "ตรัง"),
    ("93", _("Phatthalung"), "พัทลุง"),
    ("94", _("Pattani"), "ปัตตานี"),
    ("95", _("Yala"), "ยะลา"),
    ("96", _("Narathiwat"), "นราธิวาส"),
)

#: Their country.
HOME: Final = "TH"
PROVINCES: Final[Mapping[str, Promise]] = MappingProxyType({code: name for code, name, _thai in _ALL})

#: Further words for a province, by its code.
_ALSO: Final = {
    "10": "krungthep krungthepmahanakhon bangkokmetropolis bkk กรุงเทพ กทม กรุงเทพมหานครฯ",
    "14": "ayutthaya ayuthaya อยุธยา",
    "20": "cholburi",
    "24": "แปดริ้ว",
    "30": "korat โคราช",
    "34": "ubon อุบล",
    "41": "udon อุดร",
    "77": "ประจวบ prachuap",
    "80": "nakhonsithammaraj นครศรี",
    "84": "surat สุราษฎร์",
}

_BEFORE: Final = ("จังหวัด", "จ", "changwat", "provinceof")
_AFTER: Final = ("province", "จังหวัด")


def _plain(text: str) -> str:
    """As words are compared: one case, composed, no spaces, dots, hyphens or the sign of a shortened word (ฯ)."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(c for c in folded if c.isalnum() or unicodedata.category(c).startswith("M"))
    return kept.replace("ฯ", "")


@cache
def _by_word() -> dict[str, str]:
    with override("en"):
        english = {_plain(str(name)): code for code, name, _thai in _ALL}
    return {
        **{code: code for code, _name, _thai in _ALL},
        **{f"th{code}": code for code, _name, _thai in _ALL},
        **{_plain(thai): code for code, _name, thai in _ALL},
        **english,
        **{_plain(word): code for code, words in _ALSO.items() for word in words.split()},
    }


def province_read(text: str) -> str | None:
    """The code of a province by its code, English or Thai name; "" for an empty text, None for an unknown one.

    >>> province_read("TH-10"), province_read("กทม."), province_read("จ.เชียงใหม่"), province_read("Chiangmai")
    ('10', '10', '50', '50')
    """
    plain = _plain(text)
    if not plain:
        return ""
    known = _by_word()
    if plain in known:
        return known[plain]
    for before in _BEFORE:
        rest = plain.removeprefix(_plain(before))
        if rest != plain and rest in known:
            return known[rest]
    for after in _AFTER:
        rest = plain.removesuffix(_plain(after))
        if rest != plain and rest in known:
            return known[rest]
    return None


def province_name(code: str) -> str:
    """The name in the reader's language; an unknown code as it is.

    >>> province_name("83"), province_name("")
    ('Phuket', '')
    """
    return str(PROVINCES.get(code, code))
