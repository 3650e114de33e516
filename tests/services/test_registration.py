"""Who competes: one person is one player, numbers are dealt once, leaving keeps what was played."""

from collections.abc import Iterator

import pytest

from common.errors import Conflict, DomainError, Missing, Refused
from common.models import LogEntry
from players.models import Club, Player
from tests.factories import (
    TEST,
    actor_for,
    enter_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    make_user,
    pairing_of,
)
from tournaments import ports
from tournaments.models import Division, Entry, Result, Role, Round
from tournaments.selectors import division_table
from tournaments.selectors.registration import doubts_about
from tournaments.services.drafts import round_pair
from tournaments.services.entering import PeopleBook
from tournaments.services.registration import (
    MemberChange,
    NewEntry,
    entries_number,
    entry_add,
    entry_remove,
    entry_return,
    entry_update,
    entry_withdraw,
)
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division()


def add(division: Division, *names: str, **more: object) -> Entry:
    return entry_add(division_id=division.pk, new=NewEntry(names=names, **more), actor=TEST)  # type: ignore[arg-type]


def numbers(division: Division) -> dict[str, int]:
    return {entry.full_name: entry.number for entry in division.entries.all()}


# --- One person, one player ---------------------------------------------------------------------------------


def test_a_player_of_an_earlier_event_is_the_same_player_again(division: Division) -> None:
    first = add(division, "กุ้ง ทองดี", club="โรงเรียน ก")
    again = add(make_division(), "กุ้ง  ทองดี ", club="โรงเรียน ก")
    assert first.members.get().player == again.members.get().player
    assert Player.objects.count() == 1
    assert Club.objects.count() == 1


def test_two_people_of_one_name_at_two_clubs_stay_two(division: Division) -> None:
    add(division, "Somchai Jaidee", club="A")
    add(division, "Somchai Jaidee", club="B")
    assert Player.objects.count() == 2
    assert numbers(division) == {"Somchai Jaidee": 2}  # two entries of one name, the later one read last


def test_a_player_without_a_club_is_found_again_and_keeps_the_first_club_named(division: Division) -> None:
    add(division, "Lee Wong")
    add(make_division(), "Lee Wong", club="Lanna School")
    assert Player.objects.get().club == Club.objects.get(name="Lanna School")


def test_a_name_may_be_said_to_be_a_known_player_of_another_club(division: Division) -> None:
    known = add(division, "Anan Khamlue", club="Old School").members.get().player
    moved = add(make_division(), "Anan Khamlue", club="New School", same_as=(known.pk,))
    assert moved.members.get().player == known
    assert moved.club is not None
    assert moved.club.name == "New School"


def test_a_player_is_in_a_division_once_and_the_message_says_as_which_number(division: Division) -> None:
    add(division, "กุ้ง ทองดี", number=7)
    with pytest.raises(Conflict) as refused:
        add(division, "กุ้ง ทองดี")  # the same letters, typed tone first
    assert refused.value.code == "entry.player_twice"
    assert "7" in str(refused.value.message)
    assert division.entries.count() == 1


def test_a_team_member_cannot_play_beside_the_team(division: Division) -> None:
    add(division, "A One", "B Two", team_name="The pair")
    with pytest.raises(Conflict, match=r"entry\.player_twice"):
        add(division, "B Two")
    with pytest.raises(Refused, match=r"entry\.same_person_twice"):
        add(division, "C Three", "c three")
    with pytest.raises(Refused, match=r"entry\.members"):
        add(division, "D", "E", "F", "G")


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"names": ("",)}, "name.missing", "name"),
        ({"names": ("\u200b \u00a0",)}, "name.missing", "name"),
        ({"names": ("น" * 121,)}, "name.too_long", "name"),
        ({"names": ("A", "น" * 121)}, "name.too_long", "name2"),
        ({"rating": -1}, "entry.rating_out_of_range", "rating"),
        ({"rating": 4001}, "entry.rating_out_of_range", "rating"),
        ({"number": 0}, "entry.number_out_of_range", "number"),
        ({"public_name_mode": "nick"}, "player.public_name_unknown", "public_name_mode"),
        ({"names": ("A", "B", "C", "D")}, "entry.members", "names"),
    ],
)
def test_what_is_wrong_is_refused_at_its_field_and_nothing_is_stored(
    division: Division, change: dict[str, object], code: str, field: str
) -> None:
    new = NewEntry(**{"names": ("Sound",), "club": "A new club", **change})  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        entry_add(division_id=division.pk, new=new, actor=TEST)
    assert (refused.value.code, refused.value.items[0].field) == (code, field)
    assert (Entry.objects.count(), Player.objects.count(), Club.objects.count()) == (0, 0, 0)


def test_a_taken_number_is_refused_and_the_next_one_is_given(division: Division) -> None:
    add(division, "A", number=5)
    with pytest.raises(Conflict) as refused:
        add(division, "B", number=5)
    assert refused.value.items[0].field == "number"
    assert add(division, "C").number == 6


