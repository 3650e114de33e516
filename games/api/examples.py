"""Examples of the API's document; tests/api hold each against its shape."""

PLAY_NEW = {
    "client_event_id": "0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61",
    "seq": 1,
    "type": "play",
    "player": "p1",
    "start": "8F",
    "dir": "across",
    "tiles": [{"tile": "7"}, {"tile": "+/-", "as": "-"}, {"tile": "2"}, {"tile": "?", "as": "="}, {"tile": "5"}],
    "occurred_at": "2026-11-29T10:12:05+07:00",
    "clock_ms": 611000,
    "claimed_score": 8,
}
PLAY = {
    "seq": 1,
    "type": "play",
    "player": "p1",
    "points": {"p1": 8, "p2": 0},
    "move": {"start": "8F", "dir": "across", "tiles": ["7", "+/-:-", "2", "?:=", "5"]},
    "score": {
        "total": 8,
        "bingo": 0,
        "lines": [
            {
                "equation": "7-2=5",
                "dir": "across",
                "start": "8F",
                "points": 8,
                "multiplier": 1,
                "tiles": [
                    {"tile": "7", "points": 2},
                    {"tile": "+/-:-", "points": 1},
                    {"tile": "2", "points": 3},
                    {"tile": "?:=", "points": 0},
                    {"tile": "5", "points": 2},
                ],
            }
        ],
    },
    "verdict": None,
    "outcome": None,
    "target_seq": None,
    "counts": True,
    "reason": "",
    "client_event_id": "0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61",
    "occurred_at": "2026-11-29T10:12:05+07:00",
    "received_at": "2026-11-29T10:12:06+07:00",
    "claimed_score": 8,
    "claimed_total": None,
    "clock_ms": 611000,
}
RECORDED = {
    **PLAY,
    "derived": [],
    "totals": {"p1": 8, "p2": 0},
    "to_move": "p2",
    "bag": 79,
    "due": None,
    "over": False,
    "warnings": [],
}
GAME = {
    "id": "g42",
    "ruleset": "amath@1",
    "judging": "challenge",
    "tournament": "school-cup",
    "division": "open",
    "round": 3,
    "table": 4,
    "sides": {"p1": {"entry": 12, "name": "Kung J."}, "p2": {"entry": 7, "name": "Mali S."}},
    "head_seq": 1,
    "totals": {"p1": 8, "p2": 0},
    "to_move": "p2",
    "bag": 79,
    "board": [["8F", "7"], ["8G", "+/-:-"], ["8H", "2"], ["8I", "?:="], ["8J", "5"]],
    "blocked": [],
    "racks": {"p1": {"size": 8, "tiles": None}, "p2": {"size": 8, "tiles": None}},
    "clocks": {"p1": 0, "p2": 0},
    "due": None,
    "challengeable": True,
    "outcome": None,
    "claim": {"holder": "", "until": "2026-11-29T10:22:06+07:00"},
    "result": None,
}
BATCH = {
    "head_seq": 1,
    "totals": {"p1": 8, "p2": 0},
    "to_move": "p2",
    "bag": 79,
    "due": None,
    "over": False,
    "items": [
        {"client_event_id": PLAY["client_event_id"], "status": "applied", "seq": 1, "warnings": [], "problem": None}
    ],
}
EQUATION_NEW = {"ruleset": "amath", "line": "7 - 2 = 6"}
EQUATION = {
    "ruleset": "amath@1",
    "tiles": ["7", "-", "2", "=", "6"],
    "valid": False,
    "problems": [
        {
            "code": "equation.unbalanced",
            "pos": 4,
            "left": "5",
            "right": "6",
            "side": 1,
            "detail": "The left of = is 5, the right is 6.",
        }
    ],
}

RECORD_TEXT = """kradan game record 1
ruleset: amath@1
judging: challenge
side 1: Kung J.
side 2: Mali S.
event: school-cup
division: open
round: 3
table: 4
game: g42

1 | _                      | 8F 7 +/-:- 2 ?:= 5             |    +8 |     8
"""
RECORD = {
    "format": "kradan game record",
    "version": 1,
    "ruleset": "amath@1",
    "settings": {"judging": "challenge"},
    "sides": ["Kung J.", "Mali S."],
    "tags": [
        {"key": "event", "value": "school-cup"},
        {"key": "division", "value": "open"},
        {"key": "round", "value": "3"},
        {"key": "table", "value": "4"},
        {"key": "game", "value": "g42"},
    ],
    "lines": [
        {
            "type": "play",
            "player": "p1",
            "points": 8,
            "total": 8,
            "move": {"start": "8F", "dir": "across", "tiles": ["7", "+/-:-", "2", "?:=", "5"]},
            "more": True,
        }
    ],
}
IMPORTED = {
    "head_seq": 1,
    "totals": {"p1": 8, "p2": 0},
    "to_move": "p2",
    "bag": 79,
    "due": None,
    "over": False,
    "left_out": 0,
}
PROOF = {
    "holds": True,
    "events": 1,
    "over": False,
    "tiles": [
        {"tile": "7", "points": 2, "set": 4, "board": 1, "racks": 0, "discarded": 0, "unseen": 3},
        {"tile": "?", "points": 0, "set": 4, "board": 1, "racks": 0, "discarded": 0, "unseen": 3},
    ],
    "bag": 79,
    "unknown": 16,
    "missing": 0,
    "too_many": [],
    "chain_whole": True,
    "first_broken_seq": None,
    "totals": {"events": {"p1": 8, "p2": 0}, "kept": {"p1": 8, "p2": 0}, "replayed": {"p1": 8, "p2": 0}},
}
