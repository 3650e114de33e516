"""The log through the API: all that the desk shows, page by page, and a chain that anybody can follow by hand."""

import datetime
import hashlib
import json
from typing import Any

import pytest

from common.log import details_erase
from common.models import LogEntry
from common.tokens import token_create
from tests.api.client import Answer, Api
from tests.api.event import Event, report
from tests.api.table import make_device
from tests.factories import make_entry, make_tournament, make_user
from tests.support.intruder import log_unseal
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return Event.make()


@pytest.fixture
def director(event: Event) -> Api:
    return Api.of(event.director)


def log(event: Event, api: Api, query: str = "") -> Answer:
    answer = api.get(f"{event.url}/log{query}")
    assert answer.status == 200, answer
    return answer


def whole(event: Event, api: Api, query: str = "?limit=100") -> list[dict[str, Any]]:
    page = log(event, api, query)
    items = list(page["items"])
    while page["next"]:
        page = api.get(page["next"])
        items += page["items"]
    return items


def test_the_newest_is_first_with_who_what_and_why(event, director):
    assert director.post(event.at("/entries/1:withdraw"), {"reason": "left the hall"}).status == 200
    answer = log(event, director)
    first = answer["items"][0]
    entry = event.division.entries.get(number=1)
    assert (first["action"], first["object"]) == ("entry.withdrawn", {"kind": "entry", "id": entry.pk})
    assert first["who"] == f"test ({event.director})"
    assert first["data"]["reason"] == "left the hall"
    assert first["data"]["ip"] == "127.0.0.1"
    assert first["erased_at"] is None
    seqs = [item["seq"] for item in answer["items"]]
    assert seqs == sorted(seqs, reverse=True)
    assert answer["chain"] == {
        "key": event.tournament.log_chain,
        "head_seq": first["seq"],
        "head_hash": first["hash"],
    }


def test_pages_hold_still_while_the_log_grows(event, director):
    for number in range(12):
        make_entry(event.division, f"Late {number}")
    seqs = [item["seq"] for item in whole(event, director)]
    page = log(event, director, "?limit=5")
    seen = [item["seq"] for item in page["items"]]
    while page["next"]:
        make_entry(event.division, f"Later {len(seen)}")
        page = director.get(page["next"])
        seen += [item["seq"] for item in page["items"]]
    assert seen == seqs == list(range(len(seqs), 0, -1))


