"""C56, faults 46, 49, 50: a matrix of people and acts, over tokens and sessions; and what a foreign event tells.

200 and 201 stand for "done", 409, 422 and 428 for "would be done, were the request another".
"""

import re
from collections.abc import Callable

import pytest

from tests.api.client import Answer, Api
from tests.api.event import Event, report
from tests.factories import TEST
from tournaments.models import Role
from tournaments.services.drafts import round_pair

pytestmark = pytest.mark.django_db

PEOPLE = (
    "anonymous",
    "stranger",
    "player_outside",
    "player_inside",
    "other_director",
    "viewer",
    "scorer",
    "assistant",
    "director",
    "superuser",
)
DONE = {200, 201, 204}


def _score(e: Event, a: Api) -> Answer:
    return a.post(e.game(), report(dict.fromkeys(e.numbers(), 300)))


def _correct(e: Event, a: Api) -> Answer:
    return a.post(f"{e.game()}/override", report(dict.fromkeys(e.numbers(), 300), reason="recount"), If_Match="*")


def _patch(e: Event, a: Api, path: str, body: dict) -> Answer:
    shown = Api.of(e.director).get(path)
    return a.patch(path, body, If_Match=shown.headers.get("ETag", '"none"'))


ACTS: dict[str, Callable[[Event, Api], Answer]] = {
    "read the event": lambda e, a: a.get(e.url),
    "read what may be done": lambda e, a: a.get(f"{e.url}/access"),
    "read entries": lambda e, a: a.get(e.at("/entries")),
    "read an entry": lambda e, a: a.get(e.at("/entries/1")),
    "read rounds": lambda e, a: a.get(e.at("/rounds")),
    "read pairings": lambda e, a: a.get(e.at("/rounds/1/pairings")),
    "read standings": lambda e, a: a.get(e.at("/standings")),
    "read a draft": lambda e, a: a.get(e.at("/rounds/2/pairings")),
    "read the log": lambda e, a: a.get(f"{e.url}/log"),
    "send a result": _score,
    "correct a result": _correct,
    "register": lambda e, a: a.post(e.at("/entries"), {"names": ["New Name"]}),
    "register many": lambda e, a: a.post(e.at("/entries:batch"), {"entries": [{"names": ["New Name"]}]}),
    "change an entry": lambda e, a: _patch(e, a, e.at("/entries/1"), {"club": "Hilltop"}),
    "withdraw": lambda e, a: a.post(e.at("/entries/1:withdraw")),
    "bring back": lambda e, a: a.post(e.at("/entries/1:return")),
    "pair": lambda e, a: a.post(e.at("/rounds/2:pair"), {"repair": True}),
    "publish": lambda e, a: a.post(e.at("/rounds/2:publish")),
    "close": lambda e, a: a.post(e.at("/rounds/1:close")),
    "delete a draft": lambda e, a: a.delete(e.at("/rounds/2")),
    "change settings": lambda e, a: _patch(e, a, e.at(), {"rounds_planned": 7}),
    "add a division": lambda e, a: a.post(f"{e.url}/divisions", {"name": "Juniors", "ruleset": "amath@1"}),
    "change the event": lambda e, a: _patch(e, a, e.url, {"venue": "Hall"}),
}
LOOKS = {"read a draft", "read the log"}
READS = tuple(act for act in ACTS if act.startswith("read ") and act not in LOOKS)
SCORES = {"send a result"}
RUNS = {
    "register",
    "register many",
    "change an entry",
    "withdraw",
    "bring back",
    "pair",
    "publish",
    "close",
    "delete a draft",
}
DIRECTS = {"correct a result", "change settings", "add a division", "change the event"}
MAY = {
    "viewer": LOOKS,
    "scorer": LOOKS | SCORES,
    "assistant": LOOKS | SCORES | RUNS,
    "director": LOOKS | SCORES | RUNS | DIRECTS,
    "superuser": LOOKS | SCORES | RUNS | DIRECTS,
    "player_inside": SCORES,
}


def expected(person: str, act: str, *, public: bool) -> set[int]:
    """Statuses that the person may be answered with."""
    if act in READS:
        return {200} if public or person in ("viewer", "scorer", "assistant", "director", "superuser") else {404}
    if act in MAY.get(person, ()):
        return DONE | {409, 422}
    if person == "anonymous":
        return {404} if act == "read a draft" else {401}
    return {403} if person in ("viewer", "scorer", "assistant") else {404}


def _event(public: bool) -> Event:
    event = Event.make(public=public)
    for table in (1, 2):
        Api.of(event.director).post(event.game(table), report(dict.fromkeys(event.numbers(table), 250 + table)))
    round_pair(division_id=event.division.pk, number=2, actor=TEST, seed=1)
    cast = event.cast
    member = event.pairing().seats.get(place=0).entry.members.get().player
    if member.user_id != cast.player_inside.pk:
        type(member).objects.filter(user=cast.player_inside).update(user=None)
        member.user = cast.player_inside
        member.save(update_fields=["user"])
    return event


