"""``dev.py ratings_import`` and ``ratings_export``: lists as files, from the command line."""

import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from players.services import player_create, player_update
from ratings.formats import read_ratings
from ratings.models import ExternalRating, RatingImport, RatingList, StartRating
from tests.factories import TEST
from tests.services.ratings.support import played_division, rate
from tournaments.models import Division
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db


@pytest.fixture
def own() -> RatingList:
    return RatingList.objects.create(slug="amath", name="A-Math", ruleset="amath")


def complete_division(names: Any, *rounds: list[tuple[str, str, int, int]]) -> Division:
    division = played_division(names, *rounds, rounds_planned=len(rounds))
    round_close(round_id=division.rounds.get(number=len(rounds)).pk, actor=TEST)
    rate()
    return division


def told(command: str, *words: Any) -> str:
    out = StringIO()
    call_command(command, *(str(word) for word in words), stdout=out)
    return out.getvalue()


def test_a_file_is_read_in_once(own: RatingList, tmp_path: Path) -> None:
    player_create(name="A")
    file = tmp_path / "list.csv"
    file.write_text("name,rating\nA,1500\nB,1400\n")
    assert "dry run" in told("ratings_import", "amath", file, "--dry-run")
    assert not RatingImport.objects.exists()
    said = told("ratings_import", "amath", file, "--as-of", "2026-01-31")
    assert "2 rows: 1 new, 0 changed, 0 as they are, 0 older, 1 unmatched, 0 ambiguous." in said
    assert "Stored: 1 new, 0 changed." in said
    assert StartRating.objects.get().day == datetime.date(2026, 1, 31)
    assert "nothing was stored" in told("ratings_import", "amath", file, "--as-of", "2026-01-31")


def test_a_federations_numbers_come_in_by_their_own_list(tmp_path: Path) -> None:
    RatingList.objects.create(slug="official", name="Official", ruleset="amath", system="external")
    file = tmp_path / "list.t"
    file.write_text("Lee, Wong:TH000001 1500\n")
    told("ratings_import", "official", file)
    assert ExternalRating.objects.get().number == "TH000001"


def test_what_is_wrong_is_told_by_row_and_nothing_is_stored(
    own: RatingList, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.csv"
    file.write_text("name,rating\nA,high\n")
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("ratings_import", "amath", str(file))
    assert "row 2 rating: “high” is not a rating" in capsys.readouterr().out
    with pytest.raises(CommandError, match="cannot be read"):
        told("ratings_import", "amath", tmp_path / "none.csv")
    with pytest.raises(CommandError, match="there are: amath"):
        told("ratings_import", "chess", file)
    with pytest.raises(CommandError, match="not a day"):
        told("ratings_import", "amath", file, "--as-of", "31/1/2026")


@pytest.mark.parametrize(("form", "ending"), [("csv", "csv"), ("tsh", "t")])
def test_a_list_goes_out_by_the_names_that_people_let_be_shown(form: str, ending: str, tmp_path: Path) -> None:
    for name, mode in {"Somchai Jaidee": "initial", "Malee Dee": "number", "Plato Full": "full"}.items():
        player_update(player_id=player_create(name=name).pk, actor=TEST, public_name_mode=mode)
    names = ("Somchai Jaidee", "Malee Dee", "Plato Full")
    complete_division(names, [(names[0], names[1], 400, 300)], [(names[0], names[2], 400, 300)])
    file = tmp_path / f"out.{ending}"
    told("ratings_export", "amath", "--form", form, "--to", file)
    public = file.read_bytes().decode()
    assert "Jaidee" not in public
    assert "Malee" not in public
    rows = read_ratings(file.read_bytes(), filename=file.name)
    assert rows.ok, rows.problems
    assert len(rows.rows) == 3
    told("ratings_export", "amath", "--form", form, "--full-names", "--to", file)
    assert {row.name for row in read_ratings(file.read_bytes(), filename=file.name).rows} == set(names)
    assert "Plato" in told("ratings_export", "amath", "--form", form)


def test_who_was_never_seen_in_public_stays_out_of_public_files() -> None:
    division = complete_division("AB", [("A", "B", 400, 300)])
    type(division).objects.filter(pk=division.pk).update(entries_public=False)
    assert len(told("ratings_export", "amath").splitlines()) == 1
    assert len(told("ratings_export", "amath", "--full-names").splitlines()) == 3


def test_an_exported_list_read_in_again_gives_everybody_his_rating(tmp_path: Path) -> None:
    day = complete_division("AB", [("A", "B", 400, 300)]).tournament.starts_on
    RatingList.objects.create(slug="copy", name="Copy", ruleset="amath", system="elo")
    file = tmp_path / "out.csv"
    told("ratings_export", "amath", "--full-names", "--to", file)
    file.write_text(file.read_text("utf-8-sig").replace(day.isoformat(), "2026-01-01"))
    told("ratings_import", "copy", file)
    own = {r.player.name: r.rating for r in RatingList.objects.get(slug="amath").ratings.select_related("player")}
    copied = {s.player.name: s.rating for s in StartRating.objects.select_related("player")}
    assert copied == {name: pytest.approx(rating, abs=1e-4) for name, rating in own.items()}
