"""A division counts for the lists of its game and kind, until its director names others."""

import datetime

import pytest

from common.errors import Refused
from common.log import chain_faults
from common.models import LogEntry
from players.models import Player
from players.services import player_update
from ratings.models import EXTERNAL, DivisionChoice, RatedEvent, RatingList, StaleMark
from ratings.selectors.choices import lists_of_division, seeding_choices
from ratings.services import division_lists_set, event_refuse, list_create
from tests.factories import TEST, enter_named, fixed_round, make_division, make_entry
from tests.services.ratings.support import play, played_division, rate, standings
from tournaments.models import Division
from tournaments.services.events import division_update

pytestmark = pytest.mark.django_db

GAME = [("A", "B", 400, 300)]


def a_list(kind: str = "open", *, system: str = "glicko_margin", **more: object) -> RatingList:
    slug = f"{kind}-{system}".replace("_", "-")
    return list_create(name=slug, slug=slug, ruleset="amath", kind=kind, system=system, actor=TEST, **more)  # type: ignore[arg-type]


def states(division: Division) -> dict[str, str]:
    return dict(RatedEvent.objects.filter(division=division).values_list("rating_list__kind", "state"))


def choose(division: Division, *lists: RatingList, seeds: RatingList | None = None) -> None:
    division_lists_set(
        division_id=division.pk,
        list_ids=[found.pk for found in lists],
        seeds_from=seeds.pk if seeds else None,
        actor=TEST,
    )


@pytest.fixture
def lists() -> dict[str, RatingList]:
    return {kind: a_list(kind) for kind in ("open", "juniors", "primary", "adult")}


@pytest.mark.parametrize(
    ("kind", "counted"),
    [
        ("open", {"open"}),
        ("primary", {"open", "juniors", "primary"}),
        ("upper_secondary", {"open", "juniors"}),
        ("university", {"open"}),
        ("adult", {"open", "adult"}),
    ],
)
def test_by_itself_a_division_counts_for_the_open_list_and_those_of_its_kind(lists, kind, counted):
    assert set(states(played_division("AB", GAME, kind=kind))) == counted


def test_a_director_names_lists_and_those_left_out_are_rated_without_the_division(lists):
    division = played_division("AB", GAME, kind="primary")
    for found in lists.values():
        rate(found)
    assert set(standings(lists["juniors"])) == {"A", "B"}
    assert standings(lists["adult"]) == {}

    choose(division, lists["open"], lists["adult"])
    assert states(division) == {
        "open": "accepted",
        "adult": "accepted",
        "juniors": "left_out",
        "primary": "left_out",
    }
    for found in lists.values():
        rate(found)
    assert standings(lists["juniors"]) == standings(lists["primary"]) == {}
    assert set(standings(lists["adult"])) == {"A", "B"}
    assert {each.rating_list.kind: each.state for each in lists_of_division(division)} == {
        "open": "projection",
        "adult": "projection",
        "juniors": "left_out",
        "primary": "left_out",
    }

    division_lists_set(division_id=division.pk, list_ids=None, seeds_from=None, actor=TEST)
    for found in lists.values():
        rate(found)
    assert set(standings(lists["juniors"])) == {"A", "B"}
    assert standings(lists["adult"]) == {}


def test_only_lists_that_change_are_marked(lists):
    division = played_division("AB", GAME, kind="primary")
    StaleMark.objects.all().delete()
    choose(division, lists["open"], lists["juniors"])
    assert list(StaleMark.objects.values_list("rating_list__kind", "division_id")) == [("primary", division.pk)]


def test_lists_named_before_the_first_result_hold_when_it_comes(lists):
    division = make_division(names=["A", "B"], kind="primary")
    assert {each.rating_list.kind: each.state for each in lists_of_division(division)} == {
        "open": "later",
        "juniors": "later",
        "primary": "later",
        "adult": "left_out",
    }
    choose(division, lists["juniors"])
    play(division, 1, GAME)
    rate(lists["juniors"])
    rate(lists["open"])
    assert set(standings(lists["juniors"])) == {"A", "B"}
    assert standings(lists["open"]) == {}


def test_a_division_can_count_for_no_list(lists):
    division = played_division("AB", GAME)
    choose(division)
    play(division, 2, GAME)
    assert set(states(division).values()) == {"left_out"}


def test_a_list_made_later_is_not_joined_by_a_division_whose_lists_are_named(lists):
    division = played_division("AB", GAME)
    choose(division, lists["open"])
    late = a_list("open", system="elo")
    play(division, 2, GAME)
    assert not RatedEvent.objects.filter(rating_list=late).exists()


