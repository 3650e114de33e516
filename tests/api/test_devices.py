"""Devices through the API: enrolled by a code, good for their tables and nothing else."""

import logging
import uuid
from typing import Any

import pytest
from django.core.management import call_command

from common.models import LogEntry, Token
from tests.api.client import Answer, Api
from tests.api.event import Event
from tournaments.models import Device, Role
from tournaments.services.codes import code_make
from tournaments.services.devices import device_create
from tournaments.services.pins import pins_show
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return Event.make()


@pytest.fixture
def director(event: Event) -> Api:
    return Api.of(event.director)


def make(director: Api, event: Event, **more: Any) -> Answer:
    answer = director.post(f"{event.url}/devices", {"label": "Table 1", "tables": [1], **more})
    assert answer.status == 201, answer
    return answer


def enrol(code: str, **more: Any) -> Answer:
    return Api().post("/devices/enrol", {"code": code, **more})


def tablet(director: Api, event: Event, **more: Any) -> Api:
    answer = enrol(make(director, event, **more)["code"], app="amscore/1.4")
    assert answer.status == 201, answer
    return Api(answer["token"])


def played(seq: int = 1) -> dict[str, Any]:
    return {"client_event_id": str(uuid.uuid4()), "seq": seq, "type": "pass", "player": "p1"}


def game(event: Event, table: int = 1) -> str:
    return f"/games/g{event.pairing(table).game_id}"


def test_a_device_is_made_enrolled_and_knows_its_games(event, director):
    made = make(director, event, division=event.division.slug, scopes=["game:read", "game:record"])
    assert made["link"] == f"/enrol/#{made['code']}"
    assert made["state"] == "waiting"
    assert made.headers["Cache-Control"] == "no-store"
    answer = enrol(made["code"].lower(), label="Tablet 7", app="amscore/1.4")
    assert answer.status == 201
    assert answer["token"].startswith(f"krd_dev_{answer['token_id']}_")
    assert (answer["device"], answer["tournament"], answer["tables"]) == (
        made["device"],
        event.tournament.slug,
        [1],
    )
    assert answer["scopes"] == ["game:read", "game:record"]
    me = Api(answer["token"]).get("/devices/me")
    assert me.status == 200
    [mine] = me["games"]
    first, second = event.numbers()
    assert mine["game"] == game(event).rpartition("/")[2]
    assert (mine["round"], mine["table"], mine["head_seq"], mine["claim"]) == (1, 1, 0, None)
    assert [mine["sides"][side]["entry"] for side in ("p1", "p2")] == [first, second]
    assert "token" not in me.body


def test_a_recorded_move_shows_in_what_the_device_knows(event, director):
    one, other = tablet(director, event), tablet(director, event)
    assert one.post(f"{game(event)}/events", played()).status == 201
    [mine], [seen] = one.get("/devices/me")["games"], other.get("/devices/me")["games"]
    assert mine["head_seq"] == 1
    assert (mine["claim"]["own"], seen["claim"]["own"]) == (True, False)
    assert seen["claim"]["holder"] == "Table 1"


def test_it_has_its_tables_of_rounds_that_are_being_played(event, director):
    api = tablet(director, event, tables=[])
    assert [row["table"] for row in api.get("/devices/me")["games"]] == [1, 2]
    assert tablet(director, event, tables=[2, 9]).get("/devices/me")["games"][0]["table"] == 2
    assert tablet(director, event, tables=[9]).get("/devices/me")["games"] == []
    for table in (1, 2):
        scores = dict.fromkeys(map(str, event.numbers(table)), 300)
        director.post(f"{game(event, table)}/result", {"client_event_id": str(uuid.uuid4()), "scores": scores})
    round_close(round_id=event.round.pk, actor=_system())
    assert api.get("/devices/me")["games"] == []


def _system() -> Any:
    from tests.factories import TEST

    return TEST


