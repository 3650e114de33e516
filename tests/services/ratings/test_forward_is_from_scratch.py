"""C28, C49: whatever happens to old results, forward and from scratch give the same numbers, to the last bit."""

import datetime
import random

import pytest
from django.db.models import Max

from ratings.models import RatingHistory, RatingRun, StaleMark
from ratings.services import event_accept, event_refuse, list_restart
from tests.factories import TEST, enter, make_division, make_tournament, play_round
from tests.services.ratings.support import event_of, lines, rate, standings, the_list
from tournaments.models import Division, Result
from tournaments.selectors.results import tournament_games
from tournaments.services.events import division_update, tournament_delete, tournament_update
from tournaments.services.rounds import round_close, round_delete, round_losses

pytestmark = pytest.mark.django_db
FIRST_DAY = datetime.date(2026, 1, 10)


def season(rng, names, events=3, rounds=2):
    for number in range(events):
        division = make_division(
            make_tournament(starts_on=FIRST_DAY + datetime.timedelta(days=30 * number)),
            names=rng.sample(names, 6),
            rounds_planned=rounds,
        )
        for turn in range(1, rounds + 1):
            last = play_round(division, turn, seed=rng.randint(0, 99))
        round_close(round_id=last.pk, actor=TEST)


def correct(rng):
    result = rng.choice(list(Result.objects.filter(state__in=Result.LIVE, outcome="played").order_by("pk")))
    enter(result.pairing, result.second_final + 1, result.first_final, may_correct=True, reason="sheet added again")


def delete_round(rng):
    division = rng.choice(list(Division.objects.order_by("pk")))
    last = division.rounds.order_by("-number").first()
    if last is not None:
        round_delete(round_id=last.pk, expected_results=round_losses(last).total, actor=TEST)


def play_on(rng):
    division = rng.choice(list(Division.objects.order_by("pk")))
    top = division.rounds.aggregate(top=Max("number"))["top"] or 0
    play_round(division, top + 1, seed=rng.randint(0, 99))


def move(rng):
    tournament = rng.choice(list(Division.objects.order_by("pk"))).tournament
    day = FIRST_DAY + datetime.timedelta(days=rng.randint(-40, 100))
    tournament_update(tournament_id=tournament.pk, actor=TEST, starts_on=day, ends_on=day)


def late_event(rng):
    names = sorted({name for _division, name in lines()})
    division = make_division(
        make_tournament(starts_on=FIRST_DAY + datetime.timedelta(days=rng.randint(-40, 100))),
        names=[*rng.sample(names, 3), f"Late {rng.randint(0, 10**6)}"],
    )
    play_round(division, 1)


def unrate(rng):
    division = rng.choice(list(Division.objects.order_by("pk")))
    division_update(division_id=division.pk, actor=TEST, rated=not division.rated)


def refuse(rng):
    event = event_of(rng.choice(list(Division.objects.order_by("pk"))))
    (event_refuse if event.state == "accepted" else event_accept)(event_id=event.pk, actor=TEST)


def delete_event(rng):
    if Division.objects.count() > 2:
        tournament = rng.choice(list(Division.objects.order_by("pk"))).tournament
        tournament_delete(tournament_id=tournament.pk, expected_games=tournament_games(tournament), actor=TEST)


CHANGES = [correct, delete_round, play_on, move, late_event, unrate, refuse, delete_event]


@pytest.mark.parametrize("seed", range(6))
def test_after_any_change_forward_and_from_scratch_agree(seed):
    rng = random.Random(seed)
    season(rng, [f"P{n}" for n in range(9)])
    rate()
    for _ in range(8):
        for change in rng.sample(CHANGES, rng.choice([1, 1, 2])):
            change(rng)
        rate()
        forward = lines(), standings()
        assert not StaleMark.objects.exists()
        list_restart(list_id=the_list().pk)
        run = rate()
        assert run is not None
        assert run.from_day is None
        assert (lines(), standings()) == forward
        assert run.lines_written == 0


def test_a_correction_in_the_last_event_leaves_the_earlier_ones_alone():
    rng = random.Random(1)
    season(rng, [f"P{n}" for n in range(9)])
    rate()
    last = Division.objects.order_by("-pk").first()
    result = Result.objects.filter(pairing__round__division=last, state__in=Result.LIVE).order_by("pk").first()
    enter(result.pairing, 900, 0, may_correct=True, reason="sheet added again")
    run = rate()
    assert (run.from_day, run.events, run.games) == (last.tournament.starts_on, 1, 6)
    assert run.lines_superseded == run.lines_written > 0
    assert not RatingHistory.objects.exclude(superseded_by=None).exclude(event__division=last).exists()


def test_the_same_games_give_the_same_digest_and_nothing_is_rated_twice():
    rng = random.Random(2)
    season(rng, [f"P{n}" for n in range(9)])
    first = rate()
    assert rate() is None  # nothing was stale: no run at all
    list_restart(list_id=the_list().pk)
    second = rate()
    assert second.digest == first.digest
    assert (second.games, second.lines_written) == (first.games, 0)
    assert RatingRun.objects.count() == 2
    assert RatingHistory.objects.count() == first.lines_written


def test_other_parameters_rate_everything_anew():
    season(random.Random(3), [f"P{n}" for n in range(9)])
    rate()
    before = lines()
    rating_list = the_list()
    rating_list.parameters = {"scale": 200}
    rating_list.save()
    run = rate()
    assert run.from_day is None
    assert run.parameters["scale"] == 200
    assert lines() != before
