"""Made-up people and words for templates/styleguide.html, in both languages."""

from typing import Any

from django import forms
from django.core.paginator import Paginator

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "title": "The look", "live": "Live", "dates": "22–23 August 2026", "place": "Chiang Mai",
        "event": "Northern Schools A-Math 2026", "lede": "Two divisions, 127 entries, six rounds.",
        "print": "Print", "publish": "Publish round 4", "tabs": ["Overview", "Standings", "Pairings", "Entries"],
        "standings": "Standings", "after": "After round 4 of 6, 14:32", "round": "Round", "rank": "Rank",
        "name": "Name", "wtl": "W-T-L", "points": "Pts", "spread": "Spread", "total": "Total", "more": "More",
        "withdrawn": "Withdrawn", "pairings": "Pairings, round 4", "published": "Published", "table": "Table",
        "first": "First", "second": "Second", "score": "Score", "state": "State", "starts": "starts",
        "forms": "Forms", "save": "Save", "cancel": "Cancel", "delete": "Delete round 4 and its 12 results",
        "entry": "Results", "stale_form": "Somebody changed this result at 14:32, while you were typing.",
        "yours": "You typed", "now": "Stored now", "stale": "As of 14:32, trying again",
        "search": "Name, number or school", "qr": "Scan to report your result", "empty": "No round is paired yet.",
        "new": "Pair round 1", "player": "Kanya Srisuwan", "y1": "2023", "y2": "2026", "no": "No.",
        "rating": "Rating", "playing": "Playing", "when": "When", "who": "Who", "what": "What", "rounds": "Rounds",
        "draft": "Draft", "repair": "Pair again", "todo": "Needs a hand",
        "hero": "Every table, every equation, one board.",
        "hero_lede": "Pairings, results and ratings for A-Math and Summy, from the school fair to the open.",
        "events": "Events", "players": "Players", "all": "All events", "login": "Log in", "user": "User name",
        "password": "Password",
    },
    "th": {
        "title": "หน้าตา", "live": "กำลังแข่ง", "dates": "22–23 สิงหาคม 2569", "place": "เชียงใหม่",
        "event": "เอแม็ทโรงเรียนภาคเหนือ 2569", "lede": "สองรุ่น 127 ทีม หกรอบ ที่นี่เปิดปั๊มน้ำให้ผู้ปกครอง",
        "print": "พิมพ์", "publish": "ประกาศรอบที่ 4", "tabs": ["ภาพรวม", "ตารางคะแนน", "ประกบคู่", "รายชื่อ"],
        "standings": "ตารางคะแนน", "after": "หลังรอบที่ 4 จาก 6 เวลา 14:32 น.", "round": "รอบ", "rank": "อันดับ",
        "name": "ชื่อ", "wtl": "ช-ส-พ", "points": "แต้ม", "spread": "ผลต่าง", "total": "รวม", "more": "เพิ่มเติม",
        "withdrawn": "ถอนตัว", "pairings": "ประกบคู่ รอบที่ 4", "published": "ประกาศแล้ว", "table": "โต๊ะ",
        "first": "ผู้เล่น 1", "second": "ผู้เล่น 2", "score": "คะแนน", "state": "สถานะ", "starts": "เริ่มก่อน",
        "forms": "แบบฟอร์ม", "save": "บันทึก", "cancel": "ยกเลิก", "delete": "ลบรอบที่ 4 พร้อมผล 12 คู่",
        "entry": "ผลการแข่งขัน", "stale_form": "มีผู้แก้ผลนี้เมื่อ 14:32 น. ระหว่างที่คุณกำลังพิมพ์",
        "yours": "ที่คุณพิมพ์", "now": "ที่บันทึกอยู่", "stale": "ข้อมูล ณ 14:32 น. กำลังลองใหม่",
        "search": "ชื่อ หมายเลข หรือโรงเรียน", "qr": "สแกนเพื่อแจ้งผล", "empty": "ยังไม่ได้ประกบคู่รอบใด",
        "new": "ประกบคู่รอบที่ 1", "player": "กัญญา ศรีสุวรรณ", "y1": "2566", "y2": "2569", "no": "ที่",
        "rating": "เรตติ้ง", "playing": "แข่งอยู่", "when": "เมื่อ", "who": "ใคร", "what": "ทำอะไร", "rounds": "รอบ",
        "draft": "ฉบับร่าง", "repair": "ประกบใหม่", "todo": "รอจัดการ",
        "hero": "ทุกโต๊ะ ทุกสมการ บนกระดานเดียว",
        "hero_lede": "ประกบคู่ ผลการแข่งขัน และเรตติ้งของเอแม็ทและซัมมี ตั้งแต่งานโรงเรียนถึงรายการเปิด",
        "events": "รายการแข่งขัน", "players": "ผู้เล่น", "all": "ทั้งหมด", "login": "เข้าสู่ระบบ", "user": "ชื่อผู้ใช้",
        "password": "รหัสผ่าน",
    },
}  # fmt: skip

