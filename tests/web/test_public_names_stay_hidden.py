"""A name that is not to be shown stands nowhere in public: page, head of an answer, search, order of a list.

Most players are minors; a parent's word holds from the moment it is given, for pages made before it too.
"""

import itertools

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from players.services import player_update
from tests.factories import (
    TEST,
    cast,
    enter,
    entry_named,
    make_division,
    make_entry,
    make_tournament,
    play_round,
)
from tournaments.models import Division

pytestmark = pytest.mark.django_db
BASE = "/events/cup/open/"
PATHS = [
    "/", "/events/", "/events/cup/",
    *(BASE + path for path in ("entries/", "entries/1/", "entries/2/", "rounds/1/", "standings/", "standings/1/")),
    *(BASE + path for path in ("entries/?order=name", "entries/?all=1", "rounds/1/?order=name")),
    BASE + "rounds/1/?order=school",
]  # fmt: skip
NAME = "Araya Secretson"


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(slug="cup"), slug="open")
    make_entry(division, NAME, club="Dara")
    for name in ("Beam Openly", "Cee Openly", "Dee Openly"):
        make_entry(division, name, club="Dara")
    play_round(division, 1)
    return division


def mode(value: str, name: str = NAME) -> None:
    player_update(player_id=Player.objects.get(name=name).pk, public_name_mode=value, actor=TEST)


def said(client: Client, path: str) -> str:
    """Everything an answer says, its head too."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode() + str(answer.headers)


@pytest.mark.parametrize("path", PATHS)
def test_a_name_hidden_now_is_gone_from_pages_shown_before(client: Client, division: Division, path: str) -> None:
    before = said(client, path)
    mode("number")
    after = said(client, path)
    assert "Secretson" not in after
    assert "Araya" not in after
    number = Player.objects.get(name=NAME).number
    assert (f">#{number}<" in after) == (NAME in before)


def test_given_name_and_initial_shows_no_more(client: Client, division: Division) -> None:
    mode("initial")
    for path in PATHS:
        assert "Secretson" not in said(client, path)
    assert "Araya S." in said(client, BASE + "entries/")


@pytest.mark.parametrize("path", ["entries/", "rounds/1/", "rounds/1/?order=name", "entries/?order=school"])
@pytest.mark.parametrize("asked", ["Secretson", "secret", "Araya", "araya secretson", "tson"])
def test_searching_a_hidden_name_finds_nothing(client: Client, division: Division, path: str, asked: str) -> None:
    mode("number")
    nowhere = said(client, f"{BASE}{path}{'&' if '?' in path else '?'}q=zzzz")
    found = said(client, f"{BASE}{path}{'&' if '?' in path else '?'}q={asked}")
    assert "<tbody>" not in found
    assert ("<tbody>" in nowhere) is False


def test_the_number_that_is_shown_is_what_finds_it(client: Client, division: Division) -> None:
    mode("number")
    number = Player.objects.get(name=NAME).number
    assert f">#{number}<" in said(client, f"{BASE}entries/?q={number}")
    assert f">#{number}<" in said(client, f"{BASE}entries/?q=%23{number}")


@pytest.mark.parametrize("path", ["entries/?order=name", "rounds/1/?order=name", "entries/?order=school"])
def test_the_place_in_a_list_does_not_tell_the_name(client: Client, path: str) -> None:
    """Two rosters that differ in the hidden name alone look the same but for numbers."""
    shown = []
    for slug, name in (("one", "Aaa Aaa"), ("two", "Zzz Zzz")):
        division = make_division(make_tournament(slug=slug, name="Cup"), slug="open", name="Open")
        for other in ("Bee Bee", "Mmm Mmm"):
            make_entry(division, f"{other} {slug}", club="Dara")
        make_entry(division, name, club="Dara", public_name_mode="number")
        make_entry(division, f"Yyy Yyy {slug}", club="Dara")
        play_round(division, 1)
        html = client.get(f"/events/{slug}/open/{path}").content.decode()
        rows = [part.split('"')[0] for part in html.split('data-entry="')[1:]]
        shown.append(rows)
    assert shown[0] == shown[1]


def test_a_team_shows_each_member_as_wished(client: Client) -> None:
    from tournaments.services.registration import NewEntry, entry_add

    division = make_division(make_tournament(slug="cup"), slug="open")
    entry_add(division_id=division.pk, new=NewEntry(names=("Kai Loudly", "Lek Quietly")), actor=TEST)
    mode("number", "Lek Quietly")
    html = said(client, BASE + "entries/")
    assert "Kai Loudly / #" in html
    assert "Quietly" not in html


def test_not_even_staff_see_it_on_a_public_page(client: Client, division: Division) -> None:
    """A director's laptop stands on the projector."""
    mode("number")
    client.force_login(cast(division.tournament).director)
    for path in PATHS:
        assert "Secretson" not in said(client, path)


def test_no_page_of_a_result_brings_the_name_back(client: Client, division: Division) -> None:
    mode("number")
    round_ = division.rounds.get()
    table = round_.pairings.get(seats__entry=entry_named(division, NAME))
    enter(table, 411, 322, reason="read the slip again")
    for path in itertools.chain(PATHS, [reverse("tournaments:division", args=("cup", "open"))]):
        answer = client.get(path, follow=True)
        assert "Secretson" not in answer.content.decode()
