"""Two players found to be one person, or one to be two; and each of it taken back."""

from typing import Any

import pytest

from common.errors import DomainError
from common.log import chain_faults
from common.models import LogEntry
from games.models import SidePlayer
from players.models import Player
from players.services import club_ensure, player_create, player_update
from tests.factories import TEST, enter_named, fixed_round, make_division, make_entry, make_tournament, make_user
from tournaments.models import Division, Entry, EntryMember, IdentityChange, Role
from tournaments.selectors.identities import entries_of, identity_mark, likely_pairs
from tournaments.selectors.registration import doubts_about
from tournaments.services.entering import NewEntry
from tournaments.services.identities import identity_undo, player_split, players_merge
from tournaments.services.registration import entry_add, entry_remove, player_match
from tournaments.services.roles import invitation_accept, invitation_create

pytestmark = pytest.mark.django_db
WHY = "one person, two spellings"


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def played(*names: str) -> Division:
    division = make_division(names=names)
    enter_named(fixed_round(division, 1, [(names[0], names[1])]), names[0], 400, 300)
    return division


def merge(keep: str, gone: str, **more: Any) -> IdentityChange:
    return players_merge(keep_id=person(keep).pk, gone_id=person(gone).pk, actor=TEST, **{"reason": WHY, **more})


def refused(code: str, call: Any) -> DomainError:
    with pytest.raises(DomainError) as caught:
        call()
    assert caught.value.code == code
    return caught.value


def divisions_of(name: str) -> set[int]:
    return set(EntryMember.objects.filter(player__name=name).values_list("division_id", flat=True))


def test_all_entries_and_games_go_to_the_one_kept() -> None:
    first, second = played("Anong", "Boon"), played("A. Nong", "Chai")
    before = second.version
    merge("Anong", "A. Nong")
    assert divisions_of("Anong") == {first.pk, second.pk}
    assert divisions_of("A. Nong") == set()
    assert person("A. Nong").merged_into == person("Anong")
    assert not SidePlayer.objects.filter(player__name="A. Nong").exists()
    assert SidePlayer.objects.filter(player__name="Anong").count() == 2
    second.refresh_from_db()
    assert second.version > before
    assert len(entries_of(person("Anong"))) == 2
    assert [each.games for each in entries_of(person("Anong"))] == [1, 1]


def test_it_is_written_in_the_log_of_each_event_and_of_the_site() -> None:
    played("Anong", "Boon")
    second = played("A. Nong", "Chai")
    merge("Anong", "A. Nong")
    told = LogEntry.objects.filter(action="players.merged").order_by("pk")
    assert [entry.chain_id for entry in told] == ["site", second.tournament.log_chain]
    for entry in told:
        assert entry.data["reason"] == WHY
        assert entry.data["was"].startswith("A. Nong #")
        assert list(chain_faults(entry.chain_id)) == []


def test_undoing_brings_everything_back_as_it_was() -> None:
    first, second = played("Anong", "Boon"), played("A. Nong", "Chai")
    user = make_user()
    Player.objects.filter(name="A. Nong").update(user=user)
    player_update(
        player_id=person("A. Nong").pk,
        actor=TEST,
        club_name="Wat Bon",
        public_name_mode="number",
        province="10",
        level="adult",
        born=1990,
        set_born=True,
    )
    rows = list(Player.objects.order_by("pk").values())
    change = merge("Anong", "A. Nong")
    kept = person("Anong")
    assert (kept.user, kept.club.name, kept.province, kept.born) == (user, "Wat Bon", "10", 1990)
    assert kept.level == "adult"
    assert kept.public_name_mode == "number"
    identity_undo(change_id=change.pk, actor=TEST, reason="two after all")
    assert list(Player.objects.order_by("pk").values()) == rows
    assert (divisions_of("Anong"), divisions_of("A. Nong")) == ({first.pk}, {second.pk})
    assert SidePlayer.objects.filter(player__name="A. Nong").count() == 1
    change.refresh_from_db()
    assert change.undone_reason == "two after all"
    refused("identity.undone", lambda: identity_undo(change_id=change.pk, actor=TEST, reason="again and again"))


def test_what_was_set_since_stays_when_a_merge_is_undone() -> None:
    make_division(names=["Anong", "A. Nong X"])
    other = player_create(name="A. Nong", public_name_mode="number")
    change = merge("Anong", "A. Nong")
    player_update(player_id=person("Anong").pk, actor=TEST, public_name_mode="initial")
    identity_undo(change_id=change.pk, actor=TEST, reason="two after all")
    assert person("Anong").public_name_mode == "initial"
    other.refresh_from_db()
    assert other.public_name_mode == "number"


@pytest.mark.parametrize(("kept", "gone", "then"), [("full", "initial", "initial"), ("number", "full", "number")])
def test_the_more_closed_way_to_show_the_name_wins(kept: str, gone: str, then: str) -> None:
    player_create(name="Anong Dee", public_name_mode=kept)
    player_create(name="Anong Di", public_name_mode=gone)
    merge("Anong Dee", "Anong Di")
    assert person("Anong Dee").public_name_mode == then


