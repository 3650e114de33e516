"""Fitting, pure: which parameters would have foretold a list's own games best, and how well. No database, no clock.

Parameters come from the first 60% of the games, in rating order; what is reported is how well the rest was
foretold, each game from what was known before its period.
"""

from ratings.fitting.fit import SHARE, Fit, Report, fit_system, fit_systems
from ratings.fitting.history import History, HistoryError
from ratings.fitting.othello import DatasetError, othello_history
from ratings.fitting.plots import calibration_svg, calibration_text
from ratings.fitting.scores import CLIP, COIN, Bin, Score

__all__ = [
    "CLIP",
    "COIN",
    "SHARE",
    "Bin",
    "DatasetError",
    "Fit",
    "History",
    "HistoryError",
    "Report",
    "Score",
    "calibration_svg",
    "calibration_text",
    "fit_system",
    "fit_systems",
    "othello_history",
]
