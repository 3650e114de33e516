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
    "live": 1625,
    "live_games": 3,
}
PLAYER_RATING = {
    "list": "amath",
    "now": STANDING,
    "low": 1467,
    "high": 1757,
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
LIST = {
    "slug": "amath",
    "name": "A-Math",
    "ruleset": "amath",
    "system": "glicko_margin",
    "kind": "open",
    "players": 812,
    "policy": {
        "provisional_rd": 110.0,
        "provisional_games": 30.0,
        "ranked_games": 30.0,
        "ranked_months": 24.0,
        "floor": 100.0,
    },
    "run": {
        "number": 57,
        "algorithm": "glicko_margin@1",
        "finished_at": "2026-11-29T18:02:11+07:00",
        "corrected": 0,
    },
}
ROW = {**STANDING, "player": PLAYER, "rating_then": 1598, "rank_then": 4}
RATED_EVENT = {
    "number": 31,
    "name": "School cup · Open",
    "tournament": "school-cup",
    "division": "open",
    "day": "2026-11-29",
    "state": "accepted",
    "rated": True,
    "over": True,
    "games": 412,
}
EVENT_LINE = {
    "player": PLAYER,
    "before": 1598,
    "rd_before": 79,
    "after": 1612,
    "rd_after": 74,
    "change": 14,
    "games": 6,
    "career_games": 96,
    "expected": 3.412,
    "actual": 4.05,
    "performance": 1671,
    "all": None,
    "superseded": False,
}
SHARE = {
    "round": 2,
    "opponent": {**PLAYER, "number": 97, "name": "Ann Lee"},
    "own": 1601,
    "own_rd": 78,
    "other": 1540,
    "other_rd": 88,
    "margin": 120,
    "expected": 0.571,
    "actual": 0.704,
    "points": 4.318,
}
WHY = {
    "player": PLAYER,
    "before": 1598,
    "rd_before": 79,
    "after": 1612,
    "rd_after": 74,
    "change": 14,
    "new": False,
    "running": False,
    "shares": [SHARE],
    "rest": [{"code": "rounding", "points": 0.114}],
}
