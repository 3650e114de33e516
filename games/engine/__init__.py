"""The two games' rules, pure: data in, data out; no database, no clock, no Django.

Read a move or a line, judge it, apply it; each is one call, and values never change.

>>> rules = get_ruleset("amath")
>>> rules.check_line(["7", "×", "2", "=", "14"])
()
>>> position = rules.opening()
>>> tiles = rules.tiles.read("7 × 2 = 14")
>>> play = play_line(Square(8, 8), ACROSS, tiles)
>>> position.problems(play), position.score(play).total
((), 18)
>>> position = position.play(play)
>>> position.total, position.to_move, position.bag_count, position.outcome
((18, 0), 1, 79, None)
"""

from games.engine.endings import Outcome
from games.engine.events import Event, Name
from games.engine.moves import (
    Adjustment,
    Challenge,
    Charge,
    Clock,
    Discard,
    End,
    Ending,
    Exchange,
    Move,
    Pass,
    Play,
    play_at,
    play_line,
)
from games.engine.positions import Position, Rack
from games.engine.problems import IllegalMove, Problem, Unreadable
from games.engine.replaying import BrokenReplay, replay
from games.engine.rulesets import AUTO, CHALLENGE, Ruleset, Settings, UnknownRuleset, get_ruleset
from games.engine.scoring import LineScore, Score, TileScore
from games.engine.squares import ACROSS, DOWN, Direction, Line, Square
from games.engine.tiles import Tile, TileSet

__all__ = [
    "ACROSS",
    "AUTO",
    "CHALLENGE",
    "DOWN",
    "Adjustment",
    "BrokenReplay",
    "Challenge",
    "Charge",
    "Clock",
    "Direction",
    "Discard",
    "End",
    "Ending",
    "Event",
    "Exchange",
    "IllegalMove",
    "Line",
    "LineScore",
    "Move",
    "Name",
    "Outcome",
    "Pass",
    "Play",
    "Position",
    "Problem",
    "Rack",
    "Ruleset",
    "Score",
    "Settings",
    "Square",
    "Tile",
    "TileScore",
    "TileSet",
    "UnknownRuleset",
    "Unreadable",
    "get_ruleset",
    "play_at",
    "play_line",
    "replay",
]
