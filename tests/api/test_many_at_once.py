"""Faults 1, 2, 12 and C29 a, as programs cause them: requests in the same moment, on a real PostgreSQL."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from common.log import chain_faults
from common.models import LogEntry
from tests.api.client import Answer, Api
from tests.api.event import Event, report
from tournaments.models import Entry, Result, Round

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """All calls let go in the same moment, each on a connection of its own."""
    start = Barrier(len(calls))

    def go(call: Callable[[], Answer]) -> Answer:
        try:
            start.wait()
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(go, calls))


def test_one_report_sent_twenty_times_is_stored_once():
    event = Event.make()
    token = Api.of(event.director).token
    body, path = report(dict.fromkeys(event.numbers(), 300)), event.game()
    answers = at_once(*[lambda: Api(token).post(path, body)] * 20)
    assert Counter(answer.status for answer in answers) == {201: 1, 200: 19}
    assert len({answer.raw for answer in answers}) == 1
    assert Result.objects.filter(pairing=event.pairing()).count() == 1
    assert LogEntry.objects.filter(action="result.entered").count() == 1


def test_two_scorers_who_differ_make_a_dispute_and_neither_is_lost():
    event = Event.make()
    first, second = event.numbers()
    one, two = Api.of(event.director).token, Api.of(event.cast.scorer).token
    path = event.game()
    answers = at_once(
        lambda: Api(one).post(path, report({first: 400, second: 350})),
        lambda: Api(two).post(path, report({first: 400, second: 360})),
    )
    assert [answer.status for answer in answers] == [201, 201]
    assert {answer["state"] for answer in answers} == {"confirmed", "disputed"}
    kept = Result.objects.filter(pairing=event.pairing()).order_by("version").values_list("state", flat=True)
    assert list(kept) == ["superseded", "disputed"]


def test_two_corrections_of_one_copy_make_one_and_tell_the_other():
    event = Event.make()
    first, second = event.numbers()
    director = Api.of(event.director)
    etag = director.post(event.game(), report({first: 400, second: 350})).etag
    path = event.game()
    answers = at_once(
        *(
            lambda score=score: Api(director.token).post(
                path, report({first: score, second: 350}, reason="recounted"), If_Match=etag
            )
            for score in (401, 402, 403)
        )
    )
    assert sorted(answer.status for answer in answers) == [201, 412, 412]
    assert Result.objects.filter(pairing=event.pairing()).count() == 2


def test_one_name_sent_by_eight_programs_is_entered_once():
    event = Event.make()
    token, path = Api.of(event.director).token, event.at("/entries")
    answers = at_once(*[lambda: Api(token).post(path, {"names": ["New Name"]})] * 8)
    assert Counter(answer.status for answer in answers) == {201: 1, 409: 7}
    assert Entry.objects.filter(division=event.division).count() == 5


def test_a_round_is_paired_published_and_closed_once():
    event = Event.make()
    director = Api.of(event.director)
    for table in (1, 2):
        director.post(event.game(table), report(dict.fromkeys(event.numbers(table), 250 + table)))
    for action, round_, done in (("close", 1, 200), ("pair", 2, 201), ("publish", 2, 200)):
        path = event.at(f"/rounds/{round_}:{action}")
        answers = at_once(*[lambda path=path: Api(director.token).post(path)] * 4)
        assert Counter(answer.status for answer in answers) == {done: 1, 409: 3}, action
    assert Round.objects.filter(division=event.division).count() == 2
    assert not list(chain_faults(event.tournament.log_chain))


def test_the_last_two_tables_and_the_close_end_in_one_order():
    """Whatever comes first, no result is lost and the round closes at most once."""
    event = Event.make()
    token = Api.of(event.director).token
    bodies = [report(dict.fromkeys(event.numbers(table), 250 + table)) for table in (1, 2)]
    answers = at_once(
        lambda: Api(token).post(event.game(1), bodies[0]),
        lambda: Api(token).post(event.game(2), bodies[1]),
        lambda: Api(token).post(event.at("/rounds/1:close")),
    )
    assert [answer.status for answer in answers[:2]] == [201, 201]
    assert answers[2].status in (200, 409)
    if answers[2].status == 409:
        assert Api(token).post(event.at("/rounds/1:close")).status == 200
    states = Result.objects.filter(pairing__round=event.round).values_list("state", flat=True)
    assert list(states) == ["final", "final"]
