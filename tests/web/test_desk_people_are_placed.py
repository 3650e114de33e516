"""Province, level and year of birth at the desk: typed with an entry, put right later, and shown to nobody else."""

import pytest
from django.test import Client

from players.models import Player
from tests.factories import cast, make_division, make_entry, make_tournament
from tests.support.html import faults
from tests.web.desk import logged_in
from tournaments.models import Division

pytestmark = pytest.mark.django_db
ENTRIES = "/desk/cup/open/entries/"
NEW = {"name": "Kung", "public_name_mode": "full"}


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(slug="cup"), slug="open")


@pytest.fixture
def people(division: Division):
    return cast(division.tournament)


@pytest.fixture
def desk(people) -> Client:
    return logged_in(people.director)


def about(name: str = "Kung") -> tuple[str, str, int | None]:
    player = Player.objects.get(name=name)
    return player.province, player.level, player.born


def filled(desk: Client, number: int) -> dict[str, str]:
    """The entry's form as it stands."""
    form = desk.get(f"{ENTRIES}{number}/").context["form"]
    return {field.html_name: "" if field.value() is None else str(field.value()) for field in form}


def test_they_are_typed_with_a_new_entry_the_year_of_either_era(desk):
    page = desk.get(f"{ENTRIES}new/")
    assert faults(page.content.decode()) == []
    for field in ("province", "level", "born"):
        assert f'name="{field}"' in page.content.decode()
    desk.post(f"{ENTRIES}new/", {**NEW, "province": "50", "level": "primary", "born": "2557"})
    assert about() == ("50", "primary", 2014)
    desk.post(f"{ENTRIES}new/", {**NEW, "name": "Bo", "born": "2014"})
    assert about("Bo") == ("", "", 2014)


@pytest.mark.parametrize(("field", "value"), [("province", "99"), ("level", "x"), ("born", "12"), ("born", "2120")])
def test_what_cannot_be_is_said_at_its_field(desk, field, value):
    page = desk.post(f"{ENTRIES}new/", {**NEW, field: value})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert not Player.objects.filter(name="Kung").exists()


def test_they_are_put_right_on_the_page_of_the_entry(desk, division):
    entry = make_entry(division, "Kung", province="50", born=2014)
    path = f"{ENTRIES}{entry.number}/"
    values = filled(desk, entry.number)
    assert (values["province"], values["level"], values["born"]) == ("50", "", "2014")
    assert desk.post(path, values | {"province": "", "level": "adult", "born": "2556"}).status_code == 302
    assert about() == ("", "adult", 2013)
    desk.post(path, filled(desk, entry.number) | {"born": ""})
    assert about() == ("", "adult", None)
    assert faults(desk.get(path).content.decode()) == []


def test_each_of_a_team_has_fields_of_his_own(desk, division):
    desk.post(f"{ENTRIES}new/", {**NEW, "name2": "Bo", "team_name": "Blue", "province": "50", "born": "2014"})
    number = division.entries.get().number
    desk.post(f"{ENTRIES}{number}/", filled(desk, number) | {"born2": "2013", "province2": "10"})
    assert (about("Kung"), about("Bo")) == (("50", "", 2014), ("10", "", 2013))


def test_of_somebody_who_plays_elsewhere_too_only_what_is_missing_can_be_put_in(desk, division):
    elsewhere = make_division(make_tournament())
    make_entry(elsewhere, "Kung", born=2014)
    entry = make_entry(division, "Kung")
    values = filled(desk, entry.number)
    assert "born" not in values
    assert "2014" not in desk.get(f"{ENTRIES}{entry.number}/").content.decode()
    desk.post(f"{ENTRIES}{entry.number}/", values | {"level": "primary", "born": "2001"})
    assert about() == ("", "primary", 2014)


def test_the_year_is_on_no_page_and_in_no_file_of_those_who_only_look(people, division):
    make_entry(division, "Kung", province="50", born=1987)
    viewer = logged_in(people.scorer)
    for path in (f"{ENTRIES}1/", ENTRIES, f"{ENTRIES}csv/", "/desk/cup/log/"):
        assert "1987" not in viewer.get(path).content.decode(), path
    number = Player.objects.get(name="Kung").number
    for path in ("/events/cup/open/entries/", "/events/cup/open/entries/1/", f"/players/{number}/"):
        assert "1987" not in Client().get(path).content.decode(), path


def test_the_roster_of_those_who_enter_people_comes_in_again(desk, division):
    make_entry(division, "Kung", province="50", level="primary", born=2014)
    text = desk.get(f"{ENTRIES}csv/").content.decode("utf-8-sig")
    assert text.splitlines()[0].endswith("rating,province,level,born")
    assert text.splitlines()[1].endswith(",Chiang Mai,primary,2014")


def test_a_division_says_for_whom_it_is(desk, division):
    page = desk.get("/desk/cup/open/settings/")
    form = page.context["form"]
    values = {f.html_name: f.value() for f in form if f.value() is not None and f.value() is not False}
    assert values["kind"] == "open"
    answer = desk.post("/desk/cup/open/settings/", {**values, "spread_caps": "350", "kind": "upper_secondary"})
    assert answer.status_code == 302, answer.context["form"].errors
    division.refresh_from_db()
    assert division.kind == "upper_secondary"
    assert "upper secondary school" in desk.get("/desk/cup/log/").content.decode()
