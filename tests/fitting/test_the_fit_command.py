"""``dev.py fit_ratings LIST``: figures and a plot, or one line that says what is wrong."""

import gzip
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmarks.ratings import season
from ratings.fitting.othello import COLUMNS
from ratings.models import RatingList, RatingRun
from ratings.systems import SYSTEMS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def played() -> RatingList:
    return season(events=10, entries=8, rounds=4, players=10)


def fitted(*words: str) -> str:
    out = StringIO()
    call_command("fit_ratings", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def othello_rows() -> Iterator[str]:
    yield ",".join(COLUMNS)
    for n in range(120):
        stronger, weaker = n % 5, 5 + n // 5 % 5
        yield f"{2000 + n // 12},{n // 12},{n},{stronger},{weaker},{40 - n % 13},24,0"


def test_a_list_is_told_its_games_each_system_and_the_coin(played: RatingList, data_folder: Path) -> None:
    told = fitted(played.slug)
    assert f"{played.slug}: 160 games" in told
    assert "Fitted on the first 96" in told
    for name in [*SYSTEMS, "coin"]:
        assert f"\n{name} " in told
    assert '"scale": ' in told
    plot = data_folder / f"fit-{played.slug}.svg"
    assert str(plot) in told
    assert plot.read_text().startswith("<svg ")


def test_nothing_is_stored(played: RatingList) -> None:
    fitted(played.slug)
    played.refresh_from_db()
    assert played.parameters == {}
    assert not RatingRun.objects.exists()


def test_as_json_it_is_one_object(played: RatingList, tmp_path: Path) -> None:
    figures = json.loads(fitted(played.slug, "--json", "--svg", str(tmp_path / "own.svg")))
    assert (figures["games"], figures["events"], figures["players"], figures["first_games"]) == (160, 10, 10, 96)
    assert figures["coin"]["log_loss"] == pytest.approx(0.693147, abs=1e-6)
    assert [fit["system"] for fit in figures["fits"]] == list(SYSTEMS)
    assert {"log_loss", "brier", "accuracy", "games"} == set(figures["fits"][0]["last"])
    assert figures["plot"] == str(tmp_path / "own.svg")
    assert (tmp_path / "own.svg").exists()


def test_a_table_needs_no_list_and_may_be_zipped(tmp_path: Path) -> None:
    text = "\n".join(othello_rows())
    plain, zipped = tmp_path / "games.csv", tmp_path / "games.csv.gz"
    plain.write_text(text)
    zipped.write_bytes(gzip.compress(text.encode()))
    one, other = (json.loads(fitted("--dataset", str(file), "--json")) for file in (plain, zipped))
    assert one["games"] == 120
    assert one["fits"] == other["fits"]
    assert other["plot"].endswith("fit-games.svg")


def test_a_list_beside_a_table_lends_its_newest_parameters(played: RatingList, tmp_path: Path) -> None:
    played.parameters = {"start_rating": 900, "by_day": {"2030-01-01": {"start_rating": 1000}}}
    played.save()
    file = tmp_path / "games.csv"
    file.write_text("\n".join(othello_rows()))
    figures = json.loads(fitted(played.slug, "--dataset", str(file), "--json"))
    own = next(fit for fit in figures["fits"] if fit["system"] == played.system)
    assert own["parameters"]["start_rating"] == 1000
    assert figures["games"] == 120


def test_an_unknown_list_is_named_with_those_there_are(played: RatingList) -> None:
    with pytest.raises(CommandError, match=rf"no rating list 'chess'; there are: .*{played.slug}"):
        fitted("chess")


def test_neither_list_nor_table_is_told_so() -> None:
    with pytest.raises(CommandError, match="Name a rating list"):
        fitted()


def test_a_list_with_too_few_games_is_told_how_many() -> None:
    few = season(events=1, entries=8, rounds=4, players=8)
    with pytest.raises(CommandError, match="cannot be fitted: 16 rated games"):
        fitted(few.slug)


def test_a_parameter_that_a_system_does_not_know_is_named(played: RatingList) -> None:
    played.parameters = {"gravity": 9.81}
    played.save()
    with pytest.raises(CommandError, match="gravity"):
        fitted(played.slug)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file"),
        (b"a,b\n1,2\n", "line 1: the columns have to be"),
        (b"\xff\xfe\x00", "is no CSV file"),
        (gzip.compress(b"year,event_id" * 99, mtime=0)[:30], "is no CSV file, or is not whole"),
    ],
)
def test_a_file_that_is_no_table_is_one_line(tmp_path: Path, content: bytes | None, said: str) -> None:
    file = tmp_path / "games.csv.gz"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=said):
        fitted("--dataset", str(file))


def test_a_plot_that_cannot_be_written_is_told(played: RatingList, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="plot cannot be written"):
        fitted(played.slug, "--svg", str(tmp_path / "nowhere" / "plot.svg"))
