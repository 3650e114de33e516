"""A sheet at the desk: the log as it is, a change looked at and then made, a sheet made from a record."""

import re
from typing import Any

import pytest
from django.test import Client

from common.models import LogEntry
from games.models import GameEvent
from players.models import User
from tests.factories import TEST, Cast, cast, make_division, publish_round
from tests.sheets import record
from tests.web.desk import at, logged_in, middle_of, value_of
from tournaments.models import Division, Pairing, Result
from tournaments.services.results import result_confirm

pytestmark = pytest.mark.django_db
RACKS = {"p1": ["9", "?", "1", "1", "2", "2", "3", "3"], "p2": ["5", "5", "6", "6", "+", "-", "=", "="]}
TEXT = "kradan game record 1\nruleset: amath@1\nside 1: A\nside 2: B\n\n8E 7 × 2 = 1 4\nexchange 2 tiles\n"


@pytest.fixture
def division() -> Division:
    return make_division(entries=4, judging_mode="challenge", rounds_planned=3)


@pytest.fixture
def pairing(division: Division) -> Pairing:
    return publish_round(division, 1).pairings.get(table=1)


@pytest.fixture
def people(division: Division, pairing: Pairing) -> Cast:
    return cast(division.tournament)


def sheet(pairing: Pairing, *, over: bool = False) -> None:
    tiles = ["7", "×", "2", "=", "1", "4"]
    record(pairing, "play", payload={"start": "8E", "dir": "across", "tiles": tiles})
    record(pairing, "exchange", payload={"tiles": ["19", "20"]})
    if over:
        for _ in range(6):
            record(pairing, "pass")
        record(pairing, "end", payload={"reason": "passes", "racks": RACKS})


def change(client: Client, division: Division, seq: int, **values: Any) -> Any:
    path = at(division, "sheet", 1, 1)
    form = client.get(f"{path}?change={seq}")
    kept = {name: value_of(form, name) for name in ("target", "seq", "client_id")}
    return client.post(path, {**kept, "action": "void", "step": "look", **values})


def director(people: Cast) -> Client:
    return logged_in(people.director)


def test_the_log_shows_everything_that_was_recorded_and_strikes_what_does_not_count(
    division: Division, pairing: Pairing, people: Cast
) -> None:
    sheet(pairing)
    record(pairing, "undo")
    answer = director(people).get(at(division, "sheet", 1, 1))
    shown = middle_of(answer)
    assert "play 8E 7 × 2 = 1 4 +11" in shown
    assert re.search(r"(?<!exchange )exchanged 2 tiles", shown)
    assert "does not count" in shown
    assert "of event 2" in shown
    assert "Everything adds up" in shown
    assert len(re.findall(r'class="gone"', answer.content.decode())) == 1


def test_viewers_see_no_racks_before_the_end_and_change_nothing(
    division: Division, pairing: Pairing, people: Cast
) -> None:
    record(pairing, "exchange", payload={"tiles": ["19", "20"]})
    path = at(division, "sheet", 1, 1)
    assert "tiles 19" not in middle_of(logged_in(people.viewer).get(path))
    assert "tiles 19 20" in middle_of(logged_in(people.scorer).get(path))
    assert "?change=1" not in logged_in(people.scorer).get(path).content.decode()
    assert "?change=1" in director(people).get(path).content.decode()
    assert logged_in(people.scorer).post(path, {}).status_code == 403
    assert logged_in(people.viewer).get(at(division, "sheet_record", 1, 1)).status_code == 403


def test_a_change_is_looked_at_first_and_nothing_is_kept(
    division: Division, pairing: Pairing, people: Cast
) -> None:
    sheet(pairing, over=True)
    client = director(people)
    better = {"action": "replace", "move": "8E 7 × 2 = 1 ?:4"}
    answer = change(client, division, 1, **better)
    shown = middle_of(answer)
    assert "This is how it would be" in shown
    assert re.search(r"3 1 ", shown)  # two points fewer: the blank is worth nothing
    assert "3 – −14" in shown
    assert "1 – −14" in shown
    assert GameEvent.objects.filter(game=pairing.game).count() == 11
    assert Result.objects.filter(pairing=pairing).count() == 1


def test_the_standings_that_would_change_are_named(division: Division, pairing: Pairing, people: Cast) -> None:
    type(division).objects.filter(pk=division.pk).update(pending_counts=True)
    sheet(pairing, over=True)
    shown = middle_of(change(director(people), division, 1))
    assert "It is the turn of side 1" in shown  # the exchange cannot come first
    shown = middle_of(change(director(people), division, 1, action="replace", move="8E 7 × 2 = 1 ?:4"))
    assert "What changes in the standings" in shown
    assert "+17 → +15" in shown


def test_what_would_break_is_said_and_leads_there(division: Division, pairing: Pairing, people: Cast) -> None:
    sheet(pairing)
    answer = change(director(people), division, 1, step="save", reason="not played at all")
    assert answer.status_code == 409
    assert "Event 2 cannot follow any more" in middle_of(answer)
    assert 'href="#event-2"' in answer.content.decode()
    assert GameEvent.objects.filter(game=pairing.game).count() == 2


