"""Examples of a player's games, opponents and records."""

from typing import Any

from .examples import PLAYER

WHICH: dict[str, Any] = {
    "day": "2026-11-29",
    "event": "School cup · Open",
    "tournament": "school-cup",
    "division": "open",
    "round": 4,
}
ACROSS = {"number": 388, "name": "สมชาย ร.", "public": True}
GAME: dict[str, Any] = {
    **WHICH,
    "team": None,
    "opponents": [ACROSS],
    "starts": True,
    "score": 412,
    "opponent_score": 377,
    "spread": 35,
    "result": "win",
    "expected": 0.461,
    "actual": 0.595,
}
MEETINGS = {
    "opponent": ACROSS,
    "games": 5,
    "wins": 3,
    "ties": 0,
    "losses": 2,
    "average_spread": 18,
    "last": "2026-11-29",
}
_TALLY = {"games": 96, "wins": 58, "ties": 1, "losses": 37}
_HALF = {"games": 48, "wins": 30, "ties": 0, "losses": 18}
_UNRATED = {**GAME, "expected": None, "actual": None}
RECORDS: dict[str, Any] = {
    "player": PLAYER,
    "lists": [
        {
            "list": "amath",
            "highest": {
                "day": "2026-11-29",
                "event": "School cup · Open",
                "rating": 1612,
                "change": 14,
                "provisional": False,
            },
            "gain": None,
            "best_wins": [{"rating": 1702, "game": _UNRATED}],
        }
    ],
    "games": {
        "events": 16,
        "all": _TALLY,
        "starting": _HALF,
        "not_starting": {**_HALF, "wins": 28, "ties": 1, "losses": 19},
        "average_score": 381,
        "highest_score": _UNRATED,
        "largest_win": _UNRATED,
        "longest_run": {"games": 7, "first": WHICH, "last": WHICH},
        "highest_play": {"points": 84, "table": 3, "game": _UNRATED},
        "most_bingos": None,
    },
}
