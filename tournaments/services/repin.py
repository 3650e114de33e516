"""Taking the ratings of entries from the rating list anew. Until then they stay as they were when people entered.

repin_preview(division) -> RepinPreview      who would change; writes nothing
ratings_repin(division_id=…, …)              changes them, with before and after in the log
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Missing, Refused
from common.text import clean

from ..models import Division, Entry, Round
from ..ports import ratings_at_entry
from .touch import division_lock, division_log, division_touch

_MAX_REASON = 300


@dataclass(frozen=True, slots=True)
class RepinRow:
    """An entry's rating as it is pinned (``before``) and in the list (``after``, None: it does not know
    all of its players). ``typed``: somebody wrote it by hand, so it changes only where the entry is named."""

    entry: Entry
    before: int | None
    after: int | None
    source: str

    @property
    def typed(self) -> bool:
        return self.entry.rating is not None and not self.entry.rating_from

    @property
    def changes(self) -> bool:
        if self.typed and self.after is None:
            return False  # the list has nothing better than what somebody knew
        return (self.before, self.entry.rating_from) != (self.after, self.source)

    @property
    def change(self) -> int | None:
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class RepinPreview:
    """``source`` is the address of the list, "" where the game has none. ``started``: a round is paired."""

    rows: tuple[RepinRow, ...]
    source: str
    started: bool

    @property
    def changing(self) -> tuple[RepinRow, ...]:
        return tuple(row for row in self.rows if row.changes)


def repin_preview(division: Division) -> RepinPreview:
    """What the list that seeds the division says of its entries now."""
    entries = list(division.entries.select_related("club").prefetch_related("members__player").order_by("number"))
    people = {entry.pk: [member.player_id for member in entry.members.all()] for entry in entries}
    known = ratings_at_entry(player_ids=[pk for group in people.values() for pk in group], division_id=division.pk)
    return RepinPreview(
        rows=tuple(_row(entry, known.mean(people[entry.pk]), known.source) for entry in entries),
        source=known.source,
        started=Round.objects.filter(division=division).exists(),
    )


def _row(entry: Entry, after: int | None, source: str) -> RepinRow:
    return RepinRow(entry, entry.rating, after, source if after is not None else "")


@transaction.atomic
def ratings_repin(
    *, division_id: int, actor: Actor, reason: str = "", entry_ids: Collection[int] | None = None
) -> Sequence[RepinRow]:
    """Pin what the list says now; answers with the entries that changed.

    ``entry_ids`` None: everybody but those whose rating was typed by hand. Before anything is paired no reason is
    needed; after that one is, since pairings that were made went by the old ratings. Those stay as they are.
    """
    division = division_lock(division_id)
    preview = repin_preview(division)
    why = clean(reason)[:_MAX_REASON]
    if entry_ids is None:
        rows = [row for row in preview.changing if not row.typed]
    else:
        wanted = set(entry_ids)
        if not wanted <= {row.entry.pk for row in preview.rows}:
            raise Missing("entry.missing", _("There is no such entry."))
        rows = [row for row in preview.changing if row.entry.pk in wanted]
    if not rows:
        return rows
    if preview.started and not why:
        raise Refused(
            "repin.reason_missing",
            _("A round is paired by the ratings as they are. Say why they change now."),
            field="reason",
        )
    for row in rows:
        Entry.objects.filter(pk=row.entry.pk).update(
            rating=row.after, rating_from=row.source, version=F("version") + 1
        )
    changes = [
        {"number": row.entry.number, "name": row.entry.full_name, "before": row.before, "after": row.after}
        for row in rows
    ]
    data = {"list": preview.source, "reason": why, "count": len(rows), "entries": changes}
    division_log(division, "entries.repinned", actor, kind="division", pk=division.pk, data=data)
    division_touch(division.pk)
    return rows
