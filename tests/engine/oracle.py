"""A second reading of the law, to check the engine's by: naive, slow, and made from the rule pages alone.

It shares nothing with the engine: faces are texts, numbers are `fractions.Fraction`, and a line is read by plain
recursive descent. It says whether a line is valid and, where its form is, what each side is worth.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction


class Malformed(Exception):
    pass


def is_valid_amath(
    tiles: Sequence[tuple[str, str]], counts: Mapping[str, int], *, strict_zero_sign: bool = False
) -> bool:
    """Rules 2-10 and 17 for a line of (kind, face)."""
    if len(tiles) > 15 or Counter(kind for kind, _ in tiles) - Counter(dict(counts)):
        return False
    try:
        values = amath_values([face for _, face in tiles], strict_zero_sign=strict_zero_sign)
    except (Malformed, ZeroDivisionError):
        return False
    return len(set(values)) == 1


def amath_values(faces: Sequence[str], *, strict_zero_sign: bool = False) -> list[Fraction]:
    sides = _split(faces)
    if len(sides) < 2:
        raise Malformed("no =")
    return [_Reader(side, strict_zero_sign).side() for side in sides]


def _split(faces: Sequence[str]) -> list[list[str]]:
    sides: list[list[str]] = [[]]
    for face in faces:
        if face == "=":
            sides.append([])
        else:
            sides[-1].append(face)
    return sides


class _Reader:
    """side = [-] term { (+|-) term };  term = number { (×|÷) number };  number = 10-20, or one to three digits."""

    def __init__(self, faces: list[str], strict_zero_sign: bool = False, digits: int | None = 3) -> None:
        self.faces, self.strict, self.digits = faces, strict_zero_sign, digits
        self.place = 0

    def peek(self) -> str:
        return self.faces[self.place] if self.place < len(self.faces) else ""

    def take(self) -> str:
        face = self.peek()
        self.place += 1
        return face

    def side(self) -> Fraction:
        if self.peek() == "-":
            self.take()
            self.no_bare_zero()
            value = -self.term()
        else:
            value = self.term()
        while self.peek() in ("+", "-"):
            sign = self.take()
            if self.strict:
                self.no_bare_zero()
            value = value + self.term() if sign == "+" else value - self.term()
        if self.peek():
            raise Malformed(f"{self.peek()} does not follow")
        return value

    def no_bare_zero(self) -> None:
        if self.peek() == "0":
            raise Malformed("a sign before 0")

    def term(self) -> Fraction:
        value = self.number()
        while self.peek() in ("×", "÷"):
            value = value * self.number() if self.take() == "×" else value / self.number()
        return value

    def number(self) -> Fraction:
        written = ""
        if len(self.peek()) > 1:
            written = self.take()
        else:
            while self.peek().isdigit() and len(self.peek()) == 1:
                written += self.take()
            if not written:
                raise Malformed("a number is missing")
            if written[0] == "0" and len(written) > 1:
                raise Malformed("a zero in front")
            if self.digits is not None and len(written) > self.digits:
                raise Malformed("too many digits")
        return Fraction(int(written))


def is_valid_summy(faces: Sequence[str], counts: Mapping[str, int]) -> bool:
    """Summy 7-9 for a line of blocks."""
    if Counter(faces) - Counter(dict(counts)):
        return False
    try:
        left, right = summy_values(faces)
    except (Malformed, ZeroDivisionError):
        return False
    return left == right


def summy_values(faces: Sequence[str]) -> tuple[Fraction, Fraction]:
    sides = _split([{"x": "×", ":": "÷"}.get(face, face) for face in faces])
    if len(sides) != 2:
        raise Malformed("not exactly one =")
    left, right = sides
    if left[:1] == ["-"]:
        raise Malformed("a sign is no number")
    if not set(left) & set("+-×÷"):
        raise Malformed("no operator")
    if not right or not all(face in "0123456789" for face in right) or (right[0] == "0" and len(right) > 1):
        raise Malformed("the result is no number")
    return _Reader(left, digits=None).side(), Fraction(int("".join(right)))
