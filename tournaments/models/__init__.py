from .device import Device
from .division import Division
from .entry import Entry, EntryMember
from .pairing import Pairing, Seat
from .pin import EntryPin
from .result import Result, ResultComponents, ResultConfirmation, won_on_time
from .role import Invitation, Role
from .round import Round
from .tournament import Tournament

__all__ = [
    "Device",
    "Division",
    "Entry",
    "EntryMember",
    "EntryPin",
    "Invitation",
    "Pairing",
    "Result",
    "ResultComponents",
    "ResultConfirmation",
    "Role",
    "Round",
    "Seat",
    "Tournament",
    "won_on_time",
]