def test_what_the_one_kept_has_is_not_overwritten() -> None:
    player_create(name="Anong", club=club_ensure(name="Wat Bon"), level="primary", born=2015)
    player_create(name="A. Nong", club=club_ensure(name="Wat Lang"), level="adult", born=1990)
    merge("Anong", "A. Nong")
    kept = person("Anong")
    assert (kept.club.name, kept.level, kept.born) == ("Wat Bon", "primary", 2015)


def test_who_played_in_one_division_are_two_people() -> None:
    division = make_division(names=["Anong", "A. Nong"])
    error = refused("identity.both_played", lambda: merge("Anong", "A. Nong"))
    assert error.items[0].params["division"] == division.slug
    assert person("A. Nong").merged_into is None


def test_what_cannot_be_one() -> None:
    played("Anong", "Boon")
    played("A. Nong", "Chai")
    refused("identity.reason_missing", lambda: merge("Anong", "A. Nong", reason="same"))
    refused("identity.same_player", lambda: merge("Anong", "Anong"))
    refused(
        "player.missing", lambda: players_merge(keep_id=person("Anong").pk, gone_id=10**9, actor=TEST, reason=WHY)
    )
    for name in ("Anong", "A. Nong"):
        Player.objects.filter(name=name).update(user=make_user())
    refused("identity.two_logins", lambda: merge("Anong", "A. Nong"))
    Player.objects.filter(name="Anong").update(user=None)
    merge("Anong", "A. Nong")
    refused("identity.already_merged", lambda: merge("Anong", "A. Nong"))
    refused("identity.already_merged", lambda: merge("A. Nong", "Chai"))
    assert IdentityChange.objects.count() == 1


def test_a_preview_that_is_no_longer_true_refuses() -> None:
    played("Anong", "Boon")
    played("A. Nong", "Chai")
    seen = identity_mark([person("Anong"), person("A. Nong")])
    make_entry(make_division(), "A. Nong")
    refused("identity.changed", lambda: merge("Anong", "A. Nong", seen=seen))
    merge("Anong", "A. Nong", seen=identity_mark([person("Anong"), person("A. Nong")]))


def test_an_old_spelling_enters_the_one_kept() -> None:
    played("Anong", "Boon")
    played("A. Nong", "Chai")
    club = club_ensure(name="Wat Bon")
    Player.objects.filter(name="A. Nong").update(club=club)
    merge("Anong", "A. Nong")
    assert player_match("A. Nong", None) == person("Anong")
    assert player_match("a. nong", club) == person("Anong")
    entry = make_entry(make_division(), "A. Nong")
    assert entry.members.get().player == person("Anong")


def test_an_old_number_enters_the_one_kept_but_tells_no_name() -> None:
    played("Anong", "Boon")
    played("A. Nong", "Chai")
    old = person("A. Nong").pk
    merge("Anong", "A. Nong")
    entry = entry_add(division_id=make_division().pk, new=NewEntry(player_ids=(old,)), actor=TEST)
    assert entry.members.get().player == person("Anong")
    new = NewEntry(names=("Somebody else",), same_as=(old,))
    refused("player.missing", lambda: entry_add(division_id=make_division().pk, new=new, actor=TEST))
    entry = entry_add(division_id=make_division().pk, new=NewEntry(names=("A. Nong",), same_as=(old,)), actor=TEST)
    assert entry.members.get().player == person("Anong")


def test_a_merged_player_is_not_offered_when_somebody_enters() -> None:
    played("Anong", "Boon")
    played("A. Nong", "Chai")
    merge("Anong", "A. Nong")
    doubts, _mark = doubts_about(make_division(), ["A. Nong"], [None])
    assert [each.player for each in doubts[0].candidates] == [person("Anong")]


def test_an_invitation_that_is_on_its_way_gives_the_one_kept_the_login() -> None:
    played("Anong", "Boon")
    second = played("A. Nong", "Chai")
    _invitation, secret = invitation_create(
        tournament=second.tournament, actor=TEST, role=Role.Kind.VIEWER, player=person("A. Nong")
    )
    merge("Anong", "A. Nong")
    user = make_user()
    invitation_accept(secret=secret, user=user, actor=TEST)
    assert (person("Anong").user, person("A. Nong").user) == (user, None)


def test_entries_of_another_person_go_to_somebody_new() -> None:
    first, second = played("Anong", "Boon"), played("Anong", "Chai")
    source = person("Anong")
    member = EntryMember.objects.get(player=source, division=second)
    change = player_split(
        player_id=source.pk, member_ids=[member.pk], new_name="Anong the Younger", actor=TEST, reason=WHY
    )
    assert divisions_of("Anong") == {first.pk}
    assert divisions_of("Anong the Younger") == {second.pk}
    assert SidePlayer.objects.filter(player__name="Anong the Younger").count() == 1
    identity_undo(change_id=change.pk, actor=TEST, reason="one after all")
    assert divisions_of("Anong") == {first.pk, second.pk}
    # The address of the new one leads back, or it would show nobody.
    assert person("Anong the Younger").merged_into == source


