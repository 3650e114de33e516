"""What if a round had been paired by another system: compared with what was played, and nothing written."""

from typing import Any

import pytest

from tests.factories import TEST, entry_named, fixed_round, make_division, make_entry, play_round
from tournaments.models import Division, Round
from tournaments.pairing import (
    SYSTEMS,
    Contention,
    KingOfTheHill,
    PairingError,
    RepeatRule,
    Swiss,
    request_from_json,
)
from tournaments.selectors.explained import seated
from tournaments.selectors.explored import explore, played_measures
from tournaments.services.drafts import round_pair
from tournaments.services.registration import entry_withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGHI"), rounds_planned=6)
    for number in (1, 2, 3):
        play_round(found, number)
    return found


def games(pairs: Any) -> set[frozenset[int]]:
    return {frozenset((one.first, one.second)) for one in pairs}


def test_the_same_system_gives_the_round_that_was_played(division: Division) -> None:
    found = explore(division, 3, system=None)
    assert found.played is not None
    assert games(found.explored.result.pairs) == games(found.played.result.pairs)
    assert found.same == 4
    assert all(row.same_played and row.same_explored for row in found.rows)
    assert found.explored.cost == found.played.cost
    assert found.explored.measures == found.played.measures


@pytest.mark.parametrize("kind", SYSTEMS)
def test_every_round_can_be_looked_at_by_every_system(division: Division, kind: str) -> None:
    settings = {"rest": "pair"} if kind == "manual" else {}
    for number in (1, 3, 4):
        found = explore(division, number, system=SYSTEMS[kind](**settings))
        assert len(found.explored.result.pairs) * 2 + len(found.explored.result.byes) == 9
        assert (found.played is None) == (number == 4)


def test_figures_are_those_of_the_rounds(division: Division) -> None:
    found = explore(division, 3, system=KingOfTheHill(), repeats=RepeatRule(limit=None))
    assert found.played is not None
    points = {one.id: one.points for one in found.request.competitors}
    for shown in (found.explored, found.played):
        uneven = sum(points[one.first] != points[one.second] for one in shown.result.pairs)
        assert shown.measures.mismatched == uneven
        assert shown.measures.repeats == sum(bool(one.met) for one in shown.result.pairs)
        assert (shown.measures.games, shown.measures.byes) == (4, 1)
    assert found.played.measures.repeats == 0
    assert dict(found.explored.cost)["distance"] <= dict(found.played.cost)["distance"]


def test_another_number_draws_other_lots(division: Division) -> None:
    drawn = {frozenset(games(explore(division, 1, system=None, seed=n).explored.result.pairs)) for n in range(5)}
    assert len(drawn) > 1


def test_what_was_locked_can_be_kept(division: Division) -> None:
    fixed_round(division, 4, [("A", "I"), ("B", "H"), ("C", "G"), ("D", "F")], bye="E")
    kept = explore(division, 4, system=Swiss(), keep=True)
    assert kept.same == 4
    assert kept.explored.result.byes == (entry_named(division, "E").pk,)
    assert explore(division, 4, system=Swiss()).explored.result.pairs != kept.explored.result.pairs


def test_those_who_left_since_were_there_and_those_who_came_since_were_not(division: Division) -> None:
    pairs, byes = seated(Round.objects.get(division=division, number=3))
    entry_withdraw(entry_id=pairs[0][0], reason="", actor=TEST)
    late = make_entry(division, "Late", first_round=1)
    found = explore(division, 3, system=None)
    ids = {id_ for one in found.explored.result.pairs for id_ in (one.first, one.second)}
    ids |= set(found.explored.result.byes)
    assert ids == {id_ for pair in pairs for id_ in pair} | set(byes)
    assert late.pk not in ids


def test_a_round_from_outside_can_be_looked_at(division: Division) -> None:
    Round.objects.filter(division=division, number=2).update(request="", system="manual")
    found = explore(division, 2, system=Swiss())
    assert found.played is not None
    told = played_measures(division, Round.objects.get(division=division, number=2))
    assert told is not None
    assert told[0].measures.games == 4


def test_a_round_without_anybody_has_no_figures(division: Division) -> None:
    empty = Round(division=division, number=4, system="swiss")
    empty.save()
    assert played_measures(division, empty) is None


def test_contention_counts_its_chances_for_it(division: Division) -> None:
    found = explore(division, 4, system=Contention(simulations=500))
    assert isinstance(found.request.system, Contention)
    assert found.request.system.runs == 500


def test_what_cannot_be_paired_is_refused() -> None:
    division = make_division(names=["A"])
    with pytest.raises(PairingError):
        explore(division, 1, system=Swiss())


def test_looking_writes_nothing(division: Division, django_assert_max_num_queries: Any) -> None:
    round_pair(division_id=division.pk, number=4, actor=TEST, seed=1)
    before = Round.objects.filter(division=division).values_list("pk", "version", "request", "notes")
    kept = list(before)
    with django_assert_max_num_queries(60) as asked:
        explore(division, 3, system=Contention(simulations=500))
        explore(division, 4, system=Swiss())
        played_measures(division, Round.objects.get(division=division, number=3))
    wrote = [q["sql"] for q in asked.captured_queries if not q["sql"].startswith("SELECT")]
    assert wrote == []
    assert list(before.all()) == kept
    stored = request_from_json(Round.objects.get(division=division, number=3).request)
    assert stored.system == Swiss()
