"""Newcomers by division, by age, by their whole event, or with a rating from elsewhere; and the young."""

import math
import random
from datetime import date

import pytest

from ratings.systems import SYSTEMS, get_schedule, get_system
from ratings.systems.events import Event, rate_events
from ratings.systems.protocol import Career, Origin, SystemParameterError

DAY = date(2026, 7, 1).toordinal()
JUNIORS = {"start_by_kind": {"primary": 900, "secondary": 1200}, "start_by_age": [[12, 1000], [15, 1150]]}
WITH_DEVIATIONS = ["glicko_margin", "glicko2"]
every = pytest.mark.parametrize("name", SYSTEMS)
with_deviations = pytest.mark.parametrize("name", WITH_DEVIATIONS)


def lines(system, games, event, careers=None, rounds=None, **known):
    periods = dict.fromkeys(rounds or {game[3] for game in games}, event)
    found = list(rate_events(system, {} if careers is None else careers, games, periods, **known))
    return {change.player: change for _, changes in found for change in changes}


@every
def test_a_newcomer_starts_where_his_division_does(name):
    system = get_system(name, JUNIORS)
    starts = [lines(system, [(1, 2, 9, 1)], Event(1, DAY, kind))[1].before for kind in ("primary", "open", "other")]
    assert starts == [900, 1500, 1500]


@every
def test_age_comes_before_division_and_is_counted_by_the_year_of_the_event(name):
    system = get_system(name, JUNIORS)
    born = {1: 2014, 2: 2013, 3: 2011, 4: 2010}
    games = [(1, 2, 9, 1), (3, 4, 9, 1), (5, 1, 9, 2)]
    found = lines(system, games, Event(1, DAY, "secondary"), born=born)
    # 12, 13, 15 and 16 years old, and one of whom no year is known.
    assert [found[player].before for player in range(1, 6)] == [1000, 1150, 1150, 1200, 1200]
    later = lines(system, games, Event(1, date(2027, 1, 1).toordinal(), "secondary"), born=born)
    assert [later[player].before for player in range(1, 6)] == [1150, 1150, 1200, 1200, 1200]


@every
def test_who_has_a_rating_already_starts_from_it_in_any_division_and_at_any_age(name):
    careers = {1: Career(1432.0, 80.0, 40, DAY)}
    found = lines(get_system(name, JUNIORS), [(1, 2, 9, 1)], Event(1, DAY, "primary"), careers, born={1: 2014})
    assert found[1].before == 1432


@every
def test_without_such_rules_years_of_birth_and_kinds_change_nothing(name):
    games = [(1, 2, 9, 1), (3, 4, -30, 1), (1, 3, 60, 2)]
    plain = lines(get_system(name, {}), games, Event(1, DAY))
    told = lines(get_system(name, {}), games, Event(1, DAY, "primary"), born={1: 2014, 2: 2013})
    assert told == plain


@with_deviations
def test_the_deviations_of_the_young_grow_faster(name):
    system = get_system(name, {"growth": 4, "growth_by_age": [[12, 10], [18, 6]]})
    careers = {player: Career(1500.0, 60.0, 40, DAY - 100) for player in (1, 2, 3, 4)}
    born = {1: 2014, 2: 2008, 3: 2007}
    found = lines(system, [(1, 2, 9, 1), (3, 4, 9, 1)], Event(1, DAY), careers, born=born)
    for player, growth in ((1, 10), (2, 6), (3, 4), (4, 4)):
        assert found[player].rd_before == pytest.approx(math.sqrt(60**2 + growth**2 * 100))
        assert found[player].before == 1500
    ages = [(12, 10), (13, 6), (18, 6), (19, 4), (None, 4)]
    assert [system.rested(60.0, 100, age) for age, _ in ages] == [
        pytest.approx(math.sqrt(60**2 + growth**2 * 100)) for _, growth in ages
    ]


@every
def test_a_rating_from_elsewhere_is_where_somebody_without_one_goes_on_from(name):
    system = get_system(name, {})
    starts = {player: system.imported(1700.0, 0.0, 12, DAY - 30) for player in (1, 2)}
    careers = {2: system.imported(1600.0, 70.0, 50, DAY)}
    found = lines(system, [(1, 2, 9, 1), (3, 4, 9, 1)], Event(1, DAY), careers, starts=starts)
    assert [found[player].before for player in (1, 2, 3)] == [1700, 1600, 1500]
    assert [found[player].career_games for player in (1, 2, 3)] == [13, 51, 1]
    assert [careers[player].games for player in (1, 2, 3)] == [13, 51, 1]
    assert set(careers) == {1, 2, 3, 4}