def test_what_an_officer_has_returned_stays_returned(lists):
    division = played_division("AB", GAME)
    event_refuse(event_id=RatedEvent.objects.get().pk, actor=TEST)
    choose(division, lists["adult"])
    choose(division, lists["open"])
    assert states(division)["open"] == "refused"


def test_what_waited_for_the_officer_waits_again_when_it_comes_back():
    strict = a_list("open", accepts_by_itself=False)
    division = played_division("AB", GAME)
    choose(division)
    choose(division, strict)
    assert states(division) == {"open": "waiting"}


def test_lists_of_another_game_are_refused_and_an_external_one_only_seeds(lists):
    division = make_division(names=["A"])
    other = list_create(name="Summy", slug="summy", ruleset="summy", actor=TEST)
    federation = RatingList.objects.create(slug="fed", name="Federation", ruleset="amath", system=EXTERNAL)
    for wrong in (other, federation):
        with pytest.raises(Refused) as refused:
            choose(division, wrong)
        assert (refused.value.code, refused.value.field) == ("ratings.list_of_other_game", "lists")
    with pytest.raises(Refused) as refused:
        choose(division, seeds=other)
    assert refused.value.field == "seeds_from"
    choose(division, lists["open"], seeds=federation)
    assert DivisionChoice.objects.get().seeds_from == federation
    assert seeding_choices(division)[-1] == federation


def test_the_events_log_says_what_was_named_before_and_after(lists):
    division = make_division(names=["A"])
    choose(division, lists["open"], lists["juniors"], seeds=lists["juniors"])
    choose(division, lists["open"], lists["juniors"], seeds=lists["juniors"])
    entry = LogEntry.objects.get(action="division.ratings_set")
    names = {kind: found.name for kind, found in lists.items()}
    assert entry.data["before"] == {"lists": None, "seeds_from": None}
    assert entry.data["after"] == {
        "lists": [names["open"], names["juniors"]],
        "seeds_from": names["juniors"],
    }
    assert list(chain_faults(division.tournament.log_chain)) == []


def test_another_kind_brings_other_lists_unless_they_are_named(lists):
    division = played_division("AB", GAME)
    assert set(states(division)) == {"open"}
    division_update(division_id=division.pk, kind="primary", actor=TEST)
    assert states(division) == {"open": "accepted", "juniors": "accepted", "primary": "accepted"}
    division_update(division_id=division.pk, kind="adult", actor=TEST)
    assert states(division) == {
        "open": "accepted",
        "juniors": "left_out",
        "primary": "left_out",
        "adult": "accepted",
    }
    choose(division, lists["open"])
    division_update(division_id=division.pk, kind="primary", actor=TEST)
    assert {kind for kind, state in states(division).items() if state != "left_out"} == {"open"}


def test_another_kind_marks_the_lists_since_newcomers_may_start_elsewhere(lists):
    division = played_division("AB", GAME)
    StaleMark.objects.all().delete()
    division_update(division_id=division.pk, kind="adult", actor=TEST)
    assert set(StaleMark.objects.values_list("rating_list__kind", flat=True)) == {"open", "adult"}


def test_another_year_of_birth_rates_lists_that_go_by_age_from_the_players_first_event_on():
    a_list("open")
    aged = a_list("open", system="elo", parameters={"start_by_age": [[12, 900]]})
    played_division("AB", GAME, starts_on=datetime.date(2026, 5, 1))
    first = make_division(names=["C"])
    first.tournament.starts_on = datetime.date(2026, 4, 1)
    first.tournament.save()
    player = Player.objects.get(name="A")
    make_entry(first, "A")
    play(first, 1, [("A", "C", 400, 300)])
    assert player.memberships.count() == 2
    StaleMark.objects.all().delete()
    player_update(player_id=player.pk, born=2015, set_born=True, actor=TEST)
    assert list(StaleMark.objects.values_list("rating_list_id", "division_id")) == [(aged.pk, first.pk)]

    StaleMark.objects.all().delete()
    player_update(player_id=player.pk, born=2015, set_born=True, actor=TEST)
    assert not StaleMark.objects.exists()


def test_a_year_of_birth_that_comes_with_a_later_entry_counts_too():
    aged = a_list("open", system="elo", parameters={"start_by_age": [[12, 900]]})
    division = played_division("AB", GAME)
    StaleMark.objects.all().delete()
    make_entry(make_division(), "A", born=2015)
    assert list(StaleMark.objects.values_list("rating_list_id", "division_id")) == [(aged.pk, division.pk)]


def test_an_unrated_division_counts_for_nothing_and_says_so(lists):
    division = make_division(names=["A", "B"], rated=False)
    enter_named(fixed_round(division, 1, [("A", "B")]), "A", 400, 300)
    assert {each.state for each in lists_of_division(division)} == {"unrated"}
