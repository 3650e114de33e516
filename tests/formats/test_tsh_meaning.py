"""What a `.t` file says about rounds, byes, caps and people."""

from decimal import Decimal

import pytest

from tournaments.formats.tsh import (
    ImportedDivision,
    ImportedEvent,
    Severity,
    TshError,
    read_players_file,
    read_tsh,
    standings_input,
)
from tournaments.standings import Criterion, Table, standings


def event(players: str, config: str = "") -> ImportedEvent:
    return read_tsh({"config.tsh": f"division a a.t\n{config}".encode(), "a.t": players.encode()})


def division(players: str, config: str = "") -> ImportedDivision:
    return event(players, config).divisions[0]


def table(players: str, config: str = "") -> Table:
    read = division(players, config)
    return standings(*standings_input(read), read.rules)


def errors(players: str, config: str = "") -> list[tuple[str, int, str]]:
    with pytest.raises(TshError) as error:
        event(players, config)
    return [(i.file, i.line, i.code) for i in error.value.issues if i.severity is Severity.ERROR]


def test_a_game_is_told_once_with_who_began_and_where():
    (game,) = division("A  1 2; 300; p12 2; board 7\nB  1 1; 400; p12 1; board 7\n").rounds[0].games
    assert (game.first, game.second) == (2, 1)
    assert (game.first_score, game.second_score) == (400, 300)
    assert (game.table, game.starts_known) == (7, True)


@pytest.mark.parametrize("p12", [("3", "3"), ("4", "4"), ("1", "1"), ("0", "0"), ("1", "3")])
def test_unless_one_is_first_and_the_other_second_nobody_knows_who_began(p12):
    (game,) = division(f"A  1 2; 300; p12 {p12[0]}\nB  1 1; 400; p12 {p12[1]}\n").rounds[0].games
    assert (game.first, game.second, game.starts_known) == (1, 2, False)


def test_tables_and_starts_that_disagree_are_noted_and_left_open():
    read = event("A  1 2; 300; p12 1; board 7\nB  1 1; 400; p12 1; board 8\n")
    (game,) = read.divisions[0].rounds[0].games
    assert game.table is None
    assert [(i.line, i.code, i.severity.value) for i in read.issues] == [
        (1, "tsh.starts_differ", "note"),
        (1, "tsh.tables_differ", "note"),
    ]


def test_a_pairing_without_scores_is_a_game_without_a_result():
    read = division("A  1 2 2; 300 00\nB  1 1 1; 400\n")
    (game,) = read.rounds[1].games
    assert (game.first_score, game.second_score) == (None, None)
    assert len(standings_input(read)[1]) == 2


def test_against_nobody_a_score_is_a_spread_and_zero_is_an_absence():
    read = division("A  1 0; 50\nB  1 0; -50\nC  1 0; 0\nD  1 00; 00\nE  1 0; 00\n")
    (only,) = read.rounds
    assert [(bye.entry, bye.spread) for bye in only.byes] == [(1, 50), (5, None)]
    assert [(lost.entry, lost.spread) for lost in only.forfeits] == [(2, -50)]
    assert only.absent == (3,)
    assert only.unpaired == (4,)
    assert only.games == ()
    rows = table("A  1 0; 50\nB  1 0; -50\nC  1 0; 0\nD  1 00; 00\nE  1 0; 00\n").by_entry()
    assert [(rows[n].wins, rows[n].losses, rows[n].spread) for n in range(1, 6)] == [
        (1, 0, 50),
        (0, 1, -50),
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 0),
    ]


def test_zero_byes_tie_makes_the_zero_a_tie():
    rows = table("A  1 0; 50\nB  1 0; -50\nC  1 0; 0\n", "config zero_byes_tie = 1").by_entry()
    assert [rows[n].points for n in (1, 2, 3)] == [Decimal(1), Decimal(0), Decimal("0.5")]


def test_all_byes_tie_makes_every_bye_a_tie():
    rows = table("A  1 0; 50\nB  1 0; -50\nC  1 0; 0\n", "config all_byes_tie = 1").by_entry()
    assert [(rows[n].points, rows[n].spread) for n in (1, 2, 3)] == [
        (Decimal("0.5"), 50),
        (Decimal("0.5"), -50),
        (Decimal("0.5"), 0),
    ]


def test_a_setting_of_0_is_off():
    rows = table("A  1 0; 0\n", "config zero_byes_tie = 0").by_entry()
    assert rows[1].ties == 0


