"""A division's ratings at the desk: the lists it counts for, how it stands there, and the form that names them."""

import pytest
from django.test import Client

from common.models import LogEntry
from ratings.models import DivisionChoice, RatedEvent, RatingList
from ratings.services import event_refuse, list_create
from tests.factories import TEST, cast, make_division, make_tournament
from tests.services.ratings.support import play, rate
from tests.support.html import faults
from tests.web.desk import logged_in, middle_of
from tournaments.models import Division
from tournaments.services.events import division_update

pytestmark = pytest.mark.django_db
PATH = "/desk/cup/open/ratings/"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(slug="cup"), slug="open", names=["A", "B", "C"], kind="primary")


@pytest.fixture
def lists(division: Division) -> dict[str, RatingList]:
    return {
        kind: list_create(name=f"List of {kind}", slug=kind, ruleset="amath", kind=kind, actor=TEST)
        for kind in ("open", "juniors", "adult")
    }


@pytest.fixture
def people(division: Division):
    return cast(division.tournament)


@pytest.fixture
def desk(people) -> Client:
    return logged_in(people.director)


def test_before_the_first_result_it_says_what_will_count(desk, lists):
    page = desk.get(PATH)
    assert page.status_code == 200
    assert faults(page.content.decode()) == []
    text = middle_of(page)
    assert text.count("With the first result") == 2
    assert text.count("Left out") == 1


def test_a_game_without_a_list_says_so_and_names_none(desk):
    page = desk.get(PATH)
    assert "This game has no rating list yet." in middle_of(page)
    assert 'name="which"' not in page.content.decode()


def test_lists_are_ticked_and_the_page_tells_what_came_of_it(desk, lists, division):
    play(division, 1, [("A", "B", 400, 300)])
    ticked = {"which": "named", "lists": [lists["open"].pk, lists["adult"].pk], "seeds_from": lists["juniors"].pk}
    assert desk.post(PATH, ticked).status_code == 302
    choice = DivisionChoice.objects.get()
    assert (choice.division, choice.lists_named, choice.seeds_from) == (division, True, lists["juniors"])
    for found in lists.values():
        rate(found)
    page = desk.get(PATH)
    text = middle_of(page)
    assert text.count("Projection") == 2
    assert "New entries get the rating that List of juniors has for them." in text
    event = RatedEvent.objects.get(rating_list=lists["open"])
    assert f'href="/ratings/open/events/{event.pk}/"' in page.content.decode()
    assert faults(page.content.decode()) == []
    assert "Rating lists of a division named" in desk.get("/desk/cup/log/").content.decode()

    desk.post(PATH, {"which": "kind", "lists": [lists["adult"].pk], "seeds_from": ""})
    choice.refresh_from_db()
    assert (choice.lists_named, choice.seeds_from) == (False, None)
    assert RatedEvent.objects.get(rating_list=lists["adult"]).state == "left_out"


def test_a_returned_event_shows_the_officers_words_and_unrated_games_their_reasons(desk, lists, division):
    play(division, 1, [("A", "B", 400, 300)])
    rate(lists["open"])
    event = RatedEvent.objects.get(rating_list=lists["juniors"])
    event_refuse(event_id=event.pk, actor=TEST, reason="Round 1 has <two> tables 4")
    text = middle_of(desk.get(PATH))
    assert "“Round 1 has <two> tables 4”" in text
    assert "Games that are not rated A bye 1" in text


def test_a_division_that_is_not_rated_says_so(desk, lists, division):
    division_update(division_id=division.pk, rated=False, actor=TEST)
    assert middle_of(desk.get(PATH)).count("Not rated") == 3


def test_what_is_no_choice_is_refused_and_nothing_stored(desk, lists):
    other = list_create(name="Summy", slug="summy", ruleset="summy", actor=TEST)
    for wrong in (
        {"which": "named", "lists": [other.pk]},
        {"which": "named", "lists": ["x"]},
        {"which": "else"},
        {"which": "kind", "seeds_from": other.pk},
        {},
    ):
        assert desk.post(PATH, wrong).status_code == 422, wrong
    assert not DivisionChoice.objects.exists()
    assert not LogEntry.objects.filter(action="division.ratings_set").exists()


def test_only_directors_name_lists(people, lists):
    for user, status in ((people.assistant, 403), (people.scorer, 403), (people.stranger, 404)):
        assert logged_in(user).get(PATH).status_code == status
        assert logged_in(user).post(PATH, {"which": "kind"}).status_code == status
    assert "/login" in Client().get(PATH)["Location"]


def test_the_way_there_is_in_the_divisions_column_for_directors_alone(desk, people):
    assert f'href="{PATH}"' in desk.get("/desk/cup/open/entries/").content.decode()
    assert f'href="{PATH}"' not in logged_in(people.scorer).get("/desk/cup/open/entries/").content.decode()
