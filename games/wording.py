"""Sentences for what the engine finds, in the reader's language.

The core says what is wrong by a code, a place and figures; here that becomes something to read:
"At 8J: 7-2 is 5, not 6."
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from django.utils.translation import gettext_lazy as _

from games.engine import ACROSS, Line, Name, Problem, Ruleset, Square, Tile
from games.engine.notation import Fault
from games.engine.squares import lettered_name, table_name

_SENTENCES: Mapping[str, object] = MappingProxyType(
    {
        # Equations
        "equation.no_equals": _("There is no = in this line."),
        "equation.unbalanced": _("One side is %(left)s, the next one %(right)s."),
        "equation.division_by_zero": _("Nothing can be divided by 0."),
        "equation.leading_zero": _("A number of several digits cannot begin with 0."),
        "equation.number_too_long": _("A number has at most three digits."),
        "equation.adjacent_numbers": _("A tile of 10 to 20 cannot stand beside another number."),
        "equation.operator_without_operand": _("This sign has no number before it."),
        "equation.unary_plus": _("A number cannot begin with +."),
        "equation.signed_zero": _("0 cannot have a sign."),
        "equation.adjacent_operators": _("Two signs cannot stand side by side."),
        "equation.empty_side": _("One side of = is empty."),
        "equation.ends_with_operator": _("A side cannot end with a sign."),
        "equation.multiple_equals": _("A sum has only one =."),
        "equation.no_operator_before_equals": _("Before = there must be two numbers or more."),
        "equation.result_not_a_number": _("After = there may only be digits."),
        "equation.neighbour_not_empty": _("This square has to stay empty: a sum ends beside it."),
        "equation.no_board_block_used": _("The sum uses no block that lies on the table."),
        "equation.no_hand_block_used": _("The sum uses no block from the hand."),
        "equation.too_long": _("The line has %(tiles)s tiles; it can have at most %(limit)s."),
        # Tiles
        "tile.unknown": _("“%(tile)s” is no tile of this game."),
        "tile.face_not_allowed": _("The tile %(tile)s cannot stand for “%(face)s”."),
        "tile.not_in_rack": _("The tile %(tile)s is not on the rack."),
        "tile.pool_exhausted": _("Too many %(tile)s: the set has only %(count)s."),
        # Moves
        "move.invalid": _("The move is not allowed."),
        "move.unreadable": _("“%(text)s” is no move."),
        "move.unreadable_place": _("“%(text)s” is no square of this game."),
        "move.blank.unassigned": _("It has to be said what the blank stands for."),
        "move.choice.unassigned": _("It has to be said which sign the tile %(tile)s is."),
        "move.choice.locked": _("The tile here stays what it was played as: %(tile)s."),
        "move.cell.occupied": _("The tile %(tile)s is already here."),
        "move.cell.outside": _("This square is not on the board."),
        "move.gap": _("There is no tile here, and the line has a gap."),
        "move.not_in_line": _("The tiles are not in one line."),
        "move.not_connected": _("The tiles touch none that are on the board."),
        "move.first_move_off_centre": _("The first play has to cover the star."),
        "move.no_tiles": _("A play needs at least one tile."),
        "move.no_line": _("One tile alone makes no equation."),
        "move.not_your_turn": _("It is the turn of side %(to_move)s, not of side %(side)s."),
        "move.no_such_side": _("There is no side %(side)s."),
        "move.not_in_this_game": _("This game has no such move: %(move)s."),
        "move.game_over": _("The game is over."),
        "move.exchange.nothing": _("An exchange needs at least one tile."),
        "move.exchange.bag_too_small": _(
            "The bag holds too few tiles for an exchange: %(bag)s, and it takes %(needed)s."
        ),
        "move.discard.nothing": _("A discard needs at least one block."),
        "move.pass.stock_not_empty": _("While there are blocks in the stock, nobody may pass."),
        "move.rack.too_many": _("Too many tiles: %(tiles)s, and the rack holds %(limit)s."),
        "move.rack.contradicts": _("The rack should hold the tile %(tile)s, which is known to be there."),
        "challenge.judged_already": _("Plays are judged at once here: nothing can be challenged."),
        "challenge.own_play": _("Nobody challenges their own play."),
        "challenge.window_closed": _("There is no play that can still be challenged."),
        "clock.negative": _("A clock cannot show less than nothing."),
        "clock.turn_too_long": _("Side %(side)s took too long for one turn."),
        "end.no_such_side": _("There is no side %(side)s."),
        "end.rack_mismatch": _("Side %(side)s cannot have been left with “%(said)s”: its rack holds %(size)s."),
        "end.racks_unknown": _("It has to be said what side %(side)s was left with."),
        "game.not_over": _("The game cannot end yet."),
        "game.replay_broken": _("The game cannot be followed beyond a move that is not allowed."),
        "ruleset.unknown": _("There are no rules called “%(name)s”."),
        # Records
        "record.unreadable": _("The record cannot be read."),
        "record.empty": _("There is nothing in it."),
        "record.too_large": _("The text is too large for a record: it may have %(limit)s characters."),
        "record.too_many_lines": _("A record has at most %(limit)s lines."),
        "record.line_too_long": _("The line has %(length)s characters; it can have at most %(limit)s."),
        "record.character_not_allowed": _("The character %(character)s cannot stand in a record."),
        "record.not_utf8": _("The text is not UTF-8: the byte %(byte)s makes no character here."),
        "record.format_missing": _("A record begins with “kradan game record 1”, not with “%(text)s”."),
        "record.version_unknown": _("This is a record of version “%(version)s”, which is not known here."),
        "record.tag_unreadable": _("“%(text)s” is no line of the head: it should be “key: value”."),
        "record.tag_duplicate": _("“%(tag)s” is there twice."),
        "record.tag_late": _("“%(text)s” belongs before the first move."),
        "record.too_many_tags": _("The head has at most %(limit)s lines of its own."),
        "record.ruleset_missing": _("The head does not say which rules were played: “ruleset: amath@1”."),
        "record.setting_unreadable": _("The setting “%(setting)s” cannot be “%(text)s”."),
        "record.sides": _("The head names 2 to 4 sides, from “side 1” on without a gap; here it names %(sides)s."),
        "record.side_unreadable": _("“%(text)s” is not the number of a side."),
        "record.columns": _(
            "A line has the columns side, rack, move, score and total; here the columns are %(columns)s."
        ),
        "record.number_unreadable": _("“%(text)s” is no whole number."),
        "record.number_out_of_range": _("%(number)s is not between %(min)s and %(max)s."),
        "record.time_unreadable": _("“%(text)s” is no time in minutes and seconds, such as 23:01."),
        "record.rack_not_allowed": _("“%(text)s” cannot stand here: such a line has no rack."),
        "record.rack_incomplete": _("The rack has %(size)s tiles, not %(tiles)s; write _ behind those you know."),
        "record.event_unexpected": _("“%(event)s” does not follow from the move before."),
        "record.score_mismatch": _("The score is written as %(said)s; it is %(computed)s."),
        "record.total_mismatch": _("The total is written as %(said)s; it is %(computed)s."),
        "record.not_two_sides": _("A game here has two sides, not %(sides)s."),
        "record.other_ruleset": _("The game is played by %(ruleset)s; the record is of %(said)s."),
        "record.other_settings": _("By the settings of this game something else happens here: %(event)s."),
        "record.remark_misplaced": _("A remark cannot stand here: this follows by the rules."),
        "record.remark_too_long": _("A remark has at most %(limit)s letters."),
        "record.too_many_faults": _("There are more faults than %(limit)s; the rest is left out."),
        # Data that is no move
        "wire.missing": _("A value is missing here."),
        "wire.no_such_direction": _("A line runs across or down."),
        "wire.no_such_field": _("There is no such value here."),
        "wire.no_such_reason": _("A game ends by one of: %(reasons)s."),
        "wire.no_such_side": _("A side is one of: %(sides)s."),
        "wire.no_such_type": _("There is no such kind of event: %(type)s."),
        "wire.not_a_flag": _("Yes or no is needed here: true or false."),
        "wire.not_a_list": _("A list is needed here."),
        "wire.not_a_text": _("A text is needed here."),
        "wire.not_a_tile": _("A tile is needed here."),
        "wire.not_a_whole_number": _("A whole number is needed here."),
        "wire.not_an_object": _("An object is needed here."),
        "wire.out_of_range": _("This is not between %(low)s and %(high)s."),
    }
)

_EVENTS: Mapping[str, object] = MappingProxyType(
    {
        Name.PLAY: _("play"),
        Name.EXCHANGE: _("exchange"),
        Name.PASS: _("pass"),
        Name.DISCARD: _("discard"),
        Name.CHALLENGE: _("challenge"),
        Name.END: _("end of the game"),
        Name.CLOCK: _("clock"),
        Name.PLAY_WITHDRAWN: _("play withdrawn"),
        Name.TURN_LOST: _("turn lost"),
        Name.RACK_ADJUSTMENT: _("rack adjustment"),
        Name.TIME_ADJUSTMENT: _("time adjustment"),
        Name.ARBITER_ADJUSTMENT: _("arbiter's adjustment"),
    }
)

# Figures that count sides from 0; people count them from 1.
_SIDES = ("side", "to_move")


def event_label(name: str) -> str:
    """What an event is called; the name itself for one that is not known."""
    return str(_EVENTS.get(name, name))


def sentence(problem: Problem, rules: Ruleset | None = None) -> str:
    """One problem as a sentence, with its square or tile before it where there is one.

    `rules` decide how squares are named; without them, as on a lettered board. A code that is not known is shown
    as it is.
    """
    text = _what(problem)
    if problem.cell is not None:
        return str(_("At %(square)s: %(what)s") % {"square": square_name(problem.cell, rules), "what": text})
    if problem.pos is not None:
        return str(_("Tile %(number)s: %(what)s") % {"number": problem.pos + 1, "what": text})
    return text


def fault_sentence(fault: Fault, rules: Ruleset | None = None) -> str:
    """What is wrong with a record, with the line it is in."""
    what = sentence(fault.problem, rules)
    return str(_("Line %(number)s: %(what)s") % {"number": fault.line, "what": what})


def line_problems(problems: Iterable[Problem], tiles: Iterable[Tile]) -> list[Problem]:
    """Problems of a line that lies on no board, told which line, so that their sentences can quote it."""
    line = Line(ACROSS, Square(1, 1), tuple(tiles))
    return [replace(problem, line=line) for problem in problems]


def square_name(square: Square, rules: Ruleset | None = None) -> str:
    """`8J` on a lettered board, `-4,0` on a table."""
    lettered = rules is None or rules.layout.width is not None
    if lettered and 1 <= square[0] <= 26 and square[1] >= 1:
        return lettered_name(Square(*square))
    return table_name(Square(*square))


def _what(problem: Problem) -> str:
    figures: dict[str, str | int] = dict(problem.figures)
    if problem.code == "equation.unbalanced" and problem.line is not None:
        return _unbalanced(problem.line, figures)
    if problem.code == "tile.unknown" and "looks_like" in figures:
        return str(_("“%(tile)s” is no tile of this game; it looks like %(looks_like)s.") % figures)
    if problem.code == "end.rack_mismatch" and "known" in figures:
        figures["side"] = int(figures["side"]) + 1
        return str(_("Side %(side)s was left with %(known)s, not with “%(said)s”.") % figures)
    if problem.code not in _SENTENCES:
        return problem.code
    for key in _SIDES:
        if key in figures:
            figures[key] = int(figures[key]) + 1
    for key in ("move", "event"):
        if key in figures:
            figures[key] = event_label(str(figures[key]))
    return str(_SENTENCES[problem.code]) % figures


def _unbalanced(line: Line, figures: dict[str, str | int]) -> str:
    """`7-2 is 5, not 6`: with the sides as they are written, and their values where these are not the same."""
    side = int(figures["side"])
    sides = line.equation.split("=")
    figures |= {"before": sides[side - 1], "after": sides[side]}
    plain_before, plain_after = figures["before"] == figures["left"], figures["after"] == figures["right"]
    if plain_before and plain_after:
        return str(_("%(left)s is not %(right)s.") % figures)
    if plain_after:
        return str(_("%(before)s is %(left)s, not %(right)s.") % figures)
    if plain_before:
        return str(_("%(after)s is %(right)s, not %(left)s.") % figures)
    return str(_("%(before)s is %(left)s, but %(after)s is %(right)s.") % figures)
