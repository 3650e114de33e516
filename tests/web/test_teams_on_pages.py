"""Teams of two or three as one entry, from every door of registration to the table, the ratings and the files."""

import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from common.models import LogEntry
from players.models import User
from ratings.models import RatedEvent, Rating, RatingList
from ratings.selectors.unrated import unrated_games
from ratings.services import list_enqueue
from ratings.tasks import recompute_list
from tests.api.client import Api
from tests.factories import TEST, enter, make_division, make_tournament, make_user, play_round, publish_round
from tournaments.models import Division, Result
from tournaments.pairing import PairingError
from tournaments.services.events import division_update
from tournaments.services.registration import NewEntry, entry_add, entry_update

pytestmark = pytest.mark.django_db
LONG = (
    "พิชญาภัทรานิษฐ์ วงศ์สุวรรณรัตนากร",
    "Maximiliana-Alexandra von Hohenzollern-Sigmaringen",
    "ณัฐวรรธน์ ศิริพัฒนโชติวัฒนากุล",
)


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_user("dao"))
    return client


@pytest.fixture
def division(desk: Client) -> Division:
    director = User.objects.get(username="dao")
    return make_division(make_tournament(director=director, slug="cup"), slug="open", rounds_planned=3)


def at(name: str, *more: int) -> str:
    return reverse(f"desk:{name}", args=["cup", "open", *more])


def words(page: object) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())  # type: ignore[attr-defined]


def team(division: Division, *names: str, team_name: str = "", **more: object) -> None:
    entry_add(division_id=division.pk, new=NewEntry(names=names, team_name=team_name, **more), actor=TEST)  # type: ignore[arg-type]


def register_by_every_door(desk: Client) -> None:
    """One team by the form, two pasted, two from a file, one through the API."""
    form = {
        "name": "A One",
        "name2": "A Two",
        "name3": "A Three",
        "team_name": "Alphas",
        "club": "North",
        "team": "N1",
    }
    desk.post(at("entry_new"), {**form, "public_name_mode": "full"})
    for sent in (
        {
            "door": "paste",
            "pasted": "name\tname2\tteam\tschool\nB One\tB Two\tBetas\tNorth\nC One\tC Two\t\tSouth\n",
        },
        {
            "door": "file",
            "file": SimpleUploadedFile(
                "teams.csv",
                b"Name,Name2,Name3,Team,School,Team of\nD One,D Two,D Three,Deltas,South,S1\nE One,E Two,,,East,\n",
            ),
        },
    ):
        page = desk.post(at("entries_import"), sent)
        assert page.status_code == 200
        desk.post(at("entries_import"), {"door": "keep", "rows": page.context["kept"]})
    body = {"names": ["F One", "F Two"], "team_name": "Phis", "club": "East", "team": "E1"}
    director = Api.of(User.objects.get(username="dao"))
    answer = director.post("/tournaments/cup/divisions/open/entries", body)
    assert (answer.status, answer["team_name"], answer["team"]) == (201, "Phis", "E1")


def test_a_division_of_teams_is_registered_paired_played_ranked_and_rated_for_nobody(
    desk: Client, division: Division
) -> None:
    register_by_every_door(desk)
    people = {
        entry.full_name: [member.player.name for member in entry.members.order_by("place")]
        for entry in division.entries.all()
    }
    assert people == {
        "Alphas": ["A One", "A Two", "A Three"],
        "Betas": ["B One", "B Two"],
        "C One / C Two": ["C One", "C Two"],
        "Deltas": ["D One", "D Two", "D Three"],
        "E One / E Two": ["E One", "E Two"],
        "Phis": ["F One", "F Two"],
    }
    assert list(division.entries.order_by("number").values_list("team", flat=True)) == [
        "N1",
        "",
        "",
        "S1",
        "",
        "E1",
    ]
    for number in (1, 2, 3):
        play_round(division, number)
    out = io.StringIO()
    call_command("standings", "cup", "--csv", stdout=out)
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert {row["name"] for row in rows} == set(people)
    assert {row["games_played"] for row in rows} == {"3"}
    shown = Client().get("/events/cup/open/standings/")
    assert all(name in words(shown) for name in people)
    assert "Players A One / A Two / A Three" in words(shown)
    for rating_list in RatingList.objects.all():
        recompute_list(list_enqueue(rating_list.pk).pk)
    assert not Rating.objects.exists()
    event = RatedEvent.objects.get(division=division)
    assert {game.reason for game in unrated_games(event)} == {"team"}
    assert len(unrated_games(event)) == 9


def test_a_team_is_found_by_the_names_of_its_people(desk: Client, division: Division) -> None:
    team(division, "A One", "A Two", team_name="Alphas")
    team(division, "B One", "B Two", team_name="Betas")
    publish_round(division, 1)
    visitor = Client()
    for address in ("/events/cup/open/entries/", "/events/cup/open/rounds/1/"):
        assert "Alphas" in words(visitor.get(address, {"q": "a two"}))
        assert "Alphas" not in words(visitor.get(address, {"q": "nobody"}))
    assert "Betas" not in words(visitor.get("/events/cup/open/entries/", {"q": "a two"}))
    # At the desk, where results are typed.
    answer = desk.post(at("results", 1), {"table": "b one", "first": "400", "second": "300"}, follow=True)
    assert answer.status_code == 200
    assert Result.objects.get(state__in=Result.LIVE).first_final == 400


