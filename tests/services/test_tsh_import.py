"""The handed TSH event, brought in through the command a director uses, read back from the database."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournaments.formats.tsh import read_tsh
from tournaments.models import Division, Entry, Result, Tournament
from tournaments.selectors import division_table

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "tsh"
needs_the_event = pytest.mark.skipif(not FOLDER.is_dir(), reason="handed data: ../shared/cases/tsh is not here")
pytestmark = pytest.mark.django_db


def printed(slug: str, *options: str) -> str:
    out = io.StringIO()
    call_command("standings", slug, "--csv", *options, stdout=out)
    return out.getvalue()


@pytest.fixture
def wylk() -> Division:
    call_command("tournament_import", str(FOLDER / "config.tsh"), "--slug", "wylk", stdout=io.StringIO())
    return Division.objects.get(tournament__slug="wylk")


@needs_the_event
def test_every_rank_after_every_round_is_the_one_the_file_stores(wylk: Division) -> None:
    files = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    stored = {entry.number: entry.ranks for entry in read_tsh(files).divisions[0].entries}
    equal = 0
    for round_number in range(1, 19):
        for row in division_table(wylk, round_number).rows:
            assert row.rank == stored[row.number][round_number], (row.number, round_number)
            equal += 1
    assert equal == 684


@needs_the_event
def test_the_printed_final_table_is_the_expected_one(wylk: Division) -> None:
    expected = (FOLDER / "a_expected_standings_capped.csv").read_text()
    assert list(csv.reader(io.StringIO(printed("wylk")))) == list(csv.reader(io.StringIO(expected)))


@needs_the_event
def test_the_table_after_round_one_is_printed_on_request(wylk: Division) -> None:
    rows = list(csv.DictReader(io.StringIO(printed("wylk", "--after-round", "1"))))
    assert len(rows) == 38
    assert {row["games_played"] for row in rows} <= {"0", "1"}


@needs_the_event
def test_a_round_that_never_was_is_not_passed_off_as_the_last(wylk: Division) -> None:
    with pytest.raises(CommandError, match="18 rounds"):
        printed("wylk", "--after-round", "19")


@needs_the_event
def test_everything_of_the_event_is_there(wylk: Division) -> None:
    assert wylk.entries.count() == 38
    assert wylk.rounds.filter(state="closed").count() == 18
    assert wylk.tournament.starts_on.isoformat() == "2020-02-19"
    assert wylk.spread_caps[:2] == [200, 700]
    assert Entry.objects.filter(division=wylk, first_round__gt=1).exists()
    assert Result.objects.filter(pairing__round__division=wylk, outcome="bye").exists()
    assert not wylk.rated


@needs_the_event
def test_importing_under_a_taken_address_changes_nothing(wylk: Division) -> None:
    with pytest.raises(CommandError, match="taken"):
        call_command("tournament_import", str(FOLDER / "config.tsh"), "--slug", "wylk")
    assert Tournament.objects.count() == 1
    assert Entry.objects.count() == 38


def test_a_config_with_code_is_reported_and_never_run(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    (tmp_path / "a.t").write_text("One, A 1500 2; 400\nTwo, B 1400 1; 300\n")
    (tmp_path / "config.tsh").write_text(
        f"division A a.t\nperl system('touch {mark}')\nconfig bye_spread = 50\nconfig title = `touch {mark}`\n"
    )
    err = io.StringIO()
    call_command("tournament_import", str(tmp_path / "config.tsh"), "--slug", "x", stdout=io.StringIO(), stderr=err)
    assert not mark.exists()
    assert "config.tsh:2" in err.getvalue()
    assert Entry.objects.count() == 2


def test_a_line_that_does_not_parse_is_named_and_nothing_is_stored(tmp_path: Path) -> None:
    (tmp_path / "a.t").write_text("One, A 1500 2; 400\nTwo, B 1400 nonsense; 300\n")
    (tmp_path / "config.tsh").write_text("division A a.t\n")
    with pytest.raises(CommandError, match=r"a\.t:2"):
        call_command("tournament_import", str(tmp_path / "config.tsh"), "--slug", "x", stdout=io.StringIO())
    assert not Tournament.objects.exists()


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nothing\.tsh"):
        call_command("tournament_import", str(tmp_path / "nothing.tsh"), "--slug", "x")
    (tmp_path / "config.tsh").write_text("division A gone.t\n")
    with pytest.raises(CommandError, match=r"gone\.t"):
        call_command("tournament_import", str(tmp_path / "config.tsh"), "--slug", "x")


@pytest.mark.parametrize("slug", ["../x", "my cup", "งาน", "Cup", "a/b", "x" * 61, "new"])
def test_an_address_that_no_page_could_have_is_refused(tmp_path: Path, slug: str) -> None:
    (tmp_path / "config.tsh").write_text("division A a.t\n")
    (tmp_path / "a.t").write_text("Doe, Jane 1500 2; 400\nRoe, Jon 1400 1; 300\n")
    with pytest.raises(CommandError, match=r"letters a-z|taken"):
        call_command("tournament_import", str(tmp_path / "config.tsh"), "--slug", slug)
    assert not Tournament.objects.exists()


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/zero")):
        with pytest.raises(CommandError, match="no file"):
            call_command("tournament_import", str(path), "--slug", "cup")
