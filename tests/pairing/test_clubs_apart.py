"""Club-mates are kept apart while that is possible, for the first rounds or for all."""

from tests.pairing.support import codes_of, couples, field, notes_of, pairs_of, played, request_of
from tournaments.pairing import ClubRule, KingOfTheHill, pair

TWO_CLUBS = [1, 2, 2, 1, 1, 2, 2, 1]


def clubmates(result, clubs):
    return [game for game in result.pairs if clubs[game.first - 1] == clubs[game.second - 1]]


def test_nobody_meets_a_clubmate_while_the_rule_holds():
    competitors = field(8, clubs=TWO_CLUBS)
    for round_ in (1, 2):
        result = pair(request_of(competitors, round=round_, clubs_apart=ClubRule(2)))
        assert not clubmates(result, TWO_CLUBS)


def test_after_the_last_such_round_clubs_no_longer_matter():
    result = pair(request_of(field(8, clubs=TWO_CLUBS), round=3, clubs_apart=ClubRule(2)))
    assert pairs_of(result) == couples((1, 5), (2, 6), (3, 7), (4, 8))
    assert "clubmates" not in codes_of(result)


def test_a_rule_without_an_end_holds_in_every_round():
    result = pair(request_of(field(8, clubs=TWO_CLUBS), round=30, clubs_apart=ClubRule(None)))
    assert not clubmates(result, TWO_CLUBS)


def test_clubmates_meet_rather_than_anybody_repeats_and_it_is_said():
    """Two clubs of two, whose members have met all of the other club."""
    clubs = [1, 1, 2, 2]
    history = (*played(1, (1, 3), (2, 4)), *played(2, (1, 4), (2, 3)))
    result = pair(request_of(field(4, clubs=clubs), round=3, history=history, clubs_apart=ClubRule(None)))
    assert pairs_of(result) == couples((1, 2), (3, 4))
    assert {note["club"] for note in notes_of(result, "clubmates")} == {1, 2}


def test_a_club_that_is_more_than_half_the_field_meets_itself_as_rarely_as_can_be():
    clubs = [1, 1, 1, 1, 1, 2, 2, 3]
    result = pair(request_of(field(8, clubs=clubs), clubs_apart=ClubRule(1)))
    assert len(clubmates(result, clubs)) == 1


def test_those_without_a_club_are_nobodys_clubmates():
    result = pair(request_of(field(4, clubs=[None] * 4), clubs_apart=ClubRule(None)))
    assert pairs_of(result) == couples((1, 3), (2, 4))
    assert dict(result.cost)["clubs"] == 0


def test_it_holds_for_king_of_the_hill_too():
    result = pair(request_of(field(4, clubs=[1, 1, 2, 2]), system=KingOfTheHill(), clubs_apart=ClubRule(None)))
    assert pairs_of(result) == couples((1, 3), (2, 4))
