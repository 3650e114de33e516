"""Records: the best of what was played alone, and of ratings that were settled."""

import datetime
from typing import Any

import pytest

from games.engine.adjustments import SideComponents
from games.models import GameEvent
from players.models import Player
from ratings.selectors.meetings import meetings_with, opponents_of
from ratings.selectors.people import HistoryLine
from ratings.selectors.played import played_games
from ratings.selectors.records import game_records, rating_records
from tests.factories import (
    TEST,
    enter,
    entry_named,
    fixed_round,
    make_division,
    make_tournament,
    pairing_of,
    publish_round,
)
from tests.services.ratings.support import played_division
from tests.sheets import DIRECTS, OPENING, begin, end, record
from tournaments.models import Pairing
from tournaments.services.registration import NewEntry, entry_add

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)


def games_of(name: str) -> Any:
    return played_games(Player.objects.get(name=name))


def line(days: int, before: int, after: int, **more: Any) -> HistoryLine:
    usual: dict[str, Any] = {"running": False, "superseded": False, "provisional": False}
    return HistoryLine(
        day=DAY + datetime.timedelta(days),
        name=f"Cup {days}",
        event_id=days,
        slug="cup",
        division="open",
        before=before,
        after=after,
        rd=60,
        games=6,
        expected=3,
        actual=3,
        **(usual | more),
    )


def test_a_run_of_wins_goes_over_events_and_ends_with_a_tie() -> None:
    for at, scores in enumerate(([(1, 0), (2, 0)], [(3, 0), (4, 4), (5, 0)])):
        division = make_division(make_tournament(starts_on=DAY + datetime.timedelta(at)), names="AB")
        for number, (own, other) in enumerate(scores, 1):
            round_ = fixed_round(division, number, [("A", "B")])
            enter(pairing_of(round_, "A"), 300 + own, 300 + other)
    records = game_records(games_of("A"))
    assert records is not None
    assert records.run is not None
    assert (records.run.length, records.run.first.own, records.run.last.own) == (3, 301, 303)
    assert (records.all.wins, records.all.ties, records.all.losses) == (4, 1, 0)
    assert records.all.rate == 90
    theirs = game_records(games_of("B"))
    assert theirs is not None
    assert theirs.run is None
    assert theirs.widest is None


def test_who_started_is_told_apart() -> None:
    played_division("AB", [("A", "B", 400, 300)], [("B", "A", 310, 300)])
    records = game_records(games_of("A"))
    assert records is not None
    assert (records.starting.games, records.replying.games) == (1, 1)
    Pairing.objects.update(starts_known=False)
    unknown = game_records(games_of("A"))
    assert unknown is not None
    assert (unknown.starting.games, unknown.replying.games) == (0, 0)
    assert unknown.starting.rate is None


def test_bingos_are_known_where_the_result_says_how_it_came_about() -> None:
    division = make_division(names="AB")
    round_ = fixed_round(division, 1, [("A", "B")])
    sides = (
        SideComponents(plays=320, bingos=2, rack=0, final=400),
        SideComponents(plays=260, bingos=1, rack=0, final=300),
    )
    enter(pairing_of(round_, "A"), 400, 300, components=sides)
    for name in "AB":
        records = game_records(games_of(name))
        assert records is not None
        assert records.most_bingos is not None
        game, bingos = records.most_bingos
        assert bingos == (2 if game.own == 400 else 1)


def test_games_of_teams_are_games_and_no_meetings() -> None:
    division = make_division(names="C")
    entry_add(division_id=division.pk, new=NewEntry(names=("A", "B"), team_name="Twins"), actor=TEST)
    solo, twins = entry_named(division, "C"), entry_named(division, "A")
    round_ = publish_round(division, 1, locked_pairs=[(solo.pk, twins.pk)])
    enter(round_.pairings.get(), 400, 300)
    [game] = games_of("C")
    assert (game.team, len(game.opponents), game.alone) == ("Twins", 2, False)
    [theirs] = games_of("A")
    assert theirs.alone is False
    assert opponents_of([game]) == []
    assert game_records([game]) is None


