"""The table on its page: who stands where, since when, on what ground, and what is not counted."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import (
    TEST,
    cast,
    enter_named,
    entry_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    pairing_of,
    play_round,
)
from tests.web.crowd import crowd
from tournaments.models import Division, Entry
from tournaments.pairing.plan import preset_plan
from tournaments.services.constraints import rule_add
from tournaments.services.events import division_update
from tournaments.services.plans import plan_set
from tournaments.services.registration import entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db
TABLE = "/events/cup/open/standings/"


@pytest.fixture
def division() -> Division:
    return make_division(
        make_tournament(slug="cup"),
        slug="open",
        names=["Ann", "Bo", "Cy", "Di"],
        spread_caps=[150],
        rounds_planned=4,
    )


def page(client: Client, path: str = TABLE, **more: Any) -> str:
    answer = client.get(path, **more)
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def lines(html: str) -> list[str]:
    return [
        words("<tr" + row.split("</tr>")[0]) for row in html.split('<table class="standings">')[1].split("<tr")[2:]
    ]


def line(html: str, name: str) -> str:
    return next(row for row in lines(html) if f" {name} " in row)


def details(html: str, name: str) -> str:
    rows = lines(html)
    return rows[rows.index(line(html, name)) + 1]


def test_before_the_first_result_the_page_says_so(client: Client, division: Division) -> None:
    assert "Nobody has played yet" in page(client)
    fixed_round(division, 1, [("Ann", "Bo"), ("Cy", "Di")])
    assert "Nobody has played yet" in page(client)


def test_capped_spread_ranks_and_the_full_spread_is_in_the_details(
    client: Client, division: Division
) -> None:  # C33
    round_ = fixed_round(division, 1, [("Ann", "Bo"), ("Cy", "Di")])
    enter_named(round_, "Ann", 520, 300)
    enter_named(round_, "Cy", 400, 310)
    html = page(client)
    assert line(html, "Ann").startswith("1 Ann 1-0-0 2 1-0-0 +150 520")
    assert line(html, "Bo").startswith("4 Bo 0-0-1 0 0-0-1 −150 300")
    assert "Full spread +220" in details(html, "Ann")
    assert "at most 150 of one game" in words(html)


def test_equal_in_everything_is_a_shared_rank(client: Client, division: Division) -> None:
    round_ = fixed_round(division, 1, [("Ann", "Bo"), ("Cy", "Di")])
    enter_named(round_, "Ann", 400, 350)
    enter_named(round_, "Cy", 400, 350)
    ranks = [row.split(" ")[0] for row in lines(page(client))[::2]]
    assert ranks == ["1=", "1=", "3=", "3="]


def test_moves_are_told_from_the_second_round_on(client: Client, division: Division) -> None:
    first = fixed_round(division, 1, [("Ann", "Bo"), ("Cy", "Di")])
    enter_named(first, "Ann", 400, 300)
    enter_named(first, "Cy", 390, 300)
    assert 'class="move' not in page(client)
    second = fixed_round(division, 2, [("Ann", "Cy"), ("Bo", "Di")])
    enter_named(second, "Ann", 300, 400)
    enter_named(second, "Bo", 300, 400)
    html = page(client)
    assert line(html, "Cy").startswith("1 1 up Cy")
    assert line(html, "Ann").startswith("3 2 down Ann")


def test_any_round_can_be_looked_back_at(client: Client, division: Division) -> None:
    for number in (1, 2, 3):
        play_round(division, number)
    now, then = page(client), page(client, TABLE + "1/")
    assert "After round 3 of 4" in now
    assert "After round 1 of 4" in then
    assert sum("1-0-0" in row for row in lines(then)) == 2
    assert client.get(TABLE + "4/").status_code == 404
    assert client.get(TABLE + "0/").status_code == 404


def test_a_waiting_result_is_told_and_not_counted(client: Client, division: Division) -> None:
    round_ = fixed_round(division, 1, [("Ann", "Bo"), ("Cy", "Di")])
    enter_named(round_, "Cy", 400, 300)
    table = pairing_of(round_, "Ann")
    result_enter(
        pairing_id=table.pk, report=Report(first=500, second=100), actor=TEST, source="player", reported_by_place=0
    )
    html = page(client)
    assert f"Waiting round 1, table {table.table} " in words(html)
    assert "1 of 2 results are in" in words(html)
    assert "Waiting" in line(html, "Ann")
    assert "0-0-0" in line(html, "Ann")
    division_update(division_id=division.pk, pending_counts=True, actor=TEST)
    html = page(client)
    assert "1-0-0" in line(html, "Ann")
    assert "not counted yet" not in html
    assert "They count at once" in html


def test_a_bye_does_not_lift_its_holder_before_the_round_is_played(client: Client) -> None:  # C32
    division = make_division(make_tournament(slug="cup"), slug="open", names=["Ann", "Bo", "Cy"], rounds_planned=3)
    first = fixed_round(division, 1, [("Ann", "Bo")], bye="Cy")
    enter_named(first, "Ann", 400, 350)
    fixed_round(division, 2, [("Ann", "Cy")], bye="Bo")
    html = page(client)
    assert "After round 1 of 3" in html
    assert "0-0-1" in line(html, "Bo")
    assert "Byes 1" in details(html, "Cy")
    assert "Average" not in details(html, "Cy")
    assert "leave byes and forfeits out" in html


def test_late_and_withdrawn_entries_stay_and_are_marked(client: Client, division: Division) -> None:
    for number in (1, 2):
        play_round(division, number)
    make_entry(division, "Eve")
    make_entry(division, "Flo")
    entry_withdraw(entry_id=entry_named(division, "Bo").pk, actor=TEST)
    html = page(client)
    assert "Withdrawn" in line(html, "Bo")
    assert "Late" in line(html, "Eve")
    assert "Rounds without a result 1, 2" in details(html, "Eve")
    # When round 1 was over nobody had left.
    assert "Withdrawn" not in page(client, TABLE + "1/")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "By match points, capped spread, spread, points scored."),
        ({"tie_breaks": ["wins", "spread"]}, "By wins, spread."),
        ({}, "Swiss: equal points meet, the upper half of a group the lower half"),
        ({}, "Nobody meets the same opponent twice while that can be helped."),
        ({"system": "king_of_the_hill"}, "King of the hill: neighbours in the table meet: 1-2, 3-4"),
        ({"system": "round_robin"}, "Round robin: everybody meets everybody once"),
        ({"clubs_apart_rounds": 3}, "Entries of one school do not meet in the first 3 rounds"),
        ({"teams_apart_rounds": None}, "Entries of one team do not meet while that can be helped."),
        ({"bye_credit": "tie", "bye_spread": 50}, "A bye counts as a tie with a spread of +50"),
        ({"bye_credit": "by_spread"}, "A bye counts by its own spread"),
        ({"forfeit_spread": 75}, "Who is there wins with +75, who is not loses with −75"),
        ({"spread_caps": []}, "The difference of a game counts in full."),
        (
            {"spread_caps": [350, 300, 300, 250]},
            "350 in round 1; 300 in rounds 2 to 3; 250 from round 4 on of one game",
        ),
        ({"win_points": 1, "tie_points": "0.5"}, "A win 1.0, a tie 0.5, a loss 0.0."),
    ],
)
def test_the_page_says_how_it_is_made(
    client: Client, division: Division, settings: dict[str, Any], sentence: str
) -> None:  # C13
    play_round(division, 1)
    if settings:
        division_update(division_id=division.pk, actor=TEST, **settings)
    assert sentence in words(page(client))


def test_the_page_says_the_schedule_round_by_round(client: Client, division: Division) -> None:
    play_round(division, 1)
    plan_set(division_id=division.pk, plan=preset_plan("fontes_day"), actor=TEST)
    one, other = Entry.objects.filter(division=division).order_by("number")[:2]
    rule_add(division_id=division.pk, kind="forbidden", one=one.pk, other=other.pk, reason="feud", actor=TEST)
    said = words(page(client))
    assert "Rounds 1–3 Fontes: groups of 4 with one from each part of the order" in said
    assert "Rounds 4–6 Swiss: equal points meet" in said
    assert "Round 7 King of the hill: neighbours in the table meet" in said
    assert "feud" not in said
    assert "must not meet" not in said


def test_hidden_standings_are_there_for_staff_alone(client: Client, division: Division) -> None:
    play_round(division, 1)
    assert client.get(TABLE).status_code == 200
    division_update(division_id=division.pk, standings_public=False, actor=TEST)
    assert client.get(TABLE).status_code == 404
    assert client.get(TABLE + "1/").status_code == 404
    assert TABLE not in page(client, "/events/cup/open/entries/")
    assert "Rank" not in page(client, "/events/cup/open/entries/1/")
    people = cast(division.tournament)
    client.force_login(people.other_director)
    assert client.get(TABLE).status_code == 404
    client.force_login(people.scorer)
    assert "The public does not see this page" in page(client)


def test_a_crowded_table_is_paged_and_paper_has_all_of_it(client: Client) -> None:
    play_round(crowd(260, system="king_of_the_hill"), 1)
    path = "/events/crowd/open/standings/"
    assert len(lines(page(client, path))) == 2 * 100
    assert len(lines(page(client, path + "?page=3"))) == 2 * 60
    assert client.get(path + "?page=4").status_code == 404
    assert len(lines(page(client, path + "?all=1"))) == 2 * 260
