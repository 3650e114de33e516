"""``simulate_tables``: a hall of tablets on a bad day, and whether everything arrived exactly once."""

import statistics
import tempfile
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ..simulator.hall import FAULTS, NAME, NotOurs, Played, play, round_made, site_of_our_own, tables_laid
from ..simulator.sums import Sums, summed


class Command(BaseCommand):
    help = (
        "Play whole games at many tables through the API, with faults on demand, and check that nothing was lost "
        "or counted twice. Makes an event of its own (or a new division in one it has made)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="Of the event to make, or of one that was made by this command.")
        parser.add_argument("--tables", type=int, default=100, help="1 to 200.")
        parser.add_argument("--speed", type=float, default=60.0, help="1: as at a table; 0: without a pause.")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--faults", default="", help=f"Some of {','.join(FAULTS)}.")
        parser.add_argument("--ruleset", default="amath", help="amath, amath-primary or summy.")
        parser.add_argument("--games", type=int, default=12, help="How many different games are played.")
        parser.add_argument("--url", default="", help="A site on this database; else one is started for it.")
        parser.add_argument("--web", type=int, default=2, help="Web processes of a site that is started.")

    def handle(self, *args: Any, slug: str, tables: int, faults: str, url: str, **options: Any) -> None:
        chosen = [word for word in faults.split(",") if word]
        if unknown := set(chosen) - set(FAULTS):
            raise CommandError(f"No such fault: {', '.join(sorted(unknown))}. There are {', '.join(FAULTS)}.")
        if not 1 <= tables <= 200:
            raise CommandError("--tables: from 1 to 200.")
        with tempfile.TemporaryDirectory(prefix="kradan-tables-") as name:
            folder = Path(name)
            try:
                pairings = round_made(slug, tables, options["ruleset"])
            except NotOurs:
                raise CommandError(f"The event {slug} is a real one, not one of “{NAME}”.") from None
            own = site_of_our_own(options["web"], folder) if not url else nullcontext(url.rstrip("/"))
            with own as site:
                laid = tables_laid(pairings, site, folder, Random(options["seed"]), options["games"])
                played = play(
                    laid, site=site, speed=options["speed"], seed=options["seed"], faults=chosen, folder=folder
                )
            sums = summed(laid, pairings)
        web = "the site at " + url if url else f"{options['web']} web processes"
        self._tell(
            f"{tables} tables, {web}, {connection.vendor}, faults: {', '.join(chosen) or 'none'}", played, sums
        )
        if played.wrong or sums.wrong or sums.agreeing != tables:
            raise CommandError("Something is lost, too many, or does not agree.")

    def _tell(self, title: str, played: Played, sums: Sums) -> None:
        singles = [ms for what, ended, ms in played.log if what == "events" and ended in ("201", "replayed")]
        batches = [ms for what, ended, ms in played.log if what == "events:batch" and ended == "200"]
        again = sum(ended == "replayed" for _what, ended, _ms in played.log)
        refused = sum(not ended.isdigit() and ended != "replayed" for _what, ended, _ms in played.log)
        rows: list[tuple[str, object]] = [
            ("events sent", sums.sent),
            ("events stored", sums.stored),
            ("derived by the rules", sums.derived),
            ("lost", sums.lost),
            ("duplicates", sums.duplicates),
            ("totals as the engine's replay", f"{sums.agreeing}"),
            ("results confirmed by PINs", sums.confirmed),
            ("requests", len(played.log)),
            ("  answered as repeated", again),
            ("  refused, and put right", refused),
            ("processes killed", played.killed),
            ("a post, p50 and p95", _percentiles(singles)),
            ("a batch, p50 and p95", _percentiles(batches)),
            ("seconds", f"{played.seconds:.0f}"),
        ]
        self.stdout.write(title)
        for name, value in rows:
            self.stdout.write(f"  {name:<32}{value!s:>16}")
        for line in [*played.wrong, *sums.wrong][:40]:
            self.stdout.write(f"  ! {line}")


def _percentiles(found: list[float]) -> str:
    if len(found) < 2:
        return "-"
    cuts = statistics.quantiles(found, n=100)
    return f"{cuts[49]:.0f} and {cuts[94]:.0f} ms"
