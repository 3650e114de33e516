"""A sheet as a game record: what counts of it, in the order it happened."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from common.errors import Conflict
from games.engine import Adjustment, Challenge, Discard, Exchange, Pass, Play
from games.engine.notation import Entry, Record, Remark

from ..models import GameEvent
from .story import Story

_NOT_WRITTEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")


def record_of(story: Story, players: Sequence[str], tags: Sequence[tuple[str, str]] = (), *, racks: bool) -> Record:
    """The record of a sheet. Raises ``game.replay_broken`` for one that was changed from outside.

    Without ``racks`` nothing in it tells what a side holds: racks are unknown, exchanged tiles a number;
    thrown-away blocks become a remark, so that such a record of a game of Summy is for reading only.
    """
    if story.broken_seq is not None:
        raise Conflict(
            "game.replay_broken",
            _("Event %(seq)s cannot follow any more.") % {"seq": story.broken_seq},
            extra={"first_broken_seq": story.broken_seq},
        )
    names = [written(name) for name in players]
    record = Record.of(story.position, names, [(key, written(value)) for key, value in tags])
    lines = list(_remarked(story, record))
    return replace(record, lines=tuple(lines if racks else map(_hidden, lines)))


def written(text: str) -> str:
    """A text as a record can hold it: on one line, without characters that would turn or break it."""
    return " ".join(_NOT_WRITTEN.sub(" ", text).split())


def _remarked(story: Story, record: Record) -> Iterator[Entry]:
    """What was remarked with an event stands behind its line; a director's reason for a change does not."""
    steps = iter(story.steps)
    for entry in record.entries:
        if entry.move is None:
            yield entry
            continue
        row = next(steps).row
        if row.reason and row.kind != GameEvent.Kind.REPLACE and not isinstance(entry.move, Adjustment):
            entry = replace(entry, remark=written(row.reason))
        yield entry


def _hidden(entry: Entry) -> Entry | Remark:
    match entry.move:
        case Play() | Pass() | Challenge():
            return replace(entry, move=replace(entry.move, rack=None), more=True)
        case Exchange():
            return replace(entry, move=Exchange(count=entry.move.number, side=entry.move.side), more=True)
        case Discard():
            return Remark(f"{(entry.side or 0) + 1}: discard {len(entry.move.tiles)}")
        case _:
            return entry
