"""The text of what somebody does: `8E 7 +/-:- 2 ?:= 5`, `exchange 7 +`, `end out, 2 holds 9 ×`.

A play is a place and its whole line, from its first tile to its last, with `.` for tiles already down. The rest
are words. Reading gathers every problem; nothing is judged here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.moves import (
    Adjustment,
    Challenge,
    Charge,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    Kinds,
    Move,
    Pass,
    Play,
    play_line,
)
from games.engine.notation.texts import read_number, read_time, shown, write_number, write_time
from games.engine.problems import Problem, Unreadable
from games.engine.rulesets import SCORE_MAX, SCORE_MIN, Ruleset
from games.engine.squares import Direction, Square, lettered_name, read_place, table_name
from games.engine.tiles import Tile

DOWN_ALREADY = "."
UNKNOWN = "_"

_COUNT = re.compile(r"([0-9]{1,2}) tiles?", re.ASCII)
_HELD = re.compile(r"([0-9]{1,2}) holds(?: (.*))?", re.ASCII)


@dataclass(slots=True)
class Reader:
    """Reads the parts of one line and keeps the problems it meets."""

    rules: Ruleset
    problems: list[Problem]

    def fault(self, code: str, text: str) -> None:
        self.problems.append(Problem(code, figures={"text": shown(text)}))

    def tiles(self, tokens: Sequence[str]) -> tuple[Tile | None, ...]:
        run: list[Tile | None] = []
        for pos, token in enumerate(tokens):
            try:
                run.append(None if token == DOWN_ALREADY else self.rules.tiles.tile(token))
            except Unreadable as fault:
                self._misspelled(fault.problem, pos)
        return tuple(run)

    def kinds(self, tokens: Sequence[str]) -> Kinds:
        """Tiles as they lie on a rack."""
        kinds: list[str] = []
        for pos, token in enumerate(tokens):
            try:
                kinds.extend(self.rules.tiles.kinds(token))
            except Unreadable as fault:
                self._misspelled(fault.problem, pos)
        return tuple(kinds)

    def _misspelled(self, problem: Problem, pos: int) -> None:
        figures = {key: shown(str(value)) for key, value in problem.figures.items()}
        self.problems.append(Problem(problem.code, pos=pos, figures=figures))

    def play(self, place: str, tokens: Sequence[str], side: int | None, rack: Kinds | None) -> Play | None:
        try:
            start, direction = read_place(place if "," in place else place.upper())
        except Unreadable:
            self.fault("move.unreadable_place", place)
            return None
        if ("," in place) is not (self.rules.layout.width is None):
            self.fault("move.unreadable_place", place)  # a square of the other game
            return None
        if not tokens:
            self.problems.append(Problem("move.no_tiles"))
        elif len(tokens) > self.rules.longest_line:
            figures_: dict[str, str | int] = {"tiles": len(tokens), "limit": self.rules.longest_line}
            self.problems.append(Problem("equation.too_long", figures=figures_))
        return play_line(start, direction, self.tiles(tokens), side=side, rack=rack)

    def exchange(self, text: str, side: int | None, rack: Kinds | None) -> Exchange:
        if match := _COUNT.fullmatch(text):
            return Exchange(count=int(match[1]), side=side, rack=rack)
        return Exchange(self.kinds(text.split()), side=side, rack=rack)

    def end(self, text: str) -> End | None:
        reason, *clauses = (part.strip() for part in text.split(","))
        racks: dict[int, Kinds] = {}
        for clause in clauses:
            match = _HELD.fullmatch(clause)
            side = int(match[1]) - 1 if match else -1
            if match is None or side < 0 or side in racks or not match[2]:
                self.fault("move.unreadable", clause)
                continue
            racks[side] = () if match[2].casefold() == "nothing" else self.kinds(match[2].split())
        try:
            return End(Ending(reason.casefold()), racks or None)
        except ValueError:
            self.fault("move.unreadable", f"end {text}")
            return None

    def clock(self, text: str, side: int) -> Clock | None:
        try:
            return Clock(side, read_time(text))
        except ValueError:
            self.fault("record.time_unreadable", text)
            return None

    def adjustment(self, text: str, side: int, remark: str) -> Adjustment | None:
        word, _, number = text.partition(" ")
        try:
            charge = Charge(word.casefold())
        except ValueError:
            self.fault("move.unreadable", f"adjust {text}")
            return None
        points = self.number(number)
        if points is None:
            return None
        if not SCORE_MIN <= points <= SCORE_MAX:
            self.problems.append(out_of_range(points))
        return Adjustment(side, points, charge, remark)

    def number(self, text: str) -> int | None:
        try:
            return read_number(text)
        except ValueError:
            self.fault("record.number_unreadable", text)
            return None

    def act(self, text: str, side: int | None, rack: Kinds | None, remark: str) -> Move | None:
        """What a text says that somebody does; `None` with at least one problem where it says nothing."""
        text = " ".join(text.split())
        first, _, rest = text.partition(" ")
        match first.casefold():
            case "exchange":
                return self.exchange(rest, side, rack)
            case "discard":
                return Discard(self.kinds(rest.split()), side, rack)
            case "pass" if not rest:
                return Pass(side, rack)
            case "challenge" if not rest:
                return Challenge(side, rack)
            case "end":
                return self.end(rest)
            case "clock" | "adjust" as word:
                if side is None:
                    self.fault("record.side_unreadable", "")
                    return None
                return self.clock(rest, side) if word == "clock" else self.adjustment(rest, side, remark)
        if is_word(first) or not first:
            self.fault("move.unreadable", text)
            return None
        return self.play(first, rest.split(), side, rack)


def is_word(token: str) -> bool:
    """A word, where a place would have a figure in it."""
    return not any(char.isdecimal() for char in token)


def out_of_range(number: int) -> Problem:
    return Problem("record.number_out_of_range", figures={"number": number, "min": SCORE_MIN, "max": SCORE_MAX})


def place_name(rules: Ruleset, start: Square, direction: Direction) -> str:
    """`8E`, `E8`, `-4,0`, `-4,0v`. Raises `Unreadable` for a start that no place of this game can have."""
    if rules.layout.width is None:
        name, known = table_name(start, direction), max(map(abs, start)) <= 9999
    else:
        known = 1 <= start[0] <= 26 and 1 <= start[1] <= 99
        name = lettered_name(Square(*start), direction) if known else f"{start[0]},{start[1]}"
    if not known:
        raise Unreadable(Problem("move.unreadable_place", figures={"text": name}))
    return name


def write_act(rules: Ruleset, move: Move) -> str:
    """The text of a move in record form. Raises `Unreadable` for a place, a time or points out of all range."""
    match move:
        case Play():
            start = move.cells[0][0]
            run = (DOWN_ALREADY if tile is None else str(tile) for _, tile in move.cells)
            return f"{place_name(rules, start, move.direction)} {' '.join(run)}"
        case Exchange():
            counted = f"{move.count} tile{'' if move.count == 1 else 's'}"
            return f"exchange {' '.join(move.tiles) or counted}"
        case Discard():
            return " ".join(("discard", *move.tiles))
        case Pass():
            return "pass"
        case Challenge():
            return "challenge"
        case End():
            held = sorted((move.racks or {}).items())
            clauses = (f", {side + 1} holds {' '.join(kinds) or 'nothing'}" for side, kinds in held)
            return f"end {move.reason.value}{''.join(clauses)}"
        case Clock():
            try:
                return f"clock {write_time(move.used_ms)}"
            except ValueError:
                figures = {"text": shown(str(move.used_ms))}
                raise Unreadable(Problem("record.time_unreadable", figures=figures)) from None
        case Adjustment():
            if not SCORE_MIN <= move.points <= SCORE_MAX:
                raise Unreadable(out_of_range(move.points))
            return f"adjust {move.charge.value} {write_number(move.points)}"
