"""What the document shows of pairing."""

SYSTEM = {
    "kind": "swiss",
    "name": "Swiss",
    "settings": [
        {
            "name": "odd_group",
            "wanted": "choice",
            "default": "pull_up",
            "low": None,
            "high": None,
            "unset": False,
            "choices": ["pull_up", "float_down"],
        }
    ],
}
_REPEATS = {"limit": 0, "back_to_back": False}
_STARTS = {"by_draw": False, "head_to_head": False, "longest_run": None}
PLAN_NEW = {
    "rounds": 6,
    "steps": [
        {"from": 1, "to": 5, "system": {"kind": "swiss"}},
        {"from": 6, "to": 6, "system": {"kind": "king_of_the_hill"}, "repeats": {"limit": None}},
    ],
}
_BODY = {
    "rounds": 6,
    "days": [],
    "steps": [
        {
            "from": 1,
            "to": 5,
            "system": {"kind": "swiss", "odd_group": "pull_up", "within": "halves"},
            "based_on": None,
            "lag": 0,
            "repeats": _REPEATS,
            "starts": _STARTS,
        },
        {
            "from": 6,
            "to": 6,
            "system": {"kind": "king_of_the_hill"},
            "based_on": None,
            "lag": 0,
            "repeats": {**_REPEATS, "limit": None},
            "starts": _STARTS,
        },
    ],
}
PLAN = {**_BODY, "remarks": []}
PRESET = {"code": "school_day", "rounds": 6, "low": 2, "high": 20, "step": 1, "plan": _BODY}
RULE = {
    "id": 5,
    "version": 1,
    "kind": "forbidden",
    "entries": [12, 31],
    "from_round": 1,
    "to_round": None,
    "reason": "brother and sister",
}
ABSENCE = {"entry": 12, "round": 4, "kind": "requested_bye", "reason": "exam", "version": 1}
DRAFT = {
    "version": 3,
    "warnings": [
        {"code": "repeat", "entries": [12, 31], "table": 4, "figures": {"met": 1, "running": False}},
        {"code": "starts", "entries": [7], "table": 2, "figures": {"difference": 3}},
    ],
    "differences": [{"level": "repeats", "made": 0, "now": 1}],
    "worse": True,
    "locked": 1,
    "undo": 2,
    "steps": [
        {
            "number": 1,
            "kind": "paired",
            "figures": {"system": "swiss"},
            "actor": "director",
            "at": "2026-11-29T10:01:00+07:00",
            "undone": False,
        },
        {
            "number": 2,
            "kind": "swapped",
            "figures": {"entries": [12, 31]},
            "actor": "director",
            "at": "2026-11-29T10:02:00+07:00",
            "undone": False,
        },
    ],
}
REASON = {
    "about": "pair",
    "entries": [12, 31],
    "code": "cost",
    "system": "swiss",
    "pays": {"fold": 3},
    "decided_by": "fold",
    "holders": [],
    "met": 0,
    "alternative": {
        "cost": {"second_bye": 0, "repeats": 0, "fold": 9},
        "differences": [{"level": "fold", "round": 5, "alternative": 9}],
        "moves": [
            {"entry": 12, "meets": 31, "instead": 7},
            {"entry": 31, "meets": 12, "instead": None},
        ],
    },
}
CERTIFICATE = {
    "status": "optimal",
    "method": "complete",
    "cost": {"second_bye": 0, "repeats": 0, "fold": 5},
    "bound": {"second_bye": 0, "repeats": 0, "fold": 5},
    "gap": {"second_bye": 0, "repeats": 0, "fold": 0},
    "system": "swiss",
    "settings": {"odd_group": "pull_up", "within": "halves"},
    "standings_after": 2,
    "seconds": 0.021,
    "proof_seconds": 0.034,
    "solver": "kradan 1, rustworkx 0.18.1",
    "request_digest": "3f0c" + 60 * "0",
    "result_digest": "91ab" + 60 * "0",
}
_MEASURES = {
    "games": 2,
    "byes": 1,
    "repeats": 0,
    "back_to_back": 0,
    "mismatched": 1,
    "points_apart": 2.0,
    "second_byes": 0,
    "clubmates": 0,
    "teammates": 0,
    "uneven": 0,
}
_ROUND = {
    "pairs": [[12, 31], [7, 2]],
    "byes": [5],
    "cost": {"second_bye": 0, "repeats": 0, "fold": 5},
    "measures": _MEASURES,
}
EXPLORED = {
    "system": {"kind": "swiss", "odd_group": "pull_up", "within": "fold"},
    "explored": _ROUND,
    "played": {**_ROUND, "pairs": [[12, 7], [31, 2]]},
    "same": 0,
}
