"""TSH `.t` files: one player a line, number = place in the file (design/tsh.md, "`.t` line").

`name  rating  opp opp …; score score …; key word word; key …`
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from .text import split_lines
from .tsh_issues import Severity, TshIssue, raise_errors

#: A score that TSH reads as "none".
NO_SCORE = 9999
#: Keys that stay in the file they came in: never written.
PRIVATE_KEYS = frozenset({"password"})
#: Letters of a name, and rounds of an event: more than any has.
MAX_NAME = 120
MAX_ROUNDS = 99
_MAX_DIGITS = 6
# Name, rating and opponents: longer than any, and short enough to read in no time.
_MAX_HEAD = 2000

# The shortest name after which everything is numbers: the rating, then the opponents.
_HEAD = re.compile(r"(?P<name>\S.*?)[ \t]+(?P<rating>-?[0-9]+(?:\+[0-9]+)*)(?P<opponents>(?:[ \t]+[0-9]+)*)[ \t]*")
_INTEGER = re.compile(r"-?[0-9]+")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# A name that ends in a digit carries one comma more, so that the digit is not read as the rating.
_ENDS_IN_DIGIT = re.compile(r"\d,*\Z")
_DIGIT_THEN_COMMAS = re.compile(r"\d,+\Z")
# A last word that was meant for the rating (1,500 or ๑๕๐๐), or a line that has no name.
_STRAY_NUMBER = re.compile(r"(?:.*\s)?[\d.,+-]*\d")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class TshPlayer:
    """One line. `opponents[r]` and `scores[r]` are round r+1's: an opponent's number, 0 for a bye or an
    absence, None for not paired (`00`); a score, or None for none (`00`, 9999). `ratings`: the terms that
    were joined by `+`, the rating first. `etc`: every further key with its words as written, so that an
    unknown key survives. `line` is where it stood, 0 for a player that was not read from a file.
    """

    name: str
    ratings: tuple[int, ...] = (0,)
    opponents: tuple[int | None, ...] = ()
    scores: tuple[int | None, ...] = ()
    etc: dict[str, tuple[str, ...]] = field(default_factory=dict)
    line: int = field(default=0, compare=False)

    @property
    def rating(self) -> int:
        """The rating; 0 means unrated."""
        return self.ratings[0]

    def opponent(self, round_number: int) -> int | None:
        """The opponent in a round from 1; None when not paired."""
        return self.opponents[round_number - 1] if round_number <= len(self.opponents) else None

    def score(self, round_number: int) -> int | None:
        """The score in a round from 1; None for none."""
        return self.scores[round_number - 1] if round_number <= len(self.scores) else None

    def numbers(self, key: str) -> tuple[int | None, ...]:
        """A key's words as numbers; `00` and words that are no numbers are None."""
        return tuple(
            int(word) if word != "00" and _INTEGER.fullmatch(word) and len(word) <= _MAX_DIGITS else None
            for word in self.etc.get(key, ())
        )


@dataclass(frozen=True, slots=True)
class TshDivision:
    """A `.t` file. Player number n is `players[n - 1]`. `notes`: what was read with a doubt."""

    players: tuple[TshPlayer, ...]
    name: str = ""
    file: str = ""
    notes: tuple[TshIssue, ...] = field(default=(), compare=False)

    @property
    def rounds(self) -> int:
        """The last round anybody has an opponent, a bye or a score in."""
        return max((max(_used(p.opponents), _used(p.scores)) for p in self.players), default=0)


def _used(values: tuple[int | None, ...]) -> int:
    return max((index + 1 for index, value in enumerate(values) if value is not None), default=0)


def parse_players(text: str, *, file: str = "", name: str = "") -> TshDivision:
    """Read a `.t` file (already decoded). Raises TshError with every unreadable line.

    >>> division = parse_players("Lee, Wong  1500 2 0; 400 50; board 1 0\\nดี, ใจ   900 1; -3\\n")
    >>> [(p.name, p.rating, p.opponents, p.scores) for p in division.players]
    [('Lee, Wong', 1500, (2, 0), (400, 50)), ('ดี, ใจ', 900, (1,), (-3,))]
    """
    players: list[TshPlayer] = []
    issues: list[TshIssue] = []
    for index, raw in enumerate(split_lines(text.removeprefix("\ufeff")), start=1):
        line = raw.strip(" \t")
        if not line or line.startswith("#"):
            continue
        player = _LineReader(file, index, issues).read(line)
        if player is not None:
            players.append(player)
    raise_errors(issues)
    return TshDivision(players=tuple(players), name=name, file=file, notes=tuple(issues))


