"""Ratings from files: what players start a list with, and a federation's numbers with whoever they are here."""

import datetime

import pytest

from common.errors import Conflict, Missing, Refused
from common.models import LogEntry
from players.models import Player
from players.services import club_ensure, player_create
from ratings.models import ExternalRating, RatingImport, RatingList, StaleMark, StartRating
from ratings.services.imports import (
    external_import,
    external_link,
    external_preview,
    import_preview,
    ratings_read,
    starts_import,
    starts_preview,
)
from tests.factories import TEST

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 1, 31)


@pytest.fixture
def own():
    return RatingList.objects.create(slug="amath", name="A-Math", ruleset="amath")


@pytest.fixture
def federation():
    return RatingList.objects.create(slug="federation", name="The federation", ruleset="amath", system="external")


def read(rating_list, text, name="list.csv"):
    return ratings_read(rating_list, text.encode(), filename=name)


def starts(rating_list, text, **more):
    return starts_import(list_id=rating_list.pk, file=read(rating_list, text), as_of=DAY, actor=TEST, **more)


def members(rating_list, text, day=DAY):
    return external_import(list_id=rating_list.pk, file=read(rating_list, text), as_of=day, actor=TEST)


def held(rating_list):
    return {
        e.number: (e.rating, e.player.name if e.player else None)
        for e in ExternalRating.objects.filter(rating_list=rating_list).select_related("player")
    }


# --- What players start with ----------------------------------------------------------------------------------


def test_starts_are_stored_by_name_and_the_list_is_worked_out_anew(own):
    player = player_create(name="สมชาย ใจดี")
    report = starts(own, "name,rating,rd,games\nสมชาย  ใจดี,1612.5,55,80\nNobody Known,1400,,\n")
    start = StartRating.objects.get()
    assert (start.player, start.rating, start.rd, start.games, start.day) == (player, 1612.5, 55, 80, DAY)
    assert (report.new, report.unmatched) == (1, 1)
    assert StaleMark.objects.filter(rating_list=own, division_id=None).count() == 1
    assert LogEntry.objects.get(action="ratings.starts_imported").data["changes"] == [
        {"player": player.number, "before": None, "after": 1612.5}
    ]


def test_a_later_start_replaces_the_first_which_is_kept(own):
    player_create(name="A")
    starts(own, "name,rating\nA,1500\n")
    report = starts(own, "name,rating\nA,1550\n")
    old, new = StartRating.objects.order_by("pk")
    assert report.changed == 1
    assert (old.rating, old.replaced_by, new.rating, new.replaced_by) == (1500, report.source, 1550, None)


def test_the_same_file_twice_changes_nothing_and_says_so(own):
    player_create(name="A")
    text = "name,rating\nA,1500\n"
    first = starts(own, text)
    StaleMark.objects.all().delete()
    again = starts(own, text)
    assert (again.source, again.new, again.changed) == (None, 0, 0)
    assert starts_preview(own, read(own, text), DAY).seen == first.source
    assert (StartRating.objects.count(), RatingImport.objects.count(), StaleMark.objects.count()) == (1, 1, 0)


def test_nothing_is_stored_if_a_single_row_is_wrong(own):
    player_create(name="A")
    with pytest.raises(Refused) as refused:
        starts(own, "name,rating\nA,1500\nB,high\n")
    assert [(i.row, i.field, i.code) for i in refused.value.items] == [(3, "rating", "row.rating")]
    assert "high" in str(refused.value.items[0].message)
    assert (StartRating.objects.count(), RatingImport.objects.count()) == (0, 0)


def test_a_rating_of_tomorrow_is_refused(own):
    player_create(name="A")
    with pytest.raises(Refused) as refused:
        starts(own, "name,rating,as-of\nA,1500,2099-01-01\n")
    assert refused.value.items[0].code == "row.as_of_future"


def test_names_nobody_has_become_players_where_the_officer_says_so(own):
    report = starts(own, "name,club,rating\nนารี รักเรียน,โรงเรียน ข,1400\n", add_players=True)
    player = Player.objects.get()
    assert report.new == 1
    assert (player.name, player.club.name, player.rating_starts.get().rating) == ("นารี รักเรียน", "โรงเรียน ข", 1400)


def test_namesakes_are_told_apart_by_club_or_left_to_the_officer(own):
    for club in ("X", "Y"):
        player_create(name="Lee", club=club_ensure(name=club))
    player_create(name="Kim", club=club_ensure(name="X"))
    file = read(own, "name,club,rating\nLee,X,1\nLee,Z,2\nKim,Q,3\nKim,,4\n")
    preview = starts_preview(own, file, DAY)
    assert [(row.match.how, row.status) for row in preview.rows] == [
        ("name", "new"),
        ("many", "left"),
        ("club", "left"),
        ("name", "new"),
    ]


def test_a_running_number_is_not_taken_for_a_players_number(own):
    first, second = player_create(name="A"), player_create(name="B")
    file = read(own, f"no,name,rating\n{first.number},B,1400\n{second.number},C,1500\n")
    rows = starts_preview(own, file, DAY).rows
    assert [(row.match.how, row.match.player) for row in rows] == [("name", second), ("none", None)]


def test_our_number_says_who_it_is_whatever_the_name(own):
    player = player_create(name="สมชาย ใจดี")
    file = read(own, f"our number,name,rating\n{player.number},Somchai Jaidee,1400\n99999,Gone,1\n")
    rows = starts_preview(own, file, DAY).rows
    assert [(row.match.how, row.match.player) for row in rows] == [("number", player), ("no_number", None)]


