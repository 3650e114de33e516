"""A round on its page: who plays whom, where, how it ended, and where I sit."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import (
    TEST,
    cast,
    enter,
    enter_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    pairing_of,
    play_round,
    publish_round,
)
from tests.web.crowd import crowd
from tournaments.models import Division, Result
from tournaments.services.drafts import round_pair
from tournaments.services.events import division_update
from tournaments.services.reports import Report
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db
ROUND = "/events/cup/open/rounds/1/"
NAMES = ["ขาว ใจดี", "เก้า มณี", "Adam Wong", "แก้ว ทอง", "Zoe Lee"]


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(slug="cup"), slug="open")
    for name, club in zip(NAMES, ["โรงเรียน ข", "โรงเรียน ก", "", "โรงเรียน ก", "โรงเรียน ข"], strict=True):
        make_entry(division, name, club=club)
    return division


def rows(html: str) -> list[str]:
    """The words of each line of the list, without tags."""
    lines = html.split("<tbody>", 1)[1].split("</div>\n")[0].split("<tr ")[1:] if "<tbody>" in html else []
    return [" ".join(re.sub(r"<[^>]+>", " ", "<tr " + line).split()) for line in lines]


def page(client: Client, path: str = ROUND, **more: Any) -> str:
    answer = client.get(path, **more)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_tables_come_by_number_with_who_starts_and_the_bye_last(client: Client, division: Division) -> None:
    fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("แก้ว ทอง", "เก้า มณี")], bye="Zoe Lee")
    lines = rows(page(client))
    assert lines[0].startswith("1 ขาว ใจดี starts 1 · โรงเรียน ข")
    assert "Adam Wong 3" in lines[0]
    assert lines[2].startswith("– Zoe Lee")
    assert "+100" in lines[2]
    assert "Bye" in lines[2]


def test_scores_appear_with_a_real_minus_and_the_count_of_results(client: Client, division: Division) -> None:
    round_ = fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("แก้ว ทอง", "เก้า มณี")], bye="Zoe Lee")
    assert "2 tables, 1 bye" in page(client)
    enter_named(round_, "ขาว ใจดี", -12, 0)
    html = page(client)
    assert "1 of 2 results are in" in html
    assert "−12 0" in rows(html)[0]
    enter_named(round_, "แก้ว ทอง", 300, 300)
    assert "All 2 results are in" in page(client)


def test_each_state_of_a_result_has_its_word_and_a_disputed_one_no_score(client: Client) -> None:
    division = make_division(make_tournament(slug="cup"), slug="open", entries=10)
    round_ = publish_round(division, 1)
    tables = list(round_.pairings.order_by("table"))

    def report(table: int, first: int | None = None, second: int | None = None, **more: Any) -> None:
        kind = {name: more.pop(name) for name in ("outcome", "winner") if name in more}
        result_enter(
            pairing_id=tables[table].pk,
            report=Report(first=first, second=second, **kind),
            actor=TEST,
            source="player",
            **more,
        )

    report(0, 301, 302, reported_by_place=0)
    report(1, 303, 304, reported_by_place=0)
    report(1, 305, 306, reported_by_place=1)
    report(2, outcome="forfeit", winner=1, expected_version=0)
    report(3, outcome="double_forfeit", expected_version=0)
    report(4, 307, 308, outcome="void", expected_version=0)
    lines = rows(page(client))
    assert "301" in lines[0]
    assert lines[0].endswith("Waiting")
    assert lines[1].endswith("Disputed")
    assert "305" not in lines[1]
    assert lines[2].endswith("Forfeit")
    assert lines[3].endswith("Double forfeit")
    assert lines[4].endswith("Not counted")
    assert "307" not in lines[4]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("3", ["Adam Wong"]),
        ("๓", ["Adam Wong"]),
        ("adam", ["Adam Wong"]),
        ("ข ", ["ขาว ใจดี", "Zoe Lee"]),
        ("โรงเรียน ก", ["เก้า มณี", "แก้ว ทอง"]),
        ("33", []),
    ],
)
def test_a_table_is_found_by_number_name_or_school(
    client: Client, division: Division, asked: str, found: list[str]
) -> None:
    fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("แก้ว ทอง", "เก้า มณี")], bye="Zoe Lee")
    html = page(client, ROUND + "?order=name&q=" + asked)
    names = [next(name for name in NAMES if f" {name} " in f"{line} ") for line in rows(html)]
    first = [re.split(r" (?:starts )?\d", line.split(" ", 1)[1])[0] for line in rows(html)]
    assert sorted(first) == sorted(found), names
    assert ("Nobody in this round has that" in html) == (not found)


def test_by_name_goes_as_a_thai_dictionary_and_names_everybody_once(client: Client, division: Division) -> None:
    fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("แก้ว ทอง", "เก้า มณี")], bye="Zoe Lee")
    lines = rows(page(client, ROUND + "?order=name"))
    order = [re.split(r" (?:starts )?\d", line.split(" ", 1)[1])[0] for line in lines]
    assert order == ["เก้า มณี", "แก้ว ทอง", "ขาว ใจดี", "Adam Wong", "Zoe Lee"]


def test_by_school_has_a_head_for_each_and_those_without_come_last(client: Client, division: Division) -> None:
    fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("แก้ว ทอง", "เก้า มณี")], bye="Zoe Lee")
    heads = re.findall(r"<section><h2>([^<]+)</h2>", page(client, ROUND + "?order=school"))
    assert heads == ["โรงเรียน ก", "โรงเรียน ข", "Without a school"]


def test_htmx_gets_the_list_alone(client: Client, division: Division) -> None:
    fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("แก้ว ทอง", "เก้า มณี")], bye="Zoe Lee")
    part = page(client, ROUND + "?q=adam", headers={"hx-request": "true"})
    assert part.lstrip().startswith('<div id="list">')
    assert "<html" not in part
    assert "Adam Wong" in part


def test_a_draft_is_there_for_the_events_staff_alone_and_says_what_it_is(
    client: Client, division: Division
) -> None:
    people = cast(division.tournament)
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    for user in (None, people.stranger, people.player_inside, people.other_director):
        if user:
            client.force_login(user)
        assert client.get(ROUND).status_code == 404
        assert "/rounds/1/" not in page(client, "/events/cup/open/entries/")
    client.force_login(people.viewer)
    assert "A draft: only the staff of this event see it" in page(client)


def test_hidden_pairings_are_there_for_staff_alone(client: Client, division: Division) -> None:
    publish_round(division, 1)
    assert client.get(ROUND).status_code == 200
    division_update(division_id=division.pk, pairings_public=False, actor=TEST)
    assert client.get(ROUND).status_code == 404
    assert "rounds/1/" not in page(client, "/events/cup/open/standings/")
    client.force_login(cast(division.tournament).scorer)
    assert "The public does not see this page" in page(client)


def test_names_lead_nowhere_where_entries_are_hidden(client: Client, division: Division) -> None:
    publish_round(division, 1)
    assert "/entries/1/" in page(client)
    division_update(division_id=division.pk, entries_public=False, actor=TEST)
    html = page(client)
    assert "Adam Wong" in html
    assert "/entries/" not in html


def test_a_round_that_is_not_there_is_not_found(client: Client, division: Division) -> None:
    publish_round(division, 1)
    assert client.get("/events/cup/open/rounds/2/").status_code == 404
    assert client.get("/events/cup/open/rounds/0/").status_code == 404
    assert client.get("/events/cup/none/rounds/1/").status_code == 404
    assert client.post(ROUND).status_code == 405


def test_a_correction_shows_at_once(client: Client, division: Division) -> None:
    round_ = fixed_round(division, 1, [("ขาว ใจดี", "Adam Wong"), ("แก้ว ทอง", "เก้า มณี")], bye="Zoe Lee")
    enter_named(round_, "Adam Wong", 401, 402)
    assert "401" in page(client)
    table = pairing_of(round_, "Adam Wong")
    enter(table, 0, 450, reason="typed at the wrong table", expected_version=1)
    assert Result.objects.filter(pairing=table).count() == 2
    html = page(client)
    assert "450" in html
    assert "401" not in html


@pytest.mark.parametrize("typed", ["น้ำ", "นํ้า"])
def test_a_name_is_found_however_its_marks_are_typed(client: Client, division: Division, typed: str) -> None:  # C47
    make_entry(division, "น้ำ ใส")
    publish_round(division, 1)
    assert [line for line in rows(page(client, f"{ROUND}?order=name&q={typed}")) if "น้ำ ใส" in line]


def test_paper_has_a_big_type_and_all_of_a_crowded_round(client: Client) -> None:
    play_round(crowd(260, system="king_of_the_hill"), 1)
    path = "/events/crowd/open/rounds/1/?order=name"
    assert len(rows(page(client, path))) == 100
    assert "1–100 of 260" in page(client, path)
    assert len(rows(page(client, path + "&page=3"))) == 60
    assert client.get(path + "&page=4").status_code == 404
    whole = page(client, path + "&all=1&big=1")
    assert len(rows(whole)) == 260
    assert 'class="page big' in whole
