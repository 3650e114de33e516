"""Examples of the API's document."""

PLAYER = {"number": 412, "name": "กุ้ง ใจดี", "club": "โรงเรียนตัวอย่าง", "country": "TH"}
STANDING = {
    "rank": 3,
    "shared": False,
    "rating": 1612,
    "rd": 74,
    "games": 96,
    "day": "2026-11-29",
    "standing": "ranked",
}
PLAYER_RATING = {
    "list": "amath",
    "now": STANDING,
    "history": [
        {
            "day": "2026-11-29",
            "event": "School cup · Open",
            "tournament": "school-cup",
            "division": "open",
            "before": 1598,
            "after": 1612,
            "change": 14,
            "rd": 74,
            "games": 6,
            "expected": 3.412,
            "actual": 4.05,
            "provisional": False,
            "running": False,
            "superseded": False,
        }
    ],
}
LIST = {"slug": "amath", "name": "A-Math", "ruleset": "amath", "system": "glicko_margin", "players": 812}
ROW = {**STANDING, "player": PLAYER}
