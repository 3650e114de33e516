"""Rating systems, their parameters and their failures in the words of an officer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models.division import DivisionKind

from ...forms.words import PARAMETERS, SYSTEMS

_ERRORS = {
    "the worker was lost": "lost",
    "ratings.player_meets_himself": "himself",
    "ratings.not_finite": "not_finite",
    "LeaseLost": "lost",
    "OperationalError": "database",
}


def system_word(algorithm: str) -> str:
    """``glicko_margin@1`` by its name."""
    return str(SYSTEMS.get(algorithm.partition("@")[0], algorithm))


def failure_words(error: str) -> str:
    """What went wrong with a run, as far as it is one of the things that are known to happen."""
    kind = next((kind for sign, kind in _ERRORS.items() if sign in error), "")
    if kind == "lost":
        return _("The worker stopped or was cut off in the middle. The list is tried again by itself.")
    if kind == "himself":
        return _("Somebody plays against himself in one of the games. Two players were probably taken for one.")
    if kind == "not_finite":
        return _("A number grew out of all bounds. Look at the parameters of the list.")
    if kind == "database":
        return _("The database could not be reached. The list is tried again by itself.")
    return _(
        "The program failed. The list still shows what the run before it made. "
        "Give the text below to your operator."
    )


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """``day`` "" for what holds from the beginning."""

    word: str
    value: str
    day: str = ""


def parameter_rows(algorithm: str, parameters: Mapping[str, Any]) -> list[ParameterRow]:
    """What a run was worked out with; under ``by_day`` what changed when."""
    rows = [ParameterRow(_word(name), value_words(value)) for name, value in parameters.items() if name != "by_day"]
    for day, changes in sorted((parameters.get("by_day") or {}).items()):
        rows += [ParameterRow(_word(name), value_words(value), day) for name, value in changes.items()]
    return rows


def _word(name: str) -> str:
    return str(PARAMETERS[name][0]) if name in PARAMETERS else name


def value_words(value: Any) -> str:
    """
    >>> value_words(350.0), value_words([[12.0, 900.0], [15.0, 1200.0]]), value_words([1800.0, 2000.0])
    ('350', '12: 900, 15: 1200', '1800, 2000')
    """
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int | float):
        return f"{value:.10g}".replace("-", "\u2212")
    if isinstance(value, Mapping):
        kinds = dict(DivisionKind.choices)
        return ", ".join(f"{kinds.get(kind, kind)}: {value_words(number)}" for kind, number in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(
            ": ".join(value_words(part) for part in item) if isinstance(item, list | tuple) else value_words(item)
            for item in value
        )
    words = {"round": _("a round"), "event": _("an event"), "start": _("start"), "performance": _("performance")}
    return words.get(str(value), str(value))
