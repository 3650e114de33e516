"""The officer's pages of imports: look first, then store; who a federation's member is; the list as a file."""

import datetime
import html
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from players.models import Player
from players.services import player_create, player_update
from ratings.formats import read_ratings
from ratings.models import ExternalRating, RatingImport, RatingList, StartRating
from ratings.services.imports import external_import, ratings_read
from tests.factories import TEST, make_division, make_user
from tests.support.html import faults
from tests.web.desk import logged_in

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 1, 31)


@pytest.fixture
def own() -> RatingList:
    return RatingList.objects.create(slug="amath", name="A-Math", ruleset="amath")


@pytest.fixture
def federation() -> RatingList:
    return RatingList.objects.create(slug="official", name="Official", ruleset="amath", system="external")


@pytest.fixture
def desk() -> Client:
    officer = make_user("officer")
    officer.user_permissions.add(Permission.objects.get(codename="officer", content_type__app_label="ratings"))
    return logged_in(officer)


def send(desk: Client, slug: str, text: str, name: str = "list.csv", **more: Any) -> Any:
    data = {"file": SimpleUploadedFile(name, text.encode()), "as_of": "2026-01-31", **more}
    return desk.post(reverse("ratings_desk:import", args=[slug]), data)


def store(desk: Client, slug: str, page: Any) -> Any:
    return desk.post(reverse("ratings_desk:import", args=[slug]), {"rows": page.context["kept"]}, follow=True)


def said(page: Any) -> str:
    return html.unescape(page.content.decode())


def test_a_file_is_looked_at_then_stored(desk: Client, own: RatingList) -> None:
    player_create(name="สมชาย ใจดี")
    page = send(desk, "amath", "name,rating\nสมชาย ใจดี,1650\nNobody Here,1400\n")
    assert page.status_code == 200
    assert faults(page.content.decode()) == []
    assert "Nobody Here" in said(page)
    assert not StartRating.objects.exists()
    done = store(desk, "amath", page)
    assert "1 rating is stored." in said(done)
    assert StartRating.objects.get().rating == 1650
    assert RatingImport.objects.get().by.username == "officer"
    assert "list.csv" in said(desk.get(reverse("ratings_desk:imports")))


def test_the_same_file_again_says_that_there_is_nothing_to_store(desk: Client, own: RatingList) -> None:
    player_create(name="A")
    store(desk, "amath", send(desk, "amath", "name,rating\nA,1650\n"))
    page = send(desk, "amath", "name,rating\nA,1650\n")
    assert page.context["kept"] == ""
    assert "This very file was read in before." in said(page)
    assert "There is nothing to store." in said(page)


def test_names_nobody_has_become_players_where_the_box_is_ticked(desk: Client, own: RatingList) -> None:
    page = send(desk, "amath", "name,rating\nA New One,1650\n", add_players="on")
    store(desk, "amath", page)
    assert Player.objects.get().rating_starts.get().rating == 1650


def test_what_is_wrong_is_told_by_row_and_cannot_be_stored(desk: Client, own: RatingList) -> None:
    page = send(desk, "amath", "name,rating\nA,high\n<b>x</b>,1\n,5\n")
    assert page.status_code == 422
    assert page.context.get("kept") == ""
    text = said(page)
    assert "Row 2" in text
    assert "“high” is not a rating" in text
    assert faults(page.content.decode()) == []
    assert "<b>x</b>" not in page.content.decode()


@pytest.mark.parametrize("as_of", ["", "2999-01-01", "yesterday"])
def test_the_day_of_the_ratings_must_have_come(desk: Client, own: RatingList, as_of: str) -> None:
    page = send(desk, "amath", "name,rating\nA,1\n", as_of=as_of)
    assert page.status_code == 422
    assert page.context["form"].errors["as_of"]


def test_rows_that_were_not_shown_here_are_not_stored(
    desk: Client, own: RatingList, federation: RatingList
) -> None:
    page = send(desk, "official", "id,name,rating\n1,A,1\n")
    for forged in (page.context["kept"], "made up"):
        answer = desk.post(reverse("ratings_desk:import", args=["amath"]), {"rows": forged}, follow=True)
        assert "too old" in said(answer)
    assert (StartRating.objects.count(), ExternalRating.objects.count()) == (0, 0)


def read_in(federation: RatingList, text: str) -> None:
    file = ratings_read(federation, text.encode(), filename="a.csv")
    external_import(list_id=federation.pk, file=file, as_of=DAY, actor=TEST)