def test_a_name_that_is_hidden_does_not_show_in_a_team(division: Division) -> None:
    team(division, "Hidden Person", "Bo Dee", team_name="Alphas", public_name_mode="number")
    player = division.entries.get().members.get(place=0).player
    visitor = Client()
    for address in ("/events/cup/open/entries/", "/events/cup/open/entries/1/"):
        assert "Hidden" not in words(visitor.get(address))
        assert f"#{player.number}" in words(visitor.get(address))
    assert "Alphas" not in words(visitor.get("/events/cup/open/entries/", {"q": "hidden"}))


def test_the_names_of_a_team_stand_under_its_own(desk: Client, division: Division) -> None:
    team(division, *LONG, team_name="Kings")
    team(division, "B One", "B Two")
    roster = Client().get("/events/cup/open/entries/").content.decode()
    # Under a name that is made of them they would stand twice.
    assert roster.count('<small class="people">') == 1
    page = words(Client().get("/events/cup/open/entries/1/"))
    assert all(name in page for name in LONG)
    assert " / ".join(LONG) in words(desk.get(at("entries")))


def test_the_log_says_who_is_in_a_team(desk: Client, division: Division) -> None:
    team(division, "A One", "A Two", team_name="Alphas")
    assert LogEntry.objects.get(action="entry.added").data["people"] == "A One / A Two"
    assert "players A One / A Two" in words(desk.get(reverse("desk:log", args=["cup"])))


def test_what_an_entry_belongs_to_is_set_on_its_page_and_in_the_log(desk: Client, division: Division) -> None:
    team(division, "A One", "A Two", team_name="Alphas", club="North")
    page = desk.get(at("entry", 1))
    data = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
    assert desk.post(at("entry", 1), {**data, "team": " North  A "}).status_code == 302
    entry = division.entries.get()
    assert (entry.team, entry.team_name, entry.club.name) == ("North A", "Alphas", "North")
    assert "team – → North A" in words(desk.get(reverse("desk:log", args=["cup"])))
    assert desk.post(at("entry", 1), {**data, "team": "x" * 61}).status_code == 422
    assert "North · North A" in words(desk.get(at("entries")))


def test_somebody_alone_belongs_to_a_team_and_keeps_his_name(desk: Client, division: Division) -> None:
    page = desk.post(at("entries_import"), {"door": "paste", "pasted": "name\tteam\nAnn\tRed\nBo\tRed\nCy\tBlue\n"})
    assert "Red" in words(page)
    desk.post(at("entries_import"), {"door": "keep", "rows": page.context["kept"]})
    assert [(e.full_name, e.team) for e in division.entries.order_by("number")] == [
        ("Ann", "Red"),
        ("Bo", "Red"),
        ("Cy", "Blue"),
    ]


def test_team_mates_are_kept_apart_where_the_division_says_so(division: Division) -> None:
    for name, of in (("Ann", "Red"), ("Bo", "red "), ("Cy", "Blue"), ("Di", "Blue")):
        team(division, name, team=of)
    division_update(division_id=division.pk, teams_apart_rounds=2, actor=TEST)
    for number in (1, 2):
        round_ = publish_round(division, number)
        for pairing in round_.pairings.all():
            mates = {seat.entry.team.strip().lower() for seat in pairing.seats.all()}
            assert mates == {"red", "blue"}
            enter(pairing, 400, 300)
    # The third round has only team-mates left to meet for the first time.
    try:
        third = publish_round(division, 3)
    except PairingError as error:
        pytest.fail(f"kept apart for longer than was said: {error}")
    assert {len({seat.entry.team.strip().lower() for seat in p.seats.all()}) for p in third.pairings.all()} == {1}


def test_a_team_of_one_club_may_be_moved_to_another(desk: Client, division: Division) -> None:
    team(division, "A One", "A Two", team_name="Alphas", club="North")
    entry_update(entry_id=division.entries.get().pk, club="South", actor=TEST)
    assert "South" in words(Client().get("/events/cup/open/entries/"))


def test_a_roster_goes_out_as_a_file_that_comes_in_again(desk: Client, division: Division) -> None:
    register_by_every_door(desk)
    team(division, "=Ann", club="North", team="N2", country="TH", rating=1500)
    page = desk.get(at("entries_csv"))
    assert page["Content-Type"] == "text/csv; charset=utf-8"
    other = make_division(division.tournament, name="Copy", slug="copy")
    desk.post(
        reverse("desk:entries_import", args=["cup", "copy"]),
        {
            "door": "keep",
            "rows": desk.post(
                reverse("desk:entries_import", args=["cup", "copy"]),
                {"door": "file", "file": SimpleUploadedFile("roster.csv", page.content)},
            ).context["kept"],
        },
    )

    def rows(of: Division) -> list[tuple[object, ...]]:
        return [
            (e.number, e.people, e.team_name, e.club and e.club.name, e.team, e.rating)
            for e in of.entries.order_by("number")
        ]

    assert len(rows(other)) == 7
    assert rows(other) == rows(division)
    assert Client().get(at("entries_csv")).status_code == 302


def test_a_person_alone_comes_back_alone(desk: Client, division: Division) -> None:
    team(division, "Ann", team="Red")
    text = desk.get(at("entries_csv")).content.decode("utf-8-sig")
    assert text.splitlines()[1] == "1,Ann,,,,,Red,,,,,"
