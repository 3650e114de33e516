from .pairing import missing_results, open_tables
from .requests import pairing_request
from .standings import counting_results, division_lines, division_table, lot_seed, standings_rules

__all__ = [
    "counting_results",
    "division_lines",
    "division_table",
    "lot_seed",
    "missing_results",
    "open_tables",
    "pairing_request",
    "standings_rules",
]