def _as(event: Event, person: str, door: str) -> Api:
    if person == "anonymous":
        return Api()
    user = getattr(event.cast, person)
    return Api.of(user) if door == "token" else Api.session(user)


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("public", [True, False], ids=["public", "hidden"])
def test_everybody_may_do_what_the_table_says_and_nothing_else(person, public):
    event = _event(public)
    api = _as(event, person, "token")
    for act, do in ACTS.items():
        answer = do(event, api)
        assert answer.status in expected(person, act, public=public), (person, act, answer)


@pytest.mark.parametrize("person", ["player_inside", "scorer", "director", "stranger"])
def test_a_session_may_do_what_a_token_may(person):
    event = _event(True)
    api = _as(event, person, "session")
    for act, do in ACTS.items():
        answer = do(event, api)
        assert answer.status in expected(person, act, public=True), (person, act, answer)


def test_a_foreign_event_answers_as_one_that_is_not_there():
    """Every address of a hidden event, by the director of another: the same words as for a made-up one."""
    event = _event(False)
    api = Api.of(event.cast.other_director)
    for act, do in ACTS.items():
        there = do(event, api)
        made_up = _made_up(event)
        not_there = do(made_up, api)
        assert (there.status, not_there.status) == (404, 404), act
        assert _words(there) == _words(not_there), act


class _MadeUp(Event):
    """The same acts on addresses that nobody has."""

    @property
    def url(self) -> str:
        return "/tournaments/nobody-has-this"

    def at(self, more: str = "") -> str:
        return f"{self.url}/divisions/open{more}"

    def game(self, table: int = 1) -> str:
        return "/games/g999999999/result"


def _made_up(event: Event) -> Event:
    other = _MadeUp(event.tournament, event.division, event.round)
    other.__dict__["director"] = event.director
    return other


def _words(answer: Answer) -> str:
    return re.sub(r'"request_id": ?"[^"]+"', "", answer.raw.decode())


def test_a_token_of_one_event_is_nobody_in_another():
    """Row 46: the owner directs both events, the token is good for one."""
    mine, other = _event(False), _event(False)
    Role.objects.create(user=mine.director, tournament=other.tournament, role=Role.Kind.DIRECTOR)
    bound = Api.of(mine.director, scope_key=mine.tournament.log_chain)
    assert bound.get(mine.url).status == 200
    listed = [item["slug"] for item in bound.get("/tournaments")["items"]]
    assert mine.tournament.slug in listed
    assert other.tournament.slug not in listed
    for act, do in ACTS.items():
        assert do(other, bound).status == 404, act
    fresh = bound.post("/tournaments", {"name": "Another", "starts_on": "2026-12-01"})
    assert (fresh.status, fresh.code) == (403, "auth.not_allowed")


@pytest.mark.parametrize(
    ("scope", "acts"),
    [
        ("pairing:read", LOOKS),
        ("result:submit", LOOKS | SCORES),
        ("result:confirm", LOOKS),
        ("tournament:direct", LOOKS | SCORES | RUNS | DIRECTS),
    ],
)
def test_a_token_does_what_it_was_made_for(scope, acts):
    event = _event(False)
    api = Api.of(event.cast.director, (scope,))
    for act, do in ACTS.items():
        answer = do(event, api)
        if act in acts or act in READS:
            assert answer.status in DONE | {409, 422}, (act, answer)
        else:
            assert (answer.status, answer.code) == (403, "auth.scope_missing"), (act, answer)
            assert answer["scopes"]


def test_what_a_division_keeps_to_itself_is_not_there_for_others(api):
    event = _event(True)
    staff, public = api(event.director), api()
    settings = {"entries_public": False, "pairings_public": False, "standings_public": False}
    etag = staff.get(event.at()).etag
    staff.patch(event.at(), settings, If_Match=etag)
    for path in ("/entries", "/entries/1", "/rounds", "/rounds/1", "/rounds/1/pairings", "/standings"):
        assert public.get(event.at(path)).status == 404, path
        assert staff.get(event.at(path)).status == 200, path
    assert public.get(event.game()).status == 404
    assert staff.get(event.game()).status == 200


def test_a_player_sees_his_own_game_of_a_hidden_event(api):
    event = _event(False)
    assert api(event.cast.player_inside).get(event.game()).status == 200
    assert api(event.cast.player_outside).get(event.game()).status == 404
    assert api().get(event.game()).status == 404


def test_names_are_shown_as_people_let_them(api):
    event = _event(True)
    player = event.division.entries.get(number=1).members.get().player
    player.public_name_mode = "number"
    player.save(update_fields=["public_name_mode"])
    shown = api().get(event.at("/entries/1"))
    assert shown["name"] == f"#{player.number}"
    for path in ("/entries", "/entries/1", "/rounds/1/pairings", "/standings"):
        assert player.name not in api().get(event.at(path)).raw.decode(), path
    assert api(event.cast.viewer).get(event.at("/entries/1"))["members"][0]["full_name"] == player.name
