"""What was published stays to be read when it changes; a projection of an event in play does not."""

import datetime

import pytest

from ratings.models import RatedEvent, Rating, RatingHistory
from tests.factories import TEST, enter_named, play_round
from tests.services.ratings.support import lines, play, played_division, rate, rating_of, standings
from tournaments.models import Round
from tournaments.services.events import tournament_delete
from tournaments.services.rounds import round_close, round_delete

pytestmark = pytest.mark.django_db


def superseded():
    return RatingHistory.objects.exclude(superseded_by=None)


def complete_division(names="AB", day=datetime.date(2026, 3, 1)):
    division = played_division(names, [("A", "B", 400, 300)], rounds_planned=1, starts_on=day)
    round_close(round_id=division.rounds.get().pk, actor=TEST)
    rate()
    return division


def test_a_correction_after_the_event_keeps_the_published_line_and_names_the_run():
    division = complete_division()
    published = lines()[division.pk, "A"]
    enter_named(division.rounds.get(), "A", 300, 400, may_correct=True, reason="sheet added again")
    run = rate()
    old = superseded().get(player__name="A")
    assert (old.after, old.superseded_by_id) == (published[2], run.pk)
    assert lines()[division.pk, "A"][2] == rating_of("A") < 1500 < old.after
    assert run.lines_superseded == 2


def test_a_correction_and_its_correction_leave_both_to_be_read():
    division = complete_division()
    published = lines()
    for own, other in ((300, 400), (400, 300)):
        enter_named(division.rounds.get(), "A", own, other, may_correct=True, reason="sheet added again")
        rate()
    assert lines() == published
    assert superseded().filter(player__name="A").count() == 2


def test_while_an_event_is_played_its_lines_are_replaced_without_a_trace():
    division = played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 400, 300)], rounds_planned=3)
    rate()
    play(division, 2, [("A", "C", 400, 300), ("B", "D", 400, 300)])
    rate()
    assert len(lines()) == RatingHistory.objects.count() == 4
    assert not RatedEvent.objects.get().over


def test_closing_the_last_round_publishes():
    division = played_division("AB", [("A", "B", 400, 300)], rounds_planned=1)
    rate()
    before = lines()
    round_close(round_id=Round.objects.get().pk, actor=TEST)
    run = rate()
    assert RatedEvent.objects.get(division=division).over
    assert lines() == before
    assert run.lines_written == 0


def test_lines_of_later_events_that_change_are_kept_too():
    first = complete_division()
    second = complete_division("ABC", datetime.date(2026, 4, 1))
    enter_named(first.rounds.get(), "A", 300, 400, may_correct=True, reason="sheet added again")
    rate()
    assert {line.event.division_id for line in superseded()} == {first.pk, second.pk}


def test_a_deleted_round_leaves_no_points_behind():  # C20
    division = played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 400, 300)], rounds_planned=2)
    rate()
    after_one = lines(), standings()
    second = play_round(division, 2)
    rate()
    assert standings() != after_one[1]
    round_delete(round_id=second.pk, expected_results=2, actor=TEST)
    rate()
    assert (lines(), standings()) == after_one
    round_delete(round_id=division.rounds.get().pk, expected_results=2, actor=TEST)
    rate()
    assert (lines(), standings()) == ({}, {})
    play(division, 1, [("A", "B", 400, 300), ("C", "D", 400, 300)])
    rate()
    assert standings() == after_one[1]


def test_a_deleted_event_takes_its_points_but_not_its_history():
    kept = complete_division()
    alone = lines(), standings()
    gone = complete_division("ABC", datetime.date(2026, 2, 1))
    assert lines()[kept.pk, "A"] != alone[0][kept.pk, "A"]
    name = RatedEvent.objects.get(division=gone).name
    tournament_delete(tournament_id=gone.tournament_id, expected_games=1, actor=TEST)
    rate()
    assert (lines(), standings()) == alone
    event = RatedEvent.objects.get(division=None)
    assert (event.name, event.day, event.games) == (name, datetime.date(2026, 2, 1), 0)
    assert {line.player.name for line in superseded().filter(event=event)} == {"A", "B"}


def test_a_player_whose_only_event_goes_is_unrated_again():
    complete_division()
    other = complete_division("ABC", datetime.date(2026, 4, 1))
    tournament_delete(tournament_id=other.tournament_id, expected_games=1, actor=TEST)
    rate()
    assert set(Rating.objects.values_list("player__name", flat=True)) == {"A", "B"}