def test_the_list_tells_when_a_device_was_seen_and_by_which_app(event, director):
    waiting = make(director, event)
    tablet(director, event).get("/devices/me")
    listed = director.get(f"{event.url}/devices?limit=1")
    [row] = listed["items"]
    assert (row["state"], row["app"]) == ("enrolled", "amscore/1.4")
    assert row["last_seen_at"] is not None
    rest = director.get(listed["next"])
    assert [(item["device"], item["state"]) for item in rest["items"]] == [(waiting["device"], "waiting")]
    said = listed.raw.decode() + rest.raw.decode()
    assert waiting["code"] not in said
    assert not any(row.secret_hash in said for row in Token.objects.all())


def test_a_used_code_is_gone_and_a_wrong_one_says_nothing(event, director):
    code = make(director, event)["code"]
    assert enrol(code).status == 201
    assert (enrol(code).status, enrol(code).code) == (410, "device.code_used")
    # The same words under a group that somebody has and under one that nobody has.
    other = make(director, event)["code"]
    known, unknown = enrol(other[:5] + code_make()[5:]), enrol(code_make())
    assert (known.status, known.code) == (unknown.status, unknown.code) == (422, "device.code_wrong")
    for _ in range(4):
        enrol(other[:5] + code_make()[5:])
    answer = enrol(other)
    assert (answer.status, answer.code) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/code"]),
        ({"code": 7}, ["/code"]),
        ({"code": ""}, ["/code"]),
        ({"code": "x" * 41}, ["/code"]),
        ({"code": "x", "app": "y" * 81}, ["/app"]),
    ],
)
def test_what_cannot_be_a_code_is_unreadable(body, pointers):
    answer = Api().post("/devices/enrol", body)
    assert (answer.status, answer.code, answer.pointers) == (400, "request.invalid", pointers)


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"label": ""}, 400, "request.invalid"),
        ({"tables": [0]}, 400, "request.invalid"),
        ({"tables": ["1"]}, 400, "request.invalid"),
        ({"tables": [100_000]}, 400, "request.invalid"),
        ({"scopes": []}, 400, "request.invalid"),
        ({"scopes": ["tournament:direct"]}, 400, "request.invalid"),
        ({"division": "nobody-has-this"}, 422, "device.division_unknown"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422, "token.expired"),
        ({"label": " "}, 422, "name.missing"),
        ({"token": "x"}, 422, "field.unknown"),
    ],
)
def test_what_no_device_can_be_is_refused(event, director, wish, status, code):
    answer = director.post(f"{event.url}/devices", {"label": "Table 1", **wish})
    assert (answer.status, answer.code) == (status, code)
    assert not Device.objects.exists()


def test_rolled_and_revoked_tokens_are_refused_at_the_next_request(event, director):  # fault 51
    answer = enrol(make(director, event)["code"])
    device, api = f"{event.url}/devices/{answer['device']}", Api(answer["token"])
    assert api.get("/devices/me").status == 200
    by_director = director.post(f"{device}/roll")
    assert by_director.status == 200
    assert (api.get("/devices/me").status, api.get("/devices/me").code) == (401, "auth.token_invalid")
    rolled = Api(by_director["token"])
    by_itself = rolled.post(f"{device}/roll")
    assert by_itself.status == 200
    assert rolled.get("/devices/me").status == 401
    last = Api(by_itself["token"])
    code = director.post(f"{device}/code")
    assert code.status == 200
    assert last.get("/devices/me").status == 200
    replaced = Api(enrol(code["code"])["token"])
    assert last.get("/devices/me").status == 401
    assert director.post(f"{device}/revoke")["state"] == "revoked"
    assert replaced.get("/devices/me").status == 401
    assert director.post(f"{device}/revoke").status == 200
    for act in ("roll", "code"):
        refused = director.post(f"{device}/{act}")
        assert (refused.status, refused.code) == (409, "device.over")


def test_all_devices_end_at_once(event, director):
    tablets = [tablet(director, event) for _ in range(2)]
    make(director, event)
    answer = director.post(f"{event.url}/devices:revoke-all")
    assert (answer.status, answer["revoked"]) == (200, 3)
    assert {api.get("/devices/me").status for api in tablets} == {401}


def test_a_device_rolls_itself_and_no_other(event, director):
    api = tablet(director, event)
    other = make(director, event)["device"]
    assert api.post(f"{event.url}/devices/{other}/roll").status == 404
    for act in ("code", "revoke"):
        assert api.post(f"{event.url}/devices/{api.get('/devices/me')['device']}/{act}").status == 404
    assert api.get(f"{event.url}/devices").status == 404


