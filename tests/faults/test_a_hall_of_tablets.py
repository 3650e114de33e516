"""``simulate_tables``: whole games through the real API on a bad day, and sums that notice what is wrong."""

import sqlite3
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from examples.kradan_client import STORED, Outbox
from games.engine import get_ruleset, replay
from games.models import GameEvent, Sheet
from games.selectors.sheets import game_settings
from tests.factories import make_tournament
from tests.sheets import record
from tests.support.site import Site
from tournaments.management.simulator.games import script
from tournaments.management.simulator.hall import Table, round_made
from tournaments.management.simulator.sums import summed
from tournaments.models import Pairing, Result, Tournament


@pytest.fixture
def two_processes(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    site = Site(tmp_path / "two", workers=2)
    site.wait_until_it_answers()
    yield site.url
    site.stop()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("ruleset", "tables"), [("amath", 6), ("summy", 2)])
def test_six_tables_on_a_bad_day_lose_nothing(
    ruleset: str, tables: int, two_processes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command(
        "simulate_tables",
        "bad-day",
        ruleset=ruleset,
        tables=tables,
        speed=300,
        seed=5,
        games=2,
        faults="offline,duplicates,reorder,kill",
        url=two_processes,
    )
    told = dict(line.strip().rsplit("  ", 1) for line in capsys.readouterr().out.splitlines()[1:])
    figures = {name.strip(): value.strip() for name, value in told.items()}
    assert figures["events sent"] == figures["events stored"] != "0"
    assert (figures["lost"], figures["duplicates"]) == ("0", "0")
    assert figures["totals as the engine's replay"] == figures["results confirmed by PINs"] == str(tables)
    assert int(figures["processes killed"]) >= 1
    assert int(figures["answered as repeated"]) >= 1
    assert Result.objects.filter(state="confirmed").count() == tables
    assert not Tournament.objects.get(slug="bad-day").is_public


@pytest.mark.django_db
def test_an_event_that_is_no_simulation_is_left_alone() -> None:
    make_tournament(slug="real")
    with pytest.raises(CommandError, match="real"):
        call_command("simulate_tables", "real", tables=1)
    assert not Tournament.objects.get(slug="real").divisions.exists()


@pytest.mark.parametrize("wrong", [{"faults": "offline,fire"}, {"tables": 0}, {"tables": 201}])
def test_what_cannot_be_simulated_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(CommandError):
        call_command("simulate_tables", "sim", **wrong)


@pytest.mark.parametrize("ruleset", ["amath", "amath-primary", "summy"])
@pytest.mark.parametrize("seed", range(6))
def test_a_scripted_game_is_one_that_the_engine_plays(ruleset: str, seed: int) -> None:
    rules = get_ruleset(ruleset)
    settings = rules.settings()
    made = script(rules, settings, Random(seed))
    position = replay(rules, made.moves, settings=settings)
    assert position.ended is not None
    assert position.total == made.totals
    undone = sum(event["type"] == "undo" for event in made.events)
    assert len(made.events) == len(made.moves) + 2 * undone


# --- The sums notice --------------------------------------------------------------------------------------


@pytest.fixture
def one(db: None, tmp_path: Path) -> tuple[Table, Pairing]:
    """A table whose whole game is recorded and confirmed."""
    (pairing,) = round_made("sums", 1, "amath")
    assert pairing.game is not None
    rules = get_ruleset(pairing.game.ruleset)
    made = script(rules, game_settings(pairing.game), Random(2))
    table = Table(f"g{pairing.game_id}", "", str(tmp_path / "outbox"), {}, made)
    outbox = Outbox(table.outbox)
    for event in made.events:
        side = {"p1": 0, "p2": 1}.get(event.get("player", ""))
        payload = {key: value for key, value in event.items() if key not in ("type", "player")}
        stored = record(pairing, event["type"], side=side, payload=payload)
        kept = outbox.keep(table.game, event)
        _same_id(table, kept.id, str(stored.event.client_event_id))
        outbox.settle(table.game, 0, {str(stored.event.client_event_id): (STORED, None)})
    Result.objects.filter(pairing=pairing, state__in=Result.LIVE).update(state="confirmed")
    return table, pairing


def _same_id(table: Table, old: str, new: str) -> None:
    with sqlite3.connect(table.outbox) as file:
        file.execute("UPDATE event SET id = ? WHERE id = ?", (new, old))


def test_a_game_that_arrived_whole_agrees(one: tuple[Table, Pairing]) -> None:
    table, pairing = one
    sums = summed([table], [pairing])
    assert sums.wrong == []
    assert (sums.lost, sums.duplicates, sums.agreeing, sums.confirmed) == (0, 0, 1, 1)
    assert sums.sent == sums.stored == len(table.script.events)


def test_a_lost_event_is_noticed(one: tuple[Table, Pairing]) -> None:
    table, pairing = one
    Outbox(table.outbox).keep(table.game, {"type": "pass"})
    sums = summed([table], [pairing])
    assert (sums.lost, sums.agreeing) == (1, 0)


def test_an_event_too_many_is_noticed(one: tuple[Table, Pairing]) -> None:
    table, pairing = one
    record(pairing, "clock", side=0, payload={"used_ms": 1000})
    sums = summed([table], [pairing])
    assert (sums.duplicates, sums.agreeing) == (1, 0)


def test_events_in_another_order_are_noticed(one: tuple[Table, Pairing]) -> None:
    table, pairing = one
    kept = Outbox(table.outbox).kept(table.game)
    other = str(uuid.uuid4())
    for old, new in ((kept[0].id, other), (kept[1].id, kept[0].id), (other, kept[1].id)):
        _same_id(table, old, new)
    sums = summed([table], [pairing])
    assert (sums.lost, sums.duplicates, sums.agreeing) == (0, 0, 0)
    assert "order" in sums.wrong[0]


def test_a_total_that_differs_anywhere_is_noticed(one: tuple[Table, Pairing]) -> None:
    table, pairing = one
    first, second = table.script.totals
    other = replace(table, script=replace(table.script, totals=(first + 1, second)))
    assert len(summed([other], [pairing]).wrong) == 5
    live = Result.objects.filter(pairing=pairing, state="confirmed")
    live.update(first_final=first + 1)
    (line,) = summed([table], [pairing]).wrong
    assert "the result" in line
    live.update(first_final=first, state="pending")
    sums = summed([table], [pairing])
    assert (sums.wrong, sums.confirmed) == ([f"{table.game}: the result is not confirmed"], 0)
    sheet = Sheet.objects.get(pk=pairing.game_id)
    sheet.state["total"][0] += 1
    sheet.save()
    assert any("kept position" in line for line in summed([table], [pairing]).wrong)
    assert GameEvent.objects.filter(game_id=pairing.game_id).exists()