def test_entries_of_another_person_go_to_whoever_that_is() -> None:
    played("Anong", "Boon")
    second = played("Anong", "Chai")
    played("Malee", "Dao")
    source, target = person("Anong"), person("Malee")
    member = EntryMember.objects.get(player=source, division=second)
    change = player_split(player_id=source.pk, member_ids=[member.pk], target_id=target.pk, actor=TEST, reason=WHY)
    assert second.pk in divisions_of("Malee")
    identity_undo(change_id=change.pk, actor=TEST, reason="one after all")
    assert second.pk not in divisions_of("Malee")
    target.refresh_from_db()
    assert target.merged_into is None


def test_what_cannot_be_split() -> None:
    first = played("Anong", "Boon")
    second = played("Anong", "Chai")
    anong, boon = person("Anong"), person("Boon")
    own = {m.division_id: m.pk for m in EntryMember.objects.filter(player=anong)}
    theirs = EntryMember.objects.get(player=boon)

    def split(*members: int, **more: Any) -> Any:
        options = {"new_name": "Somebody", "reason": WHY, **more}
        return lambda: player_split(player_id=anong.pk, member_ids=members, actor=TEST, **options)

    refused("identity.nothing_chosen", split())
    refused("identity.reason_missing", split(own[first.pk], reason=" "))
    refused("identity.not_theirs", split(own[first.pk], theirs.pk))
    refused("identity.everything_chosen", split(*own.values()))
    refused("name.missing", split(own[first.pk], new_name=" "))
    refused("identity.same_player", split(own[first.pk], target_id=anong.pk))
    refused("identity.both_played", split(own[first.pk], target_id=boon.pk))
    assert Player.objects.filter(name="Somebody").count() == 0
    assert divisions_of("Anong") == {first.pk, second.pk}


def test_what_was_moved_again_is_undone_in_order() -> None:
    for names in (("Anong", "Boon"), ("A. Nong", "Chai"), ("Nong A", "Dao")):
        played(*names)
    first = merge("Anong", "A. Nong")
    second = merge("Nong A", "Anong")
    assert person("A. Nong").kept == person("Nong A")
    refused("identity.changed_since", lambda: identity_undo(change_id=first.pk, actor=TEST, reason="two of them"))
    identity_undo(change_id=second.pk, actor=TEST, reason="two of them")
    identity_undo(change_id=first.pk, actor=TEST, reason="two of them")
    assert all(len(divisions_of(name)) == 1 for name in ("Anong", "A. Nong", "Nong A"))


def test_an_entry_that_was_taken_out_since_does_not_hinder_undoing() -> None:
    played("Anong", "Boon")
    second = make_division(names=["A. Nong", "Chai"])
    third = played("A. Nong", "Dao")
    change = merge("Anong", "A. Nong")
    entry_remove(entry_id=Entry.objects.get(division=second, members__player__name="Anong").pk, actor=TEST)
    make_entry(second, "Anong")
    identity_undo(change_id=change.pk, actor=TEST, reason="two after all")
    assert divisions_of("A. Nong") == {third.pk}
    assert second.pk in divisions_of("Anong")


def test_likely_pairs_are_those_who_never_met_in_a_division() -> None:
    make_entry(make_division(), "Anong Dee", club="Wat Bon")
    make_entry(make_division(), "Anong Dee", club="Wat Lang")
    make_division(names=["Malee"])
    together = make_division()
    make_entry(together, "Somchai", club="Wat Bon")
    make_entry(together, "Somchai", club="Wat Lang")
    player_create(name="Ma-lee")
    pairs = [(pair.keep.name, pair.gone.name) for pair in likely_pairs()]
    assert sorted(pairs) == [("Anong Dee", "Anong Dee"), ("Malee", "Ma-lee")]


def test_the_likeliest_pair_comes_first_and_who_was_parted_does_not_come_again() -> None:
    bon = club_ensure(name="Wat Bon")
    player_create(name="Anong", club=bon)
    player_create(name="Anong", club=club_ensure(name="Wat Lang"))
    player_create(name="Malee", club=bon)
    player_create(name="Malee", club=bon)
    best = likely_pairs()[0]
    assert best.keep.name == "Malee"
    assert set(best.reasons) == {"same_name", "same_club"}
    change = players_merge(keep_id=best.keep.pk, gone_id=best.gone.pk, actor=TEST, reason=WHY)
    assert [pair.keep.name for pair in likely_pairs()] == ["Anong"]
    identity_undo(change_id=change.pk, actor=TEST, reason="two after all")
    assert [pair.keep.name for pair in likely_pairs()] == ["Anong"]


def test_an_event_that_is_hidden_is_merged_all_the_same() -> None:
    played("Anong", "Boon")
    hidden = make_division(make_tournament(public=False), names=["A. Nong", "Chai"])
    merge("Anong", "A. Nong")
    assert hidden.pk in divisions_of("Anong")
