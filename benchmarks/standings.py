"""Standings of 200 entries after 15 rounds, as a page.

``warm_get``: answers a second to a reader without a login whose page is made already, as it is with thousands of
phones in a hall: the request goes through the whole WSGI handler and takes its packed page away. The baseline is a
bare ``HttpResponse("hello")`` behind the same middleware, in the same run; the ratio is value / baseline (the bar:
0.6). Both only compute, so their seconds are the processor's.
``warm_304``: the same for a phone that has the page already and asks whether it is still true.
``cold``: milliseconds of the first answer after a change, nothing kept. ``cold_queries``: how often it asks the
database.
"""

import datetime
import random
import sys
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import connection, reset_queries, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import include, path

from benchmarks.measure import Row, in_turns, seconds
from common.text import match_key, sort_key
from players.models import Club, Player
from tournaments.models import Division, Entry, EntryMember, Pairing, Result, Round, Seat, Tournament
from tournaments.pairing import Swiss
from tournaments.pairing.plan import plan_of_one, plan_to_json

GROUP = "standings"
NEEDS_DJANGO = True
ENTRIES, ROUNDS = 200, 15
PAGE = "/events/bench/open/standings/"
#: Short turns, many of them: a busy moment of the machine spoils few, and the median none.
BATCH, REPEATS = 20, 150


def hello(request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello")


def run() -> Iterator[Row]:
    event(ENTRIES, ROUNDS)
    with override_settings(ROOT_URLCONF=_addresses(), ALLOWED_HOSTS=["*"]):
        handler = WSGIHandler()
        plain, page = _asks(handler, "/hello/"), _asks(handler, PAGE)
        for name, ask in (("warm_get", page), ("warm_304", _asks(handler, PAGE, etag=page()["ETag"]))):
            taken, floor = in_turns(_many(ask), _many(plain), repeats=REPEATS, clock=time.process_time)
            yield Row(GROUP, name, BATCH / taken, "1/s", BATCH / floor, floor / taken)
        milliseconds, queries = _cold(page)
        yield Row(GROUP, "cold", milliseconds, "ms")
        yield Row(GROUP, "cold_queries", queries, "queries")


def _addresses() -> str:
    """The site's addresses and hello's, as a module that Django can name."""
    module = ModuleType("benchmarks.standings_addresses")
    module.__dict__["urlpatterns"] = [path("hello/", hello), path("", include("config.urls"))]
    sys.modules[module.__name__] = module
    return module.__name__


def _asks(handler: WSGIHandler, address: str, *, etag: str = "") -> Callable[[], dict[str, str]]:
    """A phone's request; the answer's headers, its body read and let go."""
    heads = {"HTTP_ACCEPT_ENCODING": "gzip, deflate, br", "HTTP_ACCEPT_LANGUAGE": "th"}
    if etag:
        heads["HTTP_IF_NONE_MATCH"] = etag
    environ = RequestFactory().get(address, **heads).environ
    wanted = "304" if etag else "200"

    def ask() -> dict[str, str]:
        told: dict[str, str] = {}

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
            assert status.startswith(wanted), status
            told.update(headers)

        answer = handler(dict(environ), start)
        for _part in answer:
            pass
        answer.close()
        return told

    return ask


def _many(ask: Callable[[], object]) -> Callable[[], None]:
    def work() -> None:
        for _ in range(BATCH):
            ask()

    return work


def _cold(ask: Callable[[], object]) -> tuple[float, int]:
    """Median milliseconds of an answer with nothing kept, and its queries."""

    def forget_and_ask() -> None:
        cache.clear()
        ask()

    taken = seconds(forget_and_ask, repeats=9)
    # The handler forgets what was asked when a request begins; here it is to be remembered.
    request_started.disconnect(reset_queries)
    try:
        with CaptureQueriesContext(connection) as queries:
            forget_and_ask()
    finally:
        request_started.connect(reset_queries)
    return taken * 1000, len(queries)


@transaction.atomic
def event(entries: int, rounds: int, *, seed: int = 11) -> Division:
    """A public division, closed rounds all played, by raw rows; who meets whom is drawn."""
    rng = random.Random(seed)
    day = datetime.date(2026, 8, 22)
    tournament = Tournament.objects.create(slug="bench", name="Bench", starts_on=day, ends_on=day, is_public=True)
    division = Division.objects.create(
        tournament=tournament,
        slug="open",
        name="Open",
        plan=plan_to_json(plan_of_one(Swiss(), rounds)),
        rounds_planned=rounds,
        spread_caps=[350],
    )
    clubs = Club.objects.bulk_create(
        Club(name=f"โรงเรียนที่ {n}", name_key=f"bench {n}", sort_key=sort_key(f"{n}")) for n in range(1, 21)
    )
    names = [f"{rng.choice('กขคจชณดตนบปพมยรลวสหอ')}มล{n} ใจดีวงศ์" for n in range(1, entries + 1)]
    people = Player.objects.bulk_create(
        Player(number=n, name=name, match_key=match_key(name), lookalike_key=name, sort_key=sort_key(name))
        for n, name in enumerate(names, start=1)
    )
    listed = Entry.objects.bulk_create(
        Entry(division=division, number=n, club=rng.choice(clubs), rating=rng.randint(900, 2000))
        for n in range(1, entries + 1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, division=division, player=player)
        for entry, player in zip(listed, people, strict=True)
    )
    for number in range(1, rounds + 1):
        _play(Round.objects.create(division=division, number=number, state="closed", system="swiss"), listed, rng)
    return division


def _play(round_: Round, entries: list[Entry], rng: random.Random) -> None:
    seated = rng.sample(entries, len(entries))
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, table=table) for table in range(1, len(entries) // 2 + 1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, pairing=pairing, entry=seated[2 * index + place], place=place)
        for index, pairing in enumerate(pairings)
        for place in (0, 1)
    )
    scores = [(rng.randint(180, 620), rng.randint(180, 620)) for _ in pairings]
    Result.objects.bulk_create(
        Result(
            pairing=pairing,
            version=1,
            state=Result.State.FINAL,
            source=Result.Source.DESK,
            first_final=first,
            second_final=second,
            winner=None if first == second else int(second > first),
        )
        for pairing, (first, second) in zip(pairings, scores, strict=True)
    )
