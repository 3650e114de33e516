"""A record as plain data for JSON: the same head and the same lines as its text, with moves as apps send them.

Reading judges the game as `read_record` does. A fault's line is the place in `lines`, from 1 (0: the head), and its
pointer leads to the value.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.events import Name
from games.engine.moves import Adjustment, Move
from games.engine.notation.faults import Fault, UnreadableRecord
from games.engine.notation.head import FORMAT, VERSION, Head, check_tag, write_settings
from games.engine.notation.records import Entry, Record, Remark
from games.engine.notation.settling import Draft, settle
from games.engine.notation.texts import MAX_FAULTS, MAX_LINES, one_line, shown
from games.engine.problems import Problem, Unreadable
from games.engine.rulesets import Ruleset
from games.engine.wire import BadData, move_data, move_kind, read_move, read_side, side_name

REMARK = "remark"
_HEAD = ("format", "version", "ruleset", "settings", "sides", "tags", "lines")
_LINE = ("type", "player", "move", "points", "total", "more", "remark")
_DERIVED = (Name.PLAY_WITHDRAWN, Name.TURN_LOST, Name.RACK_ADJUSTMENT, Name.TIME_ADJUSTMENT)


def record_data(record: Record) -> dict[str, Any]:
    """What `read_record_data` gives back as an equal record.

    >>> from games.engine import get_ruleset
    >>> from games.engine.notation import read_move as read_text
    >>> rules = get_ruleset("amath")
    >>> record = Record.of(rules.opening().play(read_text(rules, "8E 7 × 2 = 1 4")), ["Anan", "Bua"])
    >>> data = record_data(record)
    >>> data["settings"], data["lines"][0]["points"], read_record_data(data) == record
    ({'judging': 'challenge'}, 11, True)
    """
    return {
        "format": FORMAT,
        "version": int(VERSION),
        "ruleset": record.rules.id,
        "settings": dict(write_settings(record.rules, record.settings)),
        "sides": list(record.players),
        "tags": [{"key": key, "value": value} for key, value in record.tags],
        "lines": [_line(record.rules, line) for line in record.lines],
    }


def _line(rules: Ruleset, line: Entry | Remark) -> dict[str, Any]:
    if isinstance(line, Remark):
        return {"type": REMARK, "remark": line.text}
    data: dict[str, Any] = {"type": line.name.value}
    if line.side is not None:
        data |= {"player": side_name(line.side), "points": line.points, "total": line.total}
    if line.move is not None:
        data["move"] = move_data(rules, line.move)
        if "rack" in data["move"] or line.more:
            data["more"] = line.more
    if line.remark:
        data["remark"] = line.remark
    return data


def read_record_data(data: Any) -> Record:
    """The record that data is, judged by the engine to its last line. Raises `UnreadableRecord`."""
    return _Data(data).record()


@dataclass(slots=True)
class _Data:
    data: Any
    faults: list[Fault] = field(default_factory=list)

    def fault(self, code: str, pointer: str, line: int = 0, **figures: str | int) -> None:
        self.faults.append(Fault(line, Problem(code, figures=figures), pointer))

    def record(self) -> Record:
        if not isinstance(self.data, Mapping):
            self.fault("wire.not_an_object", "")
            raise self.unreadable()
        for key in self.data:
            if key not in _HEAD:
                self.fault("wire.no_such_field", f"/{key}")
        if self.data.get("format", FORMAT) != FORMAT:
            self.fault("record.format_missing", "/format", text=shown(str(self.data["format"])))
        if str(self.data.get("version", VERSION)) != VERSION:
            self.fault("record.version_unknown", "/version", version=shown(str(self.data["version"])))
        for key in ("sides", "lines"):
            if key not in self.data:
                self.fault("wire.missing", f"/{key}")
        head, tags, lines = self.head(), self.tags(), self.list_of("lines")
        rules, players = head.rules(), head.players()
        if rules is None or players is None:
            raise self.unreadable()
        settings = head.settings(rules)
        if len(lines) > MAX_LINES:
            self.fault("record.too_many_lines", "/lines", limit=MAX_LINES)
        if self.faults:
            raise self.unreadable()
        drafts = [
            draft
            for number, item in enumerate(lines, 1)
            if (draft := self.draft(rules, len(players), number, item)) is not None
        ]
        settled = settle(rules, settings, len(players), drafts)
        self.faults += [Fault(fault.line, fault.problem, f"/lines/{fault.line - 1}") for fault in settled.faults]
        record = Record(rules, players, settings, tags, tuple(settled.lines))
        if self.faults:
            raise self.unreadable(record)
        return record

    def unreadable(self, record: Record | None = None) -> UnreadableRecord:
        faults = sorted(self.faults, key=lambda fault: fault.line)
        if len(faults) > MAX_FAULTS:
            more = Problem("record.too_many_faults", figures={"limit": MAX_FAULTS})
            faults = [*faults[:MAX_FAULTS], Fault(faults[MAX_FAULTS].line, more)]
        return UnreadableRecord(tuple(faults), record)

    # -- the head ----------------------------------------------------------------------------------------------

    def head(self) -> Head:
        """The head with what means something in it; the faults it finds are those of line 0."""
        head = Head(self.faults)
        said: dict[str, tuple[int, str]] = {"ruleset": (0, self.text(self.data.get("ruleset", ""), "/ruleset"))}
        settings = self.data.get("settings", {})
        if not isinstance(settings, Mapping):
            self.fault("wire.not_an_object", "/settings")
            settings = {}
        for key, value in settings.items():
            said[str(key).casefold()] = (0, self.text(value, f"/settings/{key}"))
        for number, name in enumerate(self.list_of("sides"), 1):
            said[f"side {number}"] = (0, self.text(name, f"/sides/{number - 1}"))
        head.said = said
        return head

    def tags(self) -> tuple[tuple[str, str], ...]:
        tags: dict[str, tuple[str, str]] = {}
        for place, item in enumerate(self.list_of("tags")):
            pointer = f"/tags/{place}"
            if not isinstance(item, Mapping) or set(item) != {"key", "value"}:
                self.fault("wire.not_an_object", pointer)
                continue
            try:
                key, value = check_tag(self.text(item["key"], pointer), self.text(item["value"], pointer))
            except Unreadable as problem:
                self.faults.append(Fault(0, problem.problem, pointer))
                continue
            if key.casefold() in tags:
                self.fault("record.tag_duplicate", pointer, tag=key)
            tags[key.casefold()] = (key, value)
        return tuple(tags.values())

    def list_of(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list | tuple):
            self.fault("wire.not_a_list", f"/{key}")
            return []
        return list(value)

    def text(self, value: Any, pointer: str, line: int = 0) -> str:
        if not isinstance(value, str):
            self.fault("wire.not_a_text", pointer, line)
            return ""
        try:
            return one_line(value)
        except Unreadable as problem:
            self.faults.append(Fault(line, problem.problem, pointer))
            return ""

    # -- the lines ---------------------------------------------------------------------------------------------

    def draft(self, rules: Ruleset, sides: int, number: int, item: Any) -> Draft | None:
        """A line; `None` for one that is faulty and yet does not keep the game from being followed."""
        pointer = f"/lines/{number - 1}"
        if not isinstance(item, Mapping):
            self.fault("wire.not_an_object", pointer, number)
            return Draft(number, broken=True)
        for key in item:
            if key not in _LINE:
                self.fault("wire.no_such_field", f"{pointer}/{key}", number)
        if not isinstance(item.get("more", False), bool):
            self.fault("wire.not_a_flag", f"{pointer}/more", number)
        remark = self.text(item.get("remark", ""), f"{pointer}/remark", number)
        kind = item.get("type")
        if kind == REMARK:
            return Draft(number, remark=remark)
        try:
            side = None if item.get("player") is None else read_side(item["player"], sides, "/player")
            points, total = (self.whole(item.get(key), f"{pointer}/{key}", number) for key in ("points", "total"))
            if "move" not in item and kind in _DERIVED:
                return Draft(number, None, Name(kind), side, points, total, remark)
            move = self.move(rules, sides, kind, side, item.get("move", {}))
        except BadData as problem:
            self.faults.append(Fault(number, problem.problem, f"{pointer}{problem.pointer}"))
            return Draft(number, broken=True)
        if isinstance(move, Adjustment):
            remark = ""  # it stands in the move
        whole = bool(getattr(move, "rack", None)) and item.get("more") is False
        return Draft(number, move, None, None, points, total, remark, whole)

    def move(self, rules: Ruleset, sides: int, kind: Any, side: int | None, data: Any) -> Move:
        if not isinstance(kind, str):
            raise BadData("wire.no_such_type", "/type", type=shown(str(kind)))
        if not isinstance(data, Mapping):
            raise BadData("wire.not_an_object", "/move")
        try:
            move = read_move(rules, kind, side, data, sides)
        except BadData as problem:
            inner = problem.pointer if problem.pointer in ("/type", "/player") else f"/move{problem.pointer}"
            raise BadData(problem.code, inner, **problem.problem.figures) from problem
        if isinstance(move, Adjustment):
            try:
                one_line(move.remark)
            except Unreadable as problem:
                raise BadData(problem.code, "/move/remark", **problem.problem.figures) from problem
        assert move_kind(move) == kind
        return move

    def whole(self, value: Any, pointer: str, line: int) -> int | None:
        if value is None:
            return None
        if type(value) is not int or abs(value) > 10**9:
            self.fault("wire.not_a_whole_number", pointer, line)
            return None
        return value