def test_off_means_gone_and_the_rounds_after_are_absences():
    read = division("A  1 2 0 0; 300 50 00; off 0\nB  1 1 0; 400 50\n")
    gone, stays = read.entries
    assert (gone.active, gone.from_round, gone.until_round) == (False, 1, 2)
    assert (stays.active, stays.until_round) == (True, 2)
    assert read.rounds[2].absent == (1,)
    assert read.rounds[2].unpaired == (2,)


def test_who_is_gone_is_absent_even_where_the_pairing_is_open():
    read = division("A  1 0 00; 50; off\nB  1 0 00; 50 00\nC  1 0 0; 50 50\n")
    assert (read.rounds[1].absent, read.rounds[1].unpaired) == ((1,), (2,))


def test_who_was_absent_first_came_late():
    late = division("A  1 0 0 2; 0 0 300\nB  1 0 0 1; 50 50 400\n").entries[0]
    assert (late.from_round, late.until_round) == (3, 3)


@pytest.mark.parametrize(
    ("config", "caps"),
    [
        ("", ()),
        ("config spread_cap = 350", (350,)),
        ("config spread_cap = '350'", (350,)),
        ("config spread_cap = [350, 300, 250]", (350, 300, 250)),
        ("config spread_cap{'A'} = 200", (200,)),
        ("config spread_cap{'B'} = 200", ()),
        ("config spread_cap = 0", ()),
        ("config spread_cap = [0, 300]", (None, 300)),
        ("config standings_spread_cap = 150", (150,)),
        ("config spread_cap = [350, 100]\nconfig standings_spread_cap = 150", (150, 100)),
        ("config spread_cap = 100\nconfig standings_spread_cap = [150, 50]", (100, 50)),
        ("realm thai", (350,)),
        ("config realm = 'thai'\nconfig spread_cap = 300", (300,)),
        ("realm thai\nconfig spread_cap = 0", ()),
    ],
)
def test_caps(config, caps):
    assert division("A  1 0; 50\n", config).rules.caps == caps


def test_a_cap_that_is_no_number_is_left_out_and_noted():
    read = event("A  1 0; 50\n", "config spread_cap = ['many']")
    assert read.divisions[0].rules.caps == ()
    assert [(i.code, i.params) for i in read.issues] == [("tsh.setting_left_out", {"key": "spread_cap"})]


@pytest.mark.parametrize(
    ("config", "spread"),
    [
        ("", None),
        ("config bye_spread = 50", 50),
        ("realm thai", 100),
        ("realm nsa", None),
        ("config bye_spread = 10000", None),
    ],
)
def test_the_spread_of_a_bye(config, spread):
    assert division("A  1 0; 50\n", config).bye_spread == spread


def test_sum_before_spread_puts_the_total_before_the_spread():
    rules = division("A  1 0; 50\n", "config sum_before_spread = 1").rules
    assert rules.order == (Criterion.POINTS, Criterion.LOSSES, Criterion.TOTAL, Criterion.CAPPED_SPREAD)


def test_a_penalty_is_taken_off_the_spread_after_the_cap():
    players = "A  1 2; 900; penalty -30\nB  1 1; 100\n"
    rows = table(players, "config spread_cap = 350").by_entry()
    assert (rows[1].capped_spread, rows[1].spread, rows[1].total) == (320, 770, 900)
    assert (rows[2].capped_spread, rows[2].spread) == (-350, -800)


def test_names_lose_their_suffixes_and_put_the_given_name_first():
    people = division(
        "Wong, Lee:AA000003/2  1 0; 50\nใจดี, สมชาย  0 0; 50\nNathan Murphy V  900 0; 50\nWong,  5 0; 50\n"
    ).entries
    assert [(p.name, p.written, p.external_id, p.rating) for p in people] == [
        ("Lee Wong", "Wong, Lee", "AA000003", 1),
        ("สมชาย ใจดี", "ใจดี, สมชาย", "", None),
        ("Nathan Murphy V", "Nathan Murphy V", "", 900),
        ("Wong", "Wong,", "", 5),
    ]


def test_team_class_and_stored_ranks_are_kept():
    (entry,) = division("A  1 0; 50; team Blue Sky; class B; rcrank 00 1\n").entries
    assert (entry.team, entry.class_name, entry.ranks) == ("Blue Sky", "B", (None, 1))


def test_a_team_longer_than_any_name_is_refused():
    assert errors(f"A  1 0; 50; team {'x' * 121}\n") == [("a.t", 1, "tsh.name_too_long")]


def test_a_table_number_that_no_hall_has_is_no_table():
    (game,) = division(f"A  1 2; 3; board {'9' * 12}\nB  1 1; 4; board {'9' * 12}\n").rounds[0].games
    assert game.table is None


