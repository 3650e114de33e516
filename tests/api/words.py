"""A short game at a table's device, and what its sides and directors say about its result."""

from django.utils import timezone

from tests.api.table import play
from tournaments.models import Result
from tournaments.services.pins import pin_of

FIRST = play("8F", "7 +/-:- 2 ?:= 5", player="p1")
AGREED = {"type": "end", "reason": "agreed"}


def played(table, *more):
    """A short game at the table's device, ended in agreement: p1 has 8 points and p2 none."""
    for move in (FIRST, {"type": "pass", "player": "p2"}, *more, AGREED):
        table.done(move)


def directed(table, move):
    """An event by a director, who takes the game for it and gives it back."""
    table.director.post(f"{table.path}/claim", {"steal": True})
    table.done(move, table.director)
    table.director.delete(f"{table.path}/claim")


def result(table, by=None):
    return (by or table.device).get(table.event.game(table.number))


def pin(table, place):
    entry = table.event.pairing(table.number).seats.get(place=place).entry
    row = getattr(entry, "pin", None)
    return pin_of(entry.pk, row.serial if row else 1, timezone.localdate())


def say(table, word="confirm", version=1, *, side=None, code=None, by=None, etag=None, **more):
    """A side's word on the table's own device, unless somebody else sends it."""
    body = dict(more)
    if side is not None:
        body["as"] = side
    if code is not None:
        body["pin"] = code
    tag = etag or f'"r{table.game_id}-{version}"'
    return (by or table.device).post(f"{table.path}/result/{version}/{word}", body, If_Match=tag)


def row_of(table, number):
    rows = table.director.get(table.event.at("/standings?after_round=1"))["rows"]
    return next(row for row in rows if row["entry"] == number)


def live(table):
    return Result.objects.get(pairing=table.event.pairing(table.number), state__in=Result.LIVE)
