"""What a director's change to a sheet would do, tried to the end and taken back: totals, result, standings."""

from dataclasses import dataclass

from django.db import transaction

from common.actor import Actor
from games.ports import Rights
from games.selectors.sheets import position_of
from games.services.log import Sent
from games.services.recording import event_record

from ..models import Division, Pairing, Result
from ..selectors.results import newest_result
from ..selectors.standings import fresh_table
from ..standings import Row, Table


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose line of the standings changes."""

    entry: int
    before: Row
    after: Row


@dataclass(frozen=True, slots=True)
class Outlook:
    """How things are and how they would be. ``results`` are the live ones, None where there is none."""

    totals: tuple[tuple[int, ...], tuple[int, ...]]
    over: tuple[bool, bool]
    results: tuple[Result | None, Result | None]
    moved: tuple[Moved, ...]

    @property
    def same_result(self) -> bool:
        before, after = self.results
        if before is None or after is None:
            return before is after
        shown = [(each.state, each.first_final, each.second_final, each.winner) for each in (before, after)]
        return shown[0] == shown[1]


def sheet_change_preview(*, pairing: Pairing, sent: Sent, actor: Actor, rights: Rights) -> Outlook:
    """Make the change, look, and take everything back. Errors are those of ``event_record``."""
    game, division = pairing.game, pairing.round.division
    assert game is not None
    with transaction.atomic():
        before = position_of(game, getattr(game, "sheet", None))
        was, table = newest_result(pairing), fresh_table(division)
        _recorded, after = event_record(game_id=game.pk, sent=sent, actor=actor, rights=rights)
        outlook = Outlook(
            totals=(before.total, after.total),
            over=(before.ended is not None, after.ended is not None),
            results=(was, newest_result(pairing)),
            moved=_moved(table, fresh_table(Division.objects.get(pk=division.pk))),
        )
        transaction.set_rollback(True)
    return outlook


def _moved(before: Table, after: Table) -> tuple[Moved, ...]:
    was = before.by_entry()
    return tuple(
        Moved(row.entry, was[row.entry], row)
        for row in after.rows
        if row.entry in was and _figures(was[row.entry]) != _figures(row)
    )


def _figures(row: Row) -> tuple[object, ...]:
    return (row.rank, row.points, row.capped_spread, row.spread, row.total)
