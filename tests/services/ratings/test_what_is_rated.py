"""C54: only a game between two people that was played and counts is rated; all else has its reason."""

import datetime

import pytest

from ratings.models import Rating, RatingHistory, RatingList
from ratings.selectors.unrated import unrated_games
from ratings.services import list_create
from tests.factories import TEST, enter_named, fixed_round, make_division, make_entry, pairing_of, publish_round
from tests.services.ratings.support import (
    event_of,
    lines,
    play,
    played_division,
    rate,
    rating_of,
    standings,
    the_list,
)
from tournaments.models import Result
from tournaments.services.events import division_update
from tournaments.services.registration import NewEntry, entry_add
from tournaments.services.reports import Report
from tournaments.services.results import result_confirm, result_enter

pytestmark = pytest.mark.django_db


def report(pairing, outcome, **more):
    full = Report(outcome=outcome, **more)
    return result_enter(pairing_id=pairing.pk, report=full, actor=TEST, source="desk", expected_version=0)


def reasons(division):
    return sorted((game.round_number, game.reason) for game in unrated_games(event_of(division)))


def test_two_newcomers_move_by_the_same_amount_and_a_tie_moves_nobody():  # C52
    played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 350, 350)])
    rate()
    assert rating_of("A") > 1500
    assert rating_of("A") - 1500 == 1500 - rating_of("B")
    assert rating_of("C") == rating_of("D") == 1500


def test_a_wider_win_earns_more():
    played_division("ABCD", [("A", "B", 500, 300), ("C", "D", 350, 300)])
    rate()
    assert rating_of("A") > rating_of("C") > 1500


def test_a_zero_is_a_score_and_is_rated():
    played_division("AB", [("A", "B", 0, 350)])
    rate()
    assert rating_of("A") < 1500 < rating_of("B")


def test_a_bye_is_no_game():  # C04
    division = make_division(names=["A", "B", "C"])
    enter_named(fixed_round(division, 1, [("A", "B")], bye="C"), "A", 350, 300)
    rate()
    assert set(standings()) == {"A", "B"}
    assert reasons(division) == [(1, "bye")]


@pytest.mark.parametrize("outcome", ["forfeit", "double_forfeit", "void"])
def test_forfeits_and_voids_are_no_games(outcome):
    division = played_division("AB")
    report(
        pairing_of(fixed_round(division, 1, [("A", "B")]), "A"), outcome, winner=0 if outcome == "forfeit" else None
    )
    rate()
    assert not Rating.objects.exists()
    assert reasons(division) == [(1, outcome)]


def test_a_game_without_a_result_waits():
    division = played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 400, 300)])
    round_ = publish_round(division, 2)
    rate()
    assert {figures[4] for figures in lines().values()} == {1}
    assert reasons(division) == [(2, "unfinished"), (2, "unfinished")]
    enter_named(round_, "A", 400, 300)
    rate()
    assert lines()[division.pk, "A"][4] == 2


def test_a_report_counts_once_the_other_side_has_agreed():
    list_create(name="A-Math", slug="amath", ruleset="amath", actor=TEST)
    division = played_division("AB")
    pairing = pairing_of(fixed_round(division, 1, [("A", "B")]), "A")
    result_enter(
        pairing_id=pairing.pk,
        report=Report(first=400, second=300),
        actor=TEST,
        source="player",
        reported_by_place=0,
    )
    rate()
    assert not Rating.objects.exists()
    assert reasons(division) == [(1, "pending")]
    result_confirm(pairing_id=pairing.pk, version=1, actor=TEST, by_place=1)
    rate()
    assert set(standings()) == {"A", "B"}
    assert reasons(division) == []


def test_a_pending_report_counts_where_the_division_says_so():
    division = played_division("AB", pending_counts=True)
    pairing = pairing_of(fixed_round(division, 1, [("A", "B")]), "A")
    result_enter(
        pairing_id=pairing.pk,
        report=Report(first=400, second=300),
        actor=TEST,
        source="player",
        reported_by_place=0,
    )
    rate()
    assert set(standings()) == {"A", "B"}


