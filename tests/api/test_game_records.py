"""Records, proofs and the sources of the standings through the API."""

import json
from typing import Any

import pytest

from games.engine.notation import read_record, read_record_data
from tests.api.client import Answer, Api
from tests.api.table import Table, make_device, play
from tests.factories import TEST, enter
from tournaments.services.events import division_update

pytestmark = pytest.mark.django_db
AS_TEXT = {"Accept": "text/plain"}


def start(table: Table) -> None:
    table.done(play("8E", "7 × 2 = 1 4", rack=["7", "×", "2", "=", "1", "4", "9", "?"]))
    table.done({"type": "exchange", "tiles": ["19", "20"]})


def finished(table: Table) -> None:
    """Passed out: 11 for the play, and what is left taken away."""
    start(table)
    for _ in range(6):
        table.done({"type": "pass"})
    racks = {"p1": ["9", "?", "1", "1", "2", "2", "3", "3"], "p2": ["5", "5", "6", "6", "+", "-", "=", "="]}
    table.done({"type": "end", "reason": "passes", "racks": racks})


def body(text: str) -> str:
    return text.partition("\n\n")[2]


def text_of(answer: Answer) -> str:
    assert answer.status == 200, answer
    assert answer.headers["Content-Type"].startswith("text/plain")
    return answer.raw.decode()


def put(by: Api, path: str, sent: Any, *, query: str = "?reason=from+paper", method: str = "PUT") -> Answer:
    if isinstance(sent, str):
        return by.call(method, path + query, sent.encode(), Content_Type="text/plain; charset=utf-8")
    return by.call(method, path + query, sent)


@pytest.fixture
def table() -> Table:
    return Table.make()


def test_a_record_is_text_or_the_same_as_data(table: Table) -> None:
    start(table)
    said = text_of(table.device.get(f"{table.path}/record?form=text"))
    data = table.device.get(f"{table.path}/record")
    assert read_record(said) == read_record_data(data.body)
    assert text_of(table.device.get(f"{table.path}/record", **AS_TEXT)) == said
    assert table.device.get(f"{table.path}/record", If_None_Match=data.etag).status == 304
    assert data["tags"][-1] == {"key": "game", "value": f"g{table.game_id}"}
    assert Api().get(f"{table.path}/record", Accept="text/html").code == "media_type.not_acceptable"


def test_an_empty_sheet_has_a_record_without_lines(table: Table) -> None:
    assert table.device.get(f"{table.path}/record")["lines"] == []


def test_racks_are_in_it_for_everybody_once_the_game_is_over_and_before_that_for_staff(table: Table) -> None:
    start(table)
    path = f"{table.path}/record?form=text"
    assert "7 × 2 = 1 4 9 ?" in text_of(table.device.get(path))
    for reader in (Api(), table.player(1)):
        said = text_of(reader.get(path))
        assert "exchange 2 tiles" in said
        assert "19" not in body(said)
        assert "9 ?" not in said
    for _ in range(6):
        table.done({"type": "pass"})
    assert "19" not in body(text_of(Api().get(path)))
    racks = {"p1": ["9", "?", "1", "1", "2", "2", "3", "3"], "p2": ["5", "5", "6", "6", "+", "-", "=", "="]}
    table.done({"type": "end", "reason": "passes", "racks": racks})
    assert "exchange 19 20" in text_of(Api().get(path))


def test_a_record_makes_the_sheet_of_another_game(table: Table) -> None:
    finished(table)
    said = text_of(table.device.get(f"{table.path}/record?form=text"))
    other = Table(table.event, 2)
    other.device = make_device(table.event, tables=(2,))
    path = f"{other.path}/record"
    tried = put(table.director, path, said, query="?dry_run=1")
    assert (tried.status, tried["over"]) == (200, True)
    assert other.head == 0
    made = put(table.director, path, said)
    assert (made.status, made["totals"]) == (201, table.totals)
    assert put(table.director, path, said, method="POST").status == 200
    assert body(text_of(other.device.get(f"{path}?form=text"))) == body(said)
    other.assert_whole()
    result = table.director.get(f"{other.path}/result")
    assert result["state"] == "pending"
    assert list(result["scores"].values()) == list(table.totals.values())
    empty = {**table.device.get(f"{table.path}/record").body, "lines": []}
    refused = put(table.director, path, empty)
    assert refused.code == "game.sheet_not_empty"


def test_faults_are_told_by_line_and_nothing_is_stored(table: Table) -> None:
    wrong = "kradan game record 1\nruleset: amath@1\nside 1: A\nside 2: B\n\n8E 7 × 2 = 1 4\nexchnge 2\n9Z 4 | 3\n"
    answer = put(table.director, f"{table.path}/record", wrong)
    assert answer.code == "record.unreadable"
    assert {item["row"] for item in answer["errors"]} == {7, 8}
    assert all(item["detail"] for item in answer["errors"])
    assert put(table.director, f"{table.path}/record", {"ruleset": 7}).code == "record.unreadable"
    raw = table.director.call("PUT", f"{table.path}/record", b"\xff\xfe", Content_Type="text/plain")
    assert raw["errors"][0]["code"] == "record.not_utf8"
    assert table.head == 0


