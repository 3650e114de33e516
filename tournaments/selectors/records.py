"""The records of all games of an event, one after the other, so that a large one never stands in memory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.notation import Record
from games.models import GameEvent
from games.selectors.records import record_of
from games.selectors.story import story_of

from ..models import Division, Pairing, Result, Round, Tournament

_AT_ONCE = 40
_SETTLED = (Result.State.CONFIRMED, Result.State.FINAL)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """``record`` is None for a sheet that was changed from outside: ``broken_seq`` cannot follow."""

    game_id: int
    record: Record | None
    broken_seq: int | None = None


def event_records(tournament: Tournament, divisions: Sequence[Division], *, racks: bool) -> Iterator[EventRecord]:
    """By division, round and table, every game that has a sheet. Without ``racks`` only games that are over tell
    what was on them.
    """
    slugs = {division.pk: division.slug for division in divisions}
    ids = (
        Pairing.objects.filter(round__division__in=divisions, game__sheet__head_seq__gt=0)
        .exclude(round__state=Round.State.DRAFT)
        .order_by("round__division__order", "round__division_id", "round__number", "table")
        .values_list("pk", flat=True)
    )
    for some in _in_batches(list(ids)):
        yield from _records(tournament, slugs, some, racks)


def _in_batches(ids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), _AT_ONCE):
        yield ids[start : start + _AT_ONCE]


def _records(tournament: Tournament, slugs: dict[int, str], ids: list[int], racks: bool) -> Iterator[EventRecord]:
    pairings = {
        pairing.pk: pairing
        for pairing in Pairing.objects.filter(pk__in=ids)
        .select_related("round", "game")
        .prefetch_related("seats__entry__members__player")
    }
    settled = set(Result.objects.filter(pairing__in=ids, state__in=_SETTLED).values_list("pairing_id", flat=True))
    rows: dict[int, list[GameEvent]] = {}
    for row in GameEvent.objects.filter(game__pairing__in=ids).order_by("game_id", "seq"):
        rows.setdefault(row.game_id, []).append(row)
    for pk in ids:
        pairing = pairings[pk]
        game = pairing.game
        assert game is not None
        story = story_of(game, rows.get(game.pk, []))
        if story.broken_seq is not None:
            yield EventRecord(game.pk, None, story.broken_seq)
            continue
        seats = sorted(pairing.seats.all(), key=lambda seat: seat.place)
        closed = pairing.round.state == Round.State.CLOSED or pk in settled
        tags = [
            ("event", tournament.slug),
            ("division", slugs[pairing.round.division_id]),
            ("round", str(pairing.round.number)),
            *([("table", str(pairing.table))] if pairing.table is not None else []),
            ("game", f"g{game.pk}"),
        ]
        names = [seat.entry.public_name for seat in seats]
        yield EventRecord(game.pk, record_of(story, names, tags, racks=racks or closed or story.over))
