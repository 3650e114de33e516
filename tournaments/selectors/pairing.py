"""What a round waits for before the next one can be paired."""

from dataclasses import dataclass

from games.models import Sheet
from games.selectors.scores import running_sheets

from ..models import Pairing, Result, Round


def missing_results(round_: Round) -> list[int]:
    """Table numbers of a round whose result is not in, or not settled."""
    settled = [Result.State.CONFIRMED, Result.State.FINAL]
    if round_.division.pending_counts:
        settled.append(Result.State.PENDING)
    done = Result.objects.filter(pairing__round=round_, state__in=settled).values("pairing_id")
    return sorted(
        table or 0
        for table in Pairing.objects.filter(round=round_).exclude(pk__in=done).values_list("table", flat=True)
    )


@dataclass(frozen=True, slots=True)
class OpenTables:
    """Tables of a round without a settled result, by what they wait for: the end of the scoresheet, somebody's yes,
    staff's decision, or any result at all.
    """

    running: tuple[int, ...] = ()
    unconfirmed: tuple[int, ...] = ()
    disputed: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()


def open_tables(round_: Round) -> OpenTables:
    """What keeps a round from closing. Three queries."""
    waiting = missing_results(round_)
    found: dict[str, list[int]] = {}
    pairings = Pairing.objects.filter(round=round_, table__in=waiting).order_by("table")
    running = running_sheets(Sheet.objects.filter(game__pairing__in=pairings.order_by()))
    live = dict(
        Result.objects.filter(pairing__round=round_, state__in=Result.LIVE).values_list("pairing_id", "state")
    )
    names = {Result.State.PENDING.value: "unconfirmed", Result.State.DISPUTED.value: "disputed"}
    for pk, table, game_id in pairings.values_list("pk", "table", "game_id"):
        kind = names.get(live.get(pk, ""), "running" if game_id in running else "missing")
        found.setdefault(kind, []).append(table or 0)
    return OpenTables(**{kind: tuple(tables) for kind, tables in found.items()})
