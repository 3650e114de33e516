"""Running, waiting, disputed, confirmed, not as on the sheet: each shown as what it is, outside and at the desk."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common.models import LogEntry
from tests.factories import TEST, Cast, cast, enter, fixed_round, make_division, make_tournament, pairing_of
from tests.sheets import DIRECTS, begin, end, finished, record
from tests.web.desk import HTMX, at, logged_in, middle_of, text_of
from tournaments.models import Division, Pairing, Result, Round
from tournaments.services.reports import Report
from tournaments.services.result_store import Speaker
from tournaments.services.results import result_confirm, result_enter

pytestmark = pytest.mark.django_db
ROUND = "/events/cup/open/rounds/1/"
NAMES = ["Anong", "Boon", "Chai", "Dao"]


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(slug="cup"), slug="open", names=NAMES, judging_mode="challenge")


@pytest.fixture
def round_(division: Division) -> Round:
    return fixed_round(division, 1, [("Anong", "Boon"), ("Chai", "Dao")])


@pytest.fixture
def table(round_: Round) -> Pairing:
    return pairing_of(round_, "Anong")


@pytest.fixture
def people(division: Division) -> Cast:
    return cast(division.tournament)


@pytest.fixture
def director(people: Cast) -> Client:
    return logged_in(people.director)


def row(html: str, name: str) -> str:
    """The words of the line that names somebody."""
    lines = re.split(r"<tr\b", html)
    line = next(line for line in lines if name in line and "<td" in line)
    return " ".join(re.sub(r"<[^>]+>", " ", "<tr" + line.split("</tr>")[0]).split())


def shown(path: str = ROUND, client: Client | None = None) -> str:
    return (client or Client()).get(path).content.decode()


def mismatch(table: Pairing) -> None:
    """Confirmed with 8 to 0; the sheet says −2 to 0 since."""
    finished(table)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST)
    record(table, "clock", side=0, rights=DIRECTS, payload={"used_ms": 1_320_001})


def test_a_running_game_is_live_with_its_totals_and_moves_on_with_every_event(table: Pairing) -> None:
    assert "Live" not in row(shown(), "Anong")
    begin(table)
    line = row(shown(), "Anong")
    assert ("Live" in line, " 8 0 " in line) == (True, True), line
    assert "so-far" in shown()
    record(table, "arbiter_adjustment", side=1, rights=DIRECTS, reason="for the page", payload={"points": 17})
    assert " 8 17 " in row(shown(), "Anong")
    assert "Live" not in row(shown(), "Chai")


def test_a_running_game_shows_totals_only_and_no_word_of_racks_or_plays(table: Pairing) -> None:
    record(
        table,
        "play",
        side=0,
        payload={"start": "8F", "dir": "across", "tiles": "7 - 2 = 5".split(), "rack": "20 7 - 2 = 5".split()},
    )
    html = shown()
    assert "7-2=5" not in html
    assert "8F" not in html


def test_the_page_a_phone_has_is_old_as_soon_as_an_event_is_recorded(table: Pairing) -> None:
    begin(table)
    etag = Client().get(ROUND)["ETag"]
    assert Client().get(ROUND, HTTP_IF_NONE_MATCH=etag).status_code == 304
    record(table, "pass", side=1)
    assert Client().get(ROUND, HTTP_IF_NONE_MATCH=etag).status_code == 200


def test_live_games_cost_no_query_more(round_: Round) -> None:
    def count() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            shown()
        return len(queries)

    begin(pairing_of(round_, "Anong"))
    one = count()
    begin(pairing_of(round_, "Chai"))
    assert count() == one


def test_a_proposal_waits_with_its_score_for_everybody_to_see(table: Pairing) -> None:
    finished(table)
    line = row(shown(), "Anong")
    assert ("Waiting" in line, "Live" in line, " 8 0 " in line) == (True, False, True)
    number = table.seats.get(place=0).entry.number
    assert "Waiting" in shown(f"/events/cup/open/entries/{number}/")


def test_a_result_that_does_not_match_says_so_to_everybody(table: Pairing) -> None:
    mismatch(table)
    line = row(shown(), "Anong")
    assert ("Not as on the sheet" in line, " 8 0 " in line) == (True, True)
    number = table.seats.get(place=0).entry.number
    assert "Not as on the sheet" in shown(f"/events/cup/open/entries/{number}/")


def test_a_game_won_on_time_says_how_it_was_won(table: Pairing) -> None:
    begin(table)
    record(table, "clock", side=0, payload={"used_ms": 1_320_000 + 6 * 60_000})
    record(table, "arbiter_adjustment", side=0, rights=DIRECTS, reason="far ahead", payload={"points": 300})
    end(table)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST)
    line = row(shown(), "Anong")
    assert "Won on time" in line
    winner = table.seats.get(place=1).entry.number
    loser = table.seats.get(place=0).entry.number
    assert "Won" in row(shown(f"/events/cup/open/entries/{winner}/"), "Anong")
    assert "Lost" in row(shown(f"/events/cup/open/entries/{loser}/"), "Boon")


# --- The desk ---------------------------------------------------------------------------------------------------


def test_the_desk_sees_running_games_and_their_scores(director: Client, division: Division, table: Pairing) -> None:
    begin(table)
    for page in ("round", "results"):
        line = row(director.get(at(division, page, 1)).content.decode(), "Anong")
        assert ("Live" in line, " 8 0 " in line) == (True, True), page


def test_a_mismatch_is_in_the_inbox_and_leads_to_the_table(
    director: Client, division: Division, table: Pairing
) -> None:
    mismatch(table)
    page = director.get(at(division, "round", 1)).content.decode()
    todo = page[page.index('<aside class="todo"') :]
    assert "Not as on the sheet" in todo
    assert at(division, "result", 1, table.table) in todo


@pytest.mark.parametrize(("keep", "first", "version"), [("log", -2, 2), ("result", 8, 1)])
def test_a_director_takes_one_of_the_two_with_a_reason(
    director: Client, division: Division, table: Pairing, keep: str, first: int, version: int
) -> None:
    mismatch(table)
    page = director.get(at(division, "result", 1, table.table))
    assert "The scoresheet −2 – 0" in middle_of(page)
    address = at(division, "result_settle", 1, table.table)
    short = director.post(address, {"version": 1, "keep": keep, "reason": "why"})
    assert (short.status_code, "at least 5 letters" in middle_of(short)) == (422, True)
    done = director.post(address, {"version": 1, "keep": keep, "reason": "both clocks read again"}, follow=True)
    assert "stands" in text_of(done)
    live = Result.objects.get(pairing=table, state__in=Result.LIVE)
    assert (live.first_final, live.version, live.state) == (first, version, "confirmed")
    assert not live.does_not_match_log
    assert "Not as on the sheet" not in text_of(director.get(at(division, "results", 1)))
    assert LogEntry.objects.filter(action__in=("result.changed", "result.kept_against_log")).exists()
    late = director.post(address, {"version": 1, "keep": keep, "reason": "both clocks read again"})
    assert late.status_code == 409


def test_a_scorer_sees_the_mismatch_and_leaves_it_to_a_director(
    people: Cast, division: Division, table: Pairing
) -> None:
    mismatch(table)
    scorer = logged_in(people.scorer)
    assert "A director decides" in middle_of(scorer.get(at(division, "result", 1, table.table)))
    answer = scorer.post(
        at(division, "result_settle", 1, table.table), {"version": 1, "keep": "log", "reason": "the sheet is right"}
    )
    assert answer.status_code == 403


def test_a_typed_result_that_differs_from_the_sheet_is_warned_about_at_once(
    people: Cast, division: Division, table: Pairing
) -> None:
    finished(table)
    line = {"table": table.table, "seen": f"{table.table}:1", "first": "9", "second": "0"}
    answer = logged_in(people.scorer).post(at(division, "results", 1), line, headers=HTMX)
    assert "The scoresheet says 8 – 0" in text_of(answer)


def test_a_dispute_with_the_sheet_offers_both_scores(director: Client, division: Division, table: Pairing) -> None:
    finished(table)
    result_enter(
        pairing_id=table.pk, report=Report(first=9, second=0), actor=TEST, source="player", reported_by_place=1
    )
    waiting = director.get(at(division, "results", 1)).content.decode()
    waiting = waiting[waiting.index('id="waiting"') : waiting.index("</section>", waiting.index('id="waiting"'))]
    words = " ".join(re.sub(r"<[^>]+>", " ", waiting).split())
    assert "9 – 0 Boon" in words
    assert "8 – 0 scoresheet" in words


def test_who_confirmed_and_how_and_who_has_yet_to_stand_at_the_table(
    director: Client, division: Division, table: Pairing
) -> None:
    finished(table)
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, speaker=Speaker(0, "pin"))
    words = middle_of(director.get(at(division, "result", 1, table.table)))
    assert "Not confirmed yet by Boon." in words
    assert "Confirmed by Anong (PIN)" in words


def test_closing_names_the_tables_by_what_they_wait_for(
    director: Client, division: Division, round_: Round, table: Pairing
) -> None:
    finished(table)
    other = pairing_of(round_, "Chai")
    begin(other)
    words = middle_of(director.get(at(division, "round_close", 1)))
    assert f"The scoresheet of table {other.table} is still open." in words
    assert f"The result of table {table.table} is not confirmed." in words
    answer: Any = director.post(at(division, "round_close", 1))
    assert answer.status_code == 409
    assert f"The scoresheet of table {other.table} is still open." in text_of(answer)


def test_the_desk_still_takes_back_what_it_typed_beside_a_sheet(
    director: Client, division: Division, table: Pairing
) -> None:
    begin(table)
    enter(table, 8, 0)
    answer = director.post(at(division, "result_undo", 1, table.table), {"version": 1})
    assert answer.status_code == 302
    assert "Live" in row(director.get(at(division, "results", 1)).content.decode(), "Anong")
