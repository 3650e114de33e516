"""C22, C23, C25, C26, faults 13, 49, 56: a score is a JSON whole number; all else is told back by its place."""

import json

import pytest

from tests.api.event import Event, report
from tournaments.models import Result

pytestmark = pytest.mark.django_db

KEY = "0193e2a4-7c1e-7b11-9d2f-3a5c8e1f0a61"


@pytest.fixture
def event():
    return Event.make()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("1e400", "json.number_too_large"),
        ("-1e400", "json.number_too_large"),
        ("NaN", "json.not_a_number"),
        ("-Infinity", "json.not_a_number"),
        ("3.4e185", "field.invalid"),
        ("1" + "0" * 30, "json.number_too_large"),
        ("99999999999", "field.max_value"),
        ("10000", "field.max_value"),
        ("-10000", "field.min_value"),
        ("1e3", "field.invalid"),
        ("400.5", "field.invalid"),
        ("400.0", "field.invalid"),
        ("true", "field.invalid"),
        ("null", "field.null"),
        ('""', "field.invalid"),
        ('"400"', "field.invalid"),
        ('" 400 "', "field.invalid"),
        ('"4 00"', "field.invalid"),
        ('"400.5"', "field.invalid"),
        ('"NaN"', "field.invalid"),
        ('"๔๐๐"', "field.invalid"),
        ('"−400"', "field.invalid"),
        ("[400]", "field.invalid"),
        ('{"score": 400}', "field.invalid"),
    ],
)
def test_a_score_that_is_no_whole_number_is_refused_at_its_place(event, api, written, code):
    first, second = event.numbers()
    raw = f'{{"client_event_id": "{KEY}", "scores": {{"{first}": 300, "{second}": {written}}}}}'.encode()
    answer = api(event.director).post(event.game(), raw)
    assert answer.status == 400, answer
    assert [(item["code"], item["pointer"]) for item in answer["errors"]] == [(code, f"/scores/{second}")]
    assert not Result.objects.filter(pairing=event.pairing()).exists()


def test_a_missing_score_is_refused_by_name(event, api):
    first, second = event.numbers()
    answer = api(event.director).post(event.game(), report({first: 300}))
    assert (answer.status, answer.code, answer.pointers) == (400, "request.invalid", [f"/scores/{second}"])
    answer = api(event.director).post(event.game(), report())
    assert (answer.status, answer.pointers) == (400, ["/scores"])
    answer = api(event.director).post(event.game(), {"scores": {str(first): 1, str(second): 2}})
    assert (answer.status, answer.pointers) == (400, ["/client_event_id"])
    assert not Result.objects.filter(pairing=event.pairing()).exists()


@pytest.mark.parametrize(("first", "second", "winner"), [(350, 0, 0), (0, 350, 1), (0, 0, None), (-12, -40, 0)])
def test_zero_and_less_are_scores(event, api, first, second, winner):
    one, two = event.numbers()
    made = api(event.director).post(event.game(), report({one: first, two: second}))
    assert made.status == 201
    assert made["scores"] == {str(one): first, str(two): second}
    assert made["winner"] == (None if winner is None else (one, two)[winner])


@pytest.mark.parametrize("key", ["", "x", "g1", "01", "-1", "1.0", "๑", "100000", "first"])
def test_a_key_that_is_no_entry_number_is_refused(event, api, key):
    first, _second = event.numbers()
    answer = api(event.director).post(event.game(), report() | {"scores": {str(first): 300, key: 200}})
    assert (answer.status, answer.pointers) == (400, ["/scores"])


def test_a_player_never_plays_himself(event, api):
    first, _second = event.numbers()
    raw = f'{{"client_event_id": "{KEY}", "scores": {{"{first}": 350, "{first}": 300}}}}'.encode()
    answer = api(event.director).post(event.game(), raw)
    assert (answer.status, answer.pointers) == (400, ["/scores"])
    assert answer["errors"][0]["code"] == "json.key_twice"
    assert not Result.objects.filter(pairing=event.pairing()).exists()


def test_somebody_who_does_not_play_here_has_no_score_here(event, api):
    first, second = event.numbers()
    stranger = next(number for number in (1, 2, 3, 4) if number not in (first, second))
    answer = api(event.director).post(event.game(), report({first: 350, stranger: 300}))
    assert (answer.status, answer.code) == (422, "result.not_opponents")
    assert answer.pointers == [f"/scores/{stranger}"]
    assert answer["entries"] == [first, second]
    three = api(event.director).post(event.game(), report({first: 350, second: 300, stranger: 1}))
    assert three.status == 400
    winner = api(event.director).post(event.game(), report(outcome="forfeit", winner=stranger))
    assert (winner.status, winner.code, winner.pointers) == (422, "result.not_opponents", ["/winner"])