def test_devices_players_and_strangers_make_no_sheet(table: Table) -> None:
    said = "kradan game record 1\nruleset: amath@1\nside 1: A\nside 2: B\n\npass\n"
    path = f"{table.path}/record"
    assert put(Api(), path, said).code == "auth.required"
    assert put(table.device, path, said).code == "auth.not_allowed"
    assert put(table.player(0), path, said).code == "auth.not_allowed"
    assert put(Api.of(table.event.cast.stranger), path, said).code == "not_found"
    assert put(Api.of(table.event.cast.scorer), path, said).status == 201
    assert put(table.director, path, said, query="").status == 200  # stored before: nothing is asked again
    other = Table(table.event, 2).path
    assert put(table.director, f"{other}/record", said, query="").code == "event.reason_missing"


def test_all_records_of_an_event_come_one_after_the_other(table: Table) -> None:
    finished(table)
    other = Table(table.event, 2, make_device(table.event, tables=(2,)))
    start(other)
    said = text_of(Api().get(f"{table.event.url}/records?form=text"))
    records = said.split("\n\nkradan")
    assert len(records) == 2
    lines = Api().get(f"{table.event.url}/records").raw.decode().splitlines()
    assert [read_record_data(json.loads(line)).total for line in lines] == [tuple(table.totals.values()), (11, 0)]
    assert '"19", "20"' in lines[0]
    assert "19" not in json.dumps([each["move"] for each in json.loads(lines[1])["lines"]])
    assert '"19"' in Api.of(table.event.cast.scorer).get(f"{table.event.url}/records").raw.decode().splitlines()[1]
    division_update(division_id=table.event.division.pk, pairings_public=False, actor=TEST)
    assert Api().get(f"{table.event.url}/records").raw == b""


def test_a_sheet_proves_its_tiles_its_chain_and_its_totals(table: Table) -> None:
    start(table)
    seen, public = (by.get(f"{table.path}/proof") for by in (table.device, Api()))
    assert seen["holds"]
    assert public["holds"]
    assert (seen["bag"], seen["missing"]) == (78, 0)
    assert sum(kind["racks"] for kind in seen["tiles"]) == 2
    assert sum(kind["racks"] for kind in public["tiles"]) == 0
    assert public["unknown"] == 16
    assert public["totals"]["events"] == public["totals"]["replayed"] == {"p1": 11, "p2": 0}


def test_every_figure_of_the_standings_opens_down_to_the_tile(table: Table) -> None:
    finished(table)
    first, second = table.event.numbers()
    enter(table.event.pairing(), *table.totals.values(), expected_version=1, may_correct=True)
    answer = Api().get(table.event.at(f"/entries/{first}/provenance"))
    (round_,) = answer["rounds"]
    assert answer["standing"]["spread"] == round_["spread"]
    assert round_["result"]["scores"] == {str(first): table.totals["p1"], str(second): table.totals["p2"]}
    sheet = round_["sheet"]
    assert sheet["agrees"] is True
    assert sheet["sides"] == {"p1": first, "p2": second}
    events = sheet["events"]
    (line,) = events[0]["lines"]
    assert (line["equation"], line["sum"], line["points"]) == ("7×2=14", "2+2+1+1×3+1+2", 11)
    assert sum(tile["points"] for tile in line["tiles"]) == line["points"] == events[0]["points"]
    assert [tile["premium"] for tile in line["tiles"]] == [None, None, None, "t", None, None]
    charged = {each["player"]: (each["points"], each["sum"]) for each in events[-1]["follows"]}
    assert charged["p1"] == (-8, "−(1+1+1+1+1+1+2+0)")
    assert sum(e["points"] for e in events if e["player"] == "p1") + charged["p1"][0] == sheet["totals"]["p1"]
    assert "19" not in json.dumps([{k: v for k, v in e.items() if k != "totals"} for e in events[1:2]])
    one = Api().get(table.event.at(f"/entries/{first}/provenance?round=1"))
    assert one["rounds"] == answer["rounds"]
    assert Api().get(table.event.at(f"/entries/{first}/provenance?round=7")).status == 404


def test_a_wrong_play_is_nowhere_betrayed_before_the_end(table: Table) -> None:
    first, _second = table.event.numbers()
    pages = [f"{table.path}/record?form=text", f"{table.path}/record", f"{table.path}/proof"]
    pages += [table.event.at(f"/entries/{first}/provenance"), f"{table.event.url}/records"]
    table.done(play("8F", "7 - 2 = 5"))
    right = [Api().get(page).raw.decode() for page in pages]
    table.done({"type": "undo"})
    wrong_table = Table(table.event, 1, table.device)
    wrong_table.done(play("8F", "7 - 2 = 6"))
    wrong = [Api().get(page).raw.decode() for page in pages]
    for page, before, after in zip(pages, right, wrong, strict=True):
        assert "valid" not in after
        assert "unbalanced" not in after
        if "record" in page:
            assert after == before.replace('"5"', '"6"').replace("= 5", "= 6")