@every
def test_going_on_from_a_start_is_the_same_as_having_had_it_as_a_career(name):
    system = get_system(name, {})
    games = [(1, 2, 9, 1), (3, 1, 80, 1), (2, 3, -4, 2), (1, 3, 7, 3)]
    come = {1: system.imported(1810.0, 95.0, 64, DAY - 400)}
    started, had = {}, dict(come)
    assert lines(system, games, Event(1, DAY), started, starts=come) == lines(system, games, Event(1, DAY), had)
    assert started == had


@pytest.mark.parametrize("clean", range(1, 5))
@every
def test_forward_from_any_event_is_from_scratch_with_starts_ages_and_kinds_too(name, clean):
    rng = random.Random(clean)
    values = JUNIORS | ({"growth_by_age": [[14, 9]], "newcomers": "performance"} if name in WITH_DEVIATIONS else {})
    schedule = get_schedule(name, values)
    starts = {player: schedule.on(DAY).imported(1600.0 + player, 0.0, player, DAY - 9) for player in (2, 5, 8, 14)}
    born = {player: 2008 + player for player in range(0, 16, 3)}
    games, periods = [], {}
    for number in range(5):
        event = Event(number, DAY + 40 * number, ("open", "primary")[number % 2])
        field = rng.sample(range(16), 8)
        for turn in range(6):
            periods[10 * number + turn] = event
            rng.shuffle(field)
            games += [(*field[i : i + 2], rng.randint(-200, 200), 10 * number + turn) for i in range(0, 8, 2)]
    known = {"born": born, "starts": starts}
    whole = list(rate_events(schedule, {}, games, periods, **known))
    careers = {}
    for _ in rate_events(schedule, careers, [g for g in games if periods[g[3]].id < clean], periods, **known):
        pass
    rest = [g for g in games if periods[g[3]].id >= clean]
    assert list(rate_events(schedule, careers, rest, periods, **known)) == whole[clean:]


def of_newcomers(name, games, careers=None, **values):
    return lines(get_system(name, {"newcomers": "performance", **values}), games, Event(1, DAY), careers)


@with_deviations
def test_in_a_newcomers_event_the_order_of_rounds_says_nothing(name):
    rng = random.Random(4)
    games = [(*rng.sample(range(8), 2), rng.randint(-300, 300), turn) for turn in range(40)]
    shuffled = games[:]
    rng.shuffle(shuffled)
    renumbered = [(one, other, margin, turn) for turn, (one, other, margin, _) in enumerate(shuffled)]
    assert of_newcomers(name, renumbered) == of_newcomers(name, games)


@with_deviations
def test_round_by_round_the_same_results_depend_on_when_they_came(name):
    games = [(1, 2, 200, 1), (2, 3, 200, 2), (1, 3, 200, 3)]
    turned = [(2, 3, 200, 1), (1, 3, 200, 2), (1, 2, 200, 3)]
    event = Event(1, DAY)
    system = get_system(name, {"period": "round"} if name == "glicko2" else {})
    assert lines(system, games, event)[1].after != lines(system, turned, event)[1].after
    assert of_newcomers(name, games)[1].after == of_newcomers(name, turned)[1].after


@with_deviations
def test_who_met_the_winners_of_a_newcomers_event_is_rated_above_who_met_the_losers(name):
    """1 and 2 lose as often and as high, 1 to those who win all else, 2 to those who lose all else."""
    games = [(3, 1, 100, 1), (4, 1, 100, 2), (5, 2, 100, 3), (6, 2, 100, 4)]
    games += [(strong, weak, 300, 10 * strong + weak) for strong in (3, 4) for weak in (5, 6)]
    found = of_newcomers(name, games)
    assert found[3].after > found[1].after > found[2].after


@with_deviations
def test_a_rated_player_meets_newcomers_at_what_their_event_made_of_them(name):
    """All of the newcomers' other results are known when he is rated, also those of later rounds."""
    careers = {9: Career(1500.0, 60.0, 90, DAY)}
    games = [(9, 1, 50, 1)]
    later = [(1, n, 300, n) for n in (2, 3, 4, 5)]
    strong = of_newcomers(name, games + later, dict(careers))
    weak = of_newcomers(name, games + [(n, one, m, p) for one, n, m, p in later], dict(careers))
    assert strong[9].after > weak[9].after


