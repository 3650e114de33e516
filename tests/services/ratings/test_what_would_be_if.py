"""Previews of merges, splits and returned events: computed in memory, equal to what then comes, nothing written."""

import datetime
from typing import Any

import pytest

from players.models import Player
from ratings.models import RatedEvent, RatingHistory, RatingList, RatingRun, RunMove
from ratings.services import event_accept, event_refuse, list_create, lists_mark, what_if
from tests.factories import TEST, enter_named
from tests.services.ratings.support import played_division, rate, standings, the_list
from tournaments.models import Division, EntryMember

pytestmark = pytest.mark.django_db


@pytest.fixture
def events() -> list[Division]:
    made = [
        played_division("AB", [("A", "B", 400, 300)], starts_on=datetime.date(2026, 1, 1)),
        played_division("CB", [("C", "B", 400, 390)], starts_on=datetime.date(2026, 2, 1)),
        played_division("ABD", [("A", "D", 300, 390)], starts_on=datetime.date(2026, 3, 1)),
    ]
    rate()
    return made


def event_in(division: Division) -> RatedEvent:
    return RatedEvent.objects.get(division=division, rating_list=the_list())


def player(name: str) -> int:
    return Player.objects.get(name=name).pk


def foretold(rating_list: RatingList, moves: Any) -> dict[str, Any]:
    """Where everybody would stand by these moves."""
    after = {name: place[:3] for name, place in standings(rating_list).items()}
    for move in moves:
        name = Player.objects.get(pk=move.player_id).name
        assert (move.before is None) == (name not in after)
        after[name] = (move.after, move.rd, move.games)
    return {name: place for name, place in after.items() if place[0] is not None}


def now(rating_list: RatingList) -> dict[str, Any]:
    return {name: place[:3] for name, place in standings(rating_list).items()}


def test_a_merge_is_foretold_to_the_last_bit(events: list[Division]) -> None:
    a, c = player("A"), player("C")
    before = RatingRun.objects.count(), RatingHistory.objects.count(), RunMove.objects.count()
    moves = what_if(the_list(), players={(events[1].pk, c): a})
    assert (RatingRun.objects.count(), RatingHistory.objects.count(), RunMove.objects.count()) == before
    assert {m.player_id for m in moves if m.after is None} == {c}
    expected = foretold(the_list(), moves)
    assert what_if(the_list(), players=lambda division, who: a if who == c else who) == moves
    EntryMember.objects.filter(player=c).update(player=a)
    lists_mark([the_list().pk], events[1].pk)
    rate()
    assert now(the_list()) == expected


def test_a_returned_event_is_foretold(events: list[Division]) -> None:
    moves = what_if(the_list(), leave_out={events[0].pk})
    expected = foretold(the_list(), moves)
    event_refuse(event_id=event_in(events[0]).pk, actor=TEST)
    rate()
    assert now(the_list()) == expected
    back = what_if(the_list(), add={events[0].pk})
    expected = foretold(the_list(), back)
    event_accept(event_id=event_in(events[0]).pk, actor=TEST)
    rate()
    assert now(the_list()) == expected


def test_what_is_stale_already_is_not_told_as_a_move(events: list[Division]) -> None:
    enter_named(events[0].rounds.get(), "A", 100, 400, reason="sheet added again")
    moves = what_if(the_list(), leave_out={events[2].pk})
    assert {m.player_id for m in moves} == {player("A"), player("D")}


def test_nothing_asked_moves_nobody(events: list[Division]) -> None:
    assert what_if(the_list()) == []
    assert what_if(the_list(), players={}) == []
    assert what_if(the_list(), players=lambda division, who: who) == []
    assert what_if(the_list(), leave_out={10**9}) == []


def test_the_farthest_moved_come_first(events: list[Division]) -> None:
    moves = [m for m in what_if(the_list(), leave_out={events[0].pk}) if m.before and m.after]
    distances = [abs(m.after - m.before) for m in moves if m.after and m.before]
    assert distances == sorted(distances, reverse=True)
    assert len(distances) >= 2


def test_a_federations_list_has_nothing_to_foretell(events: list[Division]) -> None:
    federation = list_create(name="WESPA", slug="wespa", ruleset="amath", system="external", actor=TEST)
    assert what_if(federation, leave_out={events[0].pk}) == []


def test_a_list_with_volatility_is_foretold_too(events: list[Division]) -> None:
    glicko2 = list_create(name="Two", slug="two", ruleset="amath", system="glicko2", actor=TEST)
    rate(glicko2)
    moves = what_if(glicko2, leave_out={events[1].pk})
    expected = foretold(glicko2, moves)
    event = RatedEvent.objects.get(division=events[1], rating_list=glicko2)
    event_refuse(event_id=event.pk, actor=TEST)
    rate(glicko2)
    assert now(glicko2) == expected
