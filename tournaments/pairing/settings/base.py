"""Settings of a pairing system: a type, a default, and the range or the choices of each, checked when one is made.

A form reads them off `settings_of`; what is out of its range is a `SettingError`, which says so in code
and figures.
"""

from collections import Counter
from dataclasses import dataclass, fields
from typing import Any

Kind = str
"""The stable name of a system, as in the stored text of a request."""


class SettingError(ValueError):
    """A setting nobody may have. `code` is stable, `params` holds the figures.

    - `setting.out_of_range`: system, setting, value, low, high
    - `setting.no_choice`: system, setting, value, choices
    - `setting.wrong_type`: system, setting, value, wanted (`int`, `bool`, `ids`, `bands`,
      `class_bands`)
    - `setting.not_odd`: system, setting, value
    - `setting.seat_twice`: system, setting, competitors
    """

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.params = params


def whole(low: int, high: int, *, unset: bool = False) -> dict[str, Any]:
    """Metadata of a field: a whole number from `low` to `high`; with `unset` also None."""
    return {"wanted": "int", "low": low, "high": high, "unset": unset}


def one_of(*choices: str) -> dict[str, Any]:
    return {"wanted": "choice", "choices": choices}


def yes_no() -> dict[str, Any]:
    return {"wanted": "bool"}


def ids() -> dict[str, Any]:
    """Competitors in an order that means something; empty where the pairing is to find it."""
    return {"wanted": "ids"}


@dataclass(frozen=True, slots=True)
class Setting:
    """What a form needs to ask for one: `wanted` is `int`, `choice`, `bool` or `ids`; a system with its own
    lists has further words for them. `figures` are worked out, and asked of nobody.
    """

    name: str
    wanted: str
    default: Any
    low: int | None = None
    high: int | None = None
    unset: bool = False
    choices: tuple[str, ...] = ()


def settings_of(system: Any) -> tuple[Setting, ...]:
    """The settings of a system or of its class, in the order a page shows them.

    >>> from tournaments.pairing.settings import Factor
    >>> [(one.name, one.low, one.high) for one in settings_of(Factor) if one.wanted == "int"]
    [('factor', 1, 2500)]
    """
    return tuple(
        Setting(
            name=one.name,
            wanted=one.metadata["wanted"],
            default=one.default,
            low=one.metadata.get("low"),
            high=one.metadata.get("high"),
            unset=one.metadata.get("unset", False),
            choices=one.metadata.get("choices", ()),
        )
        for one in fields(system)
    )


def check_settings(system: Any) -> None:
    """Raises SettingError for the first setting that is out of its type, range or choices; freezes lists of ids."""
    for setting in settings_of(system):
        value = getattr(system, setting.name)
        said = {"system": system.kind, "setting": setting.name, "value": value}
        name = f"{setting.name} of {system.kind}"
        if setting.wanted == "ids":
            object.__setattr__(system, setting.name, _check_ids(name, value, said))
        elif setting.wanted == "bool" and not isinstance(value, bool):
            raise SettingError("setting.wrong_type", f"{name} is yes or no, not {value!r}", **said, wanted="bool")
        elif setting.wanted == "choice" and value not in setting.choices:
            choices = ", ".join(setting.choices)
            raise SettingError(
                "setting.no_choice", f"{name} is one of {choices}, not {value!r}", **said, choices=setting.choices
            )
        elif setting.wanted == "int" and not (value is None and setting.unset):
            _check_int(name, value, setting, said)


def _check_int(name: str, value: Any, setting: Setting, said: dict[str, Any]) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise SettingError("setting.wrong_type", f"{name} is a whole number, not {value!r}", **said, wanted="int")
    low, high = setting.low, setting.high
    if low is None or high is None or not low <= value <= high:
        raise SettingError(
            "setting.out_of_range", f"{name} is from {low} to {high}, not {value}", **said, low=low, high=high
        )


def _check_ids(name: str, value: Any, said: dict[str, Any]) -> tuple[int, ...]:
    if isinstance(value, str) or not all(isinstance(one, int) for one in value):
        raise SettingError("setting.wrong_type", f"{name} is a list of ids", **said, wanted="ids")
    listed = tuple(value)
    twice = tuple(sorted(one for one, seats in Counter(listed).items() if seats > 1))
    if twice:
        raise SettingError(
            "setting.seat_twice",
            f"a competitor has two seats in {name}",
            system=said["system"],
            setting=said["setting"],
            competitors=twice,
        )
    return listed
