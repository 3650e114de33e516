"""The head of a record: `key: value` lines for the ruleset, the settings, the sides and whatever else is said."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.notation.faults import Fault
from games.engine.notation.texts import one_line, read_time, shown, write_time
from games.engine.problems import Problem, Unreadable
from games.engine.rulesets import Ruleset, Settings, UnknownRuleset, get_ruleset

FORMAT = "kradan game record"
VERSION = "1"
MAX_TAGS = 100

_FORMAT_LINE = re.compile(rf"{FORMAT} ([^ ]+)", re.ASCII)
# A key begins with a letter, has none of the signs that come before a colon in a play (`?:12`, `+/-:-`), and its
# colon follows at once (`discard 7 :`), so that no line of the body looks like it.
_KEY = re.compile(r"([^\W\d_][^:|#?./=+,]{0,39})(?<!\s):\s*(.*)", re.DOTALL)
_SIDE = re.compile(r"side ([0-9]+)", re.ASCII)
NONE = "none"


class Codec(NamedTuple):
    """How a setting is written and read; reading raises `ValueError`."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text, re.ASCII):
        raise ValueError(text)
    return int(text)


def _words(**meanings: Any) -> Codec:
    texts = {value: word for word, value in meanings.items()}

    def read(text: str) -> Any:
        if text.casefold() not in meanings:
            raise ValueError(text)
        return meanings[text.casefold()]

    return Codec(texts.__getitem__, read)


def _or_none(codec: Codec) -> Codec:
    return Codec(
        lambda value: NONE if value is None else codec.write(value),
        lambda text: None if text.casefold() == NONE else codec.read(text),
    )


_NUMBER, _TIME = Codec(str, _number), Codec(write_time, read_time)
_YES_NO = _words(yes=True, no=False)

# Every setting a game may have, in the order it is written; the judging mode always is, the others where they
# differ from what the ruleset gives.
_SETTINGS: Mapping[str, tuple[str, Codec]] = MappingProxyType(
    {
        "judging": ("judging", _words(auto="auto", challenge="challenge")),
        "clock": ("clock_ms", _or_none(_TIME)),
        "overtime points": ("overtime.points_per_minute", _NUMBER),
        "overtime minutes": ("overtime.started_minutes", _words(started=True, full=False)),
        "overtime cap": ("overtime.cap", _or_none(_NUMBER)),
        "overtime forfeit": ("overtime.forfeit_after_ms", _or_none(_TIME)),
        "scoreless end": ("scoreless_end", _or_none(_NUMBER)),
        "strict zero sign": ("strict_zero_sign", _YES_NO),
        "refuse excess": ("refuse_excess", _YES_NO),
        "turn limit": ("turn_limit_ms", _or_none(_TIME)),
        "reach": ("reach", _or_none(_NUMBER)),
    }
)
_RULESET = "ruleset"


def _get(settings: Settings, path: str) -> Any:
    group, _, name = path.rpartition(".")
    return getattr(getattr(settings, group) if group else settings, name)


def _set(settings: Settings, path: str, value: Any) -> Settings:
    group, _, name = path.rpartition(".")
    if group:
        return replace(settings, **{group: replace(getattr(settings, group), **{name: value})})
    return replace(settings, **{name: value})


def check_tag(key: str, value: str) -> tuple[str, str]:
    """A free tag as it is written. Raises `Unreadable` for a key that means something else, or is none."""
    key, value = one_line(key), one_line(value)
    match = _KEY.fullmatch(f"{key}:")
    if match is None or " ".join(match[1].split()) != key or _reserved(key):
        raise Unreadable(Problem("record.tag_unreadable", figures={"text": shown(key)}))
    return key, value


def _reserved(key: str) -> bool:
    known = key.casefold()
    return known == _RULESET or known in _SETTINGS or bool(_SIDE.fullmatch(known))


