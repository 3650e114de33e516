"""Ratings: the lists, the events that count for them, and what each run of a system made of the games."""

from .events import RatedEvent, StaleMark
from .imported import ExternalRating, RatingImport, StartRating
from .lists import EXTERNAL, DivisionChoice, RatingList
from .numbers import Rating, RatingHistory
from .runs import RatingRun, RunMove

__all__ = [
    "EXTERNAL",
    "DivisionChoice",
    "ExternalRating",
    "RatedEvent",
    "Rating",
    "RatingHistory",
    "RatingImport",
    "RatingList",
    "RatingRun",
    "RunMove",
    "StaleMark",
    "StartRating",
]
