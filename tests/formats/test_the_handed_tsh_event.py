"""The 38 players and 18 rounds of cases/tsh, against the ranks the file itself stores."""

import csv
import io

import pytest

from tournaments.formats.tsh import ImportedDivision, parse_players, read_tsh, standings_input, write_players
from tournaments.standings import format_points, standings

from .shared import TSH_CASES, needs_tsh_cases

pytestmark = needs_tsh_cases


@pytest.fixture(scope="module")
def division() -> ImportedDivision:
    event = read_tsh({path.name: path.read_bytes() for path in TSH_CASES.iterdir()})
    assert event.name == "Wouldnt you like to know"
    assert event.issues == ()
    return event.divisions[0]


def test_every_rank_after_every_round_is_the_stored_one(division):
    entries, lines = standings_input(division)
    cells = 0
    for after in range(1, 19):
        rows = standings(entries, lines, division.rules, after).by_entry()
        for entry in division.entries:
            assert rows[entry.number].rank == entry.ranks[after], (after, entry.name)
            cells += 1
    assert cells == 684


@pytest.mark.parametrize(
    ("file", "capped"), [("a_expected_standings_capped.csv", True), ("a_expected_standings_raw_spread.csv", False)]
)
def test_the_final_table_is_the_expected_one_in_every_column(division, file, capped):
    entries, lines = standings_input(division)
    rules = division.rules
    if not capped:
        from dataclasses import replace

        rules = replace(rules, caps=())
    names = {entry.number: entry.name for entry in division.entries}
    table = standings(entries, lines, rules)
    got = [
        {
            "rank": row.rank,
            "number": row.number,
            "name": names[row.number],
            "points": format_points(row.points, rules),
            "wins": row.wins,
            "losses": row.losses,
            "ties": row.ties,
            "spread": row.capped_spread,
            "games_played": row.games_played,
            "byes_scored_positive": row.byes,
            "forfeits_scored_negative": row.forfeits,
            "points_for": row.points_for,
            "points_against": row.points_against,
        }
        for row in table.rows
    ]
    expected = list(csv.DictReader(io.StringIO((TSH_CASES / file).read_text(encoding="utf-8-sig"))))
    assert len(expected) == 38
    assert [{key: str(value) for key, value in row.items()} for row in got] == expected


def test_writing_what_was_read_gives_the_same_bytes(division):
    data = (TSH_CASES / division.file).read_bytes()
    players = parse_players(data.decode("utf-8")).players
    assert write_players(players).encode() == data


def test_late_entries_withdrawals_byes_and_lone_forfeits_are_told_apart(division):
    entries = {entry.number: entry for entry in division.entries}
    assert len(entries) == 38
    assert len(division.rounds) == division.planned_rounds == 18
    # 35 came in round 10 and stayed; 36 left after 14; 38 never played; 32 left after a lost forfeit.
    assert (entries[35].from_round, entries[35].until_round, entries[35].active) == (10, 18, True)
    assert (entries[36].from_round, entries[36].until_round, entries[36].active) == (10, 14, False)
    assert (entries[38].from_round, entries[38].until_round, entries[38].active) == (None, None, False)
    assert (entries[32].until_round, entries[32].active) == (10, False)
    tenth = division.rounds[9]
    assert [(bye.entry, bye.spread) for bye in tenth.byes] == [(1, 50), (23, 50)]
    assert [(lost.entry, lost.spread) for lost in tenth.forfeits] == [(32, -50)]
    assert tenth.absent == (38,)
    # 31 and 9 missed rounds in the middle and came back.
    assert 30 in division.rounds[5].absent
    assert 9 in division.rounds[13].absent


def test_starts_and_tables_are_as_written(division):
    first_round = {(game.first, game.second): game for game in division.rounds[0].games}
    game = first_round[(18, 1)]
    assert (game.first_score, game.second_score, game.table, game.starts_known) == (365, 431, 13, True)
    # Round 18 was drawn at the board: nobody wrote down who began.
    drawn = next(game for game in division.rounds[17].games if game.first == 2)
    assert (drawn.second, drawn.starts_known, drawn.table) == (16, False, 12)


def test_the_caps_and_the_reading_of_byes_come_from_the_config(division):
    assert division.rules.caps == (200, *[700] * 17)
    assert division.rules.bye_credit == "by_spread"
    assert division.bye_spread == 1