@pytest.fixture
def rating_list() -> Iterator[dict[str, int]]:
    """What the ratings know, by name."""
    known: dict[str, int] = {}

    def answer(*, player_ids: object, **_more: object) -> ports.KnownRatings:
        found = Player.objects.filter(pk__in=player_ids, name__in=known)
        return ports.KnownRatings({player.pk: known[player.name] for player in found}, "amath")

    before = ports._ratings_at_entry
    ports.register_ratings_at_entry(answer)  # type: ignore[arg-type]
    yield known
    ports.register_ratings_at_entry(before)


def test_the_rating_is_pinned_at_entry_a_teams_is_the_mean(division: Division, rating_list: dict[str, int]) -> None:
    rating_list |= {"A": 1500, "B": 1601}
    assert add(division, "A").rating == 1500
    assert add(make_division(), "A", "B").rating == round((1500 + 1601) / 2)
    assert add(make_division(), "A", "Nobody knows").rating is None
    assert add(make_division(), "B", rating=1234).rating == 1234


def test_an_entry_says_which_list_its_rating_is_from_unless_somebody_typed_it(
    division: Division, rating_list: dict[str, int]
) -> None:
    rating_list |= {"A": 1500}
    pinned = add(division, "A")
    assert pinned.rating_from == "amath"
    assert add(division, "Nobody knows").rating_from == ""
    assert add(make_division(), "A", rating=1500).rating_from == ""
    changed = entry_update(entry_id=pinned.pk, actor=TEST, club="A club")
    assert (changed.rating, changed.rating_from) == (1500, "amath")
    typed = entry_update(entry_id=pinned.pk, actor=TEST, rating=1600, set_rating=True)
    assert (typed.rating, typed.rating_from) == (1600, "")


# --- Doubts -------------------------------------------------------------------------------------------------


def look(division: Division, *names: str) -> list[tuple[str, list[tuple[str, int | None]]]]:
    book = PeopleBook(names)
    doubts, _mark = doubts_about(division, names, [book.find(name, -1) for name in names])
    return [(d.name, [(c.player.name, c.entry) for c in d.candidates]) for d in doubts]


def test_a_name_that_looks_like_another_is_doubted_one_that_is_the_same_is_not(division: Division) -> None:
    add(division, "น้ำฝน แก้วใส")
    assert look(division, "นํ้าฝน แก้วใส") == [("นํ้าฝน แก้วใส", [("น้ำฝน แก้วใส", 1)])]
    assert look(division, "น้ําฝน แก้วใส") == []  # SARA AM in two halves is the same name
    assert look(division, "สมชาย ใจดี") == []


def test_the_same_name_at_another_club_is_doubted(division: Division) -> None:
    add(make_division(), "Mali Saetang", club="Regina")
    assert look(division, "Mali Saetang") == [("Mali Saetang", [("Mali Saetang", None)])]


def test_the_mark_of_what_was_looked_at_changes_with_what_there_is_to_look_at(division: Division) -> None:
    add(division, "José Dos", club="X")
    _, first = doubts_about(division, ["Jose Dos"], [None])
    add(division, "Jose  Dos", club="Y")
    _, second = doubts_about(division, ["Jose Dos"], [None])
    assert first != second


# --- Late, leaving, coming back -----------------------------------------------------------------------------


def test_a_late_entry_misses_what_is_published_and_plays_the_next_round() -> None:
    division = make_division(names=["A", "B"])
    enter_named(fixed_round(division, 1, [("A", "B")]), "A", 400, 300)
    late = add(division, "L")
    assert (late.first_round, late.plays_in(1), late.plays_in(2)) == (2, False, True)
    division.refresh_from_db()
    row = division_table(division).by_entry()[late.pk]
    assert (row.points, row.spread) == (0, 0)
    round_pair(division_id=division.pk, number=2, actor=TEST, seed=1)
    assert Round.objects.get(division=division, number=2).seats.filter(entry=late).count() == 1


def test_who_withdraws_with_a_game_open_loses_it_by_forfeit_and_the_round_can_close() -> None:
    division = make_division(names=["A", "B", "C", "D"])
    round_ = fixed_round(division, 1, [("A", "B"), ("C", "D")])
    enter_named(round_, "A", 400, 300)
    gone = division.entries.get(members__player__name="D")
    left = entry_withdraw(entry_id=gone.pk, actor=TEST, reason="ill")
    assert left.withdrawn_from == 1
    result = pairing_of(round_, "D").results.get()
    assert (result.outcome, result.state) == (Result.Outcome.FORFEIT, Result.State.CONFIRMED)
    round_close(round_id=round_.pk, actor=TEST)
    said = LogEntry.objects.get(action="entry.withdrawn").data
    assert (said["reason"], said["from_round"]) == ("ill", 1)


