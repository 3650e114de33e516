"""Whole events, people coming and going, held against what a round must be; and the holding itself held."""

from dataclasses import replace

import pytest

from benchmarks.pairing_event import BYE, play_event, violations
from tournaments.pairing.chances import Contestant, RoundShape, Scoring, Situation, gibson_of_caps, marks
from tournaments.standings import AMATH, EntryInfo, standings


@pytest.mark.parametrize(("size", "rounds", "seed"), [(12, 5, 1), (13, 6, 2), (30, 7, 3), (41, 8, 4), (60, 8, 5)])
def test_nothing_goes_wrong_in_a_whole_event(size, rounds, seed):
    event = play_event(size, rounds, seed)
    assert len(event.answered) == rounds
    assert violations(event) == []


def test_the_same_event_is_played_the_same_way_again():
    assert play_event(16, 5, 9).answered == play_event(16, 5, 9).answered


def test_no_place_that_was_clinched_is_lost_in_the_end():
    """People may come back, so nobody counts as gone; nobody comes new in the second half."""
    clinched = 0
    for seed in range(4):
        event = play_event(10, 8, seed)
        entries = [EntryInfo(n, n) for n in sorted(event.here | event.gone)]
        final = standings(entries, event.lines, AMATH).by_entry()
        for after in range(4, 9):
            table = standings(entries, event.lines, AMATH, after)
            caps = tuple(RoundShape(cap=AMATH.cap(r)) for r in range(after + 1, 9))
            contestants = tuple(Contestant(r.number, int(r.points), r.capped_spread) for r in table.rows)
            situation = Situation(contestants, caps, Scoring(bye_spread=BYE))
            for mark in marks(situation, gibson_of_caps(caps)):
                assert mark.best <= final[mark.number].rank <= mark.worst
                clinched += mark.clinched and after < 8
    assert clinched > 10


def tampered(change) -> list[str]:
    event = play_event(15, 4, 3)
    request, result = event.asked[-1], event.answered[-1]
    event.asked[-1], event.answered[-1] = change(request, result)
    return [what.partition(": ")[2] for what in violations(event)]


def test_a_lost_competitor_is_seen():
    found = tampered(lambda request, result: (request, replace(result, pairs=result.pairs[1:])))
    assert "somebody is missing, twice in it, or should not be" in found


def test_a_game_against_oneself_is_seen():
    def change(request, result):
        game = replace(result.pairs[0], second=result.pairs[0].first)
        return request, replace(result, pairs=(game, *result.pairs[1:]))

    assert "somebody meets himself" in tampered(change)


def test_a_bye_too_many_is_seen():
    def change(request, result):
        game = result.pairs[0]
        return request, replace(
            result, pairs=result.pairs[1:], byes=(*result.byes, game.first, game.second), automatic_byes=()
        )

    assert "byes are not those given and one for an odd field" in tampered(change)


def test_a_start_that_should_have_been_the_others_is_seen():
    def change(request, result):
        turned = tuple(replace(game, first=game.second, second=game.first) for game in result.pairs)
        return request, replace(result, pairs=turned)

    assert "whoever had started more starts again" in tampered(change)


def test_another_answer_to_a_stored_request_is_seen():
    found = tampered(lambda request, result: (request, replace(result, solver="another")))
    assert found == ["the stored request is paired otherwise"]


def test_a_lock_that_fell_and_a_pair_made_against_the_word_are_seen():
    def change(request, result):
        one, other = result.pairs[0], result.pairs[1]
        return (
            replace(request, locked_pairs=((one.first, other.first),), forbidden_pairs=((one.first, one.second),)),
            result,
        )

    found = tampered(change)
    assert "a locked pair was not kept" in found
    assert "a forbidden pair was made" in found
