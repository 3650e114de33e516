"""The standings core: pure, without Django, I/O or a clock. Plain data in, plain data out."""

from .clubs import ClubRow, ClubTable, club_table
from .lines import EntryInfo, Line, Outcome, StandingsError
from .rules import AMATH, PRESETS, SUMMY, TSH, ByeCredit, Criterion, StandingsRules, format_points
from .table import Row, Table, lot, movement, standings

__all__ = [
    "AMATH",
    "PRESETS",
    "SUMMY",
    "TSH",
    "ByeCredit",
    "ClubRow",
    "ClubTable",
    "Criterion",
    "EntryInfo",
    "Line",
    "Outcome",
    "Row",
    "StandingsError",
    "StandingsRules",
    "Table",
    "club_table",
    "format_points",
    "lot",
    "movement",
    "standings",
]
