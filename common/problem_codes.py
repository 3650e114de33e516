"""Every code that the API answers, with its status and what it means: the one list, told by `/problems/<code>`,
docs/api.md and the OpenAPI document, and held against the program by tests/api/test_every_code_is_listed.py.

English, like the API's documents; the ``title`` in an answer is in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Kind:
    """``status`` 0: stands only in ``errors``, under another code."""

    status: int
    meaning: str


def _kinds(status: int, meanings: Mapping[str, str]) -> dict[str, Kind]:
    return {code: Kind(status, meaning) for code, meaning in meanings.items()}


_UNREADABLE = _kinds(
    400,
    {
        "cursor.invalid": "The cursor is not from this list.",
        "precondition.unreadable": "If-Match or If-None-Match does not hold ETags in quotes.",
        "request.invalid": "Values are missing or of the wrong type or range; `errors` names each.",
        "request.unreadable": "The body is not JSON, or holds a number or character that nothing can store.",
    },
)
_WHO = {
    **_kinds(
        401,
        {
            "auth.required": "Nobody may do this without a login or a token.",
            "auth.token_invalid": "The token is mistyped, unknown, expired or revoked.",
        },
    ),
    **_kinds(
        403,
        {
            "auth.csrf_failed": "A session changes things only with the CSRF token in X-CSRFToken.",
            "auth.not_allowed": "Your own event, but not your right.",
            "auth.scope_missing": "The token was not made for this; `scopes` lists those that would do.",
            "result.outcome_staff_only": "A player reports played games only; the rest is for staff.",
            "token.exceeds": "A token cannot make or revoke one that may do more or lasts longer.",
        },
    ),
}
_ABSENT = {
    **_kinds(404, {"not_found": "There is nothing here, or it is not yours to know about."}),
    **_kinds(405, {"method.not_allowed": "This address does not take this method; `Allow` lists those it takes."}),
    **_kinds(406, {"media_type.not_acceptable": "Answers are JSON."}),
}
_STATE = _kinds(
    409,
    {
        "division.slug_taken": "Another division of the event has this address.",
        "division.started": "A round is published, so this cannot change any more.",
        "entry.active": "The entry has not withdrawn.",
        "entry.number_taken": "Another entry of the division has this number.",
        "entry.player_twice": "A player is in a division once; `errors` names the entry.",
        "entry.withdrawn": "The entry has withdrawn already.",
        "player.number_taken": "Too many people were added at once; try again.",
        "result.already_confirmed": "The result is confirmed; only staff changes it.",
        "result.needs_other_side": "The other side or staff confirms, not the side that reported.",
        "result.own_report": "The side that reported it puts it right by another report.",
        "round.already_paired": "The round is paired; `repair` replaces a draft.",
        "round.already_published": "The round is published, so its pairings stay.",
        "round.closed": "The round is closed; a director corrects its results.",
        "round.entries_changed": "Entries came or left since the draft was made; pair it again.",
        "round.has_results": "It has results: it is not paired again, and deleting it must name their number.",
        "round.not_last": "A later round exists; delete that first.",
        "round.not_published": "The round is still a draft.",
        "round.previous_missing": "The round before is not paired yet.",
        "round.results_missing": "Results are missing; `tables` lists them.",
        "token.too_many": "Too many tokens; revoke some.",
        "tournament.slug_taken": "Another event has this address.",
    },
)
_GAMES = {
    **_kinds(
        403,
        {
            "event.directors_only": "Only a director voids, replaces, or gives and takes points.",
            "undo.decided": "A challenge, or the end of a game, is taken back by a director only.",
            "undo.not_yours": "Another device sent the last event; only it, or a director, takes it back.",
        },
    ),
    **_kinds(
        409,
        {
            "challenge.own_play": "Nobody challenges a play of their own.",
            "challenge.window_closed": "Only the last play can be challenged, until the opponent acts, and once.",
            "game.claimed": "Another device records this game; `holder` and `until` say who and how long.",
            "game.final": "The game is over or its result final; only a director changes anything.",
            "game.not_over": "Nobody has gone out, or not every side has passed often enough.",
            "game.sheet_not_empty": "A sheet is made from a record only where nothing counts on it.",
            "game.replay_broken": "What follows could not stand any more; `first_broken_seq` is the first of it.",
            "game.sequence_conflict": "Other events have these numbers; `events` are those that were missed.",
            "game.sequence_gap": "Events before this one are missing; `expected_seq` is next.",
            "undo.not_last": "Only the last event can be taken back.",
            "undo.nothing": "There is nothing to take back.",
        },
    ),
    **_kinds(
        422,
        {
            "challenge.no_preview": "A challenge cannot be tried with `dry_run`: it would tell.",
            "event.no_such_target": "There is no such event that counts.",
            "event.reason_missing": "A change says why, in at least 5 letters.",
            "record.unreadable": "The record cannot be taken; `row` of each of `errors` is its line.",
            "move.invalid": "The move cannot stand; `errors` gives every reason, with line and square.",
        },
    ),
}
_ENGINE = _kinds(
    0,
    {
        "challenge.judged_already": "Plays are judged at once here, so there is nothing to challenge.",
        "clock.negative": "A clock cannot show less than nothing.",
        "end.no_such_side": "A rack of a side that does not play.",
        "end.rack_mismatch": "The tiles said to be left are not those that are left.",
        "end.racks_unknown": "The tiles left on a rack are needed.",
        "equation.adjacent_numbers": "A tile 10 to 20 stands beside another number.",
        "equation.adjacent_operators": "Two operators stand side by side.",
        "equation.division_by_zero": "A division by zero.",
        "equation.empty_side": "Nothing stands on one side of `=`.",
        "equation.ends_with_operator": "A side ends with an operator.",
        "equation.leading_zero": "A number begins with 0.",
        "equation.multiple_equals": "Summy: a second `=`.",
        "equation.neighbour_not_empty": "Summy: this square stays empty for ever.",
        "equation.no_board_block_used": "Summy: a sum uses a block of the table.",
        "equation.no_equals": "There is no `=`.",
        "equation.no_hand_block_used": "Summy: a sum uses a block of the hand.",
        "equation.no_operator_before_equals": "Summy: an operator is needed before `=`.",
        "equation.number_too_long": "A number of more than three digits.",
        "equation.operator_without_operand": "An operator without a number before it.",
        "equation.result_not_a_number": "Summy: after `=` stand digits only.",
        "equation.signed_zero": "A sign before 0.",
        "equation.too_long": "Longer than any line can be.",
        "equation.unary_plus": "A plus before a number.",
        "equation.unbalanced": "Two sides differ: `left`, `right`, and `side`, counted from 0.",
        "move.blank.unassigned": "A blank that stands for nothing.",
        "move.cell.occupied": "A tile lies there.",
        "move.cell.outside": "Beyond the board.",
        "move.choice.locked": "What a tile stands for is fixed once it is played.",
        "move.choice.unassigned": "A choice tile that stands for neither.",
        "move.discard.nothing": "A discard of no block.",
        "move.exchange.bag_too_small": "The bag holds too few tiles.",
        "move.exchange.nothing": "An exchange of no tile is a pass.",
        "move.first_move_off_centre": "The first play covers the star.",
        "move.gap": "A square between the tiles is empty.",
        "move.no_line": "One tile alone is no line.",
        "move.no_such_side": "That side does not play.",
        "move.no_tiles": "A play of no tile.",
        "move.not_connected": "The play touches no tile.",
        "move.not_in_line": "The tiles share no row or column, or not the direction given.",
        "move.not_in_this_game": "This game has no such move.",
        "move.not_your_turn": "The other side is to move.",
        "move.pass.stock_not_empty": "Summy: nobody passes before the stock is empty.",
        "move.rack.contradicts": "A tile known to be there is missing from the rack.",
        "move.rack.too_many": "More tiles than a rack has.",
        "move.unreadable_place": "No square is written like this.",
        "tile.face_not_allowed": "The tile cannot stand for that.",
        "tile.not_in_rack": "The tile is not on the rack.",
        "tile.pool_exhausted": "The set holds no more of these tiles.",
        "tile.unknown": "The set has no such tile; `looks_like` may say which was meant.",
        "wire.missing": "A value this kind of event needs is missing.",
        "wire.no_such_direction": "across or down.",
        "wire.no_such_field": "This kind of event has no such value.",
        "wire.no_such_reason": "out, passes or agreed.",
        "wire.no_such_side": "p1 or p2.",
        "wire.no_such_type": "There is no such kind of move.",
        "wire.not_a_flag": "true or false is needed.",
        "wire.not_a_list": "A list is needed.",
        "wire.not_a_text": "A text is needed.",
        "wire.not_a_tile": "No tile is written like this.",
        "wire.not_a_whole_number": "A whole number is needed.",
        "wire.not_an_object": "An object is needed.",
        "wire.out_of_range": "Outside `low` to `high`.",
    },
)
_DEVICES = {
    **_kinds(
        409,
        {
            "device.not_enrolled": "No tablet has used the device's code yet.",
            "device.over": "The device is revoked or its time is over; make a new one.",
            "device.too_many": "Too many devices; revoke those that are not used.",
            "pin.locked": "Too many wrong PINs; a director gives out a new one.",
        },
    ),
    **_kinds(
        410,
        {
            "device.code_expired": "The code is older than fifteen minutes, or another one was made.",
            "device.code_locked": "Five wrong codes were tried; ask for a new one.",
            "device.code_used": "The code was used; ask for a new one.",
        },
    ),
    **_kinds(
        422,
        {
            "device.code_wrong": "No device waits for this code.",
            "device.division_unknown": "The event has no such division.",
            "device.scopes_invalid": "A device's rights are one or more of `scopes`.",
            "pin.wrong": "Not the entry's PIN of today; `tries_left` says how many are left.",
        },
    ),
}
_RECORDS = _kinds(
    0,
    {
        "record.character_not_allowed": "A control character, or one that turns or breaks a line.",
        "record.columns": "A line has the columns side, rack, move, score and total.",
        "record.empty": "There is nothing in it.",
        "record.event_unexpected": "This does not follow from the move before.",
        "record.format_missing": "The first line is not `kradan game record 1`.",
        "record.line_too_long": "The line is longer than `limit` characters.",
        "record.not_two_sides": "A game here has two sides.",
        "record.not_utf8": "The text is not UTF-8.",
        "record.number_out_of_range": "Points outside `min` to `max`.",
        "record.number_unreadable": "A whole number is needed.",
        "record.other_ruleset": "The game is played by `ruleset`, not by `said`.",
        "record.other_settings": "By the game's own settings something else happens here.",
        "record.rack_incomplete": "The rack has `size` tiles; `_` stands for those not known.",
        "record.rack_not_allowed": "Such a line has no rack.",
        "record.remark_misplaced": "What follows by the rules cannot hold a remark.",
        "record.remark_too_long": "A remark has at most `limit` letters.",
        "record.ruleset_missing": "The head does not name the rules.",
        "record.score_mismatch": "The score is `computed`, not `said`.",
        "record.setting_unreadable": "The setting cannot have this value.",
        "record.side_unreadable": "Not the number of a side.",
        "record.sides": "The head names its sides from 1 on without a gap.",
        "record.tag_duplicate": "A line of the head is there twice.",
        "record.tag_late": "A line of the head stands after the first move.",
        "record.tag_unreadable": "A line of the head is `key: value`.",
        "record.time_unreadable": "Minutes and seconds are needed, such as 23:01.",
        "record.too_large": "The text is larger than `limit` characters.",
        "record.too_many_faults": "There are more faults; the rest is left out.",
        "record.too_many_lines": "A record has at most `limit` lines.",
        "record.too_many_tags": "The head has at most `limit` lines of its own.",
        "record.total_mismatch": "The total is `computed`, not `said`.",
        "record.version_unknown": "A record of a version that is not known here.",
        "ruleset.unknown": "There are no rules of this name.",
        "move.unreadable": "This is no move.",
    },
)
_PRECONDITION = {
    **_kinds(412, {"precondition.failed": "Changed since you read it; `current` is how it is now."}),
    **_kinds(413, {"request.too_large": "The body is larger than 1 MB."}),
    **_kinds(415, {"media_type.not_supported": "Send application/json."}),
    **_kinds(428, {"precondition.required": "Send If-Match with the ETag you have read."}),
}
_RULES = _kinds(
    422,
    {
        "division.invalid": "Settings that cannot stand together; `errors` names each.",
        "entry.members": "An entry is one to three people, by `names` or by `players`.",
        "entry.same_person_twice": "One person is named twice in an entry.",
        "field.unknown": "There is no such field.",
        "idempotency.key_reused": "This client_event_id was used for another report or event.",
        "name.missing": "A name has no letters.",
        "name.too_long": "A name is too long.",
        "pairing.infeasible": "No pairing exists with these locks and bans.",
        "pairing.locked_conflict": "The locked pairs or byes contradict each other.",
        "pairing.no_seat": "The round robin has no place for an entry.",
        "pairing.not_enough_players": "Too few active entries to pair a round.",
        "pairing.round_robin_over": "The round robin has no such round any more.",
        "pairing.too_many": "More active entries than can be paired at once.",
        "player.missing": "A player is not known, or named twice.",
        "result.invalid": "The result cannot stand; `errors` says why.",
        "result.not_different": "A result is rejected with the very scores it has.",
        "result.not_opponents": "The scores name an entry that does not play in this game.",
        "result.reason_missing": "A correction says why, in at least 5 letters.",
        "roster.invalid": "Nothing was stored; `errors` names the rows.",
        "round.number_out_of_range": "There is no such round.",
        "round.unknown_entry": "No entry of the division has this number.",
        "token.expired": "The token would be over before it began.",
        "token.scope_unknown": "There is no such scope.",
        "tournament.days_out_of_order": "The last day is before the first.",
        "tournament.missing": "There is no such event among yours.",
    },
)
_OURS = {
    **_kinds(429, {"throttled": "Too many requests; Retry-After says how many seconds to wait."}),
    **_kinds(500, {"fault": "Something broke on our side; `request_id` finds it in our log."}),
    **_kinds(503, {"service.unavailable": "The database cannot be reached just now; try again with the same ids."}),
}
_ITEMS = _kinds(
    0,
    {
        "division.caps_invalid": "Spread caps are whole numbers from 1 to 9999, or null.",
        "division.order_invalid": "The ranking order names a criterion twice, or none.",
        "division.points_out_of_order": "A win is worth at least a tie, and a tie at least a loss.",
        "field.blank": "Empty text.",
        "field.empty": "An empty list.",
        "field.invalid": "Not of the right type or form.",
        "field.invalid_choice": "Not one of the values listed.",
        "field.keys": "Two entries are needed, by their numbers.",
        "field.make_aware": "No such moment in the time zone.",
        "field.date": "A day is needed, not a moment.",
        "field.datetime": "A moment is needed, not a day.",
        "field.max_length": "Too long.",
        "field.max_value": "Too large.",
        "field.min_length": "Too short.",
        "field.min_value": "Too small.",
        "field.not_a_dict": "Not an object.",
        "field.not_a_list": "Not a list.",
        "field.null": "null is no value here.",
        "field.null_characters_not_allowed": "A text with a NUL in it.",
        "field.overflow": "A moment beyond the calendar.",
        "field.required": "Missing.",
        "json.character": "A text with a character that cannot be stored: NUL or half a pair.",
        "json.depth": "Nested too deeply.",
        "json.key_twice": "A key stands twice in one object.",
        "json.not_a_number": "NaN and Infinity are not JSON.",
        "json.number_too_large": "A number beyond anything that is counted here.",
        "result.bingos_invalid": "More bingos than the set of tiles allows.",
        "result.components_do_not_add_up": "The parts come to `sum`, not to `final`.",
        "result.overtime_invalid": "Overtime takes away 10 for each started minute, within the limit.",
        "result.plays_invalid": "The points of the plays are outside what is possible.",
        "result.rack_inconsistent": "Either one side went out and alone gains, or nobody gains.",
        "result.rack_invalid": "No rack could be worth that.",
        "result.score_missing": "A score is missing.",
        "result.score_out_of_range": "A score is outside what is possible.",
        "result.no_opponent": "There is no opponent, so nothing can be played.",
        "result.not_a_bye": "The pairing has two sides, so it is no bye.",
        "result.outcome_unknown": "There is no such outcome.",
        "result.scores_only_played": "Only a played game has scores of its own.",
        "result.winner_only_forfeit": "The scores of a played game say who won.",
        "result.winner_missing": "A forfeit says who wins.",
        "row.conflict": "The same person stands in another row with another value.",
        "row.number_taken": "The number is taken in this division.",
        "row.player_here": "The player is in the division already, in another entry.",
        "row.player_twice": "The player stands in another row too.",
    },
)

PROBLEMS: Mapping[str, Kind] = MappingProxyType(
    dict(
        sorted(
            {
                **_UNREADABLE,
                **_WHO,
                **_ABSENT,
                **_STATE,
                **_GAMES,
                **_DEVICES,
                **_PRECONDITION,
                **_RULES,
                **_OURS,
                **_ITEMS,
                **_ENGINE,
                **_RECORDS,
            }.items()
        )
    )
)
