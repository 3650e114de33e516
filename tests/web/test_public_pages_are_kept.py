"""Pages for thousands of phones: made once, answered with 304, and never somebody else's."""

import gzip
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import TEST, cast, enter, make_division, make_tournament, play_round, publish_round
from tournaments.models import Division
from tournaments.services.events import division_update, tournament_update

pytestmark = pytest.mark.django_db
BASE = "/events/cup/open/"
PATHS = [
    "/",
    "/events/",
    "/events/cup/",
    BASE + "entries/",
    BASE + "entries/1/",
    BASE + "rounds/1/",
    BASE + "standings/",
]


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(slug="cup"), slug="open", entries=4, name="Open", rounds_planned=3)
    play_round(division, 1)
    return division


@pytest.mark.parametrize("path", PATHS)
def test_the_second_reader_costs_one_query_and_the_first_again_only_a_304(
    client: Client, division: Division, path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get(path)
    assert first.status_code == 200
    with django_assert_num_queries(1):
        second = Client().get(path)
    assert second.content == first.content
    assert second.headers["ETag"] == first.headers["ETag"]
    with django_assert_num_queries(1):
        again = client.get(path, headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"] == "no-cache"


def test_phones_get_it_packed(client: Client, division: Division) -> None:
    plain = client.get(BASE + "standings/")
    packed = client.get(BASE + "standings/", headers={"accept-encoding": "br, gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 3
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_whatever_changes_the_division_changes_the_page(client: Client, division: Division) -> None:
    tags = [client.get(BASE + "standings/").headers["ETag"]]

    def moved() -> bool:
        tags.append(client.get(BASE + "standings/", headers={"if-none-match": tags[-1]}).headers["ETag"])
        return tags[-1] != tags[-2]

    assert not moved()
    division_update(division_id=division.pk, win_points=3, actor=TEST)
    assert moved()
    tournament_update(tournament_id=division.tournament_id, name="Another name", actor=TEST)
    assert moved()
    round_ = publish_round(division, 2)
    assert moved()
    enter(round_.pairings.exclude(table=None)[0], 1, 0)
    assert moved()
    assert not moved()


def test_languages_are_kept_apart(client: Client, division: Division) -> None:
    english = client.get(BASE + "entries/", headers={"accept-language": "en"})
    thai = client.get(BASE + "entries/", headers={"accept-language": "th"})
    assert b'<html lang="en">' in english.content
    assert b'<html lang="th">' in thai.content
    assert english.headers["ETag"] != thai.headers["ETag"]
    client.cookies["django_language"] = "th"
    assert b'<html lang="th">' in client.get(BASE + "entries/").content


def test_a_list_for_htmx_is_no_page(client: Client, division: Division) -> None:
    whole = client.get(BASE + "entries/")
    part = client.get(BASE + "entries/", headers={"hx-request": "true"})
    assert b"<html" in whole.content
    assert b"<html" not in part.content
    assert whole.headers["ETag"] != part.headers["ETag"]
    assert "HX-Request" in whole.headers["Vary"]


@pytest.mark.parametrize("path", PATHS)
def test_staff_pages_are_never_given_to_others(client: Client, division: Division, path: str) -> None:
    before = client.get(path)
    director = Client()
    director.force_login(cast(division.tournament).director)
    theirs = director.get(path, headers={"if-none-match": before.headers["ETag"]})
    assert theirs.status_code == 200
    assert "private" in theirs.headers["Cache-Control"]
    assert "ETag" not in theirs.headers
    assert b"Log out" in theirs.content
    after = client.get(path)
    assert b"Log out" not in after.content
    cache.clear()
    assert b"Log out" not in Client().get(path).content


def test_nobody_can_write_into_a_page_that_others_get(client: Client, division: Division) -> None:
    client.get(BASE + "entries/?utm=<evil>&order=name&letter=<evil>&page=-1")
    html = Client().get(BASE + "entries/?order=name").content.decode()
    assert "evil" not in html
    assert f'value="{BASE}entries/?order=name"' in html


def test_a_search_is_not_kept(client: Client, division: Division) -> None:
    answer = client.get(BASE + "entries/?q=player")
    assert "ETag" not in answer.headers
    assert "private" in answer.headers["Cache-Control"]


def test_an_event_taken_from_the_public_is_gone_at_once(client: Client, division: Division) -> None:
    tags = {path: client.get(path).headers["ETag"] for path in PATHS}
    tournament_update(tournament_id=division.tournament_id, is_public=False, actor=TEST)
    for path in PATHS[2:]:
        assert client.get(path, headers={"if-none-match": tags[path]}).status_code == 404, path
    for path in PATHS[:2]:
        assert "/events/cup/" not in client.get(path, headers={"if-none-match": tags[path]}).content.decode()


def test_what_is_missing_is_not_kept_and_appears_with_what_was_missed(client: Client, division: Division) -> None:
    assert client.get(BASE + "rounds/2/").status_code == 404
    publish_round(division, 2)
    assert client.get(BASE + "rounds/2/").status_code == 200


def test_a_cache_that_forgets_costs_time_and_nothing_else(
    client: Client, division: Division, settings: Any
) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    first, second = client.get(BASE + "standings/"), client.get(BASE + "standings/")
    assert first.status_code == second.status_code == 200
    assert first.headers["ETag"] == second.headers["ETag"]
