"""What a player lets nobody see stays hidden in the ratings too: by way of files, filters, and who was merged."""

import datetime
from collections.abc import Iterator

import pytest
from django.test import Client

from players.models import Player
from players.services import player_update
from ratings.models import RatedEvent
from ratings.selectors.exports import export_rows
from ratings.selectors.table import list_table
from tests.factories import TEST, enter_named
from tests.services.ratings.support import played_division, rate, the_list
from tournaments.models import Division, EntryMember
from tournaments.services.identities import players_merge
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 1, 10)
NAME = "Secret Gonename"


def over(names: str, day: datetime.date) -> Division:
    one, *_rest = names
    division = played_division(names, [(one, "B", 400, 300), ("C", "D", 410, 300)], starts_on=day, rounds_planned=1)
    round_close(round_id=division.rounds.get().pk, actor=TEST)
    return division


@pytest.fixture
def second() -> Division:
    over("ABCD", DAY)
    division = over("EBCD", DAY + datetime.timedelta(30))
    rate()
    return division


def said(client: Client) -> Iterator[tuple[str, str]]:
    for event in RatedEvent.objects.all():
        page = f"/ratings/amath/events/{event.pk}/"
        for path in (page, page + "?order=name", page + "csv/", f"/api/v1{page}".rstrip("/")):
            answer = client.get(path)
            assert answer.status_code == 200, path
            yield path, answer.content.decode()


def test_a_merged_player_is_called_as_the_one_kept_who_is_a_number(client: Client, second: Division) -> None:
    gone, kept = Player.objects.get(name="E"), Player.objects.get(name="A")
    player_update(player_id=gone.pk, name=NAME, actor=TEST)
    player_update(player_id=kept.pk, public_name_mode="number", actor=TEST)
    assert any(NAME in text for _path, text in said(client))
    players_merge(keep_id=kept.pk, gone_id=gone.pk, actor=TEST, reason="the same person")
    assert [path for path, text in said(client) if NAME in text] == []
    rate()
    assert [path for path, text in said(client) if NAME in text] == []
    assert any(f"#{kept.number}" in text for _path, text in said(client))


def test_who_was_taken_out_of_an_event_is_not_named_by_what_was_published(client: Client, second: Division) -> None:
    gone, other = Player.objects.get(name="E"), Player.objects.get(name="D")
    player_update(player_id=gone.pk, name=NAME, actor=TEST)
    EntryMember.objects.filter(player=gone).update(player=Player.objects.get(name="A"))
    enter_named(second.rounds.get(), "C", 300, 420, may_correct=True, reason="sheet added again")
    rate()
    texts = dict(said(client))
    assert [path for path, text in texts.items() if NAME in text] == []
    assert all(other.public_name in text for text in texts.values())


def test_nobody_learns_where_a_number_is_from(client: Client, second: Division) -> None:
    someone, open_one = Player.objects.get(name="C"), Player.objects.get(name="B")
    player_update(player_id=someone.pk, province="83", level="primary", public_name_mode="number", actor=TEST)
    player_update(player_id=open_one.pk, province="50", level="adult", actor=TEST)
    rows = {
        line.split(",")[1]: line.split(",")
        for line in client.get("/ratings/amath/csv/").content.decode().split("\r\n")
        if line
    }
    assert rows[str(someone.number)][5:7] == ["", ""]
    assert rows[str(open_one.number)][5:7] == ["50", "adult"]
    assert client.get("/ratings/amath/?province=83").status_code == 404
    for asked in ("level=primary", "province=83"):
        assert client.get(f"/api/v1/ratings/amath?{asked}").json()["items"] == []
    assert len(client.get("/api/v1/ratings/amath?province=50").json()["items"]) == 1


@pytest.mark.parametrize("public", [True, False])
def test_a_public_file_says_what_the_list_says_and_nothing_of_an_event_in_play(
    public: bool, second: Division
) -> None:
    played_division("AB", [("B", "A", 500, 100)], starts_on=DAY + datetime.timedelta(90), rounds_planned=5)
    Division.objects.latest("pk").tournament.__class__.objects.filter(
        divisions=Division.objects.latest("pk")
    ).update(is_public=public)
    rate()
    number = dict(Player.objects.values_list("pk", "number"))
    shown = {str(number[row.player_id]): (row.rating, row.games) for row in list_table(the_list(), DAY)}
    assert {row.number: (row.rating, row.games) for row in export_rows(the_list(), full_names=False)} == shown
    exact = {row.number: row.rating for row in export_rows(the_list(), full_names=True)}
    assert {number: round(rating) for number, rating in exact.items()} == {
        number: rating for number, (rating, _games) in shown.items()
    }
