"""Entries keep the rating they came with until a director takes the list's anew; and which list that is."""

import datetime

import pytest

from common.errors import Missing, Refused
from common.models import LogEntry
from players.models import Player
from ratings.models import DivisionChoice, RatingList
from ratings.selectors.lists import shown
from ratings.selectors.seeding import ratings_at_entry, seeding_list
from ratings.services.imports import external_import, ratings_read, starts_import
from tests.factories import TEST, fixed_round, make_division, make_entry, make_tournament
from tests.services.ratings.support import play, played_division, rate, rating_of
from tournaments.models import Entry
from tournaments.services.registration import NewEntry, entry_add
from tournaments.services.repin import ratings_repin, repin_preview

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)
LATER = DAY + datetime.timedelta(days=7)


def later_division(names="", **settings):
    return make_division(make_tournament(starts_on=LATER), names=list(names), **settings)


def federation(text, slug="federation"):
    found = RatingList.objects.create(slug=slug, name="Federation", ruleset="amath", system="external")
    file = ratings_read(found, text.encode(), filename="a.csv")
    external_import(list_id=found.pk, file=file, as_of=DAY, actor=TEST)
    return found


def seeds_from(division, rating_list):
    DivisionChoice.objects.update_or_create(division=division, defaults={"seeds_from": rating_list})


def pinned(division):
    return {e.full_name: (e.rating, e.rating_from) for e in division.entries.prefetch_related("members__player")}


# --- Which list -----------------------------------------------------------------------------------------------


def test_the_first_list_for_the_divisions_kind_seeds_it():
    lists = {
        kind: RatingList.objects.create(slug=f"a-{kind}", name=kind, ruleset="amath", kind=kind, order=order)
        for order, kind in enumerate(["university", "open", "juniors", "primary"])
    }
    RatingList.objects.create(slug="b", name="b", ruleset="amath", system="external", order=0)
    for kind, wanted in {
        "open": "open",
        "primary": "primary",
        "lower_secondary": "juniors",
        "university": "university",
        "adult": "open",
    }.items():
        assert seeding_list(later_division(kind=kind)) == lists[wanted], kind
    assert seeding_list(later_division(ruleset="summy")) is None


def test_the_list_a_director_named_seeds_and_a_federations_may_be_it():
    division = later_division()
    make_entry(division, "A")
    official = federation("id,name,rating\nTH1,A,1734\n")
    seeds_from(division, official)
    [row] = repin_preview(division).changing
    assert (row.before, row.after, row.source) == (None, 1734, "federation")
    fresh = later_division()
    seeds_from(fresh, official)
    assert make_entry(fresh, "A").rating == 1734
    assert make_entry(fresh, "Nobody there").rating is None
    team = entry_add(division_id=make_and_seed(official).pk, new=NewEntry(names=("A", "B")), actor=TEST)
    assert (team.rating, team.rating_from) == (None, "")


def make_and_seed(official):
    division = later_division()
    seeds_from(division, official)
    return division


def test_an_imported_start_is_a_rating_until_the_first_rated_event():
    own = RatingList.objects.create(slug="amath", name="A-Math", ruleset="amath")
    make_entry(make_division(), "A")
    file = ratings_read(own, b"name,rating\nA,1650\n", filename="a.csv")
    starts_import(list_id=own.pk, file=file, as_of=DAY, actor=TEST)
    assert pinned(later_division("A"))["A"] == (1650, "amath")
    before_that = make_division(make_tournament(starts_on=DAY - datetime.timedelta(days=1)), names=["A"])
    assert pinned(before_that)["A"] == (None, "")


# --- Taking them anew -----------------------------------------------------------------------------------------


def test_pinned_ratings_do_not_move_with_the_list_until_they_are_taken_anew():
    earlier = played_division("ABC", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    division = later_division("ABZ")
    before = pinned(division)
    assert before["Z"] == (None, "")
    play(earlier, 2, [("A", "C", 500, 100)])
    rate()
    assert pinned(division) == before
    changed = ratings_repin(division_id=division.pk, actor=TEST)
    assert [row.entry.full_name for row in changed] == ["A"]
    assert pinned(division)["A"] == (shown(rating_of("A")), "amath")
    assert pinned(division)["A"] != before["A"]
    said = LogEntry.objects.get(action="entries.repinned").data
    assert said["entries"] == [{"number": 1, "name": "A", "before": before["A"][0], "after": shown(rating_of("A"))}]


def test_once_a_round_is_paired_a_reason_is_needed_and_kept():
    division = later_division("AB")
    seeds_from(division, federation("id,name,rating\n1,A,1700\n2,B,1600\n"))
    fixed_round(division, 1, [("A", "B")])
    with pytest.raises(Refused) as refused:
        ratings_repin(division_id=division.pk, actor=TEST, reason=" \u200b")
    assert (refused.value.code, refused.value.field) == ("repin.reason_missing", "reason")
    assert pinned(division)["A"] == (None, "")
    ratings_repin(division_id=division.pk, actor=TEST, reason="the federation's list came late")
    assert pinned(division)["A"] == (1700, "federation")
    assert LogEntry.objects.get(action="entries.repinned").data["reason"] == "the federation's list came late"


def test_what_somebody_typed_changes_only_where_it_is_named():
    division = later_division("A")
    typed = make_entry(division, "B", rating=1234)
    odd = make_entry(division, "C", rating=1111)
    seeds_from(division, federation("id,name,rating\n1,A,1700\n2,B,1600\n"))
    ratings_repin(division_id=division.pk, actor=TEST)
    assert pinned(division) == {"A": (1700, "federation"), "B": (1234, ""), "C": (1111, "")}
    ratings_repin(division_id=division.pk, actor=TEST, entry_ids=[typed.pk, odd.pk])
    assert pinned(division) == {"A": (1700, "federation"), "B": (1600, "federation"), "C": (1111, "")}


def test_whom_another_list_does_not_know_has_no_rating_by_it():
    played_division("A", starts_on=DAY)
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    division = later_division("A")
    seeds_from(division, federation("id,name,rating\n1,Somebody else,1700\n"))
    ratings_repin(division_id=division.pk, actor=TEST)
    assert pinned(division)["A"] == (None, "")


def test_a_second_time_changes_nothing_and_entries_of_others_are_out_of_reach():
    division = later_division("A")
    seeds_from(division, federation("id,name,rating\n1,A,1700\n"))
    assert len(ratings_repin(division_id=division.pk, actor=TEST)) == 1
    version = Entry.objects.get(division=division).version
    assert ratings_repin(division_id=division.pk, actor=TEST) == []
    assert Entry.objects.get(division=division).version == version
    other = make_entry(make_division(), "B")
    with pytest.raises(Missing):
        ratings_repin(division_id=division.pk, actor=TEST, entry_ids=[other.pk])


def test_many_players_are_asked_about_in_few_questions(django_assert_max_num_queries):
    division = later_division("AB")
    seeds_from(division, federation("id,name,rating\n1,A,1700\n"))
    ids = list(Player.objects.values_list("pk", flat=True))
    with django_assert_max_num_queries(6):
        ratings_at_entry(player_ids=[*ids, *range(10**6, 10**6 + 990)], division_id=division.pk)
