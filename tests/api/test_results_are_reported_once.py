"""C29, faults 2, 3, 4: one report, however often and by whom it is sent."""

import uuid

import pytest

from common.models import LogEntry
from common.tokens import token_create
from tests.api.client import Api
from tests.api.event import Event, report
from tournaments.models import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return Event.make()


def test_a_result_is_created_once_and_replayed_for_ever(event, api):
    director = api(event.director)
    first, second = event.numbers()
    body = report({first: 412, second: 377})

    made = director.post(event.game(), body)
    assert made.status == 201, made
    assert made["scores"] == {str(first): 412, str(second): 377}
    assert made["winner"] == first
    assert made["spread"] == 35
    assert made["state"] == "confirmed"
    assert made.etag.startswith(f'"r{event.pairing().game_id}-1.')

    again = director.post(event.game(), body)
    assert again.status == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.body == made.body
    assert Result.objects.filter(pairing=event.pairing()).count() == 1
    assert LogEntry.objects.filter(action="result.entered").count() == 1


def test_a_replay_is_answered_even_after_a_correction_and_a_close(event, api):
    director = api(event.director)
    first, second = event.numbers()
    body = report({first: 412, second: 377})
    made = director.post(event.game(), body)
    fixed = report({first: 402, second: 377}, reason="sheet re-added")
    director.post(event.game(), fixed, If_Match=made.etag)
    director.post(event.game(2), report(dict.fromkeys(event.numbers(2), 300)))
    assert director.post(event.at("/rounds/1:close")).status == 200

    again = director.post(event.game(), body)
    assert again.status == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again["version"] == 1
    assert again["scores"][str(first)] == 412
    assert again["state"] == "superseded"
    assert director.get(event.game())["scores"][str(first)] == 402


def test_the_same_id_with_another_body_is_refused_and_changes_nothing(event, api):
    director = api(event.director)
    first, second = event.numbers()
    body = report({first: 412, second: 377})
    director.post(event.game(), body)

    other = director.post(event.game(), {**body, "scores": {str(first): 413, str(second): 377}})
    assert (other.status, other.code) == (422, "idempotency.key_reused")
    assert other.pointers == ["/client_event_id"]
    elsewhere = director.post(
        event.game(2),
        {**report(dict.fromkeys(event.numbers(2), 300)), "client_event_id": body["client_event_id"]},
    )
    assert (elsewhere.status, elsewhere.code) == (422, "idempotency.key_reused")
    assert Result.objects.filter(pairing__round=event.round).count() == 1


def test_a_replaced_tablet_may_send_the_report_again(event, api):
    first, second = event.numbers()
    body = report({first: 412, second: 377})
    assert api(event.cast.scorer).post(event.game(), body).status == 201
    assert api(event.cast.scorer).post(event.game(), body).status == 200
    assert api(event.director).post(event.game(), body).status == 200


def test_a_key_of_a_foreign_game_tells_nothing(event, api):
    body = report(dict.fromkeys(event.numbers(), 400))
    api(event.director).post(event.game(), body)
    other = Event.make(public=False)
    mine = {**report(dict.fromkeys(other.numbers(), 300)), "client_event_id": body["client_event_id"]}
    answer = api(other.director).post(other.game(), mine)
    assert (answer.status, answer.code) == (422, "idempotency.key_reused")
    assert "400" not in answer.raw.decode()
    assert api(other.director).post(event.game(), body).status == 404


def test_a_report_in_the_other_order_is_the_same_report(event, api):
    """C26, last part: the scores land on the right persons."""
    director = api(event.director)
    first, second = event.numbers()
    key = str(uuid.uuid4())
    swapped = {"client_event_id": key, "scores": {str(second): 377, str(first): 412}}
    made = director.post(event.game(), swapped)
    assert made["scores"] == {str(first): 412, str(second): 377}
    row = Result.objects.get(pairing=event.pairing())
    assert (row.first_final, row.second_final, row.winner) == (412, 377, 0)
    straight = {"client_event_id": key, "scores": {str(first): 412, str(second): 377}}
    assert director.post(event.game(), straight).status == 200


def test_who_sent_it_and_with_which_token_is_kept(event, api):
    row, text = token_create(label="Table 4", user_id=event.director.pk, scopes=["result:submit"])
    Api(text).post(event.game(), report(dict.fromkeys(event.numbers(), 400)))
    result = Result.objects.get(pairing=event.pairing())
    assert (result.token_id, result.created_by_id, result.source) == (row.pk, event.director.pk, "api")
    entry = LogEntry.objects.get(action="result.entered")
    assert entry.actor_label.startswith("Table 4")
    assert text not in str(entry.data)