@pytest.mark.parametrize(
    "key",
    ["", 7, None, "not-a-uuid", "0193e2a47c1e7b119d2f3a5c8e1f0a61", "{" + KEY + "}", f"urn:uuid:{KEY}", [KEY]],
)
def test_a_client_id_is_a_uuid_in_its_usual_form(event, api, key):
    body = report(dict.fromkeys(event.numbers(), 300)) | {"client_event_id": key}
    answer = api(event.director).post(event.game(), body)
    assert (answer.status, answer.pointers) == (400, ["/client_event_id"])


@pytest.mark.parametrize(
    "name",
    [
        "state",
        "confirmed_by",
        "rating",
        "source",
        "created_by",
        "token",
        "version",
        "tournament",
        "reported_by",
        "first",
    ],
)
def test_a_field_that_is_not_the_clients_to_set_is_refused(event, api, name):
    body = report(dict.fromkeys(event.numbers(), 300)) | {name: "final"}
    answer = api(event.director).post(event.game(), body)
    assert (answer.status, answer.code, answer.pointers) == (422, "field.unknown", [f"/{name}"])
    assert not Result.objects.filter(pairing=event.pairing()).exists()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"7",
        b'"text"',
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        b'{"a": 1, "a": 2}',
        b"[" * 10_000,
        b"[" * 10_000 + b"]" * 10_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"reason": "\\u0000"}',
        b'{"reason": "\\ud800"}',
        b'{"\\ud800": 1}',
        b'{"scores": Infinity}',
        b"{'scores': 1}",
        b"\x00",
        '{"scores": {"๑": 1}}'.encode(),
        '{"scores"＝1}'.encode(),
    ],
)
def test_a_hostile_body_is_the_clients_fault_and_never_ours(event, api, raw):
    answer = api(event.director).call("POST", event.game(), raw)
    assert answer.status in (400, 422), answer


def test_a_body_of_ten_megabytes_is_refused(event, api):
    raw = json.dumps({"reason": "x" * 10_000_000}).encode()
    answer = api(event.director).call("POST", event.game(), raw)
    assert (answer.status, answer.code) == (413, "request.too_large")


def test_components_stand_for_the_score_and_must_agree_with_it(event, api):
    director = api(event.director)
    first, second = event.numbers()
    parts = {str(first): {"plays": 340, "bingos": 1, "rack": 8}, str(second): {"plays": 370, "overtime": -10}}
    wrong = director.post(event.game(), report({first: 388, second: 361}) | {"components": parts})
    assert (wrong.status, wrong.code) == (422, "result.invalid")
    [item] = wrong["errors"]
    assert (item["code"], item["pointer"]) == ("result.components_do_not_add_up", f"/scores/{second}")
    assert (item["sum"], item["final"]) == (360, 361)

    made = director.post(event.game(), report(components=parts))
    assert made.status == 201
    assert made["scores"] == {str(first): 388, str(second): 360}
    assert made["components"][str(first)] == {"plays": 340, "bingos": 1, "rack": 8, "overtime": 0, "adjustment": 0}


def test_a_part_that_no_game_has_is_named_with_its_side(event, api):
    first, second = event.numbers()
    parts = {str(first): {"plays": -1}, str(second): {"plays": 300, "overtime": -7}}
    answer = api(event.director).post(event.game(), report(components=parts))
    assert answer.status == 422
    assert {f"/components/{first}/plays", f"/components/{second}/overtime"} <= set(answer.pointers)


def test_what_was_not_played_has_no_scores(event, api):
    director = api(event.director)
    first, second = event.numbers()
    answer = director.post(event.game(), report({first: 1, second: 2}, outcome="void"))
    assert (answer.status, answer["errors"][0]["code"]) == (422, "result.scores_only_played")
    answer = director.post(event.game(), report({first: 1, second: 2}, winner=first))
    assert (answer.status, answer["errors"][0]["code"]) == (422, "result.winner_only_forfeit")
    answer = director.post(event.game(), report(outcome="forfeit"))
    assert (answer.status, answer.pointers) == (422, ["/winner"])
    answer = director.post(event.game(), report(outcome="bye"))
    assert (answer.status, answer.pointers) == (400, ["/outcome"])

    made = director.post(event.game(), report(outcome="forfeit", winner=second))
    assert (made.status, made["winner"], made["outcome"]) == (201, second, "forfeit")
    both = director.post(event.game(2), report(outcome="double_forfeit"))
    assert (both.status, both["winner"], both["spread"]) == (201, None, None)


def test_a_score_that_equals_another_tables_is_stored_with_a_warning(event, api):
    """C29 d."""
    director = api(event.director)
    director.post(event.game(), report(dict(zip(event.numbers(), (412, 377), strict=True))))
    twin = report(dict(zip(event.numbers(2), (377, 412), strict=True)))
    made = director.post(event.game(2), twin)
    assert (made.status, made["warnings"]) == (201, ["result.twin_score"])
    assert director.post(event.game(2), twin).body == made.body
