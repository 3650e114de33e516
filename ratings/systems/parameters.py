"""What the parameters of all systems have in common: types, limits, and how they are stored."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Literal, Self, get_args, get_origin

from ratings.systems.protocol import SystemParameterError

BY = Literal["round", "event"]


@dataclass(frozen=True, slots=True)
class Parameters:
    """Base of a system's parameters. What they hold is JSON: numbers, words, `null`, lists of numbers.

    A field's annotation is its type: `float`, `float | None`, `bool`, a `Literal` of words, `tuple[float, ...]`.
    Whole numbers become floats, so that 350 and 350.0 are the same parameters.
    """

    def __post_init__(self) -> None:
        for f in fields(self):
            value = getattr(self, f.name)
            try:
                object.__setattr__(self, f.name, _typed(f.type, value))
            except (TypeError, ValueError, OverflowError) as wrong:
                raise SystemParameterError("ratings.parameter_invalid", f.name, value) from wrong
        for name, ok in self.limits().items():
            if not ok:
                raise SystemParameterError("ratings.parameter_invalid", name, getattr(self, name))

    def limits(self) -> dict[str, bool]:
        """By field: does its value work, beside the others?"""
        return {}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """From stored values; those left out take the default. Raises `SystemParameterError` for any other name."""
        known = {f.name for f in fields(cls)}
        for name in values:
            if name not in known:
                raise SystemParameterError("ratings.parameter_unknown", name, values[name])
        return cls(**values)

    def as_mapping(self) -> dict[str, Any]:
        """All of them as JSON values, equal to what a JSON column gives back."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _typed(kind: Any, value: Any) -> Any:
    if kind is float:
        return _number(value)
    if kind is bool:
        if not isinstance(value, bool):
            raise TypeError(value)
        return value
    if get_origin(kind) is Literal:
        if not isinstance(value, str) or value not in get_args(kind):
            raise ValueError(value)
        return value
    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            raise TypeError(value)
        return tuple(map(_number, value))
    return None if value is None else _number(value)  # float | None


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    number = float(value)
    if not isfinite(number):
        raise ValueError(value)
    return number