NAMES = {
    "en": [
        ("Kanya Srisuwan", "Princess Royal's College"),
        ("Natthawut Wongsakulchaiyaporn", "Chiang Mai Christian School"),
        ("Pim Thongdee", "Yupparaj Wittayalai"),
        ("Oliver Bennett", "Lanna International School"),
        ("Thanakrit Boonmee", "Montfort College"),
        ("Siriporn Jaidee", "Wattanothai Payap"),
        ("Anan Khamlue", "Dara Academy"),
        ("Mali Saetang", "Regina Coeli College"),
    ],
    "th": [
        ("กัญญา ศรีสุวรรณ", "ปรินส์รอยแยลส์วิทยาลัย"),
        ("ณัฐวุฒิ วงศ์สกุลชัยพรพิพัฒน์", "เชียงใหม่คริสเตียน"),
        ("พิมพ์ ทองดี", "ยุพราชวิทยาลัย"),
        ("Oliver Bennett", "Lanna International School"),
        ("ธนกฤต บุญมี", "มงฟอร์ตวิทยาลัย"),
        ("ศิริพร ใจดี", "วัฒโนทัยพายัพ"),
        ("อนันต์ คำลือ", "ดาราวิทยาลัย"),
        ("มะลิ แซ่ตั้ง", "เรยีนาเชลีวิทยาลัย"),
    ],
}
STATES = {
    "draft": ("Draft", "ฉบับร่าง"), "published": ("Published", "ประกาศแล้ว"), "closed": ("Closed", "ปิดแล้ว"),
    "pending": ("Pending", "รอยืนยัน"), "confirmed": ("Confirmed", "ยืนยันแล้ว"), "disputed": ("Disputed", "โต้แย้ง"),
    "superseded": ("Replaced", "ถูกแทนที่"), "final": ("Final", "สิ้นสุด"), "live": ("Live", "กำลังแข่ง"),
    "upcoming": ("Upcoming", "เร็ว ๆ นี้"), "finished": ("Finished", "จบแล้ว"), "withdrawn": ("Withdrawn", "ถอนตัว"),
    "late": ("Late", "มาสาย"), "bye": ("Bye", "บาย"), "forfeit": ("Forfeit", "ปรับแพ้"),
}  # fmt: skip


