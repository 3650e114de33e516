"""The standings core: pure, without Django, I/O or a clock. Plain data in, plain data out."""

from .clubs import ALL_OF_A_CLUB, MOST_OF_A_CLUB, ClubRow, ClubTable, club_table
from .lines import EntryInfo, Line, Outcome, StandingsError
from .rules import AMATH, PRESETS, SUMMY, TSH, ByeCredit, Criterion, StandingsRules, format_points
from .table import Row, Table, lot, movement, standings

__all__ = [
    "ALL_OF_A_CLUB",
    "AMATH",
    "MOST_OF_A_CLUB",
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
