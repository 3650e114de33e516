"""Examples of the API's document; tests/api/test_document.py holds each against its shape."""

TOURNAMENT = {
    "slug": "school-cup",
    "name": "School cup",
    "venue": "Main hall",
    "starts_on": "2026-11-28",
    "ends_on": "2026-11-29",
    "is_public": True,
}
TOURNAMENT_NEW = {"name": "School cup", "starts_on": "2026-11-28", "ends_on": "2026-11-29", "is_public": True}
DIVISION = {
    "slug": "open",
    "name": "Open",
    "order": 0,
    "ruleset": "amath@1",
    "judging_mode": "challenge",
    "clock_ms": 1_320_000,
    "overtime_forfeits": True,
    "rounds_planned": 6,
    "system": "swiss",
    "round_robin_double": False,
    "clubs_apart_rounds": 0,
    "teams_apart_rounds": 0,
    "requested_byes_count": True,
    "win_points": 2,
    "tie_points": 1,
    "loss_points": 0,
    "spread_caps": [350],
    "bye_credit": "win",
    "bye_spread": 100,
    "forfeit_spread": 100,
    "double_forfeit_spread": -100,
    "tie_breaks": ["points", "capped_spread", "spread", "total"],
    "club_best": 3,
    "pending_counts": False,
    "entries_public": True,
    "pairings_public": True,
    "standings_public": True,
    "rated": True,
    "kind": "open",
}
ENTRY_NEW = {
    "names": ["กุ้ง ใจดี"],
    "club": "โรงเรียนตัวอย่าง",
    "country": "TH",
    "rating": None,
    "province": "เชียงใหม่",
    "level": "lower_secondary",
    "born": 2012,
}
ENTRY = {
    "number": 12,
    "name": "กุ้ง ใจดี",
    "team_name": "",
    "members": [{"player": 412, "name": "กุ้ง ใจดี"}],
    "club": "โรงเรียนตัวอย่าง",
    "rating": 1512,
    "first_round": 1,
    "withdrawn_from": None,
    "team": "",
    "prize_class": None,
}
BATCH = {"entries": [{"names": ["Alice Lim"], "club": "Hilltop"}, {"names": ["Ben Ong"], "rating": 1480}]}
ROUND = {
    "number": 3,
    "version": 2,
    "state": "published",
    "system": "swiss",
    "made_from_older_results": False,
    "published_at": "2026-11-29T10:05:00+07:00",
    "closed_at": None,
}
SHORT_RESULT = {
    "version": 1,
    "state": "confirmed",
    "outcome": "played",
    "scores": {"12": 412, "7": 377},
    "winner": 12,
    "does_not_match_log": False,
}
PAIRINGS = {
    "round": ROUND,
    "pairings": [
        {
            "table": 1,
            "game": "g42",
            "sides": [
                {"entry": 12, "name": "กุ้ง ใจดี", "starts": True},
                {"entry": 7, "name": "Alice L.", "starts": False},
            ],
            "result": SHORT_RESULT,
        },
        {
            "table": None,
            "game": None,
            "sides": [{"entry": 31, "name": "#88", "starts": None}],
            "result": {
                "version": 1,
                "state": "confirmed",
                "outcome": "bye",
                "scores": {"31": 100},
                "winner": None,
                "does_not_match_log": False,
            },
        },
    ],
}
RESULT_NEW = {"client_event_id": "0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61", "scores": {"12": 412, "7": 377}}
RESULT = {
    **SHORT_RESULT,
    "game": "g42",
    "sides": {"p1": 12, "p2": 7},
    "spread": 35,
    "components": None,
    "source": "api",
    "reported_by": None,
    "needs": [],
    "confirmed_by": [],
    "differs": [],
    "log": None,
    "warnings": [],
    "created_at": "2026-11-29T10:48:12+07:00",
}
CORRECTION = {
    "client_event_id": "0193e2b1-0c44-7d20-8a51-6b7e9f2c3d10",
    "scores": {"12": 402, "7": 377},
    "reason": "sheet re-added, both players present",
}
STANDINGS = {
    "after_round": 3,
    "order": ["points", "capped_spread", "spread", "total"],
    "rows": [
        {
            "rank": 1,
            "shared": False,
            "entry": 12,
            "name": "กุ้ง ใจดี",
            "club": "โรงเรียนตัวอย่าง",
            "active": True,
            "points": 6,
            "wins": 3,
            "ties": 0,
            "losses": 0,
            "capped_spread": 287,
            "spread": 301,
            "total": 1204,
            "games_played": 3,
            "byes": 0,
            "forfeits": 0,
            "missed": [],
        }
    ],
}
CLUB_STANDINGS = {
    "after_round": 3,
    "order": ["points", "capped_spread", "spread", "total"],
    "best": 2,
    "without_club": 1,
    "rows": [
        {
            "rank": 1,
            "shared": False,
            "club": "โรงเรียนตัวอย่าง",
            "points": 10,
            "wins": 5,
            "ties": 0,
            "losses": 1,
            "capped_spread": 360,
            "spread": 374,
            "total": 2391,
            "lacking": 0,
            "counting": [
                {
                    "entry": 12,
                    "name": "กุ้ง ใจดี",
                    "rank": 1,
                    "shared": False,
                    "points": 6,
                    "capped_spread": 287,
                    "spread": 301,
                },
                {
                    "entry": 7,
                    "name": "นก แสงทอง",
                    "rank": 4,
                    "shared": False,
                    "points": 4,
                    "capped_spread": 73,
                    "spread": 73,
                },
            ],
            "beyond": [],
        }
    ],
}
TOKEN = {
    "id": "k3f9a2m7",
    "label": "Scoring app",
    "scopes": ["result:submit"],
    "tournament": "school-cup",
    "created_at": "2026-11-28T08:00:00+07:00",
    "expires_at": "2026-11-30T00:00:00+07:00",
    "last_used_at": None,
}
PROVENANCE = {
    "entry": 12,
    "name": "กุ้ง ใจดี",
    "standing": {
        "after_round": 1,
        "rank": 1,
        "shared": False,
        "points": 2,
        "wins": 1,
        "ties": 0,
        "losses": 0,
        "capped_spread": 16,
        "spread": 16,
        "total": 16,
    },
    "rounds": [
        {
            "round": 1,
            "credit": "win",
            "absence": "",
            "spread": 16,
            "capped": 16,
            "penalty": 0,
            "opponent": 7,
            "table": 4,
            "game": "g42",
            "result": {
                "version": 1,
                "state": "confirmed",
                "outcome": "played",
                "scores": {"12": 16, "7": 0},
                "winner": 12,
                "does_not_match_log": False,
            },
            "sheet": {
                "head_seq": 3,
                "sides": {"p1": 12, "p2": 7},
                "totals": {"p1": 16, "p2": 0},
                "over": True,
                "agrees": True,
                "events": [
                    {
                        "seq": 1,
                        "type": "play",
                        "player": "p1",
                        "points": 8,
                        "sum": "8",
                        "totals": {"p1": 8, "p2": 0},
                        "bingo": 0,
                        "follows": [],
                        "lines": [
                            {
                                "equation": "7-2=5",
                                "dir": "across",
                                "start": "8F",
                                "points": 8,
                                "multiplier": 1,
                                "sum": "2+1+1×3+0+2",
                                "tiles": [
                                    {"tile": "7", "square": "8F", "points": 2, "premium": None},
                                    {"tile": "+/-:-", "square": "8G", "points": 1, "premium": None},
                                    {"tile": "2", "square": "8H", "points": 3, "premium": "t"},
                                    {"tile": "?:=", "square": "8I", "points": 0, "premium": None},
                                    {"tile": "5", "square": "8J", "points": 2, "premium": None},
                                ],
                            }
                        ],
                    },
                    {
                        "seq": 2,
                        "type": "end",
                        "player": None,
                        "points": 0,
                        "sum": "",
                        "totals": {"p1": 16, "p2": 0},
                        "bingo": 0,
                        "lines": [],
                        "follows": [{"type": "rack_adjustment", "player": "p1", "points": 8, "sum": "(2+2+0)×2"}],
                    },
                ],
            },
        }
    ],
}