@pytest.mark.parametrize("name", ["overview", "lists"])
def test_the_desk_counts_the_members_of_a_federation(desk: Client, federation: RatingList, name: str) -> None:
    read_in(federation, "id,name,rating\nTH1,Somchai J,1500\nTH2,Other One,1400\n")
    shown = said(desk.get(reverse(f"ratings_desk:{name}")))
    assert f'href="{reverse("ratings_desk:members", args=[federation.slug])}">2<' in shown


def test_members_are_found_and_linked_by_our_number(desk: Client, federation: RatingList) -> None:
    player = player_create(name="สมชาย ใจดี")
    read_in(federation, "id,name,rating\nTH1,Somchai J,1500\nTH2,Other One,1400\n")
    members = reverse("ratings_desk:members", args=["official"])
    found = desk.get(members, {"q": "som", "who": "unlinked"})
    assert [row.number for row in found.context["rows"]] == ["TH1"]
    assert faults(found.content.decode()) == []
    link = reverse("ratings_desk:member_link", args=[found.context["rows"][0].pk])
    answer = desk.post(link, {"number": f"#{player.number}", "q": "som", "who": "all"})
    assert answer["Location"] == f"{members}?q=som&who=all"
    assert [row.number for row in desk.get(members, {"q": "ใจดี"}).context["rows"]] == ["TH1"]
    assert [row.number for row in desk.get(members, {"q": str(player.number)}).context["rows"]] == ["TH1"]
    assert [row.number for row in desk.get(members, {"who": "unlinked"}).context["rows"]] == ["TH2"]
    other = ExternalRating.objects.get(number="TH2")
    taken = desk.post(reverse("ratings_desk:member_link", args=[other.pk]), {"number": player.number}, follow=True)
    assert "TH1" in said(taken)
    assert ExternalRating.objects.get(number="TH2").player is None
    assert "no player with the number" in said(desk.post(link, {"number": "99999"}, follow=True))
    desk.post(link, {"number": ""})
    assert ExternalRating.objects.get(number="TH1").player is None
    assert desk.get(reverse("ratings_desk:members", args=["nothing"])).status_code == 404


@pytest.mark.parametrize(("form", "ending"), [("csv", "csv"), ("tsh", "t")])
def test_officers_take_the_list_out_with_full_names_and_it_reads_in_again(
    desk: Client, own: RatingList, form: str, ending: str
) -> None:
    player = player_create(name="Somchai Jaidee")
    player_update(player_id=player.pk, actor=TEST, public_name_mode="number")
    store(desk, "amath", send(desk, "amath", "name,rating,games\nSomchai Jaidee,1650.25,12\n"))
    answer = desk.get(reverse("ratings_desk:export", args=["amath", form]))
    assert "no-store" in answer["Cache-Control"]
    assert f".{ending}" in answer["Content-Disposition"]
    [row] = read_ratings(answer.content, filename=f"x.{ending}").rows
    assert (row.name, row.rating) == ("Somchai Jaidee", 1650.25 if form == "csv" else 1650)
    assert desk.get(reverse("ratings_desk:export", args=["amath", "exe"])).status_code == 404


def test_nobody_else_is_told_that_these_pages_are_there(own: RatingList) -> None:
    other = logged_in(make_user("somebody"))
    for name, args in (("imports", []), ("import", ["amath"]), ("export", ["amath", "csv"])):
        assert other.get(reverse(f"ratings_desk:{name}", args=args)).status_code == 404
        assert Client().get(reverse(f"ratings_desk:{name}", args=args)).status_code == 302


def test_the_public_page_of_a_federations_list_names_only_whom_the_public_may_know(
    federation: RatingList, desk: Client
) -> None:
    division = make_division(names=["Known Player", "Shy Player"])
    for entry, mode in zip(division.entries.order_by("number"), ("full", "number"), strict=True):
        player_update(player_id=entry.members.get().player_id, actor=TEST, public_name_mode=mode)
    read_in(federation, "id,name,rating\n1,Known Player,1500\n2,Shy Player,1400\n3,Never Here,1300\n")
    page = said(Client().get(reverse("ratings:list", args=["official"])))
    assert "Known Player" in page
    assert "1,400" in page
    for name in ("Shy Player", "Never Here"):
        assert name not in page
    known = ExternalRating.objects.get(number="1")
    desk.post(reverse("ratings_desk:member_link", args=[known.pk]), {"number": ""})
    assert "Known Player" not in said(Client().get(reverse("ratings:list", args=["official"])))
