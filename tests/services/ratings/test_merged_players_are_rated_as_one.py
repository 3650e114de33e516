"""Who was found to be one person has one career, and has two again when that is taken back."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from ratings.models import ExternalRating, Rating, RatingHistory, RatingImport, RatingList, StaleMark, StartRating
from ratings.services.who_moves import identity_moves
from tests.factories import TEST
from tests.services.ratings.support import lines, played_division, rate, standings, the_list
from tournaments.models import Division, IdentityChange
from tournaments.services.identities import identity_undo, player_split, players_merge
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
WHY = "one person, two spellings"


def events(*games: str) -> list[Division]:
    """A complete event a day; each is won by the first of its two players."""
    found = []
    for day, names in enumerate(games, start=1):
        division = played_division(
            names, [(names[0], names[1], 420, 300)], rounds_planned=1, starts_on=datetime.date(2026, 3, day)
        )
        round_close(round_id=division.rounds.get().pk, actor=TEST)
        found.append(division)
    return found


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def merge(keep: str, gone: str) -> IdentityChange:
    return players_merge(keep_id=person(keep).pk, gone_id=person(gone).pk, actor=TEST, reason=WHY)


def test_one_career_as_if_it_had_been_one_player_from_the_start() -> None:
    events("AB", "XC", "BC", "CX")
    rate()
    merge("A", "X")
    rate()
    as_one = {figures[:3] for figures in standings().values()}
    assert "X" not in standings()
    assert standings()["A"][2] == 3
    # The same games of three people who were known as such all along.
    events("DE", "DF", "EF", "FD")
    rate()
    assert {standings()[name][:3] for name in "DEF"} == as_one


def test_a_merge_and_its_undoing_leave_every_number_bitwise_as_it_was() -> None:
    events("AB", "XC", "BC", "CX", "AC")
    rate()
    before = lines(), standings()
    change = merge("A", "X")
    rate()
    assert (lines(), standings()) != before
    identity_undo(change_id=change.pk, actor=TEST, reason="two after all")
    rate()
    assert (lines(), standings()) == before


def test_a_split_and_its_undoing_leave_every_number_bitwise_as_it_was() -> None:
    divisions = events("AB", "AC", "BC")
    rate()
    before = lines(), standings()
    member = divisions[1].entries.get(members__player__name="A").members.get()
    change = player_split(
        player_id=person("A").pk, member_ids=[member.pk], new_name="Another", actor=TEST, reason=WHY
    )
    rate()
    assert standings()["Another"][2] == standings()["A"][2] == 1
    identity_undo(change_id=change.pk, actor=TEST, reason="one after all")
    rate()
    assert (lines(), standings()) == before


def test_forward_from_the_earliest_event_that_moved_is_from_scratch() -> None:
    events("BC", "AB", "XC", "BC")
    rate()
    merge("A", "X")
    run = rate()
    assert run is not None
    assert run.from_day == datetime.date(2026, 3, 3)
    forward = lines(), standings()
    StaleMark.objects.create(rating_list=the_list(), division_id=None)
    rate()
    assert (lines(), standings()) == forward


def test_what_was_published_of_the_one_who_is_gone_stays_to_be_read() -> None:
    events("AB", "XC")
    rate()
    merge("A", "X")
    run = rate()
    old = RatingHistory.objects.get(player__name="X")
    assert run is not None
    assert old.superseded_by_id == run.pk
    assert RatingHistory.objects.filter(player__name="A", superseded_by=None).count() == 2


def test_merged_players_are_listed_once() -> None:
    events("AB", "XC")
    rate()
    merge("A", "X")
    address = reverse("ratings:list", args=[the_list().slug])
    for _time in ("before the run", "after it"):
        page = Client().get(address, {"show": "all"}).content.decode()
        assert reverse("ratings:player", args=[person("X").number]) not in page
        rate()
    assert set(standings()) == {"A", "B", "C"}


def test_everybody_who_would_move_is_named_before_and_stands_there_after() -> None:
    divisions = events("AB", "XC", "BC")
    rate()
    kept, gone = person("A"), person("X")
    [told] = identity_moves({(divisions[1].pk, gone.pk): kept.pk})
    assert not Rating.objects.filter(player=kept, games=2).exists()
    merge("A", "X")
    rate()
    now = standings()
    assert told.movers[0].player in (kept, gone)
    assert told.count == len(told.movers)
    for mover in told.movers:
        assert mover.player is not None
        there = now.get(mover.player.name)
        assert (mover.after, mover.games_after) == ((there[0], there[2]) if there else (None, 0))


@pytest.fixture
def starts() -> dict[str, Any]:
    """X starts the list elsewhere and has a number in a federation; A has nothing of the kind."""
    events("AB", "XC")
    federation = RatingList.objects.create(
        slug="federation", name="Federation", ruleset="amath", system="external", order=9, kind="adult"
    )
    made = {
        each.pk: RatingImport.objects.create(
            rating_list=each, file_name="list.csv", digest="0" * 64, as_of=datetime.date(2026, 1, 1)
        )
        for each in (the_amath(), federation)
    }
    start = StartRating.objects.create(
        rating_list=the_amath(),
        player=person("X"),
        rating=1800.0,
        rd=90.0,
        games=40,
        day=datetime.date(2026, 1, 1),
        source=made[the_amath().pk],
    )
    member = ExternalRating.objects.create(
        rating_list=federation,
        number="007",
        name="X",
        match_key="x",
        player=person("X"),
        rating=1700,
        as_of=datetime.date(2026, 1, 1),
        source=made[federation.pk],
    )
    StaleMark.objects.create(rating_list=the_amath(), division_id=None)
    rate(the_amath())
    return {"start": start, "member": member, "imports": made, "federation": federation}


def the_amath() -> RatingList:
    return RatingList.objects.exclude(system="external").get(ruleset="amath")


def test_a_start_and_a_number_from_elsewhere_go_along_and_come_back(starts: dict[str, Any]) -> None:
    before = lines(the_amath()), standings(the_amath())
    change = merge("A", "X")
    rate(the_amath())
    for row in (starts["start"], starts["member"]):
        row.refresh_from_db()
        assert row.player == person("A")
    assert standings(the_amath())["A"][2] == 42
    identity_undo(change_id=change.pk, actor=TEST, reason="two after all")
    rate(the_amath())
    for row in (starts["start"], starts["member"]):
        row.refresh_from_db()
        assert row.player == person("X")
    assert (lines(the_amath()), standings(the_amath())) == before


def test_what_the_one_kept_has_of_the_kind_stays_and_the_other_is_not_rated(starts: dict[str, Any]) -> None:
    StartRating.objects.create(
        rating_list=the_amath(),
        player=person("A"),
        rating=1400.0,
        rd=90.0,
        games=10,
        day=datetime.date(2026, 1, 1),
        source=starts["imports"][the_amath().pk],
    )
    StaleMark.objects.create(rating_list=the_amath(), division_id=None)
    rate(the_amath())
    merge("A", "X")
    rate(the_amath())
    starts["start"].refresh_from_db()
    assert starts["start"].player == person("X")
    assert standings(the_amath())["A"][2] == 12
    assert "X" not in standings(the_amath())
