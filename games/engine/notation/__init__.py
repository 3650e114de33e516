"""Moves and whole games as text that a person reads; `docs/notation.md` describes it.

`read_move` and `write_move` for one move, `read_record` and `write_record` for a game. Reading a record judges it
through the engine and reports every fault with its line. `record_data` and `read_record_data` do the same for data.
`draw_board` shows a position.
"""

from games.engine.notation.data import read_record_data, record_data
from games.engine.notation.drawing import draw_board
from games.engine.notation.faults import Fault, UnreadableRecord
from games.engine.notation.reading import read_record
from games.engine.notation.records import Entry, Record, Remark
from games.engine.notation.single import as_recorded, read_move, write_move
from games.engine.notation.writing import write_record

__all__ = [
    "Entry",
    "Fault",
    "Record",
    "Remark",
    "UnreadableRecord",
    "as_recorded",
    "draw_board",
    "read_move",
    "read_record",
    "read_record_data",
    "record_data",
    "write_move",
    "write_record",
]