def test_another_table_is_not_there_and_the_log_keeps_that_it_was_tried(event, director):  # fault 47
    api = tablet(director, event)
    missing = api.post("/games/g999999999/events", played())
    for _ in range(3):
        kept_out = api.post(f"{game(event, 2)}/events", played())
        assert (kept_out.status, kept_out.code, kept_out["title"]) == (404, missing.code, missing["title"])
    for path in ("events:batch", "claim"):
        body = {"items": [played()]} if path == "events:batch" else {}
        assert api.post(f"{game(event, 2)}/{path}", body).status == 404
    result = {"client_event_id": str(uuid.uuid4()), "scores": dict.fromkeys(map(str, event.numbers(2)), 300)}
    assert api.post(f"{game(event, 2)}/result", result).status == 404
    [tried] = LogEntry.objects.filter(action="device.refused")
    assert tried.chain_id == event.tournament.log_chain
    assert (tried.actor_label, tried.data["table"]) == ("Table 1", 2)
    assert api.post(f"{game(event, 1)}/events", played()).status == 201


def test_a_device_without_the_right_to_record_does_not(event, director):
    api = tablet(director, event, scopes=["game:read"])
    assert api.get(game(event)).status == 200
    answer = api.post(f"{game(event)}/events", played())
    assert (answer.status, answer.code) == (403, "auth.scope_missing")


@pytest.mark.parametrize("scopes", [["result:submit"], ["result:confirm"]])
def test_a_device_for_results_alone_has_its_game_without_the_racks(event, director, scopes):
    table = tablet(director, event)
    assert table.post(f"{game(event)}/events", {**played(), "rack": ["7", "20", "19"]}).status == 201
    assert table.get(game(event))["racks"]["p1"]["tiles"]
    api = tablet(director, event, scopes=scopes)
    shown = api.get(game(event))
    assert (shown.status, shown["racks"]["p1"]["tiles"]) == (200, None)
    assert "rack" not in api.get(f"{game(event)}/events")["items"][0]["move"]
    assert api.post(f"{game(event)}/events", played(2)).code == "auth.scope_missing"
    assert api.get(f"{game(event, 2)}/events").status == 404


def test_a_device_reads_what_the_public_reads_and_changes_nothing_else(event, director):
    api = tablet(director, event)
    for path in ("", "/divisions"):
        assert api.get(event.url + path).status == 200
    for path in ("", "/entries", "/rounds/1/pairings", "/standings"):
        assert api.get(event.at(path)).status == 200
    assert api.post(event.at("/entries"), {"names": ["New"]}).status == 404
    assert api.post(event.at("/rounds/1:close")).status == 404
    assert api.patch(event.url, {"venue": "x"}, If_Match="*").status == 404
    # What is for people with a login is not for a device.
    for answer in (
        api.get("/tokens"),
        api.post("/tokens", {"label": "x", "scopes": ["game:record"]}),
        api.delete("/tokens/aaaaaaaa"),
        api.post("/tournaments", {"name": "x", "starts_on": "2026-12-01"}),
    ):
        assert (answer.status, answer.code) == (403, "auth.not_allowed"), answer
    assert Token.objects.filter(kind="pat", user=None).count() == 0


def test_a_device_of_a_hidden_event_has_its_games_and_not_the_event():
    event = Event.make(public=False)
    api = tablet(Api.of(event.director), event)
    assert len(api.get("/devices/me")["games"]) == 1
    assert api.get(game(event)).status == 200
    assert api.post(f"{game(event)}/events", played()).status == 201
    assert api.get(event.url).status == 404
    assert api.get(event.at("/rounds/1/pairings")).status == 404


def test_a_person_is_no_device(event, director):
    assert director.get("/devices/me").status == 404
    assert Api().get("/devices/me").status == 401