def write_settings(rules: Ruleset, settings: Settings) -> list[tuple[str, str]]:
    """The settings as words: how plays are judged, then what differs from what the ruleset gives.

    Raises `Unreadable` for a setting out of all range.
    """
    rows = []
    usual = rules.settings()
    for key, (path, codec) in _SETTINGS.items():
        value = _get(settings, path)
        if key != "judging" and value == _get(usual, path):
            continue
        try:
            text = codec.write(value)
            sound = codec.read(text) == value
        except ValueError:
            sound = False
        if not sound:
            figures = {"setting": key, "text": shown(str(value))}
            raise Unreadable(Problem("record.setting_unreadable", figures=figures))
        rows.append((key, text))
    return rows


def write_head(
    rules: Ruleset, settings: Settings, players: tuple[str, ...], tags: tuple[tuple[str, str], ...]
) -> str:
    """The head with a line end after each line. Raises `Unreadable` for a setting out of all range."""
    rows = [(_RULESET, rules.id), *write_settings(rules, settings)]
    rows += [(f"side {side}", name) for side, name in enumerate(players, 1)]
    lines = (f"{key}: {value}".rstrip() for key, value in (*rows, *tags))
    return "".join(f"{line}\n" for line in (f"{FORMAT} {VERSION}", *lines))


@dataclass(slots=True)
class Head:
    """What the head says, gathered line by line; `finish` tells what is missing."""

    faults: list[Fault]
    format_line: bool = False
    known: bool = False
    """The format line is there and of this format."""
    said: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The keys that mean something: the line and the value of each."""
    tags: dict[str, tuple[str, str]] = field(default_factory=dict)

    def fault(self, line: int, code: str, **figures: str | int) -> None:
        self.faults.append(Fault(line, Problem(code, figures=figures)))

    def take_format(self, number: int, line: str) -> bool:
        """The first line of all. False where it is another line; that is a fault, but what follows may be read."""
        self.format_line = True
        match = _FORMAT_LINE.fullmatch(" ".join(line.casefold().split()))
        if match is None:
            self.fault(number, "record.format_missing", text=shown(line))
            return False
        self.known = True
        if match[1] != VERSION:
            self.fault(number, "record.version_unknown", version=shown(match[1]))
        return True

    def take_tag(self, number: int, line: str) -> None:
        split = split_tag(line)
        if split is None:
            self.fault(number, "record.tag_unreadable", text=shown(line))
            return
        key, value = split
        known = key.casefold()
        if known in self.said or known in self.tags:
            self.fault(number, "record.tag_duplicate", tag=key)
        elif _reserved(key):
            self.said[known] = (number, value)
        elif len(self.tags) == MAX_TAGS:
            self.fault(number, "record.too_many_tags", limit=MAX_TAGS)
        else:
            self.tags[known] = (key, value)

    def rules(self) -> Ruleset | None:
        number, name = self.said.get(_RULESET, (1, ""))
        if not name:
            self.fault(number, "record.ruleset_missing")
            return None
        try:
            return get_ruleset(name.casefold())
        except UnknownRuleset as unknown:
            self.fault(number, unknown.code, name=shown(name))
            return None

    def settings(self, rules: Ruleset) -> Settings:
        settings = rules.settings()
        for key, (path, codec) in _SETTINGS.items():
            if key not in self.said:
                continue
            number, text = self.said[key]
            try:
                value = codec.read(" ".join(text.split()))
                if key == "judging" and value not in rules.judging_modes:
                    raise ValueError(value)
            except ValueError:
                self.fault(number, "record.setting_unreadable", setting=key, text=shown(text))
            else:
                settings = _set(settings, path, value)
        return settings

    def players(self) -> tuple[str, ...] | None:
        """The names in the order of the sides; `None` where sides are missing or have other numbers."""
        keys = [key for key in self.said if _SIDE.fullmatch(key)]
        wanted = [f"side {number}" for number in range(1, len(keys) + 1)]
        astray = [key for key in keys if key not in wanted]
        if not 2 <= len(keys) <= 4 or astray:
            number = max((self.said[key][0] for key in astray or keys), default=1)
            self.fault(number, "record.sides", sides=len(keys))
            return None
        return tuple(self.said[key][1] for key in wanted)


def split_tag(line: str) -> tuple[str, str] | None:
    """Key and value of a line of the head; blanks within a key are one blank."""
    match = _KEY.fullmatch(line)
    return None if match is None else (" ".join(match[1].split()), match[2].strip())