@with_deviations
def test_with_fewer_newcomers_than_the_share_they_are_rated_round_by_round(name):
    careers = {player: Career(1500.0, 60.0, 90, DAY) for player in range(1, 5)}
    games = [(1, 5, 50, 1), (2, 6, 50, 1), (5, 6, 80, 2), (3, 5, 9, 3), (4, 6, 9, 3)]
    plain = lines(get_system(name, {}), games, Event(1, DAY), dict(careers))
    assert of_newcomers(name, games, dict(careers)) == plain
    assert of_newcomers(name, games, dict(careers), newcomers_share=0.33)[5] != plain[5]


@with_deviations
def test_whoever_comes_with_a_rating_is_no_newcomer_in_such_an_event(name):
    system = get_system(name, {"newcomers": "performance"})
    starts = {1: system.imported(1900.0, 60.0, 200, DAY)}
    found = lines(system, [(1, 2, -10, 1), (1, 3, -10, 2), (2, 3, 10, 3)], Event(1, DAY), starts=starts)
    assert found[1].before == 1900
    assert 1800 < found[1].after < 1900


@with_deviations
def test_the_lines_of_a_newcomers_event_count_every_game_once(name):
    careers = {9: Career(1500.0, 60.0, 90, DAY)}
    games = [(1, 2, 10, 1), (3, 9, 4, 1), (1, 3, -7, 2), (2, 9, 0, 2), (1, 9, 99, 3), (2, 3, 1, 3)]
    found = of_newcomers(name, games, careers)
    assert [found[player].games for player in (1, 2, 3, 9)] == [3] * 4
    assert [found[player].career_games for player in (1, 2, 3, 9)] == [3, 3, 3, 93]
    assert sum(change.actual for change in found.values()) == pytest.approx(6)
    assert all(0 < change.expected < 3 for change in found.values())


@with_deviations
@pytest.mark.parametrize("gap", [0, 3000, -3000, 1e6, -1e6])
@pytest.mark.parametrize("margin", [400, -400])
def test_a_newcomers_event_ends_on_numbers_whatever_the_results(name, gap, margin):
    careers = {player: Career(1500.0 + gap, 30.0, 90, DAY) for player in range(100, 110)}
    games = [(n, 100 + n % 10, margin, n) for n in range(20)] + [(0, n, margin, 20 + n) for n in range(1, 20)]
    games += [(0, 1, margin, 1000 + turn) for turn in range(200)]
    for change in of_newcomers(name, games, careers).values():
        assert all(math.isfinite(figure) for figure in change)
        assert 45 <= change.rd_after <= 350


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"start_by_kind": [900]}, "start_by_kind"),
        ({"start_by_kind": {"primary": math.nan}}, "start_by_kind"),
        ({"start_by_kind": {"primary": 20_000}}, "start_by_kind"),
        ({"start_by_kind": {3: 900}}, "start_by_kind"),
        ({"start_by_age": {"12": 900}}, "start_by_age"),
        ({"start_by_age": [[12]]}, "start_by_age"),
        ({"start_by_age": [[15, 900], [12, 800]]}, "start_by_age"),
        ({"start_by_age": [[12, 900], [12, 800]]}, "start_by_age"),
        ({"start_by_age": [[0, 900]]}, "start_by_age"),
        ({"growth_by_age": [[12, -1]]}, "growth_by_age"),
        ({"newcomers": "guess"}, "newcomers"),
        ({"newcomers_share": 0}, "newcomers_share"),
    ],
)
def test_a_rule_for_newcomers_that_cannot_work_is_refused_by_name(values, field):
    with pytest.raises(SystemParameterError) as refused:
        get_system("glicko_margin", values)
    assert refused.value.field == field


@every
def test_rules_for_newcomers_are_json_and_part_of_what_a_run_states(name):
    schedule = get_schedule(name, JUNIORS | {"by_day": {"2027-01-01": {"start_by_kind": {"primary": 950}}}})
    stated = schedule.parameters()
    assert stated["start_by_kind"] == {"primary": 900, "secondary": 1200}
    assert stated["by_day"] == {"2027-01-01": {"start_by_kind": {"primary": 950}}}
    assert get_schedule(name, stated).digest() == schedule.digest() != get_schedule(name, {}).digest()
    after = schedule.on(date(2027, 1, 1).toordinal())
    assert after.enter(None, DAY, Origin("primary")).rating == 950
