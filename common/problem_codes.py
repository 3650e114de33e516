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
        "idempotency.key_reused": "This client_event_id was used for another report.",
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
                **_PRECONDITION,
                **_RULES,
                **_OURS,
                **_ITEMS,
            }.items()
        )
    )
)
