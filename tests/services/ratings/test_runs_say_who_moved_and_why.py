"""Every run keeps whom it moved, from where to where, and the first thing that was different for each of them."""

import datetime
from typing import Any

import pytest

from players.models import Player
from ratings.models import Rating, RatingImport, RatingRun, RunMove, StartRating
from ratings.services import event_refuse, list_restart, list_update, lists_mark, moves, players_born_changed
from tests.factories import TEST, enter_named, fixed_round
from tests.services.ratings.support import event_of, play, played_division, rate, rating_of, the_list
from tournaments.models import Division, EntryMember
from tournaments.services.events import tournament_delete, tournament_update
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
SPRING, SUMMER = datetime.date(2026, 3, 1), datetime.date(2026, 6, 1)


def moves_of(run: RatingRun | None) -> dict[str, tuple[str, int | None]]:
    """Cause and division by the player's name."""
    assert run is not None
    return {
        name: (cause, division)
        for name, cause, division in RunMove.objects.filter(run=run).values_list(
            "player__name", "cause", "event__division_id"
        )
    }


@pytest.fixture
def two_events() -> tuple[Division, Division]:
    """A and B play in spring; B and C, then D and E, in summer. All is rated."""
    spring = played_division("AB", [("A", "B", 400, 300)], starts_on=SPRING)
    summer = played_division("BCDE", [("B", "C", 400, 300), ("D", "E", 400, 300)], starts_on=SUMMER)
    rate()
    return spring, summer


def test_the_first_event_brings_everybody_in() -> None:
    division = played_division("AB", [("A", "B", 400, 300)])
    run = rate()
    assert moves_of(run) == {"A": ("new_event", division.pk), "B": ("new_event", division.pk)}
    move = RunMove.objects.get(run=run, player__name="A")
    rating = Rating.objects.get(player__name="A")
    assert (move.before, move.rd_before, move.games_before) == (None, None, 0)
    assert (move.after, move.rd_after, move.games_after) == (rating.rating, rating.rd, 1)


def test_a_corrected_result_moves_its_players_and_who_met_them_later(two_events: Any) -> None:
    spring, summer = two_events
    before = {name: rating_of(name) for name in "ABC"}
    enter_named(spring.rounds.get(), "A", 300, 400, reason="sheet added again")
    run = rate()
    assert moves_of(run) == {
        "A": ("scores", spring.pk),
        "B": ("scores", spring.pk),
        "C": ("carried", summer.pk),
    }
    assert {m.player.name: m.before for m in RunMove.objects.filter(run=run).select_related("player")} == before


def test_a_run_that_changes_nobody_has_no_moves(two_events: Any) -> None:
    list_restart(list_id=the_list().pk)
    assert moves_of(rate()) == {}


def test_another_game_in_a_known_event_is_told_from_a_new_event(two_events: Any) -> None:
    spring, _summer = two_events
    play(spring, 2, [("A", "B", 350, 300)])
    assert {name: cause for name, (cause, _) in moves_of(rate()).items()} == {
        "A": "games",
        "B": "games",
        "C": "carried",
    }


def test_who_leaves_with_an_event_moves_to_nowhere(two_events: Any) -> None:
    _spring, summer = two_events
    event_refuse(event_id=event_of(summer).pk, actor=TEST)
    run = rate()
    assert moves_of(run) == dict.fromkeys("BCDE", ("event_gone", summer.pk))
    gone = RunMove.objects.get(run=run, player__name="C")
    assert (gone.after, gone.rd_after, gone.games_after) == (None, None, 0)
    assert RunMove.objects.get(run=run, player__name="B").after == rating_of("B")


def test_a_deleted_event_is_named_by_what_it_was(two_events: Any) -> None:
    _spring, summer = two_events
    name = event_of(summer).name
    tournament_delete(tournament_id=summer.tournament_id, expected_games=2, actor=TEST)
    run = rate()
    assert {m.event.name for m in RunMove.objects.filter(run=run).select_related("event")} == {name}


def test_other_parameters_are_the_cause_for_everybody(two_events: Any) -> None:
    list_update(list_id=the_list().pk, actor=TEST, parameters={"scale": 200})
    assert {cause for cause, _event in moves_of(rate()).values()} == {"rules"}


