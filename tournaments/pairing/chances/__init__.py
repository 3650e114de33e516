"""What may still happen: chances of places and prizes, clinched places, and the control of the leaders.

`simulate(situation, …)` plays the remaining rounds many times over, `marks(situation, gibson_spread)` says by
arithmetic which places are clinched, and `prepare(contention, situation, …)` works out the figures that a
contention round is paired with. Nothing here reads a clock: where there is a time limit, one is handed in.
"""

from .control import ControlLoss, control_loss, lowest_who_would_lose
from .gibson import Mark, Swing, gibson_of_caps, gibson_total, marks
from .likeness import shapes_of
from .margins import AMATH_MARGINS, half_normal, margins_of
from .outlook import Chance, Chances, Outlook
from .prepare import Prepared, prepare, stakes_of
from .simulate import CHUNK, Question, simulate
from .situation import Contestant, RoundShape, Scoring, Situation
from .stakes import Stakes
from .text import chances_from_json, chances_to_json

__all__ = [
    "AMATH_MARGINS",
    "CHUNK",
    "Chance",
    "Chances",
    "Contestant",
    "ControlLoss",
    "Mark",
    "Outlook",
    "Prepared",
    "Question",
    "RoundShape",
    "Scoring",
    "Situation",
    "Stakes",
    "Swing",
    "chances_from_json",
    "chances_to_json",
    "control_loss",
    "gibson_of_caps",
    "gibson_total",
    "half_normal",
    "lowest_who_would_lose",
    "margins_of",
    "marks",
    "prepare",
    "shapes_of",
    "simulate",
    "stakes_of",
]
