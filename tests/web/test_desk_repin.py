"""A director takes the ratings of entries from the list anew."""

import datetime
import html

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from ratings.models import RatingList
from ratings.services.imports import ratings_read, starts_import
from tests.factories import TEST, fixed_round, make_division, make_entry, make_tournament, make_user
from tests.support.html import faults
from tests.web.desk import logged_in
from tournaments.models import Division

pytestmark = pytest.mark.django_db
URL = "/desk/ratings/repin/cup/open/"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(director=make_user("dao"), slug="cup"), slug="open", names=["A", "B"])


@pytest.fixture
def desk(division: Division) -> Client:
    return logged_in(User.objects.get(username="dao"))


@pytest.fixture
def rated(division: Division) -> RatingList:
    make_entry(division, "C", rating=1234)
    found = RatingList.objects.create(slug="amath", name="Main list", ruleset="amath")
    file = ratings_read(found, b"name,rating\nA,1700\nC,1600\n", filename="a.csv")
    starts_import(list_id=found.pk, file=file, as_of=datetime.date(2026, 1, 1), actor=TEST)
    return found


def ratings(division: Division) -> dict[str, tuple[int | None, str]]:
    return {e.full_name: (e.rating, e.rating_from) for e in division.entries.prefetch_related("members__player")}


def test_who_would_change_is_shown_and_only_the_ticked_change(
    desk: Client, division: Division, rated: RatingList
) -> None:
    page = desk.get(URL)
    assert faults(page.content.decode()) == []
    rows = page.context["rows"]
    assert [(r["row"].entry.full_name, r["row"].after, r["ticked"]) for r in rows] == [
        ("A", 1700, True),
        ("C", 1600, False),
    ]
    answer = desk.post(URL, {"entry": [rows[0]["row"].entry.pk]}, follow=True)
    assert "1 rating is taken anew." in html.unescape(answer.content.decode())
    assert ratings(division) == {"A": (1700, "amath"), "B": (None, ""), "C": (1234, "")}
    entry = desk.get(reverse("desk:entry", args=["cup", "open", 1])).content.decode()
    assert "From the list amath" in entry
    typed = desk.get(reverse("desk:entry", args=["cup", "open", 3])).content.decode()
    assert "Typed by hand." in typed


def test_a_rating_from_another_list_names_that_list(desk: Client, division: Division, rated: RatingList) -> None:
    RatingList.objects.create(slug="federation", name="The Thai federation", ruleset="amath", system="external")
    division.entries.filter(number=1).update(rating=1000, rating_from="federation")
    shown = desk.get(URL).content.decode()
    assert "from the list The Thai federation" in shown
    RatingList.objects.filter(slug="federation").delete()
    assert "from the list federation" in desk.get(URL).content.decode()


def test_once_a_round_is_paired_the_reason_is_asked_for_and_ticks_are_kept(
    desk: Client, division: Division, rated: RatingList
) -> None:
    fixed_round(division, 1, [("A", "B")], bye="C")
    pk = division.entries.get(number=3).pk
    refused = desk.post(URL, {"entry": [pk], "reason": " "})
    assert refused.status_code == 422
    assert [r["ticked"] for r in refused.context["rows"]] == [False, True]
    assert faults(refused.content.decode()) == []
    desk.post(URL, {"entry": [pk], "reason": "typed wrongly"})
    assert ratings(division)["C"] == (1600, "amath")


def test_where_there_is_no_list_or_nothing_to_change_the_page_says_so(desk: Client, division: Division) -> None:
    assert "no rating list" in desk.get(URL).content.decode()
    RatingList.objects.create(slug="amath", name="Main list", ruleset="amath")
    assert "as the list has them: Main list" in html.unescape(desk.get(URL).content.decode())


def test_odd_ids_change_nothing(desk: Client, division: Division, rated: RatingList) -> None:
    before = ratings(division)
    for entry in ("x", "-1", "9" * 40, "999999"):
        assert desk.post(URL, {"entry": [entry]}).status_code in (302, 422)
    assert ratings(division) == before
