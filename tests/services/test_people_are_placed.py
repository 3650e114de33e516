"""Province, level and year of birth of players: what may stand, who is filled in, and that no year is told."""

import json

import pytest

from common.errors import Refused
from common.models import LogEntry
from players.models import Player
from players.provinces import PROVINCES, province_name, province_read
from players.services import player_create, player_update
from tests.factories import TEST, make_division, make_entry
from tournaments.services.registration import MemberChange, NewEntry, entry_add, entry_update

pytestmark = pytest.mark.django_db


def about(name: str) -> tuple[str, str, int | None]:
    player = Player.objects.get(name=name)
    return player.province, player.level, player.born


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("10", "10"),
        ("TH-10", "10"),
        ("กรุงเทพมหานคร", "10"),
        ("กรุงเทพฯ", "10"),
        ("กทม.", "10"),
        ("Bangkok", "10"),
        ("BANGKOK ", "10"),
        ("จังหวัดเชียงใหม่", "50"),
        ("จ.เชียงใหม่", "50"),
        ("จ. เชียงใหม่", "50"),
        ("จันทบุรี", "22"),
        ("จ.จันทบุรี", "22"),
        ("Chiang Mai Province", "50"),
        ("chiangmai", "50"),
        ("Changwat Chon Buri", "20"),
        ("Chonburi", "20"),
        ("Si Sa Ket", "33"),
        ("อยุธยา", "14"),
        ("Korat", "30"),
        ("", ""),
        (" - ", ""),
        ("Atlantis", None),
        ("99", None),
        ("เชียง", None),
    ],
)
def test_a_province_is_read_as_people_write_it(text, code):
    assert province_read(text) == code


def test_there_are_77_provinces_each_read_by_its_own_name_and_code():
    assert len(PROVINCES) == 77
    assert {code: province_read(str(name)) for code, name in PROVINCES.items()} == {
        code: code for code in PROVINCES
    }
    assert {province_read(f"TH-{code}") for code in PROVINCES} == set(PROVINCES)
    assert province_name("83") == "Phuket"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"province": "99"}, "player.province_unknown"),
        ({"province": "10", "country": "LA"}, "player.province_abroad"),
        ({"level": "kindergarten"}, "player.level_unknown"),
        ({"born": 1899}, "player.born_out_of_range"),
        ({"born": 2090}, "player.born_out_of_range"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(wrong, code):
    for door in (
        lambda: player_create(name="A", **wrong),
        lambda: entry_add(division_id=make_division().pk, new=NewEntry(names=("A",), **wrong), actor=TEST),
        lambda: player_update(player_id=player_create(name="B").pk, actor=TEST, set_born="born" in wrong, **wrong),
    ):
        with pytest.raises(Refused) as refused:
            door()
        assert (refused.value.code, refused.value.field) == (code, next(iter(wrong)))


def test_the_log_holds_that_a_year_changed_but_not_the_year():
    player = player_create(name="A")
    player_update(player_id=player.pk, actor=TEST, born=2013, set_born=True, province="50", level="primary")
    assert about("A") == ("50", "primary", 2013)
    data = LogEntry.objects.get(action="player.updated").data
    assert data["born_changed"] is True
    assert (data["before"]["province"], data["after"]["province"]) == ("", "50")
    assert "2013" not in json.dumps(data)
    player_update(player_id=player.pk, actor=TEST, name="A")
    assert "born_changed" not in LogEntry.objects.filter(action="player.updated").last().data
    player_update(player_id=player.pk, actor=TEST, set_born=True)
    assert about("A") == ("50", "primary", None)


def test_who_moves_abroad_has_no_province_any_more():
    player = player_create(name="A", province="50")
    assert player.country == "TH"
    player_update(player_id=player.pk, actor=TEST, country="la")
    player.refresh_from_db()
    assert (player.country, player.province) == ("LA", "")


def test_a_division_for_a_level_gives_it_to_players_who_have_none():
    player_create(name="Known")
    player_create(name="Elder", level="university")
    division = make_division(kind="primary", names=["New", "Known", "Elder"])
    assert [about(name)[1] for name in ("New", "Known", "Elder")] == ["primary", "primary", "university"]
    make_entry(make_division(), "Open")
    assert about("Open") == ("", "", None)
    assert division.kind == "primary"


def test_the_game_of_primary_schools_starts_as_a_division_for_them():
    assert make_division(ruleset="amath-primary", names=["Kung"]).kind == "primary"
    assert about("Kung")[1] == "primary"
    assert make_division(ruleset="amath-primary", kind="open").kind == "open"


def test_a_team_is_of_one_province_and_level_and_the_year_is_its_first_persons():
    new = NewEntry(names=("A", "B"), province="50", level="primary", born=2014)
    entry_add(division_id=make_division().pk, new=new, actor=TEST)
    assert (about("A"), about("B")) == (("50", "primary", 2014), ("50", "primary", None))


def test_an_entry_fills_in_what_is_not_known_of_known_people_and_overwrites_nothing():
    known = player_create(name="A", province="10")
    new = NewEntry(player_ids=(known.pk,), province="50", level="primary", born=2014)
    entry_add(division_id=make_division().pk, new=new, actor=TEST)
    assert about("A") == ("10", "primary", 2014)


def test_the_desk_changes_them_with_the_entry_and_the_events_log_tells_no_year():
    entry = make_entry(make_division(), "A")
    player = Player.objects.get(name="A")
    change = MemberChange(player.pk, province="83", level="adult", born=1999, set_born=True)
    entry_update(entry_id=entry.pk, actor=TEST, members=[change])
    assert about("A") == ("83", "adult", 1999)
    told = [json.dumps(row.data) for row in LogEntry.objects.all()]
    assert not any("1999" in text for text in told)
    with pytest.raises(Refused) as refused:
        entry_update(entry_id=entry.pk, actor=TEST, members=[MemberChange(player.pk, level="no")])
    assert refused.value.field == "level"
