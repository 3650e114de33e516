"""A division's settings: presets fill the form, every field may be changed, faults are at their fields."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from common.models import LogEntry
from players.models import User
from tests.factories import enter_named, fixed_round, make_division, make_tournament, make_user
from tests.support.html import faults
from tournaments.models import Division, Tournament
from tournaments.selectors import division_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user("dao")


@pytest.fixture
def desk(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def event(user: User) -> Tournament:
    return make_tournament(director=user, slug="cup")


def filled(page: object) -> dict[str, str]:
    """What a browser would send of the form on a page."""
    form = page.context["form"]  # type: ignore[attr-defined]
    data = {}
    for name in form.fields:
        value = form[name].value()
        if value is not None and value is not False and value != "":
            data[name] = "on" if value is True else str(value)
    return data


NEW = reverse("desk:division_new", args=["cup"])


@pytest.mark.parametrize(
    ("ruleset", "clock", "caps", "order"),
    [
        ("amath@1", 22, [350], ["points", "capped_spread", "spread", "total"]),
        ("amath-primary@1", 20, [350], ["points", "capped_spread", "spread", "total"]),
        ("summy@1", None, [], ["points", "spread", "total"]),
    ],
)
def test_a_preset_fills_the_form_and_stores_nothing_until_it_is_sent(
    desk: Client, event: Tournament, ruleset: str, clock: int | None, caps: list[int], order: list[str]
) -> None:
    typed = {**filled(desk.get(NEW)), "name": "ม.ต้น", "rounds_planned": "7", "entries_public": ""}
    del typed["entries_public"]
    page = desk.post(NEW, {**typed, "preset": ruleset})
    assert page.status_code == 200
    assert not Division.objects.exists()
    data = filled(page)
    assert (data["name"], data["rounds_planned"]) == ("ม.ต้น", "7")
    assert "entries_public" not in data
    desk.post(NEW, data)
    division = Division.objects.get()
    assert (division.ruleset, division.spread_caps, division.tie_breaks) == (ruleset, caps, order)
    assert division.clock_ms == (clock and clock * 60_000)
    assert (division.rounds_planned, division.entries_public) == (7, False)


def test_every_field_of_a_preset_may_be_changed(desk: Client, event: Tournament) -> None:
    data = filled(desk.get(NEW)) | {
        "name": "Open",
        "slug": "open",
        "clock_ms": "22:30",
        "spread_caps": "350, 300 ,250",
        "win_points": "3",
        "tie_points": "1.5",
        "bye_spread": "−50",
        "order1": "wins",
        "order2": "losses",
        "order3": "",
        "order4": "spread",
        "system": "king_of_the_hill",
        "clubs_apart_rounds": "2",
        "pending_counts": "on",
    }
    answer = desk.post(NEW, data)
    assert answer["Location"] == reverse("desk:entries_import", args=["cup", "open"])
    division = Division.objects.get(slug="open")
    assert (division.clock_ms, division.spread_caps) == (1_350_000, [350, 300, 250])
    assert (division.win_points, division.tie_points) == (Decimal(3), Decimal("1.5"))
    assert (division.bye_spread, division.tie_breaks) == (-50, ["wins", "losses", "spread"])
    assert (division.system, division.clubs_apart_rounds) == ("king_of_the_hill", 2)
    assert division.pending_counts


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "Taken"}, "name"),
        ({"slug": "taken"}, "slug"),
        ({"rounds_planned": "0"}, "rounds_planned"),
        ({"rounds_planned": "61"}, "rounds_planned"),
        ({"rounds_planned": "๗"}, "rounds_planned"),
        ({"rounds_planned": "1e1"}, "rounds_planned"),
        ({"clock_ms": "22:60"}, "clock_ms"),
        ({"clock_ms": "0"}, "clock_ms"),
        ({"clock_ms": "-5"}, "clock_ms"),
        ({"spread_caps": "350, x"}, "spread_caps"),
        ({"spread_caps": "0"}, "spread_caps"),
        ({"spread_caps": "350.5"}, "spread_caps"),
        ({"win_points": "NaN"}, "win_points"),
        ({"win_points": "1e400"}, "win_points"),
        ({"win_points": "1", "tie_points": "2"}, "win_points"),
        ({"bye_spread": "99999999999"}, "bye_spread"),
        ({"order1": ""}, "order1"),
        ({"order2": "points"}, "order2"),
        ({"order1": "luck"}, "order1"),
        ({"ruleset": "chess@1"}, "ruleset"),
        ({"system": "dutch"}, "system"),
        ({"ruleset": "summy@1", "judging_mode": "challenge"}, "judging_mode"),
    ],
)
def test_a_fault_is_at_its_field_and_what_was_typed_is_kept(
    desk: Client, event: Tournament, change: dict[str, str], field: str
) -> None:
    make_division(event, name="Taken", slug="taken")
    data = filled(desk.get(NEW)) | {"name": "Open", "clubs_apart_rounds": "3", **change}
    answer = desk.post(NEW, data)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    page = answer.content.decode()
    assert f'id="id_{field}_error"' in page
    assert answer.context["form"]["clubs_apart_rounds"].value() == "3"
    assert Division.objects.count() == 1


def test_the_caps_are_shown_as_they_are_typed(desk: Client, event: Tournament) -> None:
    make_division(event, slug="open", spread_caps=[350, 300], clock_ms=1_350_000)
    page = desk.get(reverse("desk:division_edit", args=["cup", "open"])).content.decode()
    assert 'value="350, 300"' in page
    assert 'value="22:30"' in page


def test_saving_without_a_change_changes_nothing(desk: Client, event: Tournament) -> None:
    division = make_division(event, slug="open", tie_breaks=["points", "losses", "capped_spread"], clock_ms=None)
    url = reverse("desk:division_edit", args=["cup", "open"])
    before = Division.objects.filter(pk=division.pk).values().get()
    assert desk.post(url, filled(desk.get(url))).status_code == 302
    assert Division.objects.filter(pk=division.pk).values().get() == before
    assert not LogEntry.objects.filter(action="division.updated").exists()


def test_a_changed_cap_changes_the_table_at_once(desk: Client, event: Tournament) -> None:
    division = make_division(event, slug="open", names=["A", "B"], spread_caps=[350])
    enter_named(fixed_round(division, 1, [("A", "B")]), "A", 700, 100)
    url = reverse("desk:division_edit", args=["cup", "open"])
    desk.post(url, filled(desk.get(url)) | {"spread_caps": "200"})
    division.refresh_from_db()
    first = division_table(division).rows[0]
    assert (first.capped_spread, first.spread) == (200, 600)


def test_the_rules_are_fixed_once_a_round_is_published(desk: Client, event: Tournament) -> None:
    division = make_division(event, slug="open", names=["A", "B"])
    fixed_round(division, 1, [("A", "B")])
    url = reverse("desk:division_edit", args=["cup", "open"])
    desk.post(url, filled(desk.get(url)) | {"ruleset": "summy@1", "name": "Renamed"})
    division.refresh_from_db()
    assert (division.ruleset, division.name) == ("amath@1", "Renamed")


def test_both_pages_are_sound(desk: Client, event: Tournament) -> None:
    make_division(event, slug="open")
    for url in (NEW, reverse("desk:division_edit", args=["cup", "open"])):
        assert faults(desk.get(url).content.decode()) == []


@pytest.mark.parametrize(("chosen", "kept", "told"), [("3", 3, "– → 3"), ("0", 0, "– → all"), ("", None, "")])
def test_a_table_of_clubs_is_a_setting_and_the_log_has_it(
    desk: Client, event: Tournament, chosen: str, kept: int | None, told: str
) -> None:
    division = make_division(event, name="Open", slug="open")
    path = reverse("desk:division_edit", args=["cup", "open"])
    desk.post(path, filled(desk.get(path)) | {"club_best": chosen})
    division.refresh_from_db()
    assert division.club_best == kept
    assert filled(desk.get(path)).get("club_best", "") == chosen
    log = " ".join(re.sub(r"<[^>]+>", " ", desk.get(reverse("desk:log", args=["cup"])).content.decode()).split())
    assert f"entries that count for a club {told}" in log or not told


def test_a_club_counts_at_most_twenty_entries(desk: Client, event: Tournament) -> None:
    make_division(event, name="Open", slug="open")
    path = reverse("desk:division_edit", args=["cup", "open"])
    answer = desk.post(path, filled(desk.get(path)) | {"club_best": "21"})
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"club_best"})
