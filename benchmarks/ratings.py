"""Ratings: a full recompute of 100,000 games (250 events, 2,000 players).

``recompute_1e5``: seconds of the whole run as a worker does it, from the claim to the swap. The baseline is what no
way of doing it can save: reading the same rows as tuples and writing the same history lines, by the same fast path.
The ratio is value / baseline; the bar is 2, the aim 1.3. ``othello_*``: see `ratings_othello`.
"""

import datetime
import random
import time
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from benchmarks import ratings_othello
from benchmarks.measure import Row
from common.jobs import job_claim
from common.models import Job
from games.models import Game
from players.models import Player
from ratings.models import RatedEvent, Rating, RatingHistory, RatingList
from ratings.selectors.games import chunks, planned_events, rated_games
from ratings.services import TASK, list_rate
from ratings.services.bulk import rows_insert
from ratings.services.swap import LINE_COLUMNS
from tournaments.models import Division, Entry, EntryMember, Pairing, Result, Round, Seat, Tournament
from tournaments.pairing import Swiss
from tournaments.pairing.plan import plan_of_one, plan_to_json

GROUP = "ratings"
NEEDS_DJANGO = True
TAKES_NAMES = True
FIRST_DAY = datetime.date(2016, 1, 1)


@transaction.atomic
def season(*, events: int, entries: int, rounds: int, players: int, seed: int = 7) -> RatingList:
    """``events`` weekly events in a new list, paired at random; by raw rows, as objects would take minutes."""
    rng = random.Random(seed)
    people = [
        Player(number=n, name=f"Player {n}", match_key=str(n), lookalike_key=str(n), sort_key=str(n))
        for n in range(1, players + 1)
    ]
    people = Player.objects.bulk_create(people, batch_size=2000)
    rating_list = RatingList.objects.create(slug=f"bench-{events}", name="Bench", ruleset="amath", kind="bench")
    tournaments = Tournament.objects.bulk_create(
        Tournament(
            slug=f"bench-{events}-{n}",
            name=f"Event {n}",
            starts_on=FIRST_DAY + datetime.timedelta(days=7 * n),
            ends_on=FIRST_DAY + datetime.timedelta(days=7 * n),
        )
        for n in range(events)
    )
    plan = plan_to_json(plan_of_one(Swiss(), rounds))
    divisions = Division.objects.bulk_create(
        Division(tournament=t, slug="open", name="Open", plan=plan, rounds_planned=rounds) for t in tournaments
    )
    RatedEvent.objects.bulk_create(
        RatedEvent(rating_list=rating_list, division=d, name="", state=RatedEvent.State.ACCEPTED) for d in divisions
    )
    made = Round.objects.bulk_create(
        Round(division=d, number=n, system="swiss", state=Round.State.CLOSED)
        for d in divisions
        for n in range(1, rounds + 1)
    )
    fields = {d.pk: rng.sample(people, entries) for d in divisions}
    ids = count(next_id(Entry))
    entry_of = {d.pk: [next(ids) for _ in range(entries)] for d in divisions}
    insert(
        Entry,
        ["id", "division_id", "number", "first_round"],
        ((e, d, n, 1) for d, numbered in entry_of.items() for n, e in enumerate(numbered, 1)),
    )
    insert(
        EntryMember,
        ["entry_id", "division_id", "player_id"],
        ((e, d, p.pk) for d, here in entry_of.items() for e, p in zip(here, fields[d], strict=True)),
    )
    shuffled = {r.pk: rng.sample(entry_of[r.division_id], entries) for r in made}
    tables = [(r.pk, t) for r in made for t in range(entries // 2)]
    game, pairing = next_id(Game), next_id(Pairing)
    insert(Game, ["id", "ruleset"], ((game + n, "amath@1") for n in range(len(tables))))
    insert(
        Pairing,
        ["id", "round_id", "table", "game_id"],
        ((pairing + n, r, t + 1, game + n) for n, (r, t) in enumerate(tables)),
    )
    insert(
        Seat,
        ["round_id", "pairing_id", "entry_id", "place"],
        ((r, pairing + n, shuffled[r][2 * t + at], at) for n, (r, t) in enumerate(tables) for at in (0, 1)),
    )
    scores = ((rng.randint(180, 620), rng.randint(180, 620)) for _ in tables)
    insert(
        Result,
        ["pairing_id", "version", "state", "outcome", "source", "first_final", "second_final"],
        ((pairing + n, 1, "final", "played", "desk", a, b) for n, (a, b) in enumerate(scores)),
    )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Entry, Game, Pairing]):
            cursor.execute(statement)
        cursor.execute("ANALYZE")
    return rating_list


def insert(model: type[Model], columns: list[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """``rows_insert`` with the defaults of all other columns."""
    others = {
        f.column: f.get_db_prep_save(f.pre_save(model(), add=True), connection)
        for f in model._meta.concrete_fields
        if f.column not in columns and not f.primary_key
    }
    rows_insert(model, [*columns, *others], ((*row, *others.values()) for row in rows))


def next_id(model: type) -> int:
    return (model.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1


def run(names: set[str]) -> Iterator[Row]:
    if not names or "recompute_1e5" in names:
        yield recompute_1e5()
    yield from ratings_othello.rows(GROUP, names)


def recompute_1e5() -> Row:
    rating_list = season(events=250, entries=100, rounds=8, players=2000)
    recompute(rating_list)
    lines = list(RatingHistory.objects.values_list(*LINE_COLUMNS))
    assert len(lines) == 250 * 100
    wholes, floors = [], []
    for _ in range(7):
        forget(rating_list)
        floors.append(floor(rating_list, lines))
        forget(rating_list)
        wholes.append(recompute(rating_list))
    # The quietest of seven each: what else the machine did in the others is not the subject.
    whole, least = min(wholes), min(floors)
    return Row(GROUP, "recompute_1e5", whole, "s", least, whole / least)


def recompute(rating_list: RatingList) -> float:
    job = Job.objects.create(task=TASK, key=f"list:{rating_list.pk}", args={"list": rating_list.pk})
    start = time.perf_counter()
    claimed = job_claim(job.pk)
    assert claimed is not None
    list_rate(claimed)
    return time.perf_counter() - start


def floor(rating_list: RatingList, lines: list[tuple[Any, ...]]) -> float:
    start = time.perf_counter()
    for chunk in chunks(planned_events(rating_list)):
        list(rated_games(chunk))
    with transaction.atomic():
        rows_insert(RatingHistory, LINE_COLUMNS, lines)
    return time.perf_counter() - start


def forget(rating_list: RatingList) -> None:
    """Back to a list that was never rated; the run stays, the lines of the floor point to it."""
    RatingHistory.objects.filter(event__rating_list=rating_list).delete()
    Rating.objects.filter(rating_list=rating_list).delete()
    RatedEvent.objects.filter(rating_list=rating_list).update(games=0, day=None)
    RatingList.objects.filter(pk=rating_list.pk).update(current_run=None)
