"""The systems a round can be paired by, each a frozen set of typed settings. How they pair is in `systems`.

A further system is a class with `kind` and `by_points` (whether points come before rank in the order to pair by),
added to `SYSTEMS` and to the union `System`; its text needs nothing else.
"""

from .base import Kind, Setting, SettingError, settings_of
from .contention import Contention, Standing
from .draws import AustralianDraw, Manual, PairResult, RandomDraw
from .hill import KingOfTheHill, QueenOfTheHill
from .swiss import Casement, Factor, OddGroup, ShrinkingFactor, Swiss, Within
from .tables import Fontes, Quads, RoundRobin, SnakeGroups, TableSystem, TeamRoundRobin

System = (
    Swiss
    | KingOfTheHill
    | RoundRobin
    | TeamRoundRobin
    | RandomDraw
    | Casement
    | Fontes
    | Quads
    | SnakeGroups
    | QueenOfTheHill
    | Factor
    | ShrinkingFactor
    | PairResult
    | AustralianDraw
    | Manual
    | Contention
)

SYSTEMS: dict[Kind, type[System]] = {
    one.kind: one
    for one in (
        Swiss,
        KingOfTheHill,
        QueenOfTheHill,
        RoundRobin,
        TeamRoundRobin,
        RandomDraw,
        Casement,
        Fontes,
        Quads,
        SnakeGroups,
        Factor,
        ShrinkingFactor,
        PairResult,
        AustralianDraw,
        Manual,
        Contention,
    )
}
"""Every system by its kind, in the order a page offers them."""

__all__ = [
    "SYSTEMS",
    "AustralianDraw",
    "Casement",
    "Contention",
    "Factor",
    "Fontes",
    "Kind",
    "KingOfTheHill",
    "Manual",
    "OddGroup",
    "PairResult",
    "Quads",
    "QueenOfTheHill",
    "RandomDraw",
    "RoundRobin",
    "Setting",
    "SettingError",
    "ShrinkingFactor",
    "SnakeGroups",
    "Standing",
    "Swiss",
    "System",
    "TableSystem",
    "TeamRoundRobin",
    "Within",
    "settings_of",
]
