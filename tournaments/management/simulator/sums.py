"""After the last tablet: is everything that was sent there once, and does every sum agree with every other?"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from examples.kradan_client import STORED, Outbox
from games.engine import get_ruleset, replay
from games.models import Game, GameEvent, Sheet
from games.selectors.chain import chain_faults
from games.selectors.sheets import full_position, game_settings
from tournaments.models import Pairing, Result

from .hall import Table


@dataclass(frozen=True)
class Sums:
    """Over all tables. Whatever does not agree is a line of ``wrong``."""

    sent: int
    stored: int
    derived: int
    lost: int
    duplicates: int
    agreeing: int
    confirmed: int
    wrong: list[str]


def summed(tables: Sequence[Table], pairings: Sequence[Pairing]) -> Sums:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for table, pairing in zip(tables, pairings, strict=True):
        assert pairing.game is not None
        said = list(_differences(table, pairing.game, pairing, counts))
        counts["agreeing"] += not said
        wrong += [f"{table.game}: {line}" for line in said]
    return Sums(
        sent=counts["sent"],
        stored=counts["stored"],
        derived=counts["derived"],
        lost=counts["lost"],
        duplicates=counts["duplicates"],
        agreeing=counts["agreeing"],
        confirmed=counts["confirmed"],
        wrong=wrong,
    )


def _differences(table: Table, game: Game, pairing: Pairing, counts: Counter[str]) -> Iterator[str]:
    rows = list(GameEvent.objects.filter(game=game).order_by("seq"))
    kept = Outbox(table.outbox).kept(table.game)
    sent = [one.id for one in kept]
    stored = [str(row.client_event_id) for row in rows if row.client_event_id is not None]
    lost = set(sent) - set(stored)
    duplicates = len(stored) - len(set(stored) & set(sent))
    counts += Counter(sent=len(sent), stored=len(stored), lost=len(lost), duplicates=duplicates)
    counts["derived"] += len(rows) - len(stored)
    if lost:
        yield f"{len(lost)} events lost"
    if duplicates:
        yield f"{duplicates} events more than were sent"
    acknowledged = sum(one.state == STORED for one in kept)
    if not acknowledged == len(sent) == len(table.script.events):
        yield f"{acknowledged} of {len(table.script.events)} events are acknowledged"
    if stored != sent:
        yield "the events are not in the order in which they happened"
    yield from (f"the log's chain is broken: {fault}" for fault in chain_faults(rows, _head_hash(game)))
    yield from _totals(table, game, pairing, rows, counts)


def _head_hash(game: Game) -> str:
    return Sheet.objects.filter(pk=game.pk).values_list("head_hash", flat=True).first() or ""


def _totals(
    table: Table, game: Game, pairing: Pairing, rows: Sequence[GameEvent], counts: Counter[str]
) -> Iterator[str]:
    """The engine alone, the rows' sum, the kept position, the log's replay and the confirmed result."""
    rules, settings = get_ruleset(game.ruleset), game_settings(game)
    sheet = Sheet.objects.filter(pk=game.pk).first()
    result = Result.objects.filter(pairing=pairing, state__in=Result.LIVE).first()
    found: dict[str, Any] = {
        "the engine": replay(rules, table.script.moves, settings=settings).total,
        "the log's rows": (sum(row.first_points for row in rows), sum(row.second_points for row in rows)),
        "the kept position": tuple(sheet.state["total"]) if sheet and sheet.state else None,
        "the log's replay": full_position(game).total,
        "the result": (result.first_final, result.second_final) if result else None,
    }
    counts["confirmed"] += result is not None and result.state == Result.State.CONFIRMED
    if result is None or result.state != Result.State.CONFIRMED:
        yield "the result is not confirmed"
    for name, total in found.items():
        if total != table.script.totals:
            yield f"{name} says {total}, the game came to {table.script.totals}"
