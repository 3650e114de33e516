"""Who may do what with a round: another event's director is told nothing, a scorer scores, an assistant runs."""

import pytest
from django.test import Client

from tests.factories import TEST, Cast, cast, make_division, publish_round
from tests.web.desk import at, logged_in
from tournaments.models import Division, Round
from tournaments.services.drafts import round_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    division = make_division(entries=4)
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    return division


@pytest.fixture
def people(division: Division) -> Cast:
    return cast(division.tournament)


WRITES = ("round_pair", "round_swap", "round_publish", "round_close", "round_delete")


def test_a_scorer_looks_at_a_draft_and_gets_403_for_every_act(division: Division, people: Cast) -> None:
    scorer = logged_in(people.scorer)
    assert scorer.get(at(division, "round", 1)).status_code == 200
    for name in WRITES:
        assert scorer.post(at(division, name, 1), {"again": "1", "one": "1", "two": "2"}).status_code == 403, name
    assert Round.objects.get().version == 1


def test_for_everybody_else_the_round_is_not_there(division: Division, people: Cast) -> None:
    for user in (people.other_director, people.player_inside, people.player_outside, people.stranger):
        client = logged_in(user)
        for name in ("round", *WRITES):
            ask = client.get if name == "round" else client.post
            assert ask(at(division, name, 1)).status_code == 404, name
    assert Round.objects.get().state == "draft"


def test_a_director_reaches_no_foreign_round_by_mixing_addresses(division: Division, people: Cast) -> None:
    """Own event, foreign division; and the other way round."""
    foreign = make_division(entries=4, name="Elsewhere")
    publish_round(foreign, 1)
    client = logged_in(people.director)
    own = division.tournament.slug
    for path in (
        f"/desk/{own}/{foreign.slug}-x/rounds/1/",
        f"/desk/{foreign.tournament.slug}/{foreign.slug}/rounds/1/",
        f"/desk/{foreign.tournament.slug}/{division.slug}/rounds/1/",
    ):
        assert client.get(path).status_code == 404
        assert client.get(f"{path}results/").status_code == 404


def test_an_act_is_never_done_by_a_link(division: Division, people: Cast) -> None:
    client = logged_in(people.director)
    for name in ("round_pair", "round_swap"):
        assert client.get(at(division, name, 1)).status_code == 405
    for name in ("round_publish", "round_delete"):
        assert client.get(at(division, name, 1)).status_code == 200
    assert Round.objects.get().state == "draft"


def test_every_act_asks_for_its_token(division: Division, people: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.director, "django.contrib.auth.backends.ModelBackend")
    for name in WRITES:
        assert client.post(at(division, name, 1), {"version": "1"}).status_code == 403, name
    assert Round.objects.get().state == "draft"


def test_an_assistant_pairs_publishes_and_closes(division: Division, people: Cast) -> None:
    client = logged_in(people.assistant)
    again = {"again": "1", "system": "swiss", "version": "1", "draw": "new"}
    assert client.post(at(division, "round_pair", 1), again).status_code == 302
    assert client.post(at(division, "round_publish", 1), {"version": "2"}).status_code == 302
    assert Round.objects.get().state == "published"
