"""Finding plays, and players that use them. For background jobs, tests and practice: always with a limit elsewhere.

>>> from games.engine import get_ruleset
>>> game = self_play(get_ruleset("amath"), seed=7, sight=4)
>>> game.position.outcome is not None, game.position.total == tuple(
...     sum(e.points for e in game.position.events if e.side == side) for side in (0, 1))
(True, True)
"""

from games.engine.search.finding import Found, Ranked, best_plays, legal_plays
from games.engine.search.limits import SearchLimit
from games.engine.search.playing import GreedyPlayer, PlayedGame, self_play

__all__ = ["Found", "GreedyPlayer", "PlayedGame", "Ranked", "SearchLimit", "best_plays", "legal_plays", "self_play"]