def test_an_event_on_another_day_says_so(two_events: Any) -> None:
    _spring, summer = two_events
    later = SUMMER + datetime.timedelta(days=60)
    tournament_update(tournament_id=summer.tournament_id, actor=TEST, starts_on=later, ends_on=later)
    found = moves_of(rate())
    assert found["B"] == ("days", summer.pk)
    # His opponent had not been away: she met somebody less certain than before.
    assert found["C"] == ("carried", summer.pk)


def test_a_start_from_elsewhere_says_so(two_events: Any) -> None:
    rating_list = the_list()
    source = RatingImport.objects.create(rating_list=rating_list, file_name="a.csv", digest="0" * 64, as_of=SPRING)
    player = Player.objects.get(name="A")
    StartRating.objects.create(
        rating_list=rating_list, player=player, rating=1900, rd=80, games=40, day=SPRING, source=source
    )
    lists_mark([rating_list.pk], None)
    run = rate()
    assert moves_of(run)["A"][0] == "start"
    assert moves_of(run)["B"][0] == "carried"
    assert Rating.objects.get(player=player).games == 41
    assert rating_of("A") > 1850


def test_a_year_of_birth_moves_only_lists_that_go_by_age(two_events: Any) -> None:
    spring, _summer = two_events
    child = Player.objects.get(name="A")
    Player.objects.filter(pk=child.pk).update(born=2016)
    players_born_changed(player_ids=[child.pk])
    assert rate() is None
    list_update(list_id=the_list().pk, actor=TEST, parameters={"start_by_age": [[12, 1000]]})
    rate()
    assert rating_of("A") < 1300
    Player.objects.filter(pk=child.pk).update(born=1990)
    players_born_changed(player_ids=[child.pk])
    run = rate()
    assert rating_of("A") > 1500
    assert moves_of(run)["A"] == ("start", spring.pk)


def test_entries_given_to_another_player_move_both(two_events: Any) -> None:
    spring, _summer = two_events
    other = Player.objects.get(name="D")
    EntryMember.objects.filter(division=spring, player__name="A").update(player=other)
    lists_mark([the_list().pk], spring.pk)
    found = moves_of(rate())
    assert found["A"] == ("games", spring.pk)
    assert found["D"] == ("games", spring.pk)
    assert not Rating.objects.filter(player__name="A").exists()
    assert Rating.objects.get(player=other).games == 2
    EntryMember.objects.filter(division=spring, player=other).update(player=Player.objects.get(name="A"))
    lists_mark([the_list().pk], spring.pk)
    rate()
    assert Rating.objects.get(player=other).games == 1


def test_a_long_event_does_not_fill_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "KEPT_OF_ALL", 3)
    division = played_division("AB", [("A", "B", 400, 300)], rounds_planned=9)
    rate()
    for own in range(10):
        enter_named(division.rounds.get(), "A", 300 + own, 400, reason="sheet added again")
        rate()
    assert RatingRun.objects.count() == 11
    assert RunMove.objects.values("run").distinct().count() == 3
    newest = RatingRun.objects.first()
    assert newest is not None
    assert newest.moves.count() == 2


def test_what_corrected_published_numbers_is_kept_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "KEPT_OF_ALL", 1)
    division = played_division("AB", [("A", "B", 400, 300)], rounds_planned=1, starts_on=SPRING)
    round_close(round_id=division.rounds.get().pk, actor=TEST)
    rate()
    enter_named(division.rounds.get(), "A", 300, 400, may_correct=True, reason="sheet added again")
    correction = rate()
    for number in (1, 2, 3):
        live = played_division("AB", starts_on=SUMMER + datetime.timedelta(days=number))
        enter_named(fixed_round(live, 1, [("A", "B")]), "A", 400, 300)
        rate()
    assert correction is not None
    assert correction.lines_superseded == 2
    assert RunMove.objects.filter(run=correction).count() == 2
    assert RunMove.objects.values("run").distinct().count() == 2


def test_progress_of_a_run_ends_at_all_of_its_events(two_events: Any) -> None:
    list_restart(list_id=the_list().pk)
    run = rate()
    assert run is not None
    assert run.total == 2
