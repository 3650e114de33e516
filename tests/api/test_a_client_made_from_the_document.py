"""A client that a generator makes from the OpenAPI document records a game with a live site."""

import importlib
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.api.client import described
from tests.api.table import Table, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

NAME = "client_made_from_the_document"
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "openapi.yaml"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("generated")
    words = ["generate", "--path", str(DOCUMENT), "--meta", "none", "--output-path", str(folder / NAME)]
    program = [sys.executable, "-c", "from openapi_python_client.cli import app; app()", *words]
    ran = subprocess.run(program, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    sys.path.insert(0, str(folder))
    yield importlib.import_module(NAME)
    sys.path.remove(str(folder))


def module(made: ModuleType, path: str) -> Any:
    return importlib.import_module(f"{NAME}.{path}")


def test_every_operation_of_the_document_is_a_call_of_the_client(made: ModuleType) -> None:
    assert made.__file__ is not None
    calls = {path.stem for path in Path(made.__file__).parent.glob("api/*/*.py")} - {"__init__"}
    wanted = {
        operation["operationId"] for methods in described()["paths"].values() for operation in methods.values()
    }
    assert wanted <= calls


def test_it_plays_a_game_and_reads_the_result(made: ModuleType, live_site: str) -> None:
    table = Table.make()
    client = made.AuthenticatedClient(base_url=live_site, token=table.device.token)
    game = f"g{table.game_id}"
    me = module(made, "api.devices.devices_me").sync(client=client)
    assert [each.game for each in me.games] == [game]
    module(made, "api.games.game_claim").sync(game, client=client, body=model(made, "ClaimNewRequest", {}))

    def event(seq: int, move: dict[str, Any]) -> dict[str, Any]:
        return {"client_event_id": str(uuid.uuid4()), "seq": seq, **move}

    record = module(made, "api.games.game_events_create")
    body = model(made, "EventNewRequest", event(1, play("8F", "7 +/-:- 2 ?:= 5", player="p1", claimed_score=8)))
    first = record.sync_detailed(game, client=client, body=body)
    again = record.sync_detailed(game, client=client, body=body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.parsed.totals.to_dict() == again.parsed.totals.to_dict() == {"p1": 8, "p2": 0}

    late = record.sync(game, client=client, body=model(made, "EventNewRequest", event(9, {"type": "pass"})))
    assert (late.status, late.code, late.additional_properties["expected_seq"]) == (409, "game.sequence_gap", 2)

    items = [event(2, {"type": "pass", "player": "p2"}), event(3, {"type": "end", "reason": "agreed"})]
    batch = module(made, "api.games.game_events_batch")
    told = batch.sync(game, client=client, body=model(made, "BatchNewRequest", {"items": items}))
    assert [item.status for item in told.items] == ["applied", "applied"]

    state = module(made, "api.games.games_read").sync(game, client=client)
    assert (state.head_seq, state.outcome.winner) == (3, "p1")
    result = module(made, "api.results.results_read").sync(game, client=client)
    assert (result.state, sorted(result.scores.to_dict().values())) == ("pending", [0, 8])
    table.assert_whole()


def model(made: ModuleType, name: str, values: dict[str, Any]) -> Any:
    return getattr(module(made, "models"), name).from_dict(values)