def test_a_change_is_saved_with_its_reason_and_once(division: Division, pairing: Pairing, people: Cast) -> None:
    sheet(pairing)
    client = director(people)
    path = at(division, "sheet", 1, 1)
    refused = change(client, division, 2, step="save", reason="no")
    assert refused.status_code == 422
    assert "at least 5 letters" in middle_of(refused)
    kept = {name: value_of(refused, name) for name in ("target", "seq", "client_id")}
    saved = {**kept, "action": "replace", "move": "pass", "step": "save", "reason": "she passed"}
    for _ in range(2):
        assert client.post(path, saved).status_code == 302
    rows = list(GameEvent.objects.filter(game=pairing.game).order_by("seq"))
    assert [row.kind for row in rows] == ["play", "exchange", "replace"]
    assert rows[-1].reason == "she passed"
    shown = middle_of(client.get(path))
    assert "of event 2 by: passed" in shown
    log = client.get(path).content.decode()
    row = log[log.index('id="event-3"') :]
    assert "?change=2" in row, "what stands in its place is what can be changed"
    assert "?change=2" not in log[: log.index('id="event-3"')]
    assert "she passed" in shown


def test_a_sheet_that_has_gone_on_is_looked_at_again(division: Division, pairing: Pairing, people: Cast) -> None:
    sheet(pairing)
    client = director(people)
    path = at(division, "sheet", 1, 1)
    form = client.get(f"{path}?change=2")
    kept = {name: value_of(form, name) for name in ("target", "seq", "client_id")}
    record(pairing, "pass")
    late = client.post(path, {**kept, "action": "void", "step": "save", "reason": "was not played"})
    assert late.status_code == 409
    assert "The game has gone on" in middle_of(late)
    assert value_of(late, "seq") == "4"


def test_a_clock_is_put_right_without_saying_whose_it_is(
    division: Division, pairing: Pairing, people: Cast
) -> None:
    sheet(pairing)
    record(pairing, "clock", side=1, payload={"used_ms": 1_381_000})
    client = director(people)
    assert value_of(client.get(f"{at(division, 'sheet', 1, 1)}?change=3"), "move") == "clock 23:01"
    shown = middle_of(change(client, division, 3, action="replace", move="clock 22:30"))
    assert "This is how it would be" in shown
    assert "−20 −10" in shown


def test_an_event_that_takes_a_place_has_to_be_written(division: Division, pairing: Pairing, people: Cast) -> None:
    sheet(pairing)
    answer = change(director(people), division, 1, action="replace", move="")
    assert answer.status_code == 422
    assert "Write the event that takes its place" in middle_of(answer)


def test_what_cannot_be_read_is_asked_back(division: Division, pairing: Pairing, people: Cast) -> None:
    sheet(pairing)
    answer = change(director(people), division, 1, action="replace", move="8E 7 % 2")
    assert answer.status_code == 422
    assert "“%” is no tile of this game" in middle_of(answer)
    assert value_of(answer, "move") == "8E 7 % 2"


def test_a_confirmed_result_stays_and_the_preview_says_that_it_will_be_marked(
    division: Division, pairing: Pairing, people: Cast
) -> None:
    sheet(pairing, over=True)
    result_confirm(pairing_id=pairing.pk, version=1, actor=TEST)
    shown = middle_of(change(director(people), division, 1, action="replace", move="8E 7 × 2 = 1 ?:4"))
    assert "The result stays as it is, and is marked" in shown


def test_a_record_is_looked_at_and_then_makes_the_sheet(division: Division, pairing: Pairing, people: Cast) -> None:
    client = logged_in(people.scorer)
    path = at(division, "sheet_record", 1, 1)
    looked = client.post(path, {"record": TEXT, "step": "look"})
    assert "11" in middle_of(looked)
    assert "a device can go on with it" in middle_of(looked)
    assert not GameEvent.objects.exists()
    assert client.post(path, {"record": TEXT, "step": "save"}).status_code == 422
    saved = client.post(path, {"record": TEXT, "step": "save", "reason": "tablet was lost"})
    assert saved.status_code == 302
    assert GameEvent.objects.filter(game=pairing.game).count() == 2
    entry = LogEntry.objects.get(action="sheet.imported")
    assert entry.chain_id == division.tournament.log_chain
    log = logged_in(people.director).get(f"/desk/{division.tournament.slug}/log/").content.decode()
    assert "Scoresheet made from a record" in log
    assert "tablet was lost" in log


def test_every_faulty_line_of_a_record_is_told(division: Division, pairing: Pairing, people: Cast) -> None:
    answer = director(people).post(
        at(division, "sheet_record", 1, 1), {"record": TEXT.replace("exchange", "exchnge"), "step": "save"}
    )
    assert answer.status_code == 422
    assert "7 “exchnge 2 tiles” is no move." in re.sub(r"Line\s+", "", middle_of(answer))
    assert "exchnge" in answer.content.decode().split("<textarea")[1]


def test_the_result_leads_to_the_sheet(division: Division, pairing: Pairing, people: Cast) -> None:
    user: User = people.scorer
    page = logged_in(user).get(at(division, "result", 1, 1)).content.decode()
    assert f'href="{at(division, "sheet", 1, 1)}"' in page
