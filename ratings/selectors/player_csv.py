"""What a player's pages show, as files: the events of a list, and the games."""

from collections.abc import Iterable, Mapping

from tournaments.formats.csv_out import csv_bytes, write_csv

from .foretold import Foretold
from .people import HistoryLine
from .played import PlayedGame

EVENTS = "list day event before after change deviation games expected actual state".split()
GAMES = (
    "day event tournament division round opponent-number opponent score opponent-score spread result starts"
    " expected actual"
).split()


def events_csv(lines: Iterable[tuple[str, HistoryLine]]) -> bytes:
    """By list, one row an event, the newest first. Cells that are not public are empty."""
    return csv_bytes(write_csv(EVENTS, (_event(slug, line) for slug, line in lines)))


def _event(slug: str, line: HistoryLine) -> tuple[object, ...]:
    state = "superseded" if line.superseded else "live" if line.running else "final"
    figures = (line.games, f"{line.expected:.3f}", f"{line.actual:.3f}") if line.figures else ("", "", "")
    return (slug, line.day.isoformat(), line.name, line.before, line.after, line.change, line.rd, *figures, state)


def games_csv(games: Iterable[PlayedGame], foretold: Mapping[int, Foretold]) -> bytes:
    """One row a game, the latest first; a team's people in one cell. Expected and actual where it is rated."""
    return csv_bytes(write_csv(GAMES, (_game(game, foretold) for game in games)))


def _game(game: PlayedGame, foretold: Mapping[int, Foretold]) -> tuple[object, ...]:
    known = foretold.get(game.round_id) if game.alone else None
    return (
        game.day.isoformat(),
        game.event,
        game.slug,
        game.division,
        game.round_number,
        " / ".join(str(one.number) for one in game.opponents),
        game.team or " / ".join(one.name for one in game.opponents),
        game.own,
        game.other,
        game.spread,
        result_word(game),
        "" if game.starts is None else "yes" if game.starts else "no",
        f"{known.expected:.3f}" if known else "",
        f"{known.actual:.3f}" if known else "",
    )


def result_word(game: PlayedGame) -> str:
    return "tie" if game.won is None else "win" if game.won else "loss"
