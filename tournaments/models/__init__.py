from .chances import CountedChances
from .constraint import Absence, PairingRule
from .device import Device
from .division import SCHEDULE, Division, DivisionKind, PairingSystem
from .draft import DraftStep
from .entry import Entry, EntryMember
from .identity import IdentityChange, TwoPeople
from .pairing import Pairing, Seat
from .pin import EntryPin
from .result import Result, ResultComponents, ResultConfirmation, won_on_time
from .role import Invitation, Role
from .round import Round
from .tournament import Tournament

__all__ = [
    "SCHEDULE",
    "Absence",
    "CountedChances",
    "Device",
    "Division",
    "DivisionKind",
    "DraftStep",
    "Entry",
    "EntryMember",
    "EntryPin",
    "IdentityChange",
    "Invitation",
    "Pairing",
    "PairingRule",
    "PairingSystem",
    "Result",
    "ResultComponents",
    "ResultConfirmation",
    "Role",
    "Round",
    "Seat",
    "Tournament",
    "TwoPeople",
    "won_on_time",
]