def test_leaving_and_coming_back_are_each_done_once() -> None:
    division = make_division(names=["A", "B"])
    entry = division.entries.get(members__player__name="A")
    with pytest.raises(Conflict, match=r"entry\.active"):
        entry_return(entry_id=entry.pk, actor=TEST)
    entry_withdraw(entry_id=entry.pk, actor=TEST)
    with pytest.raises(Conflict, match=r"entry\.withdrawn"):
        entry_withdraw(entry_id=entry.pk, actor=TEST)
    assert entry_return(entry_id=entry.pk, actor=TEST).withdrawn_from is None
    with pytest.raises(Missing):
        entry_return(entry_id=10**9, actor=TEST)


def test_an_entry_with_games_is_not_removed_and_the_count_is_said() -> None:
    division = make_division(names=["A", "B"])
    fixed_round(division, 1, [("A", "B")])
    entry = division.entries.get(members__player__name="A")
    with pytest.raises(Conflict) as refused:
        entry_remove(entry_id=entry.pk, actor=TEST)
    assert (refused.value.code, refused.value.extra) == ("entry.has_games", {"games": 1})
    assert Entry.objects.filter(pk=entry.pk).exists()


def test_a_mistaken_entry_goes_and_the_player_stays_known(division: Division) -> None:
    entry = add(division, "Typed twice")
    entry_remove(entry_id=entry.pk, actor=TEST)
    assert not division.entries.exists()
    assert Player.objects.filter(name="Typed twice").exists()


# --- Changing -----------------------------------------------------------------------------------------------


def test_a_changed_name_is_changed_with_the_old_one_in_the_log(division: Division) -> None:
    entry = add(division, "Kanya Srisuwn")
    member = entry.members.get()
    change = MemberChange(member.player_id, "Kanya Srisuwan", "initial")
    entry_update(entry_id=entry.pk, actor=TEST, members=[change])
    player = Player.objects.get()
    assert (player.name, player.public_name) == ("Kanya Srisuwan", "Kanya S.")
    assert LogEntry.objects.get(action="player.updated").data["before"]["name"] == "Kanya Srisuwn"
    assert LogEntry.objects.get(action="entry.updated").data["after"]["name"] == "Kanya Srisuwan"


def test_people_of_other_entries_are_out_of_reach(division: Division) -> None:
    mine, other = add(division, "A"), add(division, "B")
    with pytest.raises(Missing):
        entry_update(entry_id=mine.pk, actor=TEST, members=[MemberChange(other.members.get().player_id, "Mallory")])
    assert Player.objects.filter(name="B").exists()


def test_a_stale_change_is_refused_with_what_is_stored(division: Division) -> None:
    entry = add(division, "A")
    entry_update(entry_id=entry.pk, actor=TEST, expected_version=1, rating=1400, set_rating=True)
    with pytest.raises(Conflict) as refused:
        entry_update(entry_id=entry.pk, actor=TEST, expected_version=1, rating=1300, set_rating=True)
    assert refused.value.code == "entry.stale"
    assert refused.value.extra["current"]["rating"] == 1400


def test_only_who_runs_all_events_of_a_player_may_rename_him(division: Division) -> None:
    player = add(division, "A").members.get().player
    director, other = make_user(), make_user()
    Role.objects.create(user=director, tournament=division.tournament, role=Role.Kind.DIRECTOR)
    Role.objects.create(user=other, tournament=make_tournament(), role=Role.Kind.DIRECTOR)
    assert director.has_perm("tournaments.rename", player)
    assert not other.has_perm("tournaments.rename", player)
    make_entry(make_division(), "A")
    assert not director.has_perm("tournaments.rename", player)
    assert make_user(is_superuser=True).has_perm("tournaments.rename", player)


# --- Numbers ------------------------------------------------------------------------------------------------


def test_numbers_are_dealt_anew_before_the_first_round_and_not_after() -> None:
    division = make_division(names=["A", "B", "C"])
    ids = {entry.full_name: entry.pk for entry in division.entries.all()}
    entries_number(division_id=division.pk, order=[ids["C"], ids["A"], ids["B"]], actor=actor_for(make_user()))
    assert numbers(division) == {"C": 1, "A": 2, "B": 3}
    round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    with pytest.raises(DomainError, match=r"division\.started"):
        entries_number(division_id=division.pk, order=list(ids.values()), actor=TEST)


def test_an_order_that_leaves_somebody_out_or_names_somebody_twice_is_refused() -> None:
    division = make_division(names=["A", "B"])
    ids = list(division.entries.values_list("pk", flat=True))
    for order in (ids[:1], [ids[0], ids[0]], [*ids, make_entry(make_division(), "X").pk]):
        with pytest.raises(Refused, match=r"entry\.order_incomplete"):
            entries_number(division_id=division.pk, order=order, actor=TEST)