def test_it_is_found_by_person_action_object_and_words(event, director):
    made = director.post(event.at("/entries"), {"names": ["กุ้ง ทองดี"]})
    director.post(event.at("/entries/2:withdraw"), {"reason": "left the hall"})
    entry = event.division.entries.get(number=made["number"])

    def found(query: str) -> list[tuple[str, int]]:
        return [(item["action"], item["object"]["id"]) for item in whole(event, director, f"?{query}")]

    assert found("q=ทองดี") == [("entry.added", entry.pk)]
    assert [action for action, _pk in found("q=LEFT+the")] == ["entry.withdrawn"]
    assert [action for action, _pk in found("action=entry.withdrawn")] == ["entry.withdrawn"]
    assert found(f"object=entry:{entry.pk}") == [("entry.added", entry.pk)]
    who = f"test ({event.director})"
    assert {action for action, _pk in found(f"who={who}")} >= {"entry.added", "entry.withdrawn"}
    assert found(f"who={who}&action=division.created") == []
    assert found(f"who={who}&action=entry.added") == [("entry.added", entry.pk)]
    assert found("q=nothing+like+it") == found("who=nobody") == found("action=entry") == []
    assert log(event, director, "?q=nothing+like+it")["chain"] == log(event, director)["chain"]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("limit=101", "limit"),
        ("cursor=x", "cursor"),
        ("after_seq=-1", "after_seq"),
        ("after_seq=x", "after_seq"),
        ("after_seq=99999999999", "after_seq"),
        ("object=entry", "object"),
        ("object=entry:0", "object"),
        ("object=entry:12%0A", "object"),
        ("object=entry:๑๒", "object"),
        ("q=%00", "q"),
        ("q=", "q"),
        (f"who={'x' * 201}", "who"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_named(event, director, query, parameter):
    answer = director.get(f"{event.url}/log?{query}")
    assert (answer.status, [item["parameter"] for item in answer["errors"]]) == (400, [parameter])


def test_whoever_keeps_the_head_is_told_only_what_is_newer(event, director):
    head = log(event, director)["chain"]
    again = log(event, director, f"?after_seq={head['head_seq']}")
    assert (again["items"], again["chain"]) == ([], head)
    for number in range(3):
        make_entry(event.division, f"Late {number}")
    page = log(event, director, f"?after_seq={head['head_seq']}&limit=2")
    rest = director.get(page["next"])
    seqs = [item["seq"] for item in (*page["items"], *rest["items"])]
    assert seqs == [head["head_seq"] + step for step in (3, 2, 1)]
    assert rest["next"] is None


def follow(items: list[dict[str, Any]], key: str) -> str:
    """The last hash, worked out from the answer alone as the document says; "" where one is not as it should be."""
    last = ""
    for item in reversed(items):
        at = datetime.datetime.fromisoformat(item["at"]).astimezone(datetime.UTC).isoformat()
        of = item["object"]
        parts = [last, key, item["seq"], at, item["action"], of["kind"], of["id"], item["digest"]]
        text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
        last = hashlib.sha256(text.encode()).hexdigest()
        if last != item["hash"]:
            return ""
    return last


def test_the_chain_can_be_followed_by_hand(event, director):
    director.post(event.game(), report(dict.fromkeys(event.numbers(), 300)))
    items, chain = whole(event, director), log(event, director)["chain"]
    assert len(items) > 5
    assert follow(items, chain["key"]) == chain["head_hash"]
    log_unseal()
    LogEntry.objects.filter(chain=chain["key"], seq=3).update(action="entry.removed")
    assert follow(whole(event, director), chain["key"]) == ""


def test_what_was_erased_is_null_and_the_chain_still_holds(event, director):
    entry = LogEntry.objects.filter(chain=event.tournament.log_chain, action="entry.added").first()
    assert entry is not None
    details_erase(entry_ids=[entry.pk])
    items = whole(event, director)
    [erased] = [item for item in items if item["seq"] == entry.seq]
    assert (erased["who"], erased["data"], erased["action"]) == (None, None, "entry.added")
    assert erased["erased_at"] is not None
    assert follow(items, event.tournament.log_chain) == log(event, director)["chain"]["head_hash"]


def test_addresses_are_for_directors_alone(event, director):
    director.post(event.at("/entries"), {"names": ["New Name"]})
    for api, told in (
        (director, True),
        (Api.of(event.cast.superuser), True),
        (Api.of(event.cast.assistant), False),
        (Api.of(event.cast.viewer), False),
        (Api.of(event.director, ("pairing:read",)), False),
    ):
        data = log(event, api, "?limit=1")["items"][0]["data"]
        assert ("ip" in data) is told
        assert data["request"].startswith("r-")


def test_players_devices_and_other_events_have_no_log_to_read(event):
    for api in (Api.of(make_user()), Api.of(event.cast.player_inside), make_device(event)):
        assert api.get(f"{event.url}/log").status == 404
    assert Api().get(f"{event.url}/log").status == 401
    other = make_tournament()
    Role.objects.create(user=event.director, tournament=other, role=Role.Kind.DIRECTOR)
    bound = Api.of(event.director, scope_key=other.log_chain)
    assert bound.get(f"{event.url}/log").status == 404
    _row, for_nothing = token_create(label="test", user_id=event.director.pk, scopes=[])
    refused = Api(for_nothing).get(f"{event.url}/log")
    assert (refused.status, refused.code) == (403, "auth.scope_missing")


def test_each_event_has_its_own_log(event, director):
    other = Event.make()
    make_entry(other.division, "Elsewhere")
    assert "Elsewhere" not in json.dumps(whole(event, director))


def test_the_log_takes_no_more_queries_when_it_is_longer(event, director, django_assert_max_num_queries):
    for count in (5, 60):
        for number in range(count):
            make_entry(event.division, f"P{count}-{number}")
        with django_assert_max_num_queries(6):
            assert len(log(event, Api(director.token), "?limit=100")["items"]) > count


def test_a_reader_with_the_newest_copy_is_sent_nothing(event, director):
    etag = log(event, director).etag
    assert director.get(f"{event.url}/log", If_None_Match=etag).status == 304
    make_entry(event.division, "Late")
    assert director.get(f"{event.url}/log", If_None_Match=etag).status == 200
