"""Tokens: shown once, made for something, good for no more than their owner and no longer than they say."""

import datetime

import pytest
import time_machine

from common.models import LogEntry, Token
from common.scopes import SCOPES
from tests.api.client import Api
from tests.api.event import Event, report
from tests.factories import make_tournament, make_user

pytestmark = pytest.mark.django_db


def test_a_token_is_told_once_and_works_at_once(api):
    user = make_user()
    session = Api.session(user)
    made = session.post("/tokens", {"label": "Scoring app", "scopes": ["result:submit"]})
    assert made.status == 201
    text = made["token"]
    assert text.startswith(f"krd_pat_{made['id']}_")
    assert made.headers["Cache-Control"] == "no-store"
    assert Api(text).get("/tokens").status == 200
    assert text.split("_")[3][:32] not in session.get("/tokens").raw.decode()
    row = Token.objects.get(id8=made["id"])
    assert row.secret_hash not in (text, text.split("_")[3])


def test_my_tokens_are_listed_and_nobody_elses(api):
    one, two = make_user(), make_user()
    Api.session(one).post("/tokens", {"label": "mine", "scopes": []})
    Api.session(two).post("/tokens", {"label": "other", "scopes": []})
    listed = Api.session(one).get("/tokens")
    assert [item["label"] for item in listed["items"]] == ["mine"]
    assert set(SCOPES) == {scope["scope"] for scope in listed["scopes"]}
    assert api().get("/tokens").status == 401
    assert api().post("/tokens", {"label": "x", "scopes": []}).status == 401


def test_a_revoked_token_is_refused_from_the_next_request_on(api):
    user = make_user()
    session = Api.session(user)
    made = session.post("/tokens", {"label": "x", "scopes": []})
    client = Api(made["token"])
    assert client.get("/tokens").status == 200
    assert session.delete(f"/tokens/{made['id']}").status == 204
    assert client.get("/tokens").status == 401
    assert session.delete(f"/tokens/{made['id']}").status == 404
    assert session.get("/tokens")["items"] == []
    actions = LogEntry.objects.filter(object_kind="token").values_list("action", flat=True)
    assert list(actions) == ["token.created", "token.revoked"]


def test_a_foreign_token_is_not_there(api):
    made = Api.session(make_user()).post("/tokens", {"label": "x", "scopes": []})
    other = Api.session(make_user())
    assert other.delete(f"/tokens/{made['id']}").status == 404
    assert other.delete("/tokens/aaaaaaaa").status == 404
    assert Api(made["token"]).get("/tokens").status == 200


def test_a_token_ends_when_it_says(api):
    user = make_user()
    with time_machine.travel("2026-11-28T08:00:00+07:00", tick=False) as clock:
        body = {"label": "x", "scopes": [], "expires_at": "2026-11-28T09:00:00+07:00"}
        client = Api(Api.session(user).post("/tokens", body)["token"])
        assert client.get("/tokens").status == 200
        clock.shift(datetime.timedelta(hours=1, seconds=1))
        assert client.get("/tokens").status == 401


@pytest.mark.parametrize(
    ("change", "status", "code", "pointers"),
    [
        ({"label": ""}, 400, "request.invalid", ["/label"]),
        ({"scopes": "all"}, 400, "request.invalid", ["/scopes"]),
        ({"scopes": [7]}, 400, "request.invalid", ["/scopes/0"]),
        ({"scopes": ["everything"]}, 422, "token.scope_unknown", ["/scopes"]),
        ({"expires_at": "soon"}, 400, "request.invalid", ["/expires_at"]),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422, "token.expired", ["/expires_at"]),
        ({"tournament": "nobody-has-this"}, 422, "tournament.missing", ["/tournament"]),
        ({"user": 1}, 422, "field.unknown", ["/user"]),
        ({"secret": "mine"}, 422, "field.unknown", ["/secret"]),
    ],
)
def test_a_bad_wish_is_named_and_nothing_is_made(change, status, code, pointers):
    answer = Api.session(make_user()).post("/tokens", {"label": "x", "scopes": [], **change})
    assert (answer.status, answer.code, answer.pointers) == (status, code, pointers)
    assert not Token.objects.exists()


def test_a_hidden_event_of_others_cannot_be_told_from_none():
    hidden = make_tournament(public=False)
    session = Api.session(make_user())
    there = session.post("/tokens", {"label": "x", "scopes": [], "tournament": hidden.slug})
    not_there = session.post("/tokens", {"label": "x", "scopes": [], "tournament": "nobody"})
    assert there["errors"] == not_there["errors"]


def test_a_token_is_bound_to_one_event():
    event, other = Event.make(), Event.make()
    session = Api.session(event.director)
    body = {"label": "x", "scopes": ["result:submit"], "tournament": event.tournament.slug}
    made = session.post("/tokens", body)
    assert made["tournament"] == event.tournament.slug
    assert session.get("/tokens")["items"][0]["tournament"] == event.tournament.slug
    client = Api(made["token"])
    assert client.post(event.game(), report(dict.fromkeys(event.numbers(), 300))).status == 201
    assert client.post(other.game(), report(dict.fromkeys(other.numbers(), 300))).status == 404


def test_a_token_makes_none_that_may_more_than_itself():
    event = Event.make()
    session = Api.session(event.director)
    wish = {"label": "x", "scopes": ["result:submit", "pairing:read"]}
    parent = Api(session.post("/tokens", {**wish, "expires_at": "2099-01-01T00:00:00Z"})["token"])
    for more in (
        {"scopes": ["tournament:direct"], "expires_at": "2030-01-01T00:00:00Z"},
        {"scopes": ["result:submit"]},
        {"scopes": ["result:submit"], "expires_at": "2100-01-01T00:00:00Z"},
    ):
        answer = parent.post("/tokens", {"label": "child", **more})
        assert (answer.status, answer.code) == (403, "token.exceeds"), more
    child = parent.post("/tokens", {"label": "c", "scopes": ["pairing:read"], "expires_at": "2030-01-01T00:00:00Z"})
    assert child.status == 201

    small = Api(child["token"])
    listed = {item["label"]: item["id"] for item in session.get("/tokens")["items"]}
    refused = small.delete(f"/tokens/{listed['x']}")
    assert (refused.status, refused.code) == (403, "token.exceeds")
    assert parent.delete(f"/tokens/{listed['c']}").status == 204
    assert parent.delete(f"/tokens/{listed['x']}").status == 204, "a token may always end itself"


def test_there_is_an_end_to_the_number_of_tokens(monkeypatch):
    monkeypatch.setattr("common.tokens.MAX_TOKENS", 2)
    session = Api.session(make_user())
    for _ in range(2):
        assert session.post("/tokens", {"label": "x", "scopes": []}).status == 201
    answer = session.post("/tokens", {"label": "x", "scopes": []})
    assert (answer.status, answer.code) == (409, "token.too_many")


def test_a_token_never_does_what_its_owner_may_not():
    event = Event.make()
    made = Api.session(event.cast.viewer).post("/tokens", {"label": "x", "scopes": ["tournament:direct"]})
    answer = Api(made["token"]).post(event.at("/rounds/2:pair"))
    assert (answer.status, answer.code) == (403, "auth.not_allowed")


def test_a_right_that_was_taken_away_is_gone_from_the_token_too():
    event = Event.make()
    client = Api.of(event.cast.scorer)
    assert client.post(event.game(), report(dict.fromkeys(event.numbers(), 300))).status == 201
    event.cast.scorer.roles.all().delete()
    assert client.post(event.game(2), report(dict.fromkeys(event.numbers(2), 310))).status == 404
