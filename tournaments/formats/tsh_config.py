"""`config.tsh`: which divisions there are and how they are run (design/tsh.md, "`config.tsh`").

Values are read as literals and never evaluated. What is not understood is kept word for word and reported;
`perl` and `begin`, which would run something, are refused and reported.
"""

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from .text import split_lines
from .tsh_issues import Severity, TshIssue, raise_errors
from .tsh_literal import Literal, NotLiteral, parse_literal

_CONFIG = re.compile(
    r"config\s+(?P<key>\w+)\s*(?:\{\s*(?P<sub>'[^'\\]*'|\"[^\"\\]*\"|\w+)\s*\}\s*)?=(?![=~])(?P<value>.*)",
    re.ASCII,
)
_FILE_NAME = re.compile(r"[^\s/\\:*?\"<>|\x00-\x1f]+")
_WORDS = re.compile(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""")
_QUOTED = re.compile(r"""(["'])(.*?)\1""")
_MAX_LINE = 4000
#: Directives that run something when the event is opened.
_CODE = frozenset({"perl", "begin", "eval", "system", "require", "use", "do"})


@dataclass(frozen=True, slots=True)
class TshDivisionRef:
    """`division NAME FILE`; the file lies beside the config."""

    name: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class TshAutopair:
    """`autopair DIV BASED ROUND COMMAND ARGS…`: pair `round` by `command` once `based_on` is in (0: none)."""

    division: str
    based_on: int
    round: int
    command: str
    args: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class TshPrize:
    """`prize TYPE SUBTYPE DIV VALUE key=value…`."""

    type: str
    subtype: str
    division: str
    value: str
    options: dict[str, str]
    line: int


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line that is not understood or not run, word for word."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class TshConfig:
    """A config as read. `settings[key]` is the last value given; sub-keys make a dict. `kept` are lines that
    are not understood, `refused` those that would run code; each has its issue, too."""

    divisions: tuple[TshDivisionRef, ...] = ()
    settings: dict[str, Literal] = field(default_factory=dict)
    autopair: tuple[TshAutopair, ...] = ()
    classes: dict[str, int] = field(default_factory=dict)
    prizes: tuple[TshPrize, ...] = ()
    encoding: str = ""
    kept: tuple[KeptLine, ...] = ()
    refused: tuple[KeptLine, ...] = ()
    issues: tuple[TshIssue, ...] = ()
    file: str = "config.tsh"

    def number(self, key: str) -> int | None:
        """A setting that should be a whole number; None when it is missing or something else."""
        value = self.settings.get(key)
        return value if isinstance(value, int) else None

    def text(self, key: str) -> str:
        """A setting as text, "" when missing or no plain value."""
        value = self.settings.get(key)
        return str(value) if isinstance(value, int | float | str) else ""

    def on(self, key: str) -> bool:
        """A setting as a switch, the way TSH reads truth: 0, '', '0' and undef are off."""
        return self.settings.get(key) not in (None, 0, "", "0")


def safe_file_name(name: str) -> bool:
    """Whether a name from a foreign file may be looked up: a plain name, never a path.

    >>> safe_file_name("a.t"), safe_file_name("../a.t"), safe_file_name("/etc/passwd"), safe_file_name("..")
    (True, False, False, False)
    """
    return bool(_FILE_NAME.fullmatch(name)) and PurePosixPath(name).name == name and name.strip(".") != ""


def parse_config(text: str, *, file: str = "config.tsh") -> TshConfig:
    """Read a config (already decoded). Raises TshError where a division line cannot be followed; everything
    else that is odd is an issue of the result.

    >>> config = parse_config("division a a.t\\nconfig bye_spread = 50\\nperl unlink 'x'\\n")
    >>> config.divisions[0].file, config.settings, [(i.line, i.code) for i in config.issues]
    ('a.t', {'bye_spread': 50}, [(3, 'tsh.code_refused')])
    """
    reader = _ConfigReader(file)
    for number, raw in enumerate(split_lines(text.removeprefix("\ufeff")), start=1):
        line = raw.strip()
        if line and not line.startswith("#"):
            reader.read(number, line)
    if not reader.divisions:
        reader.issue(0, "tsh.no_division", Severity.ERROR)
    raise_errors(reader.issues)
    return TshConfig(
        divisions=tuple(reader.divisions),
        settings=reader.settings,
        autopair=tuple(reader.autopair),
        classes=reader.classes,
        prizes=tuple(reader.prizes),
        encoding=reader.encoding,
        kept=tuple(reader.kept),
        refused=tuple(reader.refused),
        issues=tuple(reader.issues),
        file=file,
    )


class _ConfigReader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.encoding = ""
        self.divisions: list[TshDivisionRef] = []
        self.settings: dict[str, Literal] = {}
        self.autopair: list[TshAutopair] = []
        self.classes: dict[str, int] = {}
        self.prizes: list[TshPrize] = []
        self.kept: list[KeptLine] = []
        self.refused: list[KeptLine] = []
        self.issues: list[TshIssue] = []

    def issue(self, line: int, code: str, severity: Severity = Severity.NOTE, **params: str | int) -> None:
        self.issues.append(TshIssue(self.file, line, code, severity, params))

    def keep(self, number: int, line: str, code: str) -> None:
        self.kept.append(KeptLine(number, line))
        self.issue(number, code, text=line[:120])

    def read(self, number: int, line: str) -> None:
        if len(line) > _MAX_LINE:
            self.keep(number, line, "tsh.unknown_line")
            return
        words = line.split()
        directive = words[0].lower()
        if directive in _CODE or _CODE & {re.split(r"\W", directive)[0]}:
            self.refused.append(KeptLine(number, line))
            self.issue(number, "tsh.code_refused", Severity.REFUSED, text=line[:120])
        elif directive == "config":
            self.config(number, line)
        elif directive == "division":
            self.division(number, words)
        elif directive == "encoding" and len(words) == 2:
            self.encoding = words[1]
        elif directive == "realm" and len(words) == 2:
            self.settings["realm"] = words[1]
        elif directive == "classes" and len(words) == 3 and _small(words[2]):
            self.classes[words[1]] = int(words[2])
        elif directive == "autopair" and len(words) >= 5 and _small(words[2]) and _small(words[3]):
            self.autopair.append(
                TshAutopair(words[1], int(words[2]), int(words[3]), words[4], tuple(words[5:]), number)
            )
        elif directive == "prize":
            self.prize(number, line)
        else:
            self.keep(number, line, "tsh.unknown_line")

    def config(self, number: int, line: str) -> None:
        match = _CONFIG.fullmatch(line)
        if match is None:
            self.keep(number, line, "tsh.unknown_line")
            return
        try:
            value = parse_literal(match["value"])
        except NotLiteral:
            self.keep(number, line, "tsh.not_a_value")
            return
        key, sub = match["key"], match["sub"]
        if sub is None:
            self.settings[key] = value
            return
        known = self.settings.get(key)
        parts = dict(known) if isinstance(known, dict) else {}
        parts[sub.strip("'\"")] = value
        self.settings[key] = parts

    def division(self, number: int, words: list[str]) -> None:
        if len(words) != 3:
            self.issue(number, "tsh.division_line", Severity.ERROR)
            return
        name, file = words[1], words[2]
        if not safe_file_name(file):
            self.issue(number, "tsh.unsafe_path", Severity.ERROR, text=file[:120])
        elif any(known.name.casefold() == name.casefold() for known in self.divisions):
            self.issue(number, "tsh.division_twice", Severity.ERROR, division=name[:60])
        else:
            self.divisions.append(TshDivisionRef(name, file, number))

    def prize(self, number: int, line: str) -> None:
        words = [_QUOTED.sub(r"\2", word) for word in _WORDS.findall(line)]
        if len(words) < 5 or _WORDS.sub("", line).strip():
            self.keep(number, line, "tsh.unknown_line")
            return
        options = dict(word.split("=", 1) for word in words[5:] if "=" in word)
        if len(options) != len(words) - 5:
            self.keep(number, line, "tsh.unknown_line")
            return
        self.prizes.append(TshPrize(words[1], words[2], words[3], words[4], options, number))


def _small(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 3