class _LineReader:
    """Reads one line and gathers everything that is wrong with it."""

    def __init__(self, file: str, number: int, issues: list[TshIssue]) -> None:
        self.file, self.number, self.issues = file, number, issues
        self.sound = True

    def problem(self, code: str, **params: str | int) -> None:
        self.sound = False
        self.issues.append(TshIssue(self.file, self.number, code, params=params))

    def read(self, line: str) -> TshPlayer | None:
        if _CONTROL.search(line):
            self.problem("tsh.control_character")
            return None
        fields = _split_fields(line)
        text = fields[0].strip(" \t")
        head = _HEAD.fullmatch(text) if len(text) <= _MAX_HEAD else None
        if head is None:
            self.problem("tsh.not_a_player", text=line[:60])
            return None
        opponents = head["opponents"].split()
        if len(fields) == 1 and opponents:
            # A roster line ends with its rating; more numbers mean that the scores were cut off.
            self.problem("tsh.no_scores", text=line[:60])
            return None
        if _STRAY_NUMBER.fullmatch(head["name"]):
            self.problem("tsh.rating", text=head["name"].split()[-1][:60])
        name = " ".join(_plain_name(head["name"]).split())
        if len(name) > MAX_NAME:
            self.problem("tsh.name_too_long", limit=MAX_NAME, length=len(name))
        scores = fields[1].split() if len(fields) > 1 else []
        if max(len(opponents), len(scores)) > MAX_ROUNDS:
            self.problem("tsh.too_many_rounds", limit=MAX_ROUNDS)
            return None
        player = TshPlayer(
            name=writable_name(name),
            ratings=tuple(self._number(term, "tsh.rating") for term in head["rating"].split("+")),
            opponents=tuple(None if word == "00" else self._number(word, "tsh.opponent") for word in opponents),
            scores=tuple(self._score(word) for word in scores),
            etc=self._etc(fields[2:]),
            line=self.number,
        )
        return player if self.sound else None

    def _number(self, word: str, code: str) -> int:
        if len(word) > _MAX_DIGITS:
            self.problem(code, text=word[:60])
            return 0
        return int(word)

    def _score(self, word: str) -> int | None:
        if word == "00":
            return None
        if not _INTEGER.fullmatch(word):
            self.problem("tsh.score", text=word[:60])
            return None
        score = self._number(word, "tsh.score")
        if abs(score) > NO_SCORE:
            self.problem("tsh.score", text=word[:60])
        return None if score == NO_SCORE else score

    def _etc(self, parts: list[str]) -> dict[str, tuple[str, ...]]:
        etc: dict[str, tuple[str, ...]] = {}
        for part in parts:
            words = part.split()
            if not words:
                continue
            key = words[0]
            if not _KEY.fullmatch(key):
                self.problem("tsh.key", key=key[:60])
                continue
            if key in etc:
                note = TshIssue(self.file, self.number, "tsh.key_twice", Severity.NOTE, {"key": key[:60]})
                self.issues.append(note)
            etc[key] = tuple(words[1:])
        return etc


def _split_fields(line: str) -> list[str]:
    """Fields between the `;` that no backslash protects, with the protection taken off."""
    fields: list[list[str]] = [[]]
    chars = iter(line)
    for char in chars:
        if char == "\\":
            follower = next(chars, "")
            fields[-1].append(follower if follower in ("\\", ";") else char + follower)
        elif char == ";":
            fields.append([])
        else:
            fields[-1].append(char)
    return ["".join(field) for field in fields]


def _plain_name(written: str) -> str:
    """A name without the comma that keeps its last digit apart from the rating."""
    return written[:-1] if _DIGIT_THEN_COMMAS.search(written) else written


def writable_name(name: str) -> str:
    """The nearest name that a `.t` line can carry: one line, no `;`, no comment sign in front, not empty,
    not longer than 120 letters.

    >>> writable_name("#1; the\\nbest ")
    '1, the best'
    """
    name = _CONTROL.sub(" ", name).replace(";", ",").replace("\ufeff", "")
    return " ".join(name.split()).lstrip("#").strip()[:MAX_NAME].rstrip() or "?"


def write_players(players: Iterable[TshPlayer]) -> str:
    """A `.t` file. What `parse_players` reads from it are the same players but for their private keys, and they
    are written the same again.

    Raises ValueError (`tsh.unwritable_name`, `tsh.unwritable_key`, `tsh.unwritable_number`) for what no line
    can carry; `writable_name` makes a name safe.
    """
    return "".join(_write_player(player) + "\n" for player in players)


def _write_player(player: TshPlayer) -> str:
    if player.name != writable_name(player.name):
        raise ValueError(f"tsh.unwritable_name: {player.name!r}")
    name = player.name.replace("\\", "\\\\")
    if _ENDS_IN_DIGIT.search(name):
        name += ","
    _check_numbers(player)
    ratings = "+".join(str(term) for term in player.ratings)
    opponents = " ".join(_write_number(n) for n in player.opponents)
    scores = " ".join(_write_number(n) for n in player.scores)
    line = f"{name:<22} {ratings:>5} {opponents}; {scores}"
    for key in sorted(player.etc.keys() - PRIVATE_KEYS):
        words = player.etc[key]
        if not _KEY.fullmatch(key) or any(_CONTROL.search(w) or w.split() != [w] for w in words):
            raise ValueError(f"tsh.unwritable_key: {key!r}")
        line += "; " + " ".join([key, *(word.replace("\\", "\\\\").replace(";", "\\;") for word in words)])
    return line


def _check_numbers(player: TshPlayer) -> None:
    limit = 10 ** (_MAX_DIGITS - 1)
    positive = [*(abs(term) for term in player.ratings[:1]), *player.ratings[1:], *player.opponents]
    if (
        not player.ratings
        or max(len(player.opponents), len(player.scores)) > MAX_ROUNDS
        or any(n is not None and not 0 <= n < limit for n in positive)
        or any(n is not None and not -NO_SCORE <= n < NO_SCORE for n in player.scores)
    ):
        raise ValueError(f"tsh.unwritable_number: {player.name!r}")


def _write_number(number: int | None) -> str:
    return "00" if number is None else str(number)
