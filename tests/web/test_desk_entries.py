"""Registration at the desk: the roster, one entry by hand, doubts before saving, leaving and numbers."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from common.models import LogEntry
from players.models import Player, User
from tests.factories import (
    TEST,
    enter_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    make_user,
    publish_round,
)
from tests.support.html import faults
from tournaments.models import Division, Entry, Result
from tournaments.services.drafts import round_pair
from tournaments.services.registration import NewEntry, entry_add, entry_update

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user("dao")


@pytest.fixture
def desk(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def division(user: User) -> Division:
    return make_division(make_tournament(director=user, slug="cup"), slug="open")


def url(name: str, *more: object) -> str:
    return reverse(f"desk:{name}", args=["cup", "open", *more])


def names(page: object) -> list[str]:
    return [entry.full_name for entry in page.context["page"]]  # type: ignore[attr-defined]


NEW = {"name": "กุ้ง ทองดี", "club": "โรงเรียนต้นไทร", "rating": "1500", "public_name_mode": "full"}

# --- The roster -----------------------------------------------------------------------------------------------


def test_an_empty_roster_offers_the_next_step(desk: Client, division: Division) -> None:
    page = desk.get(url("entries")).content.decode()
    assert "Nobody is registered yet" in page
    assert url("entries_import") in page
    assert url("entry_new") in page


def test_the_roster_is_sorted_by_any_column_thai_as_a_dictionary_does(desk: Client, division: Division) -> None:
    make_entry(division, "ขา", club="B", rating=1400, number=1)
    make_entry(division, "เก้า", club="A", number=2)
    make_entry(division, "Zoe", club="C", rating=1600, number=3)
    assert names(desk.get(url("entries"))) == ["ขา", "เก้า", "Zoe"]
    assert names(desk.get(url("entries"), {"sort": "name"})) == ["เก้า", "ขา", "Zoe"]
    assert names(desk.get(url("entries"), {"sort": "-name"})) == ["Zoe", "ขา", "เก้า"]
    assert names(desk.get(url("entries"), {"sort": "club"})) == ["เก้า", "ขา", "Zoe"]
    assert names(desk.get(url("entries"), {"sort": "-rating"})) == ["Zoe", "ขา", "เก้า"]
    assert names(desk.get(url("entries"), {"sort": "drop table"})) == ["ขา", "เก้า", "Zoe"]
    page = desk.get(url("entries"), {"sort": "-rating"}).content.decode()
    assert page.count("aria-sort=") == 1
    assert 'aria-sort="descending"' in page


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("12", ["น้ำฝน แก้วใส"]),
        ("น\u0e49\u0e4dาฝน", ["น้ำฝน แก้วใส"]),  # SARA AM typed in two halves
        ("LEE", ["Lee Wong"]),
        ("lanna", ["Lee Wong"]),
        ("quick", ["The Quick Ones"]),
        ("nobody", []),
        ("%", []),
    ],
)
def test_the_search_finds_numbers_and_parts_of_names_teams_and_schools(
    desk: Client, division: Division, q: str, found: list[str]
) -> None:
    make_entry(division, "น้ำฝน แก้วใส", number=12)
    make_entry(division, "Lee Wong", club="Lanna School", number=1)
    team = NewEntry(names=("A", "B"), team_name="The Quick Ones")
    entry_add(division_id=division.pk, new=team, actor=TEST)
    assert names(desk.get(url("entries"), {"q": q})) == found


def test_a_crowd_is_paged_and_the_page_keeps_search_and_order(desk: Client, division: Division) -> None:
    for number in range(1, 104):
        make_entry(division, f"Player {number:03}")
    first = desk.get(url("entries"), {"sort": "-name", "q": "player"})
    assert len(first.context["page"]) == 100
    assert "?page=2&amp;q=player&amp;sort=-name" in first.content.decode()
    assert names(desk.get(url("entries"), {"sort": "-name", "q": "player", "page": "2"}))[-1] == "Player 001"
    assert desk.get(url("entries"), {"page": "99"}).context["page"].number == 2
    assert desk.get(url("entries"), {"page": "x"}).context["page"].number == 1


def test_the_roster_takes_the_same_queries_for_many_as_for_few(
    desk: Client, division: Division, django_assert_num_queries
) -> None:
    make_entry(division, "A", club="X")
    with CaptureQueriesContext(connection) as few:
        desk.get(url("entries"))
    for number in range(60):
        make_entry(division, f"Player {number}", club=f"School {number}")
    with django_assert_num_queries(len(few)):
        desk.get(url("entries"))


# --- One by hand ----------------------------------------------------------------------------------------------


def test_an_entry_is_added_and_the_form_is_ready_for_the_next(desk: Client, division: Division) -> None:
    answer = desk.post(url("entry_new"), NEW, follow=True)
    assert answer.redirect_chain[-1][0] == url("entry_new")
    assert "กุ้ง ทองดี is in as number 1." in answer.content.decode()
    entry = division.entries.get()
    assert (entry.full_name, entry.club.name, entry.rating) == ("กุ้ง ทองดี", "โรงเรียนต้นไทร", 1500)
    assert LogEntry.objects.get(action="entry.added").actor_user_id == entry.division.tournament.created_by_id


def test_a_team_of_three_is_one_entry(desk: Client, division: Division) -> None:
    team = {**NEW, "name": "A One", "name2": "B Two", "name3": "C Three", "team_name": "Trio"}
    desk.post(url("entry_new"), team)
    entry = division.entries.get()
    assert entry.full_name == "Trio"
    assert [m.player.name for m in entry.members.order_by("place")] == ["A One", "B Two", "C Three"]


def test_an_id_is_taken_for_somebody_of_that_name_only(desk: Client, division: Division) -> None:
    hidden = make_entry(make_division(), "Hidden Person", public_name_mode="number").members.get().player
    answer = desk.post(url("entry_new"), {**NEW, "same0": str(hidden.pk)}, follow=True)
    assert answer.status_code == 422
    assert "Hidden" not in answer.content.decode()
    assert not division.entries.exists()


@pytest.mark.parametrize("version", ["9" * 5000, "", "x"])
def test_a_version_that_nobody_has_is_an_old_one(desk: Client, division: Division, version: str) -> None:
    make_entry(division, "A")
    answer = desk.post(url("entry", 1), {"name": "B", "number": "1", "mode0": "full", "version": version})
    assert answer.status_code == 409
    assert division.entries.get().full_name == "A"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "\u200b "}, "name"),
        ({"name": "น" * 121}, "name"),
        ({"name2": "น" * 121}, "name2"),
        ({"rating": "๔๐๐"}, "rating"),
        ({"rating": "400.5"}, "rating"),
        ({"rating": "1e400"}, "rating"),
        ({"rating": "NaN"}, "rating"),
        ({"rating": "-1"}, "rating"),
        ({"rating": "4 00"}, "rating"),
        ({"rating": "99999999999"}, "rating"),
        ({"number": "0"}, "number"),
        ({"number": "7"}, "number"),
        ({"country": "THA"}, "country"),
        ({"public_name_mode": "nick"}, "public_name_mode"),
    ],
)
def test_a_fault_is_at_its_field_and_what_was_typed_is_kept(
    desk: Client, division: Division, change: dict[str, str], field: str
) -> None:
    make_entry(division, "Number Seven", number=7)
    answer = desk.post(url("entry_new"), {**NEW, **change})
    assert answer.status_code in (409, 422)
    assert set(answer.context["form"].errors) == {field}
    page = answer.content.decode()
    assert re.search(rf'aria-describedby="[^"]*id_{field}_error', page)
    assert 'value="โรงเรียนต้นไทร"' in page
    assert division.entries.count() == 1
    assert not Player.objects.filter(name="กุ้ง ทองดี").exists()


def test_spaces_around_a_number_do_not_matter(desk: Client, division: Division) -> None:
    desk.post(url("entry_new"), {**NEW, "rating": " 1500 "})
    assert division.entries.get().rating == 1500


def test_a_button_pressed_twice_adds_one_and_says_which_number_it_has(desk: Client, division: Division) -> None:
    desk.post(url("entry_new"), NEW)
    again = desk.post(url("entry_new"), NEW)
    assert again.status_code == 409
    assert "number 1" in again.context["form"].errors["name"][0]
    assert division.entries.count() == 1


def test_the_same_person_twice_in_a_team_is_refused(desk: Client, division: Division) -> None:
    answer = desk.post(url("entry_new"), {**NEW, "name2": NEW["name"]})
    assert answer.status_code == 422
    assert not division.entries.exists()


def test_a_late_entry_is_told_its_first_round_and_what_it_missed(desk: Client, division: Division) -> None:
    make_entry(division, "A")
    make_entry(division, "B")
    enter_named(fixed_round(division, 1, [("A", "B")]), "A", 400, 300)
    page = desk.get(url("entry_new")).content.decode()
    assert "play from round 2 on. Round 1 counts as missed: no game, no points, no spread" in page
    done = desk.post(url("entry_new"), NEW, follow=True).content.decode()
    assert "plays from round 2" in done
    assert "round 1 is missed" in desk.get(url("entry", 3)).content.decode()


# --- Doubts ---------------------------------------------------------------------------------------------------

LOOKS = "นํ้าฝน แก้วใส"  # NIKHAHIT before the tone mark: equal to น้ำฝน under no normal form


def test_a_name_that_looks_like_one_here_is_asked_about_and_may_be_added_anyway(
    desk: Client, division: Division
) -> None:
    make_entry(division, "น้ำฝน แก้วใส", club="B")
    asked = desk.post(url("entry_new"), {**NEW, "name": LOOKS})
    assert asked.status_code == 409
    assert "Nothing is stored yet" in asked.content.decode()
    assert "in this division, number 1" in asked.content.decode()
    assert division.entries.count() == 1
    mark = asked.context["form"]["seen"].value()
    assert desk.post(url("entry_new"), {**NEW, "name": LOOKS, "seen": "0" * 16}).status_code == 409
    assert desk.post(url("entry_new"), {**NEW, "name": LOOKS, "seen": mark, "same0": ""}).status_code == 302
    assert division.entries.count() == 2


def test_a_word_for_one_name_is_no_word_for_another(desk: Client, division: Division) -> None:
    make_entry(division, "น้ำฝน แก้วใส", club="B")
    make_entry(division, "José Dos", club="C")
    mark = desk.post(url("entry_new"), {**NEW, "name": LOOKS}).context["form"]["seen"].value()
    assert desk.post(url("entry_new"), {**NEW, "name": "Jose Dos", "seen": mark}).status_code == 409


def test_somebody_of_the_same_name_at_another_club_may_be_chosen(desk: Client, division: Division) -> None:
    known = make_entry(make_division(), "Mali Saetang", club="Regina").members.get().player
    asked = desk.post(url("entry_new"), {**NEW, "name": "Mali Saetang"})
    assert asked.status_code == 409
    assert "the same name" in asked.content.decode()
    assert "Regina" in asked.content.decode()
    mark = asked.context["form"]["seen"].value()
    desk.post(url("entry_new"), {**NEW, "name": "Mali Saetang", "seen": mark, "same0": str(known.pk)})
    assert division.entries.get().members.get().player == known
    assert Player.objects.filter(name="Mali Saetang").count() == 1


def test_or_be_somebody_new(desk: Client, division: Division) -> None:
    make_entry(make_division(), "Mali Saetang", club="Regina")
    asked = desk.post(url("entry_new"), {**NEW, "name": "Mali Saetang"})
    mark = asked.context["form"]["seen"].value()
    desk.post(url("entry_new"), {**NEW, "name": "Mali Saetang", "seen": mark, "same0": ""})
    assert Player.objects.filter(name="Mali Saetang").count() == 2


def test_the_choice_is_kept_when_something_else_is_wrong(desk: Client, division: Division) -> None:
    known = make_entry(make_division(), "Mali Saetang", club="Regina").members.get().player
    data = {**NEW, "name": "Mali Saetang", "same0": str(known.pk), "seen": "old"}
    page = desk.post(url("entry_new"), data).content.decode()
    assert re.search(rf'value="{known.pk}" checked', page)


# --- Changing, leaving ----------------------------------------------------------------------------------------


def sent(page: object) -> dict[str, str]:
    form = page.context["form"]  # type: ignore[attr-defined]
    return {name: "" if form[name].value() is None else str(form[name].value()) for name in form.fields}


def test_an_entry_is_put_right_and_moves_to_its_new_number(desk: Client, division: Division) -> None:
    make_entry(division, "Kanya Srisuwn", club="Old")
    data = sent(desk.get(url("entry", 1))) | {
        "name": "Kanya Srisuwan",
        "club": "New",
        "number": "5",
        "mode0": "initial",
    }
    assert desk.post(url("entry", 1), data)["Location"] == url("entry", 5)
    entry = division.entries.get()
    assert (entry.number, entry.full_name, entry.public_name) == (5, "Kanya Srisuwan", "Kanya S.")
    assert entry.club.name == "New"


def test_a_stale_form_shows_both_and_saving_again_is_a_choice(desk: Client, division: Division) -> None:
    entry = make_entry(division, "A", rating=1400)
    data = sent(desk.get(url("entry", 1))) | {"rating": "1300"}
    entry_update(entry_id=entry.pk, actor=TEST, rating=1450, set_rating=True)
    answer = desk.post(url("entry", 1), data)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "1300" in page
    assert "1450" in page
    entry.refresh_from_db()
    assert entry.rating == 1450
    again = sent(answer)
    assert again["rating"] == "1300"
    assert desk.post(url("entry", 1), again).status_code == 302
    entry.refresh_from_db()
    assert entry.rating == 1300


@pytest.mark.parametrize(
    ("change", "field"),
    [({"number": "2"}, "number"), ({"number": ""}, "number"), ({"rating": "x"}, "rating"), ({"name": ""}, "name")],
)
def test_a_fault_in_a_change_is_at_its_field(
    desk: Client, division: Division, change: dict[str, str], field: str
) -> None:
    make_entry(division, "A")
    make_entry(division, "B")
    answer = desk.post(url("entry", 1), sent(desk.get(url("entry", 1))) | change)
    assert answer.status_code in (409, 422)
    assert set(answer.context["form"].errors) == {field}
    assert sorted(e.full_name for e in division.entries.all()) == ["A", "B"]


def test_a_player_of_other_events_is_not_renamed_but_may_be_hidden(desk: Client, division: Division) -> None:
    make_entry(make_division(), "Known Everywhere")
    make_entry(division, "Known Everywhere")
    page = desk.get(url("entry", 1))
    assert page.context["form"].fields["name"].disabled
    desk.post(url("entry", 1), sent(page) | {"name": "Mallory", "mode0": "number"})
    player = Player.objects.get()
    assert (player.name, player.public_name_mode) == ("Known Everywhere", "number")
    refused = desk.post(url("entry", 1), sent(desk.get(url("entry", 1))) | {"mode0": "full"})
    assert set(refused.context["form"].errors) == {"mode0"}


def test_withdrawing_says_what_happens_and_keeps_the_reason(desk: Client, division: Division) -> None:
    for name in "ABCD":
        make_entry(division, name)
    fixed_round(division, 1, [("A", "B"), ("C", "D")])
    page = desk.get(url("entry", 1)).content.decode()
    assert "Round 1 is published and not played by this entry: its opponent wins by forfeit" in page
    done = desk.post(url("entry_withdraw", 1), {"reason": "ill"}, follow=True).content.decode()
    assert "A has withdrawn and plays no more from round 1 on." in done
    assert "Bring back" in done
    assert LogEntry.objects.get(action="entry.withdrawn").data["reason"] == "ill"
    assert Result.objects.get().outcome == Result.Outcome.FORFEIT
    again = desk.post(url("entry_withdraw", 1), {})
    assert again.status_code == 409
    assert "already withdrawn" in again.content.decode()
    desk.post(url("entry_return", 1))
    assert Entry.objects.get(division=division, number=1).withdrawn_from is None


def test_an_entry_with_games_is_not_taken_out_and_the_page_says_how_many(desk: Client, division: Division) -> None:
    make_entry(division, "A")
    make_entry(division, "B")
    publish_round(division, 1)
    assert "Take out" not in desk.get(url("entry", 1)).content.decode()
    page = desk.post(url("entry_remove", 1), follow=True).content.decode()
    assert "has a place in 1 rounds" in page
    assert division.entries.count() == 2


def test_a_mistaken_entry_is_taken_out(desk: Client, division: Division) -> None:
    make_entry(division, "A")
    assert "Take out number 1, A" in desk.get(url("entry", 1)).content.decode()
    assert desk.post(url("entry_remove", 1))["Location"] == url("entries")
    assert not division.entries.exists()


def test_there_is_no_entry_with_that_number(desk: Client, division: Division) -> None:
    for name in ("entry_withdraw", "entry_return", "entry_remove"):
        assert desk.post(url(name, 9)).status_code == 404
    assert desk.get(url("entry", 9)).status_code == 404


# --- Numbers --------------------------------------------------------------------------------------------------


def test_numbers_go_by_rating_by_name_or_by_lot_until_a_round_is_paired(desk: Client, division: Division) -> None:
    make_entry(division, "ขา", rating=1400)
    make_entry(division, "เก้า")
    make_entry(division, "Zoe", rating=1600)

    def order() -> list[str]:
        return [entry.full_name for entry in division.entries.order_by("number")]

    desk.post(url("entries_number"), {"order": "rating"})
    assert order() == ["Zoe", "ขา", "เก้า"]
    desk.post(url("entries_number"), {"order": "name"})
    assert order() == ["เก้า", "ขา", "Zoe"]
    desk.post(url("entries_number"), {"order": "draw"})
    assert sorted(order()) == sorted(["เก้า", "ขา", "Zoe"])
    before = order()
    page = desk.post(url("entries_number"), {"order": "luck"}, follow=True).content.decode()
    assert "Choose an order" in page
    assert "Draw by lot" in page
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    assert "Draw by lot" not in desk.get(url("entries")).content.decode()
    assert desk.post(url("entries_number"), {"order": "name"}).status_code == 409
    assert order() == before


# --- As pages -------------------------------------------------------------------------------------------------


def test_markup_in_a_name_is_shown_as_text(desk: Client, division: Division) -> None:
    make_entry(division, "<script>alert(1)</script>", club="O'Brien & Sons")
    for name, more in (("entries", ()), ("entry", (1,)), ("entry_new", ())):
        page = desk.get(url(name, *more)).content.decode()
        assert "<script>alert" not in page
        assert "O&#x27;Brien &amp; Sons" in page


def test_the_pages_are_sound(desk: Client, division: Division) -> None:
    make_entry(division, "A")
    pages = [desk.get(url(name)) for name in ("entries", "entry_new", "entries_import")]
    pages += [desk.get(url("entry", 1)), desk.post(url("entry_new"), {**NEW, "name": "", "rating": "x"})]
    for page in pages:
        assert faults(page.content.decode()) == []
