"""The systems by the name a rating list stores."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from ratings.systems.elo import Elo, EloParameters
from ratings.systems.glicko2 import Glicko2, Glicko2Parameters
from ratings.systems.glicko_margin import GlickoMargin, GlickoMarginParameters
from ratings.systems.naspa import Naspa
from ratings.systems.naspa_rules import NaspaParameters
from ratings.systems.parameters import Parameters
from ratings.systems.protocol import RatingSystem, SystemParameterError


@dataclass(frozen=True, slots=True)
class Kind:
    """A system and its parameters. `has_volatility`: a rating, a deviation and games are not all of a career."""

    parameters: type[Parameters]
    system: Callable[[Any], RatingSystem]
    has_volatility: bool = False


SYSTEMS: Mapping[str, Kind] = MappingProxyType(
    {
        GlickoMargin.name: Kind(GlickoMarginParameters, GlickoMargin),
        Glicko2.name: Kind(Glicko2Parameters, Glicko2, has_volatility=True),
        Elo.name: Kind(EloParameters, Elo),
        Naspa.name: Kind(NaspaParameters, Naspa),
    }
)
DEFAULT_SYSTEM = GlickoMargin.name


def get_kind(name: str) -> Kind:
    """Raises `SystemParameterError` for an unknown name."""
    if name not in SYSTEMS:
        raise SystemParameterError("ratings.system_unknown", "system", name)
    return SYSTEMS[name]


def parameter_names(name: str) -> frozenset[str]:
    """What parameters the system of that name takes.

    >>> "scale" in parameter_names("glicko_margin"), "scale" in parameter_names("naspa")
    (True, False)
    """
    return frozenset(f.name for f in fields(get_kind(name).parameters))


def get_system(name: str, parameters: Mapping[str, Any]) -> RatingSystem:
    """The system of that name with these parameters (missing ones take the default).

    Raises `SystemParameterError` for an unknown name, an unknown parameter or a value out of range.

    >>> get_system("glicko_margin", {"scale": 200}).algorithm
    'glicko_margin@1'
    """
    kind = get_kind(name)
    return kind.system(kind.parameters.from_mapping(parameters))
