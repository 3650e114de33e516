"""TSH interchange (design/tsh.md): `.t` player files, `config.tsh`, the archive form, and what they mean.

    read_tsh({"config.tsh": b"...", "a.t": b"..."}) -> ImportedEvent     everything, or TshError with all issues
    parse_players / write_players     one `.t` file and back
    parse_config                      literals only; code is refused and reported, never run

The facts come from how the files behave; none of the program's own code is used.
"""

from .tsh_archive import is_archive, join_archive, split_archive
from .tsh_config import KeptLine, TshAutopair, TshConfig, TshDivisionRef, TshPrize, parse_config, safe_file_name
from .tsh_event import (
    ImportedDivision,
    ImportedEntry,
    ImportedEvent,
    event_from_tsh,
    read_players_file,
    read_tsh,
    standings_input,
)
from .tsh_issues import Severity, TshError, TshIssue
from .tsh_literal import Literal, NotLiteral, parse_literal
from .tsh_players import TshDivision, TshPlayer, parse_players, writable_name, write_players
from .tsh_rounds import ImportedBye, ImportedForfeit, ImportedGame, ImportedRound

__all__ = [
    "ImportedBye",
    "ImportedDivision",
    "ImportedEntry",
    "ImportedEvent",
    "ImportedForfeit",
    "ImportedGame",
    "ImportedRound",
    "KeptLine",
    "Literal",
    "NotLiteral",
    "Severity",
    "TshAutopair",
    "TshConfig",
    "TshDivision",
    "TshDivisionRef",
    "TshError",
    "TshIssue",
    "TshPlayer",
    "TshPrize",
    "event_from_tsh",
    "is_archive",
    "join_archive",
    "parse_config",
    "parse_literal",
    "parse_players",
    "read_players_file",
    "read_tsh",
    "safe_file_name",
    "split_archive",
    "standings_input",
    "writable_name",
    "write_players",
]