def test_a_disputed_game_is_rated_for_nobody():
    list_create(name="A-Math", slug="amath", ruleset="amath", actor=TEST)
    division = played_division("AB")
    pairing = pairing_of(fixed_round(division, 1, [("A", "B")]), "A")
    for place, score in ((0, 400), (1, 290)):
        result_enter(
            pairing_id=pairing.pk,
            report=Report(first=score, second=300),
            actor=TEST,
            source="player",
            reported_by_place=place,
        )
    assert Result.objects.filter(state="disputed").exists()
    rate()
    assert not Rating.objects.exists()
    assert reasons(division) == [(1, "disputed")]


def test_a_team_is_not_a_person_to_be_rated():
    division = make_division(names=["A", "B", "C"])
    entry_add(division_id=division.pk, new=NewEntry(names=("D", "E"), team_name="Pair"), actor=TEST)
    round_ = fixed_round(division, 1, [("A", "B"), ("C", "D")])
    enter_named(round_, "A", 400, 300)
    enter_named(round_, "C", 400, 300)
    rate()
    assert set(standings()) == {"A", "B"}
    assert reasons(division) == [(1, "team")]


def test_an_unrated_division_is_rated_for_nobody_and_may_change_its_mind():
    division = played_division("AB", [("A", "B", 400, 300)])
    rate()
    assert set(standings()) == {"A", "B"}
    division_update(division_id=division.pk, actor=TEST, rated=False)
    rate()
    assert not Rating.objects.exists()
    assert reasons(division) == [(1, "event_unrated")]
    division_update(division_id=division.pk, actor=TEST, rated=True)
    rate()
    assert set(standings()) == {"A", "B"}


def test_a_division_that_never_was_rated_opens_no_list():
    played_division("AB", [("A", "B", 400, 300)], rated=False)
    assert not RatingList.objects.exists()


def test_each_game_has_a_list_of_its_own():
    played_division("AB", [("A", "B", 400, 300)], ruleset="amath")
    played_division("AB", [("A", "B", 100, 120)], ruleset="summy")
    for name in ("amath", "summy"):
        rate(the_list(name))
    assert standings(the_list("amath"))["A"][0] > 1500 > standings(the_list("summy"))["A"][0]


def test_the_rounds_of_an_event_give_one_line_a_player():
    division = played_division(
        "ABCD", [("A", "B", 400, 300), ("C", "D", 380, 300)], [("A", "C", 400, 300), ("B", "D", 1, 0)]
    )
    rate()
    assert len(lines()) == 4
    before, _rd_before, after, _rd, games, career, expected, actual = lines()[division.pk, "A"]
    assert (before, games, career) == (1500, 2, 2)
    assert after == rating_of("A")
    assert 0 < expected < actual < 2


def test_a_late_entry_is_rated_from_its_first_game_on():
    division = played_division("ABC", [("A", "B", 400, 300)])
    make_entry(division, "L")
    play(division, 2, [("A", "L", 300, 320), ("B", "C", 300, 200)])
    rate()
    assert lines()[division.pk, "L"][4] == 1
    assert lines()[division.pk, "A"][4] == 2


def test_events_are_rated_by_date_and_not_in_the_order_they_were_entered():
    later = played_division("AB", [("A", "B", 400, 300)], starts_on=datetime.date(2026, 5, 2))
    rate()
    earlier = played_division("AB", [("B", "A", 400, 300)], starts_on=datetime.date(2026, 5, 1))
    rate()
    assert lines()[earlier.pk, "A"][0] == 1500
    assert lines()[later.pk, "A"][0] == lines()[earlier.pk, "A"][2]
    assert not RatingHistory.objects.filter(superseded_by=None, player__name="A", career_games__gt=2).exists()


def test_days_away_widen_the_deviation_only():
    played_division("AB", [("A", "B", 400, 300)], starts_on=datetime.date(2025, 1, 1))
    second = played_division("AB", [("A", "B", 400, 300)], starts_on=datetime.date(2026, 1, 1))
    rate()
    first = next(v for k, v in lines().items() if k != (second.pk, "A") and k[1] == "A")
    assert lines()[second.pk, "A"][0] == first[2]
    assert lines()[second.pk, "A"][1] == pytest.approx((first[3] ** 2 + 16 * 365) ** 0.5)
