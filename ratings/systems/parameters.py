"""What the parameters of all systems have in common: types, limits, and how they are stored."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from types import MappingProxyType
from typing import Any, Literal, Self, TypeAlias, get_args, get_origin

from ratings.systems.protocol import SystemParameterError

BY = Literal["round", "event"]

#: Values by steps: ``((up to, value), …)``, the first that holds decides.
Steps: TypeAlias = tuple[tuple[float, float], ...]
_BY_WORD = Mapping[str, float] | None


@dataclass(frozen=True, slots=True)
class Parameters:
    """Base of a system's parameters. What they hold is JSON: numbers, words, `null`, lists of numbers.

    A field's annotation is its type: `float`, `float | None`, `bool`, a `Literal` of words, `tuple[float, ...]`,
    `Steps`, or numbers by word: `Mapping[str, float] | None`.
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
        return {name: _stored(value) for name, value in values.items()}


def _stored(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_stored(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


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
    if kind == Steps:
        return _steps(value)
    if kind == _BY_WORD:
        return _by_word(value)
    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            raise TypeError(value)
        return tuple(map(_number, value))
    return None if value is None else _number(value)  # float | None


def _steps(value: Any) -> Steps:
    if not isinstance(value, list | tuple):
        raise TypeError(value)
    return tuple((_number(most), _number(number)) for most, number in value)


def _by_word(value: Any) -> Mapping[str, float] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or not all(isinstance(word, str) for word in value):
        raise TypeError(value)
    # In one order, so that the same parameters are always the same text; none at all is no mapping.
    return MappingProxyType({word: _number(value[word]) for word in sorted(value)}) if value else None


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    number = float(value)
    if not isfinite(number):
        raise ValueError(value)
    return number
