"""``python3 dev.py pair_again demo/m1/4``: pair a past round again from what is stored with it, and compare."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import DraftStep, Pairing, Round, Seat
from tournaments.pairing.again import Again, Stored, pair_again
from tournaments.selectors.explained import seated

SAME, DIFFERS, UNKNOWN = 0, 1, 2


class Command(BaseCommand):
    help = (
        "Pair a round again from the question stored with it. Prints whether the answer is the same, byte for "
        "byte, or what differs: the question, the method, the solver, pairs, byes, cost. Exit codes: 0 the same, "
        "1 it differs, 2 there is no such round or nothing is stored with it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("round", help="event/division/number, such as demo/m1/4, or the round's id")
        parser.add_argument("--json", action="store_true", help="the answer as JSON, with the whole round as text")

    def handle(self, *args: Any, **options: Any) -> None:
        round_ = _find(options["round"])
        if round_ is None:
            raise CommandError(f"There is no round {options['round']}.", returncode=UNKNOWN)
        if not round_.request:
            raise CommandError("Nobody paired this round here: nothing is stored with it.", returncode=UNKNOWN)
        touched = _changed_by_hand(round_)
        try:
            again = pair_again(_stored(round_, touched=touched))
        except ValueError as error:
            raise CommandError(
                f"What is stored with the round cannot be read: {error}", returncode=DIFFERS
            ) from error
        if options["json"]:
            self.stdout.write(json.dumps(_told(round_, again, touched), sort_keys=True))
        else:
            self._say(round_, again, touched)
        if not again.same:
            raise SystemExit(DIFFERS)

    def _say(self, round_: Round, again: Again, touched: int) -> None:
        if again.same:
            digest = f", SHA-256 {round_.result_digest[:16]}…" if round_.result_digest else ""
            self.stdout.write(f"The same round: {len(again.text)} bytes{digest}.")
        elif again.refused:
            self.stdout.write(f"Refused now: {again.refused}.")
        else:
            self.stdout.write("Another round comes of it.")
        for one in again.changed:
            stored, now = (text if len(text) <= 100 else f"{text[:97]}…" for text in (one.stored, one.now))
            self.stdout.write(f"{one.part} differs: {stored} when it was paired, {now} now.")
        if touched:
            self.stdout.write(f"Changed by hand after it was paired: {touched} of its places.")


def _find(name: str) -> Round | None:
    rounds = Round.objects.select_related("division__tournament")
    if name.isascii() and name.isdigit():
        return rounds.filter(pk=int(name[:18])).first()
    event, _, rest = name.partition("/")
    division, _, number = rest.partition("/")
    if not (number.isascii() and number.isdigit()):
        return None
    return rounds.filter(division__tournament__slug=event, division__slug=division, number=int(number[:9])).first()


def _stored(round_: Round, *, touched: int) -> Stored:
    """A round that people changed is held against what was made, which its digest knows."""
    pairs, byes = seated(round_)
    known = not touched and not round_.result_digest
    return Stored(
        request=round_.request,
        digest=round_.request_digest,
        solver=round_.solver,
        pairs=pairs if known else None,
        byes=byes if known else None,
        cost=round_.cost,
        result=round_.result_digest,
    )


def _changed_by_hand(round_: Round) -> int:
    """Places of entries in pairings that somebody moved."""
    swapped = [
        pairing.pk
        for pairing in Pairing.objects.filter(round=round_)
        if any(reason.get("manual") for reason in pairing.reasons)
    ]
    moved = DraftStep.objects.filter(round=round_, kind=DraftStep.Kind.MOVED, undone_by=None).count()
    return Seat.objects.filter(pairing__in=swapped).count() + moved


def _told(round_: Round, again: Again, touched: int) -> dict[str, Any]:
    return {
        "round": round_.pk,
        "same": again.same,
        "refused": again.refused,
        "changed": [{"part": one.part, "stored": one.stored, "now": one.now} for one in again.changed],
        "changed_by_hand": touched,
        "text": again.text,
    }
