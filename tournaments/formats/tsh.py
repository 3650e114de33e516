"""TSH interchange (design/tsh.md): `.t` player files, `config.tsh`, the archive form, and what they mean.

    read_tsh({"config.tsh": b"...", "a.t": b"..."}) -> ImportedEvent     everything, or TshError with all issues
    parse_players / write_players     one `.t` file and back
    parse_config                      literals only; code is refused and reported, never run

Codes of issues, with their params. Errors of a line: `tsh.not_a_player` (text), `tsh.rating`, `tsh.opponent`,
`tsh.score` (text each), `tsh.no_scores` (text), `tsh.key` (key), `tsh.control_character`, `tsh.name_too_long`
(limit, length), `tsh.too_many_rounds` (limit). Errors between lines (round): `tsh.own_opponent`,
`tsh.unknown_opponent`, `tsh.not_mutual`, `tsh.half_result` (opponent), `tsh.score_without_opponent`. Errors of
the files: `tsh.missing_file` (file), `tsh.no_division`, `tsh.division_line`, `tsh.division_twice` (division),
`tsh.unsafe_path` (text), `tsh.archive_open`, `_nested`, `_end`, `_twice`, `_stray` (text), `file.binary`,
`file.encoding` (line). Refused: `tsh.code_refused` (text). Notes: `tsh.unknown_line`, `tsh.not_a_value` (text),
`tsh.setting_left_out` (key), `tsh.key_twice`, `tsh.key_left_out` (key), `tsh.name_twice` (number),
`tsh.starts_differ`, `tsh.tables_differ` (round, opponent).

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
