"""The values of `config.tsh`, which are program text in TSH: here they are read, never run.

Numbers, quoted strings, `undef`, lists and hashes of these are values; anything else is not.
"""

import re
from typing import TypeAlias

Literal: TypeAlias = "int | float | str | list[Literal] | dict[str, Literal] | None"

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:_[0-9]+)*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?(?![\w.])")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MAX_DEPTH = 8
_MAX_NUMBER = 18
_ESCAPES = {"n": "\n", "t": "\t"}


class NotLiteral(ValueError):
    """The text is no plain value (an expression, a call, code); `position` from 0 says where that shows."""

    def __init__(self, position: int) -> None:
        super().__init__(f"not a plain value at {position}")
        self.position = position


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def space(self) -> str:
        """Skip space; the character that comes next, "" at the end."""
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Literal:
        if depth > _MAX_DEPTH:
            raise NotLiteral(self.at)
        char = self.space()
        if char in ("'", '"') and char:
            return self.string(char)
        if char == "[":
            return self.sequence(depth, "]")
        if char == "{":
            return self.mapping(depth)
        number = _NUMBER.match(self.text, self.at)
        if number and len(number.group()) <= _MAX_NUMBER:
            self.at = number.end()
            digits = number.group().replace("_", "")
            return float(digits) if re.search("[.eE]", digits) else int(digits)
        word = _WORD.match(self.text, self.at)
        if word and word.group() == "undef":
            self.at = word.end()
            return None
        raise NotLiteral(self.at)

    def string(self, quote: str) -> str:
        start = self.at
        self.at += 1
        out: list[str] = []
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == quote:
                return "".join(out)
            if char == "\\" and self.at < len(self.text):
                follower = self.text[self.at]
                self.at += 1
                if quote == '"':
                    out.append(_ESCAPES.get(follower, follower))
                else:
                    out.append(follower if follower in "\\'" else "\\" + follower)
            else:
                # A $ or @ inside double quotes stays the text it is: nothing is looked up.
                out.append(char)
        raise NotLiteral(start)

    def sequence(self, depth: int, close: str) -> list[Literal]:
        self.at += 1
        items: list[Literal] = []
        while self.space() != close:
            items.append(self.value(depth + 1))
            self.comma(close)
        self.at += 1
        return items

    def mapping(self, depth: int) -> dict[str, Literal]:
        self.at += 1
        items: dict[str, Literal] = {}
        while self.space() != "}":
            word = _WORD.match(self.text, self.at)
            if word:
                self.at = word.end()
                key = word.group()
            else:
                read = self.value(depth + 1)
                if not isinstance(read, int | float | str):
                    raise NotLiteral(self.at)
                key = str(read)
            self.space()
            if self.text.startswith("=>", self.at):
                self.at += 2
            elif self.text.startswith(",", self.at):
                self.at += 1
            else:
                raise NotLiteral(self.at)
            items[key] = self.value(depth + 1)
            self.comma("}")
        self.at += 1
        return items

    def comma(self, close: str) -> None:
        char = self.space()
        if char == ",":
            self.at += 1
        elif char != close:
            raise NotLiteral(self.at)


def parse_literal(text: str) -> Literal:
    """The value of a setting: the whole text, but for a closing `;` and a `#` comment.

    Raises NotLiteral.

    >>> parse_literal("[200, 'it', {A => 1.5, 'B' => undef}]; # caps")
    [200, 'it', {'A': 1.5, 'B': None}]
    >>> parse_literal("system('date')")
    Traceback (most recent call last):
    tournaments.formats.tsh_literal.NotLiteral: not a plain value at 0
    """
    reader = _Reader(text)
    value = reader.value(0)
    if reader.space() == ";":
        reader.at += 1
    if reader.space() not in ("", "#"):
        raise NotLiteral(reader.at)
    return value
