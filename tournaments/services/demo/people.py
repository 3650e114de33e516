"""Names for the demo: made up, Thai and English, with schools."""

import random
from collections.abc import Iterator

from ...models import DivisionKind

DEMO_PASSWORD = "kradan-demo"  # noqa: S105 - printed at every start; the demo holds nobody's data
#: Login name and what it is for, in the order in which they are printed.
LOGINS = (
    ("director", "Director Dao"),
    ("scorer", "Scorer Som"),
    ("player", "Player Ploy"),
    ("officer", "Officer Oy"),
)

GIVEN = (
    "กมล กวิน กานดา กิตติ เก้า ไกรสร ขวัญ คณิน จิรา จันทร์ ใจ ชนก ชลธี ชูใจ ณภัทร ณิชา ดวงใจ ต้นน้ำ ตะวัน ทิวา ธนา ธีรภัทร นภา "
    "นที น้ำฝน เนตร บัว ปกรณ์ ปั้น ปิ่น เปรม พลอย พิมพ์ ไพลิน ฟ้า ภูมิ มานะ มานี เมฆ ยศ รักษ์ รุ้ง ลลิตา วายุ วิภา ศศิ สมชาย สายชล "
    "สิงหา สุดา หนึ่ง อนุชา อรุณ อัญชลี อิง เอก"
).split()
FAMILY = (
    "ใจดี แก้วใส ทองดี ศรีสุข บุญมา วงศ์ไทย รักเรียน สุขสม พงษ์พันธ์ ชัยชนะ แสงทอง มีสุข ดวงดี สายน้ำ เพชรงาม คำแก้ว ปัญญาดี "
    "เจริญผล ไชยวงศ์ ภูผา นาคสวัสดิ์ ทะเลทอง อ่อนหวาน ยิ้มแย้ม"
).split()
ENGLISH = (
    "Aisha Rahman",
    "Ben O'Brien",
    "Chloe Tan",
    "Daniel Wong",
    "Elena Petrova",
    "Farid Hassan",
    "Grace Lim",
    "Hugo Martin",
    "Ines Costa",
    "Jack Miller",
    "Kavya Nair",
    "Liam Smith",
    "Mei Chen",
    "Noah Fernando",
)
SCHOOLS = (
    "โรงเรียนสวนดอกไม้",
    "โรงเรียนริมน้ำวิทยา",
    "โรงเรียนเก้าดาวพิทยาคม",
    "โรงเรียนบ้านทุ่งรวงทอง",
    "โรงเรียนแสงอรุณศึกษา",
    "โรงเรียนภูผาวิทยาลัย",
    "โรงเรียนฟ้าใสอนุสรณ์",
    "โรงเรียนต้นไทร",
    "International School of the North",
    "Riverside College",
)

#: Where each school is, by ISO 3166-2.
PROVINCE_OF = dict(zip(SCHOOLS, ("10", "60", "65", "45", "90", "42", "50", "30", "50", "10"), strict=True))
#: How old the players of a division are.
BORN_FOR = {DivisionKind.LOWER_SECONDARY: (12, 13, 14, 15), DivisionKind.UPPER_SECONDARY: (15, 16, 17, 18)}


def people(rng: random.Random) -> Iterator[tuple[str, str]]:
    """``(name, school)`` without end or repetition: about one in nine has an English name."""
    pairs = [f"{given} {family}" for given in GIVEN for family in FAMILY]
    rng.shuffle(pairs)
    english = list(ENGLISH)
    rng.shuffle(english)
    for index, name in enumerate(pairs):
        if index % 9 == 4 and english:
            yield english.pop(), rng.choice(SCHOOLS[-2:])
        yield name, rng.choice(SCHOOLS)