def test_a_merged_players_start_goes_to_the_one_kept(own):
    kept = player_create(name="Somchai Jaidee")
    gone = player_create(name="Somchai J")
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    file = read(own, "name,rating\nSomchai J,1400\n")
    assert starts_preview(own, file, DAY).rows[0].match.player == kept
    both = read(own, "name,rating\nSomchai J,1400\nSomchai Jaidee,1500\n")
    assert [row.match.how for row in starts_preview(own, both, DAY).rows] == ["twice", "twice"]


def test_own_lists_take_starts_and_federations_lists_their_numbers(own, federation):
    with pytest.raises(Conflict, match=r"ratings\.list_external"):
        starts(federation, "name,rating\nA,1\n")
    with pytest.raises(Conflict, match=r"ratings\.list_own"):
        members(own, "id,name,rating\n1,A,1\n")
    with pytest.raises(Missing):
        starts_import(list_id=10**9, file=read(own, "name,rating\nA,1\n"), as_of=DAY, actor=TEST)
    assert import_preview(federation, read(federation, "id,name,rating\n1,A,1\n"), DAY).rows[0].number == "1"


# --- A federation's numbers -----------------------------------------------------------------------------------


def test_members_are_stored_by_their_number_and_found_by_name(federation):
    player_create(name="Wong Lee")
    report = members(federation, 'id,name,rating,games\nTH1,"Lee, Wong",1500.6,12\nTH2,Unknown One,1400,\n')
    assert held(federation) == {"TH1": (1501, "Wong Lee"), "TH2": (1400, None)}
    assert (report.new, report.changed, report.unmatched) == (2, 0, 1)


def test_a_member_stays_who_he_is_known_to_be_whatever_he_is_called(federation):
    known = player_create(name="สมชาย ใจดี")
    members(federation, "id,name,rating\n7,Somchai Jaidee,1500\n")
    external_link(external_id=ExternalRating.objects.get().pk, player_id=known.pk, actor=TEST)
    player_create(name="Somchai Jaidee")
    report = members(federation, "id,name,rating\n7,Somchai Jaidee,1520\n")
    assert held(federation) == {"7": (1520, "สมชาย ใจดี")}
    assert report.changed == 1
    data = LogEntry.objects.filter(action="ratings.external_imported").latest("pk").data
    assert data["changes"] == [{"number": "7", "before": 1500, "after": 1520}]


def test_the_same_members_twice_change_nothing_and_a_later_day_is_remembered(federation):
    text = "id,name,rating\n7,A,1500\n"
    members(federation, text)
    assert members(federation, text).source is None
    later = members(federation, text, DAY + datetime.timedelta(days=1))
    assert (later.source.changed, ExternalRating.objects.get().as_of) == (0, DAY + datetime.timedelta(days=1))


def test_an_older_file_does_not_overwrite_newer_numbers(federation):
    members(federation, "id,name,rating\n7,A,1500\n")
    report = members(federation, "id,name,rating\n7,A,1400\n8,B,1\n", DAY - datetime.timedelta(days=9))
    assert (held(federation)["7"][0], report.new, report.changed) == (1500, 1, 0)


def test_a_list_without_numbers_goes_by_name(federation):
    file = ratings_read(federation, b"Lee, Wong 1500\nPlato 1200\n", filename="list.t")
    external_import(list_id=federation.pk, file=file, as_of=DAY, actor=TEST)
    file = ratings_read(federation, b"Lee, Wong 1510\nPlato 1200\n", filename="list.t")
    report = external_import(list_id=federation.pk, file=file, as_of=DAY, actor=TEST)
    assert (report.new, report.changed, ExternalRating.objects.count()) == (0, 1, 2)


def test_two_members_who_could_be_one_player_are_left_to_the_officer(federation):
    player = player_create(name="A")
    preview = external_preview(federation, read(federation, "id,name,rating\n1,A,10\n2,A,20\n"), DAY)
    assert [row.match.how for row in preview.rows] == ["twice", "twice"]
    members(federation, "id,name,rating\n1,A,10\n2,A,20\n")
    one, two = ExternalRating.objects.order_by("number")
    external_link(external_id=one.pk, player_id=player.pk, actor=TEST)
    with pytest.raises(Conflict, match=r"ratings\.external_taken"):
        external_link(external_id=two.pk, player_id=player.pk, actor=TEST)
    again = external_preview(federation, read(federation, "id,name,rating\n1,A,10\n2,A,20\n"), DAY)
    assert [row.match.how for row in again.rows] == ["linked", "taken"]


def test_a_link_can_be_taken_away_and_each_step_is_in_the_log(federation):
    player = player_create(name="A")
    members(federation, "id,name,rating\n1,A,10\n")
    known = ExternalRating.objects.get()
    assert known.player == player
    external_link(external_id=known.pk, player_id=None, actor=TEST)
    assert ExternalRating.objects.get().player is None
    logged = LogEntry.objects.get(action="ratings.external_linked").data
    assert (logged["before"], logged["after"]) == (player.pk, None)
    with pytest.raises(Missing):
        external_link(external_id=10**9, player_id=None, actor=TEST)
    with pytest.raises(Missing):
        external_link(external_id=known.pk, player_id=10**9, actor=TEST)