def test_only_directors_have_to_do_with_devices(event, director):
    device = make(director, event)["device"]
    for role, status in (("scorer", 403), ("assistant", 403), ("viewer", 403), ("other_director", 404)):
        api = Api.of(getattr(event.cast, role))
        assert api.get(f"{event.url}/devices").status == status, role
        assert api.post(f"{event.url}/devices", {"label": "x"}).status == status, role
        assert api.post(f"{event.url}/devices:revoke-all").status == status, role
        for act in ("code", "roll", "revoke"):
            assert api.post(f"{event.url}/devices/{device}/{act}").status == status, (role, act)
    limited = Api.of(event.director, ("result:submit",))
    assert (limited.post(f"{event.url}/devices", {"label": "x"}).code) == "auth.scope_missing"


def test_a_director_of_two_events_does_not_reach_over(event, director):
    other = Event.make()
    Role.objects.create(user=event.director, tournament=other.tournament, role=Role.Kind.DIRECTOR)
    device = make(director, event)["device"]
    there, nowhere = (director.post(f"{other.url}/devices/{name}/revoke") for name in (device, "d_999999999"))
    assert (there.status, there.code, there["title"]) == (404, nowhere.code, nowhere["title"])
    assert Device.objects.get().revoked_at is None


def test_a_posted_event_costs_few_queries(event, director, django_assert_max_num_queries):
    api = tablet(director, event)
    assert api.post(f"{game(event)}/events", played()).status == 201
    body = {**played(2), "player": "p2"}
    with django_assert_max_num_queries(40) as counted:
        assert api.post(f"{game(event)}/events", body).status == 201
    mine = [query["sql"] for query in counted.captured_queries if "SAVEPOINT" not in query["sql"]]
    assert len(mine) <= 8, mine


def test_what_a_device_knows_costs_the_same_for_two_games_and_for_twenty(django_assert_max_num_queries):
    event = Event.make(entries=40)
    api = tablet(Api.of(event.director), event, tables=[])
    api.get("/devices/me")
    with django_assert_max_num_queries(8):
        assert len(api.get("/devices/me")["games"]) == 20


def test_no_secret_is_in_the_logs_or_in_a_dump(event, director, caplog, capsys):  # fault 55
    caplog.set_level(logging.DEBUG)
    code = make(director, event)["code"]
    answer = enrol(code)
    api = Api(answer["token"])
    api.get("/devices/me")
    api.post(f"{game(event, 2)}/events", played())
    wrong = code[:5] + code_make()[5:]
    enrol(wrong)
    enrol(code)
    Api(answer["token"][:-1] + "0").get("/devices/me")
    waiting, _code = make(director, event), None
    entry = event.division.entries.select_related("division__tournament").first()
    [slip] = pins_show(division=event.division, entries=[entry], actor=_system())
    call_command("dumpdata", "--exclude=sessions", "--exclude=contenttypes")
    dump = capsys.readouterr().out
    assert answer["token_id"] in dump
    assert len(dump) > 10_000
    secret = answer["token"].split("_")[3]
    logged = " ".join(record.getMessage() for record in caplog.records)
    assert "device" in logged
    for hidden in (code, code.replace("-", ""), wrong, secret, secret[:32], waiting["code"], director.token):
        assert hidden not in logged
        assert hidden not in dump
    assert f'"{slip.pin}"' not in dump


def test_a_line_of_the_log_that_holds_a_secret_is_masked():
    from common.logging import MaskSecrets

    told = logging.LogRecord(
        "x", 40, "x", 1, "%s %s", ("krd_dev_k3f9a2m7_" + "a" * 38, "7KQ2-9MXR-4TGH-3BNV"), None
    )
    MaskSecrets().filter(told)
    assert told.getMessage() == "krd_dev_k3f9a2m7_*** 7KQ2-***"
    plain = logging.LogRecord("x", 40, "x", 1, "0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61", (), None)
    MaskSecrets().filter(plain)
    assert plain.getMessage() == "0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61"


def test_a_device_that_has_gone_from_the_site_is_nobody(event, director):
    answer = enrol(make(director, event)["code"])
    device_create(tournament=event.tournament, label="other", actor=_system())
    Device.objects.filter(token__id8=answer["token_id"]).delete()
    assert Api(answer["token"]).get("/devices/me").status == 404
    assert Api(answer["token"]).post(f"{game(event)}/events", played()).status == 404