def test_what_bears_on_results_and_is_not_carried_over_is_said():
    read = event("A  1 0; 50; initrec 1 0 50 50 400; handicap 20\nA  1 0; 50\n")
    assert [(i.line, i.code) for i in read.issues] == [
        (1, "tsh.key_left_out"),
        (1, "tsh.key_left_out"),
        (2, "tsh.name_twice"),
    ]


@pytest.mark.parametrize(
    ("players", "found"),
    [
        ("A  1 1; 300\n", [(1, "tsh.own_opponent")]),
        ("A  1 9; 300\n", [(1, "tsh.unknown_opponent")]),
        ("A  1 2; 300\nB  1 3; 200\nC  1 2; 100\n", [(1, "tsh.not_mutual")]),
        ("A  1 2; 300\nB  1 0; 50\n", [(1, "tsh.not_mutual")]),
        ("A  1 2; 300\nB  1 1; 00\n", [(2, "tsh.half_result")]),
        ("A  1 2; 9999\nB  1 1; 300\n", [(1, "tsh.half_result")]),
        ("A  1 00; 300\n", [(1, "tsh.score_without_opponent")]),
        ("A  1 ; 300\n", [(1, "tsh.score_without_opponent")]),
        ("A  1 1 9; 300 1\nB  1 3; x\n", [(2, "tsh.score")]),
    ],
)
def test_lines_that_contradict_each_other_are_refused_with_their_numbers(players, found):
    assert errors(players) == [("a.t", line, code) for line, code in found]


def test_the_errors_of_all_files_are_told_together():
    files = {
        "config.tsh": b"division a a.t\ndivision b b.t\ndivision c c.t\nperl 1\n",
        "a.t": b"no player\n",
        "b.t": b"A  1 1; 3\n",
    }
    with pytest.raises(TshError) as error:
        read_tsh(files)
    assert [(i.file, i.line, i.code) for i in error.value.issues] == [
        ("a.t", 1, "tsh.not_a_player"),
        ("b.t", 1, "tsh.own_opponent"),
        ("config.tsh", 3, "tsh.missing_file"),
        ("config.tsh", 4, "tsh.code_refused"),
    ]


def test_refused_code_does_not_stop_the_event_and_is_in_its_issues():
    read = event("A  1 0; 50\n", "perl unlink 'a.t'")
    assert [(i.file, i.line, i.code, i.severity.value) for i in read.issues] == [
        ("config.tsh", 2, "tsh.code_refused", "refused")
    ]


def test_no_config_no_event():
    with pytest.raises(TshError) as error:
        read_tsh({"a.t": b"A  1 0; 50\n"})
    assert error.value.code == "tsh.missing_file"


def test_file_names_are_found_in_other_case():
    read = read_tsh({"config.tsh": b"division a A.T\n", "a.t": b"A  1 0; 50\n"})
    assert read.divisions[0].entries[0].name == "A"


def test_a_player_file_alone_is_an_event_of_one_division():
    read = read_players_file("open.t", "กุ้ง ทองดี   900\nLee   0\n".encode("cp874"), division="Open")
    (only,) = read.divisions
    assert (only.name, only.rounds) == ("Open", ())
    assert [(e.number, e.name, e.rating) for e in only.entries] == [(1, "กุ้ง ทองดี", 900), (2, "Lee", None)]


def test_the_charset_named_in_the_config_does_not_matter_when_it_is_wrong():
    read = read_tsh(
        {
            "config.tsh": b"encoding utf-8\ndivision a a.t\ndivision b b.t\n",
            "a.t": "กุ้ง ทองดี  1 0; 50\r\n".encode("cp874"),
            "b.t": "José Núñez  1 0; 50\r".encode("latin-1"),
        }
    )
    assert [d.entries[0].name for d in read.divisions] == ["กุ้ง ทองดี", "José Núñez"]


def test_a_file_that_is_no_text_is_refused_with_the_line():
    with pytest.raises(TshError) as error:
        read_tsh({"config.tsh": b"division a a.t\n", "a.t": b"A  1 0; 50\nB\x00  1 0; 50\n"})
    assert (error.value.file, error.value.line, error.value.code) == ("a.t", 2, "file.binary")


def test_event_settings_are_plain_text():
    read = event(
        "A  1 0; 50\n", "config event_name = 'สงกรานต์'\nconfig event_date = 'May 1'\nconfig max_rounds = 7"
    )
    assert (read.name, read.date, read.divisions[0].planned_rounds) == ("สงกรานต์", "May 1", 7)
