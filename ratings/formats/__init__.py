"""Rating lists as files: CSV, XLSX and TSH's player lines, read and written. Pure Python.

read_ratings(data, filename=…) -> RatingFile      never raises for what a user sends
write_ratings_csv(rows) -> bytes, write_ratings_tsh(rows) -> bytes
"""

from .reading import RatingFile, RatingLimits, RatingRow, read_ratings
from .writing import OutRow, write_ratings_csv, write_ratings_tsh

__all__ = [
    "OutRow",
    "RatingFile",
    "RatingLimits",
    "RatingRow",
    "read_ratings",
    "write_ratings_csv",
    "write_ratings_tsh",
]