class GalleryForm(forms.Form):
    name = forms.CharField(label="Name / ชื่อ", help_text="As it is to be printed. ตามที่จะพิมพ์")
    score = forms.IntegerField(
        label="Score / คะแนน",
        min_value=-999,
        max_value=2000,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    ruleset = forms.ChoiceField(label="Game / เกม", choices=[("a", "A-Math / เอแม็ท"), ("s", "Summy / ซัมมี")])
    judging = forms.ChoiceField(
        label="Judging / การตัดสิน",
        choices=[("a", "Auto / อัตโนมัติ"), ("c", "Challenge / ท้าตรวจ")],
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(label="Rated / นับเรตติ้ง", required=False)
    rows = forms.CharField(label="Paste rows / วางแถว", widget=forms.Textarea(attrs={"rows": 3, "class": "data"}))
    file = forms.FileField(label="File / ไฟล์", required=False)


def context(language: str) -> dict[str, Any]:
    """The context of the gallery; `language` is "en" or "th"."""
    words, names = WORDS[language], NAMES[language]
    k = ("en", "th").index(language)
    figures = [
        (1, 2, "up", "4-0-0", 8, "+512", "1,742"), (2, 1, "down", "3-1-0", 7, "+288", "1,590"),
        (3, 0, "", "3-0-1", 6, "+301", "1,655"), (4, 4, "up", "3-0-1", 6, "+122", "1,498"),
        (5, 1, "down", "2-1-1", 5, "+40", "1,401"), (6, 0, "", "2-0-2", 4, "−17", "1,377"),
        (6, 3, "down", "2-0-2", 4, "−17", "1,377"), (8, 1, "down", "0-0-4", 0, "−1,229", "798"),
    ]  # fmt: skip
    standings = [
        {
            "no": 10 + i, "rank": f[0], "move": f[1], "way": f[2], "name": names[i][0], "club": names[i][1],
            "wtl": f[3], "points": f[4], "spread": f[5], "total": f[6], "rating": 1712 - 61 * i,
            "mine": i == 4, "out": i == 7, "open": i == 0,
            "facts": [(words["total"], f[6]), (words["rating"], 1712 - 61 * i), (words["no"], 10 + i),
                      (f"{words['round']} 4", "412–388")],
        }
        for i, f in enumerate(figures)
    ]  # fmt: skip
    games = [(412, 388, "confirmed"), (356, 401, "pending"), (-12, 290, "disputed"), ("", "", "live")]
    pairings: list[dict[str, Any]] = []
    for i, (a, b, state) in enumerate(games):
        (an, ac), (bn, bc) = names[2 * i], names[2 * i + 1]
        won = 0 if a == "" else 1 if int(a) > int(b) else 2
        pairings.append(
            {
                "table": i + 1 if i < 3 else 112, "a": an, "aclub": ac, "b": bn, "bclub": bc, "starts": 1 + i % 2,
                "as": str(a).replace("-", "−"), "bs": str(b), "won": won, "state": state,
                "word": STATES[state][k], "mine": i == 1,
            }
        )  # fmt: skip
    pairings.append(
        {
            "table": "–",
            "a": names[4][0],
            "aclub": names[4][1],
            "as": "+100",
            "bs": "",
            "state": "bye",
            "word": STATES["bye"][k],
        }
    )
    form = GalleryForm(
        {"name": names[1][0], "score": "๔๐๐.5", "ruleset": "a", "judging": "a", "rows": "1\tกัญญา\n2\tPim"}
    )
    return {
        "w": words,
        "crumbs": [
            {"label": words["events"], "url": "#e"},
            {"label": words["event"], "url": "#x"},
            {"label": words["standings"]},
        ],
        "rounds": [
            {"no": n, "state": s, "word": STATES[s][k], "left": left}
            for n, s, left in [
                (1, "closed", "48/48"),
                (2, "closed", "48/48"),
                (3, "published", "45/48"),
                (4, "draft", "0/48"),
            ]
        ],
        "standings": standings,
        "pairings": pairings,
        "entries": [
            pairings[0] | {"echo": "412 – 388, +24"},
            pairings[1] | {"bs": "400.5", "error": "Score: 400.5"},
            pairings[3],
        ],
        "form": form,
        "badges": [(state, both[k]) for state, both in STATES.items()],
        "notes": [
            ("success", f"{words['published']}: {words['round']} 3"),
            ("warning", words["stale_form"]),
            ("error", words["stale"]),
            ("info", words["lede"]),
        ],
        "tiles": [("7", "2"), ("×", "2"), ("12", "3"), ("=", "1"), ("84", "")],
        "stats": [
            (words["rating"], "1,630", "±38"),
            (words["rank"], "12", ""),
            (words["wtl"], "86-3-41", ""),
            (words["spread"], "+4,112", ""),
        ],
        "letters": ["ก", "ข", "ค", "ง", "จ", "A–M", "N–Z"],
        "page": Paginator(range(127), 25).page(2),
        "log": [
            ("14:32", names[3][0], words["standings"], "412–388", "421–388"),
            ("14:20", names[4][0], words["published"], "", ""),
        ],
        "todo": [
            (
                "disputed",
                STATES["disputed"][k],
                f"{words['table']} 3",
                f"{names[4][0]} – {names[5][0]}",
                words["more"],
            ),
            (
                "pending",
                STATES["pending"][k],
                f"{words['table']} 2",
                f"{names[2][0]} – {names[3][0]}",
                words["more"],
            ),
        ],
        "events": [
            ("22", "2026-08", words["event"], words["place"], "live", STATES["live"][k]),
            ("5", "2026-09", "Summy 8", words["place"], "upcoming", STATES["upcoming"][k]),
            ("11", "2026-07", words["event"], words["place"], "finished", STATES["finished"][k]),
        ],
    }
