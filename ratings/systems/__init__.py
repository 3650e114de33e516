"""Rating systems, pure: standings and games in, standings out; no database, no clock, no Django."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ratings.systems.glicko_margin import GlickoMargin, GlickoMarginParameters
from ratings.systems.protocol import RatingSystem, SystemParameterError

# By the name a rating list stores. A system reads its own parameters and refuses what it does not know.
SYSTEMS: Mapping[str, Callable[[Mapping[str, Any]], RatingSystem]] = MappingProxyType(
    {GlickoMargin.name: lambda values: GlickoMargin(GlickoMarginParameters.from_mapping(values))}
)
DEFAULT_SYSTEM = GlickoMargin.name


def get_system(name: str, parameters: Mapping[str, Any]) -> RatingSystem:
    """The system of that name with these parameters (missing ones take the default).

    Raises `SystemParameterError` for an unknown name, an unknown parameter or a value out of range.

    >>> get_system("glicko_margin", {"scale": 200}).algorithm
    'glicko_margin@1'
    """
    if name not in SYSTEMS:
        raise SystemParameterError("ratings.system_unknown", "system", name)
    return SYSTEMS[name](parameters)
