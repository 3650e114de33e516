from .game import RULESET_TITLES, Game, JudgingMode, Side, SidePlayer, ruleset_game, ruleset_title
from .sheet import GameEvent, Sheet

__all__ = [
    "RULESET_TITLES",
    "Game",
    "GameEvent",
    "JudgingMode",
    "Sheet",
    "Side",
    "SidePlayer",
    "ruleset_game",
    "ruleset_title",
]
