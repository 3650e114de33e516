"""ETags that follow every change, caches that never mix readers, and lists that hold still while they grow."""

import datetime

import pytest

from common.text import MAX_NAME
from tests.api.client import Api
from tests.api.event import Event, report
from tests.factories import make_division, make_entry, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return Event.make()


PATHS = ("", "/entries", "/entries/1", "/rounds", "/rounds/1", "/rounds/1/pairings", "/standings")


def test_a_reader_with_the_newest_copy_is_sent_nothing(event, api):
    for path in PATHS:
        full = api().get(event.at(path))
        again = api().get(event.at(path), If_None_Match=f'"other", W/{full.etag}')
        assert (again.status, again.raw, again.etag) == (304, b"", full.etag), path


def test_what_changes_has_another_etag(event, api):
    before = {path: api().get(event.at(path)).etag for path in PATHS}
    director = api(event.director)
    director.post(event.game(), report(dict.fromkeys(event.numbers(), 300)))
    director.post(event.game(2), report(dict.fromkeys(event.numbers(2), 310)))
    director.post(event.at("/rounds/1:close"))
    for number in (1, 2):
        etag = director.get(event.at(f"/entries/{number}")).etag
        director.patch(event.at(f"/entries/{number}"), {"club": "Hilltop"}, If_Match=etag)
    director.patch(event.at(), {"name": "Masters"}, If_Match=director.get(event.at()).etag)
    for path in PATHS:
        assert api().get(event.at(path), If_None_Match=before[path]).status == 200, path


def test_a_change_answers_with_the_tag_of_the_new_copy(event, api):
    director = api(event.director)
    changes = [
        ("", lambda: director.patch(event.at(), {"name": "Masters"}, If_Match="*")),
        ("/entries/1", lambda: director.patch(event.at("/entries/1"), {"club": "Hilltop"}, If_Match="*")),
        ("/entries/1", lambda: director.post(event.at("/entries/1:withdraw"))),
        ("/entries/5", lambda: director.post(event.at("/entries"), {"names": ["New Name"]})),
    ]
    for path, change in changes:
        assert change().etag == director.get(event.at(path)).etag


def test_a_head_says_what_a_get_would_and_sends_nothing(event, api):
    full, head = api().get(event.at("/entries")), api().call("HEAD", event.at("/entries"))
    assert (head.status, head.raw, head.etag) == (200, b"", full.etag)


def test_staff_and_the_public_have_copies_of_their_own(event, api):
    """Row 50: what is kept for one is never given to the other."""
    public, staff = api().get(event.at("/entries/1")), api(event.director).get(event.at("/entries/1"))
    assert public.etag != staff.etag
    assert public.headers["Cache-Control"] == "no-cache, public"
    assert staff.headers["Cache-Control"] == "no-cache, private"
    for answer in (public, staff):
        assert {"authorization", "cookie"} <= {v.strip().lower() for v in answer.headers["Vary"].split(",")}
    assert api().get(event.at("/entries/1"), If_None_Match=staff.etag).status == 200


def test_an_etag_of_something_hidden_since_opens_nothing(event, api):
    etag = api().get(event.at("/standings")).etag
    director = api(event.director)
    director.patch(event.at(), {"standings_public": False}, If_Match=director.get(event.at()).etag)
    assert api().get(event.at("/standings"), If_None_Match=etag).status == 404
    assert api().get(event.at("/standings"), If_None_Match="*").status == 404


def test_refusals_and_changes_are_never_kept(event, api):
    assert api().get("/tournaments/nobody").headers["Cache-Control"] == "no-store"
    made = api(event.director).post(event.game(), report(dict.fromkeys(event.numbers(), 300)))
    assert made.headers["Cache-Control"] == "no-store"


def test_a_list_is_read_page_by_page_while_rows_are_added(api):
    division = make_division(make_tournament(), entries=7)
    path = f"/tournaments/{division.tournament.slug}/divisions/{division.slug}/entries?limit=3"
    seen = []
    page = api().get(path)
    while True:
        seen += [item["number"] for item in page["items"]]
        if page["next"] is None:
            break
        make_entry(division, f"Late {len(seen)}")
        page = api().get(page["next"])
    assert seen == list(range(1, 11))[: len(seen)]
    assert len(seen) == len(set(seen)) >= 9


def test_events_come_latest_first_and_a_page_never_repeats_one(api):
    day = datetime.date(2026, 1, 1)
    slugs = [make_tournament(starts_on=day + datetime.timedelta(days=n // 3)).slug for n in range(8)]
    seen, page = [], api().get("/tournaments?limit=3")
    while page["next"]:
        seen += page["items"]
        make_tournament(starts_on=day + datetime.timedelta(days=400))
        page = api().get(page["next"])
    seen += page["items"]
    assert [item["slug"] for item in seen] == slugs[::-1]
    assert [item["starts_on"] for item in seen] == sorted((item["starts_on"] for item in seen), reverse=True)


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("limit=", "limit"),
        ("limit=๕", "limit"),
        ("cursor=x", "cursor"),
        ("cursor=", "cursor"),
        ("cursor=WzFd:abc", "cursor"),
        ("since=yesterday", "since"),
        ("until=2026-02-30", "until"),
        ("q=%00", "q"),
        (f"q={'x' * (MAX_NAME + 1)}", "q"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_named(api, query, parameter):
    answer = api().get(f"/tournaments?{query}")
    assert answer.status == 400
    assert [item["parameter"] for item in answer["errors"]] == [parameter]


def test_a_cursor_is_good_for_its_own_list_only(event, api):
    for _ in range(2):
        make_tournament()
    foreign = api().get("/tournaments?limit=1")["next"].partition("?")[2]
    answer = api().get(event.at(f"/entries?{foreign}"))
    assert (answer.status, answer.code) == (400, "cursor.invalid")


def test_events_are_found_by_name_place_and_days(api):
    make_tournament(name="Rayong Open", venue="River hall", starts_on=datetime.date(2026, 3, 7))
    make_tournament(name="Trang Cup", venue="Harbour", starts_on=datetime.date(2026, 5, 9))
    make_tournament(name="Rayong hidden", public=False)

    def found(query: str) -> list[str]:
        return [item["name"] for item in api().get(f"/tournaments?{query}")["items"]]

    assert found("q=rayong") == ["Rayong Open"]
    assert found("q=harbour") == ["Trang Cup"]
    assert found("since=2026-04-01&until=2026-06-01") == ["Trang Cup"]
    assert found("unknown=1&q=rayong") == ["Rayong Open"]


def test_a_list_takes_no_more_queries_when_it_is_longer(api, django_assert_max_num_queries):
    for count in (3, 30):
        division = make_division(make_tournament(), entries=count)
        path = f"/tournaments/{division.tournament.slug}/divisions/{division.slug}/entries?limit=100"
        with django_assert_max_num_queries(4):
            assert len(Api().get(path)["items"]) == count


def test_pairings_and_standings_take_no_more_queries_when_there_are_more(api, django_assert_max_num_queries):
    for count in (4, 24):
        event = Event.make(entries=count)
        with django_assert_max_num_queries(8):
            assert len(Api().get(event.at("/rounds/1/pairings"))["pairings"]) == count // 2
        with django_assert_max_num_queries(9):
            assert len(Api().get(event.at("/standings"))["rows"]) == count
