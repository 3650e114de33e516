"""The standings of clubs as a program reads them, and the setting that makes them."""

import pytest

from tests.api.event import Event, report
from tests.factories import TEST
from tournaments.services.registration import entry_update

pytestmark = pytest.mark.django_db
PATH = "/standings/clubs"


@pytest.fixture
def event():
    """Entries 1 and 2 are of North, 3 of South, 4 has no club."""
    made = Event.make(club_best=2)
    for number, club in ((1, "North"), (2, "North"), (3, "South")):
        entry_update(entry_id=made.division.entries.get(number=number).pk, club=club, actor=TEST)
    return made


def play(event, api):
    """Who has the smaller number wins by 50."""
    director = api(event.director)
    for table in (1, 2):
        low, high = sorted(event.numbers(table))
        assert director.post(event.game(table), report({low: 400, high: 350})).status == 201
    return director


def test_the_sums_of_a_club_come_with_the_entries_behind_them(event, api):
    play(event, api)
    table = api().get(event.at(PATH))
    assert (table["after_round"], table["best"], table["without_club"]) == (1, 2, 1)
    lines = {row["entry"]: row for row in api().get(event.at("/standings"))["rows"]}
    assert {row["club"] for row in table["rows"]} == {"North", "South"}
    for row in table["rows"]:
        counting = [lines[each["entry"]] for each in row["counting"]]
        for figure in ("points", "wins", "losses", "capped_spread", "spread", "total"):
            assert row[figure] == sum(line[figure] for line in counting), figure
        assert [(each["rank"], each["points"]) for each in row["counting"]] == [
            (line["rank"], line["points"]) for line in counting
        ]
    north, south = sorted(table["rows"], key=lambda row: row["club"])
    assert ({each["entry"] for each in north["counting"]}, north["lacking"]) == ({1, 2}, 0)
    assert ([each["entry"] for each in south["counting"]], south["lacking"]) == ([3], 1)


def test_entries_that_do_not_count_are_named_apart(event, api):
    play(event, api).patch(event.at(), {"club_best": 1}, If_Match="*")
    north = next(row for row in api().get(event.at(PATH))["rows"] if row["club"] == "North")
    assert [each["entry"] for each in north["counting"] + north["beyond"]] == [
        row["entry"] for row in api().get(event.at("/standings"))["rows"] if row["club"] == "North"
    ]
    assert len(north["counting"]) == 1


def test_as_of_the_start_and_of_no_round_that_is_not_there(event, api):
    play(event, api)
    start = api().get(event.at(PATH + "?after_round=0"))
    assert {(row["rank"], row["points"]) for row in start["rows"]} == {(1, 0)}
    assert api().get(event.at(PATH + "?after_round=2")).status == 404
    assert api().get(event.at(PATH + "?after_round=x")).status == 400


def test_a_reader_with_the_newest_copy_is_sent_nothing_until_it_changes(event, api):
    play(event, api)
    full = api().get(event.at(PATH))
    assert api().get(event.at(PATH), If_None_Match=full.etag).status == 304
    entry_update(entry_id=event.division.entries.get(number=4).pk, club="South", actor=TEST)
    assert api().get(event.at(PATH), If_None_Match=full.etag).status == 200


def test_the_setting_makes_the_table_and_takes_it_away(api):
    event = Event.make()
    director = api(event.director)
    assert director.get(event.at())["club_best"] is None
    assert api().get(event.at(PATH)).status == 404
    assert director.patch(event.at(), {"club_best": 0}, If_Match="*")["club_best"] == 0
    assert api().get(event.at(PATH))["best"] == 0
    for wrong in (-1, 21, "3", 1.5, True):
        answer = director.patch(event.at(), {"club_best": wrong}, If_Match="*")
        assert (answer.status, [item["pointer"] for item in answer["errors"]]) == (400, ["/club_best"]), wrong
    director.patch(event.at(), {"club_best": None}, If_Match="*")
    assert api().get(event.at(PATH)).status == 404


def test_where_standings_are_not_public_their_clubs_are_not(event, api):
    director = play(event, api)
    director.patch(event.at(), {"standings_public": False}, If_Match="*")
    assert api().get(event.at(PATH)).status == 404
    assert director.get(event.at(PATH)).status == 200