def test_an_average_spread_is_rounded_as_people_round() -> None:
    played_division("AB", [("A", "B", 303, 300)], [("A", "B", 300, 300)])
    mine, theirs = games_of("A"), games_of("B")
    assert meetings_with(mine[0].opponent, mine).average == 2
    assert meetings_with(theirs[0].opponent, theirs).average == -2


def test_a_newcomers_first_numbers_are_no_record_once_there_are_better_known_ones() -> None:
    early = [line(0, 1500, 1900, provisional=True), line(1, 1900, 1700, provisional=True)]
    assert rating_records(early).highest == early[0]
    later = [*early, line(2, 1700, 1710), line(3, 1710, 1705), line(4, 1705, 1999, running=True)]
    records = rating_records([*later, line(2, 1700, 1999, superseded=True)])
    assert (records.highest, records.gain, records.settled_only) == (later[2], later[2], True)
    assert rating_records([]).highest is None
    assert rating_records([line(0, 1500, 1400)]).gain is None


#: Another way to lie the opening, worth more: its row is on a premium.
BETTER = {**OPENING, "start": "8H"}


def sheet_table(*, public: bool = True) -> Any:
    """A game with a scoresheet to be written; A starts."""
    division = make_division(make_tournament(public=public), names="AB")
    return pairing_of(fixed_round(division, 1, [("A", "B")]), "A")


def best_play_of(name: str) -> Any:
    records = game_records(games_of(name))
    return records.play if records else None


def test_the_highest_play_is_from_the_scoresheet() -> None:
    pairing = sheet_table()
    begin(pairing)
    end(pairing)
    assert best_play_of("A") is None  # no result that everybody may see yet
    enter(pairing, 8, 0)
    best = best_play_of("A")
    assert (best.points, best.game.pairing_id, best.table) == (8, pairing.pk, pairing.table)
    assert best_play_of("B") is None


def test_a_play_that_was_taken_back_is_no_record() -> None:
    pairing = sheet_table()
    begin(pairing)
    record(pairing, "undo", side=0, target_seq=1)
    record(pairing, "pass", side=0)
    end(pairing)
    enter(pairing, 8, 0)
    assert best_play_of("A") is None


def test_a_play_that_was_put_right_counts_as_it_is_now() -> None:
    pairing = sheet_table()
    begin(pairing)
    record(
        pairing,
        "replace",
        side=0,
        target_seq=1,
        reason="lay elsewhere",
        rights=DIRECTS,
        payload={"type": "play", "data": BETTER},
    )
    end(pairing)
    enter(pairing, 20, 0)
    row = GameEvent.objects.get(game=pairing.game_id, kind="replace")
    assert row.score is not None
    assert best_play_of("A").points == row.score["total"]
    assert row.score["total"] > 8


def test_the_best_of_several_sheets_is_found_and_a_voided_better_one_passed_over() -> None:
    first = sheet_table()
    begin(first)
    end(first)
    enter(first, 8, 0)
    division = make_division(make_tournament(starts_on=DAY), names=[])
    for name in "AB":
        entry_add(division_id=division.pk, new=NewEntry(player_ids=(Player.objects.get(name=name).pk,)), actor=TEST)
    second = pairing_of(fixed_round(division, 1, [("A", "B")]), "A")
    record(second, "play", side=0, payload=BETTER)
    end(second)
    enter(second, 20, 0)
    assert best_play_of("A").game.pairing_id == second.pk
    record(second, "void", target_seq=1, reason="not in the bag", rights=DIRECTS)
    assert (best_play_of("A").points, best_play_of("A").game.pairing_id) == (8, first.pk)


def test_plays_of_hidden_events_are_no_record() -> None:
    pairing = sheet_table(public=False)
    begin(pairing)
    end(pairing)
    enter(pairing, 8, 0)
    assert best_play_of("A") is None
