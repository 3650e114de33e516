"""The table of schools and clubs: whose sums they are, how they are made, as of any round, and for whom."""

import csv
import io
import re
from collections.abc import Sequence

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.factories import (
    TEST,
    cast,
    enter_named,
    entry_named,
    fixed_round,
    make_division,
    make_tournament,
    play_round,
)
from tests.web.crowd import crowd
from tournaments.formats.rows import RosterRow
from tournaments.models import Division
from tournaments.services.events import division_update
from tournaments.services.registration import entry_update
from tournaments.services.roster import roster_import

pytestmark = pytest.mark.django_db
TABLE = "/events/cup/open/clubs/"
CLUBS = {
    "Ann": "North",
    "Bo": "North",
    "Cy": "North",
    "Di": "South",
    "Eve": "South",
    "Flo": "East",
    "Gus": "",
    "Hal": "",
}


@pytest.fixture
def division() -> Division:
    made = make_division(make_tournament(slug="cup"), slug="open", spread_caps=[150], rounds_planned=3, club_best=2)
    rows = [RosterRow(n, name, club) for n, (name, club) in enumerate(CLUBS.items(), start=1)]
    roster_import(division_id=made.pk, rows=rows, actor=TEST)
    made.refresh_from_db()
    return made


GAMES = [("Ann", "Gus", 500, 300), ("Bo", "Hal", 400, 390), ("Cy", "Di", 350, 300), ("Eve", "Flo", 400, 310)]


def play(division: Division, number: int, games: Sequence[tuple[str, str, int, int]]) -> None:
    round_ = fixed_round(division, number, [(a, b) for a, b, _one, _two in games])
    for name, _other, own, against in games:
        enter_named(round_, name, own, against)


def page(client: Client, path: str = TABLE) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def lines(html: str) -> list[str]:
    """A line for each club, and after it what it folds out to."""
    table = html.split('<table class="standings clubs">')[1].split("</table>")[0]
    return [words("<tr" + row.split("</tr>")[0]) for row in table.split("<tr")[2:]]


def test_each_sum_opens_to_the_entries_behind_it(client: Client, division: Division) -> None:
    play(division, 1, GAMES)
    north, of_north, south, of_south, *_east = lines(page(client))
    # Ann's +200 counts 150; Cy's +50 comes before Bo's +10.
    assert north.startswith("1 North 2 of 3 entries count 2-0-0 4 2-0-0 +200 850")
    assert (
        of_north == "1 Ann 1-0-0 2 +150 3 Cy 1-0-0 2 +50 Not counted 4 Bo 1-0-0 2 +10 Full spread +250 Scored 850"
    )
    assert south.startswith("2 South 2 entries 1-0-1 2 1-0-1 +40 700")
    assert of_south.startswith("2 Eve 1-0-0 2 +90 6 Di 0-0-1 0 −50")
    assert 'href="/events/cup/open/entries/1/"' in page(client)


def test_a_club_with_too_few_entries_is_marked_and_entries_without_one_are_told(
    client: Client, division: Division
) -> None:
    play(division, 1, GAMES)
    html = page(client)
    assert lines(html)[4].startswith("3 East 1 too few 1 entry 0-0-1 0 0-0-1 −90")
    assert "2 entries have no school or club" in words(html)
    assert "A club with fewer is marked" in html


@pytest.mark.parametrize(
    ("best", "sentence", "first"),
    [
        (0, "All entries of a club, withdrawn and late ones too.", "1 North 3 entries 3-0-0 6 3-0-0 +210"),
        (1, "The entry of a club that stands highest", "1 North 1 of 3 entries count 1-0-0 2 1-0-0 +150"),
        (2, "The 2 entries of a club that stand highest", "1 North 2 of 3 entries count 2-0-0 4"),
        (3, "The 3 entries of a club that stand highest", "1 North 3 entries 3-0-0 6"),
    ],
)
def test_the_setting_says_how_many_count(
    client: Client, division: Division, best: int, sentence: str, first: str
) -> None:
    play(division, 1, GAMES)
    assert lines(page(client))[0].startswith("1 North 2 of 3")
    division_update(division_id=division.pk, club_best=best, actor=TEST)
    html = page(client)
    assert sentence in words(html)
    assert lines(html)[0].startswith(first)


def test_any_round_can_be_looked_back_at_and_moves_are_told(client: Client, division: Division) -> None:
    play(division, 1, GAMES)
    play(
        division,
        2,
        [("Di", "Gus", 500, 300), ("Eve", "Hal", 400, 300), ("Flo", "Ann", 400, 300), ("Cy", "Bo", 300, 300)],
    )
    now, then = page(client), page(client, TABLE + "1/")
    assert [row[:12].strip() for row in lines(now)[::2]] == ["1 1 up South", "2 1 down Nor", "3 East 1 too"]
    assert lines(then)[0].startswith("1 North")
    assert client.get(TABLE + "3/").status_code == 404


