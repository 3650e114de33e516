"""``python3 dev.py fit_ratings [LIST] [--dataset FILE] [--svg FILE] [--json]``."""

import gzip
import json
import time
import zlib
from argparse import ArgumentParser
from collections.abc import Iterator
from csv import Error as CsvError
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ratings.fitting import (
    CLIP,
    DatasetError,
    Fit,
    HistoryError,
    Report,
    calibration_svg,
    calibration_text,
    fit_systems,
    othello_history,
)
from ratings.fitting.history import History
from ratings.models import RatingList
from ratings.selectors.history import list_history
from ratings.systems import get_schedule
from ratings.systems.protocol import BadPeriod, SystemParameterError

_GZIP = b"\x1f\x8b"


class Command(BaseCommand):
    help = (
        "Find the parameters that foretell a list's games best, on the first 60% of them, and say how well each "
        "system then foretells the rest. Nothing is stored: a list takes new parameters from whoever runs it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="LIST", nargs="?", help="the list's address, as in /ratings/LIST/")
        parser.add_argument(
            "--dataset",
            type=Path,
            metavar="FILE",
            help="games from this table of Othello results (CSV, may be gzipped) instead of the list's",
        )
        parser.add_argument("--svg", type=Path, metavar="FILE", help="where the calibration plot goes")
        parser.add_argument("--json", action="store_true", dest="as_json", help="the figures as JSON")

    def handle(
        self, *, slug: str | None, dataset: Path | None, svg: Path | None, as_json: bool, **options: Any
    ) -> None:
        began = time.perf_counter()
        rating_list = self._list(slug) if slug is not None else None
        if dataset is not None:
            name, history = dataset.name, _from_file(dataset)
        elif rating_list is not None:
            name, history = rating_list.slug, list_history(rating_list)
        else:
            raise CommandError("Name a rating list, or a table of games with --dataset.")
        plot = svg or Path(settings.VAR_DIR) / f"fit-{name.partition('.')[0]}.svg"
        if not plot.parent.is_dir():  # said now, and not after a minute
            raise CommandError(f"The plot cannot be written to {plot}: there is no folder {plot.parent}.")
        try:
            given = {rating_list.system: _newest(rating_list)} if rating_list else {}
            report = fit_systems(
                history,
                given=given,
                by_round=dataset is not None,
                say=lambda system: self.stderr.write(f"Fitting {system} …"),
            )
        except HistoryError as error:
            raise CommandError(f"{name} cannot be fitted: {error}.") from error
        except (BadPeriod, SystemParameterError) as error:
            raise CommandError(f"{name} cannot be rated: {error}.") from error
        own_first = _own_first(report, rating_list)
        _write(plot, calibration_svg(own_first, f"Calibration: {name}"))
        seconds = time.perf_counter() - began
        if as_json:
            figures = {"name": name, "clip": CLIP, **asdict(report), "plot": str(plot), "seconds": seconds}
            self.stdout.write(json.dumps(figures, indent=2))
        else:
            self.stdout.write(_told(name, report, own_first))
            self.stdout.write(f"\nPlot of all systems: {plot}\nTook {seconds:.0f} s.")

    def _list(self, slug: str) -> RatingList:
        rating_list = RatingList.objects.filter(slug=slug).first()
        if rating_list is None:
            known = ", ".join(RatingList.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no rating list {slug!r}; there are: {known}.")
        return rating_list


def _newest(rating_list: RatingList) -> dict[str, Any]:
    """The parameters that hold from the last change on: what comes out is meant for events to come."""
    return get_schedule(rating_list.system, rating_list.parameters).systems[-1].parameters()


def _from_file(file: Path) -> History:
    try:
        return othello_history(_lines(file))
    except DatasetError as error:
        raise CommandError(f"{file}, {error}.") from error
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror or error}.") from error
    except (EOFError, zlib.error, UnicodeDecodeError, CsvError) as error:
        raise CommandError(f"{file} is no CSV file, or is not whole: {error}.") from error


def _lines(file: Path) -> Iterator[str]:
    with file.open("rb") as raw:
        zipped = raw.read(2) == _GZIP
    with gzip.open(file, "rt", encoding="utf-8") if zipped else file.open(encoding="utf-8") as lines:
        yield from lines


def _write(plot: Path, text: str) -> None:
    try:
        plot.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"The plot cannot be written to {plot}: {error.strerror or error}.") from error


def _own_first(report: Report, rating_list: RatingList | None) -> list[Fit]:
    own = rating_list.system if rating_list else report.fits[0].system
    return sorted(report.fits, key=lambda fit: fit.system != own)


def _told(name: str, report: Report, fits: list[Fit]) -> str:
    lines = [
        f"{name}: {report.games} games ({report.ties} ties), {report.events} events, {report.players} players.",
        f"Fitted on the first {report.first_games}, with a standard deviation of margins of {report.spread:.1f}; "
        f"the figures are of the other {report.coin.games}.",
        "",
        f"{'':<16}log loss   Brier  accuracy   slope",
    ]
    for fit in fits:
        figures = fit.last
        lines.append(
            f"{fit.system:<16}{figures.log_loss:>8.4f}{figures.brier:>8.4f}{figures.accuracy:>10.1%}{fit.slope:>8.3f}"
        )
    coin = report.coin
    lines += [
        f"{'coin':<16}{coin.log_loss:>8.4f}{coin.brier:>8.4f}{coin.accuracy:>10.1%}",
        "",
        f"Probabilities are clipped to {CLIP:.1%} … {1 - CLIP:.1%}. "
        "A tie is half a win, and left out of the accuracy.",
        "",
        *(f"{fit.system}: {_parameters(fit)}" for fit in fits),
        "",
        f"Calibration of {fits[0].system}, from the favourite's side (o given, x scored, * both):",
        calibration_text(fits[0]),
    ]
    return "\n".join(lines)


def _parameters(fit: Fit) -> str:
    return json.dumps({name: fit.parameters[name] for name in fit.fitted}) if fit.fitted else "nothing to fit"
