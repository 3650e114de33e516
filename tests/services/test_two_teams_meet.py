"""A team round robin between two teams: who belongs to one meets everybody of the other, and nobody of his own."""

from collections import Counter

import pytest

from tests.factories import TEST, make_division, play_round
from tournaments.models import Division, Round
from tournaments.pairing.plan import plan_of_one
from tournaments.pairing.settings import TeamRoundRobin
from tournaments.services.plans import plan_set
from tournaments.services.registration import NewEntry, entry_add, entry_update

pytestmark = pytest.mark.django_db


def match(teams: str, system: TeamRoundRobin | None = None, rounds: int = 0) -> Division:
    """A division with an entry for each letter, which is the name of its team; the first is the highest rated."""
    sizes = Counter(teams)
    plan = plan_of_one(system or TeamRoundRobin(), rounds or max(sizes.values()))
    division = make_division(plan=plan)
    for number, team in enumerate(teams, start=1):
        new = NewEntry(names=(f"{team}{number}",), team=team, rating=2000 - number)
        entry_add(division_id=division.pk, new=new, actor=TEST)
    return division


def games(round_: Round) -> list[frozenset[str]]:
    return [
        frozenset(seat.entry.full_name for seat in pairing.seats.all())
        for pairing in round_.pairings.exclude(table=None)
    ]


@pytest.mark.parametrize("teams", ["AABBABAB", "AAAABBBB", "BABABABA", "AABBABABAA", "AAABBBBB", "AAAABBB"])
def test_everybody_meets_everybody_of_the_other_team_and_nobody_of_his_own(teams: str) -> None:
    division = match(teams)
    met: Counter[frozenset[str]] = Counter()
    for number in range(1, division.rounds_planned + 1):
        met.update(games(play_round(division, number)))
    everybody = {f"{team}{number}" for number, team in enumerate(teams, start=1)}
    wanted = {frozenset((a, b)) for a in everybody for b in everybody if a[0] != b[0]}
    assert met == dict.fromkeys(wanted, 1)


def test_the_sides_stay_as_they_were_made_in_the_first_round() -> None:
    division = match("ABABAB")
    play_round(division, 1)
    for entry in division.entries.all():
        entry_update(entry_id=entry.pk, team="", actor=TEST)
    for number in (2, 3):
        assert all(len({name[0] for name in game}) == 2 for game in games(play_round(division, number)))


def test_a_side_set_in_the_schedule_comes_before_teams() -> None:
    odd_even = match("AABBAB", TeamRoundRobin(split="odd_even"), rounds=3)
    first_three = match("AABBAB", TeamRoundRobin(first_side=3), rounds=3)
    for number in (1, 2, 3):
        for game in games(play_round(odd_even, number)):
            assert sum(int(name[1]) % 2 for name in game) == 1
        for game in games(play_round(first_three, number)):
            assert sum(int(name[1]) <= 3 for name in game) == 1


def test_with_three_teams_or_somebody_in_none_the_halves_are_by_the_order() -> None:
    for teams in ("ABCABC", "ABAB"):
        division = match(teams, rounds=2)
        if teams == "ABAB":
            entry_update(entry_id=division.entries.get(number=4).pk, team="", actor=TEST)
        half = len(teams) // 2
        assert all(sum(int(name[1]) <= half for name in game) == 1 for game in games(play_round(division, 1)))


def test_a_table_put_in_beside_the_schedule_goes_on_where_it_was() -> None:
    division = match("AABB", rounds=2)
    plan_set(division_id=division.pk, plan=plan_of_one(TeamRoundRobin(first_side=2), 2), actor=TEST)
    first = games(play_round(division, 1, system=TeamRoundRobin()))
    second = games(play_round(division, 2, system=TeamRoundRobin()))
    assert not set(first) & set(second)
    assert all(len({name[0] for name in game}) == 2 for game in first + second)