def test_a_division_without_the_setting_has_no_such_page(client: Client, division: Division) -> None:
    play(division, 1, GAMES)
    assert f'href="{TABLE}"' in page(client, "/events/cup/open/standings/")
    division_update(division_id=division.pk, club_best=None, actor=TEST)
    assert f'href="{TABLE}"' not in page(client, "/events/cup/open/standings/")
    assert [client.get(TABLE + more).status_code for more in ("", "1/", "1/csv/")] == [404, 404, 404]


def test_before_the_first_result_and_without_clubs_the_page_says_so(client: Client, division: Division) -> None:
    assert "Nobody has played yet" in page(client)
    play(division, 1, GAMES)
    for name in CLUBS:
        entry_update(entry_id=entry_named(division, name).pk, club="", actor=TEST)
    assert "No entry of this division has a school or club" in page(client)


def test_a_changed_result_or_club_is_on_the_page_at_once(client: Client, division: Division) -> None:
    play(division, 1, GAMES)
    first = client.get(TABLE)
    assert client.get(TABLE, headers={"If-None-Match": first["ETag"]}).status_code == 304
    entry_update(entry_id=entry_named(division, "Gus").pk, club="East", actor=TEST)
    again = client.get(TABLE, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert lines(again.content.decode())[4].startswith("3 East 2 entries 0-0-2 0")
    enter_named(division.rounds.get(number=1), "Eve", 400, 600, reason="the slip was read wrong")
    assert lines(page(client))[2].startswith("2 East 2 entries 1-0-1 2")


def test_hidden_standings_hide_their_clubs(client: Client, division: Division) -> None:
    play(division, 1, GAMES)
    division_update(division_id=division.pk, standings_public=False, actor=TEST)
    people = cast(division.tournament)
    for address in (TABLE, TABLE + "1/", TABLE + "1/csv/"):
        client.logout()
        assert client.get(address).status_code == 404
        client.force_login(people.other_director)
        assert client.get(address).status_code == 404
        client.force_login(people.scorer)
        assert client.get(address).status_code == 200


def test_the_file_says_what_the_page_says_and_the_command_prints_it(client: Client, division: Division) -> None:
    entry_update(entry_id=entry_named(division, "Flo").pk, club="=1+1", actor=TEST)
    play(division, 1, GAMES)
    answer = client.get(TABLE + "1/csv/")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="cup-open-clubs-1.csv"' in answer["Content-Disposition"]
    text = answer.content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["rank"], row["club"], row["points"], row["spread"]) for row in rows] == [
        ("1", "North", "4", "200"),
        ("2", "South", "2", "40"),
        ("3", "'=1+1", "0", "-90"),
    ]
    assert (rows[0]["counting"], rows[0]["entries"], rows[0]["counted_entries"]) == ("2", "3", "1 Ann; 3 Cy")
    assert rows[2]["lacking"] == "1"
    out = io.StringIO()
    call_command("standings", "cup", "--clubs", "--csv", stdout=out)
    assert out.getvalue() == text
    out = io.StringIO()
    call_command("standings", "cup", "--clubs", stdout=out)
    assert out.getvalue().splitlines()[0].split() == ["1", "4", "2-0-0", "+200", "North"]
    division_update(division_id=division.pk, club_best=None, actor=TEST)
    with pytest.raises(CommandError, match="no table of clubs"):
        call_command("standings", "cup", "--clubs", stdout=io.StringIO())


def test_one_club_alone_is_a_table_too(client: Client) -> None:
    made = make_division(make_tournament(slug="cup"), slug="open", names=["Ann", "Bo"], club_best=0)
    entry_update(entry_id=entry_named(made, "Ann").pk, club="North", actor=TEST)
    play_round(made, 1)
    assert [row.split(" ")[:2] for row in lines(page(client))[::2]] == [["1", "North"]]
    assert "1 entry has no school or club" in words(page(client))


def test_many_clubs_are_paged_and_paper_has_all_of_them(client: Client) -> None:
    made = crowd(20, system="king_of_the_hill", club_best=1)
    rows = [RosterRow(n, f"Extra {n}", f"Club {n}") for n in range(1, 261)]
    roster_import(division_id=made.pk, rows=rows, actor=TEST)
    play_round(made, 1)
    path = "/events/crowd/open/clubs/"
    # 260 of one entry, and the nine schools.
    assert len(lines(page(client, path))) == 2 * 100
    assert len(lines(page(client, path + "?page=3"))) == 2 * 69
    assert client.get(path + "?page=4").status_code == 404
    assert len(lines(page(client, path + "?all=1"))) == 2 * 269
