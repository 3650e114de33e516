"""Ratings are read in, linked and published while players are merged and renamed, on a real PostgreSQL.

Nobody waits for each other in a circle, and no number lands on a player who is just going.
"""

import datetime
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from common.errors import Conflict
from common.log import log_append
from players.models import Player
from players.services import player_update
from ratings.models import ExternalRating, RatingList, StartRating
from ratings.services import list_create, run_publish
from ratings.services.imports import external_import, external_link, ratings_read, starts_import
from tests.factories import TEST
from tests.faults.parallel import at_once
from tests.services.ratings.support import played_division, rate
from tournaments.services.identities import players_merge

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
DAY = datetime.date(2026, 1, 1)


def while_it_waits_for_the_log(module: str, slow: Callable[[], Any], other: Callable[[], Any]) -> list[Any]:
    """``other`` begins when ``slow`` has done everything but its line in the log."""
    there = threading.Event()

    def late(**line: Any) -> Any:
        there.set()
        time.sleep(0.5)
        return log_append(**line)

    def then() -> Any:
        there.wait(10)
        return other()

    with ExitStack() as stack:
        stack.enter_context(patch(f"{module}.log_append", late))
        return at_once([slow, then])


def two() -> tuple[Player, Player]:
    played_division("AB", [("A", "B", 400, 300)])
    played_division("CD", [("C", "D", 400, 300)])
    return Player.objects.get(name="A"), Player.objects.get(name="C")


def merging(kept: Player, gone: Player) -> Callable[[], Any]:
    return partial(players_merge, keep_id=kept.pk, gone_id=gone.pk, actor=TEST, reason="one and the same")


def test_starts_that_are_read_in_while_players_are_merged_go_to_nobody_who_is_gone() -> None:
    own = list_create(name="Own", slug="own", ruleset="amath", actor=TEST)
    kept, gone = two()
    file = ratings_read(own, b"name,rating\nA,1700\nC,1300\n", filename="x.csv")
    reading = partial(starts_import, list_id=own.pk, file=file, as_of=DAY, actor=TEST)
    merged, read = while_it_waits_for_the_log("tournaments.services.identities", merging(kept, gone), reading)
    assert not isinstance(merged, Exception)
    assert isinstance(read, Conflict)
    assert read.code == "identity.changed"
    assert not StartRating.objects.filter(player=gone).exists()


def test_a_federations_member_is_linked_to_nobody_who_is_gone() -> None:
    elsewhere = RatingList.objects.create(name="X", slug="x", ruleset="amath", system="external")
    kept, gone = two()
    file = ratings_read(elsewhere, b"number,name,rating\n1,Somebody,1700\n", filename="x.csv")
    external_import(list_id=elsewhere.pk, file=file, as_of=DAY, actor=TEST)
    linking = partial(external_link, external_id=ExternalRating.objects.get().pk, player_id=gone.pk, actor=TEST)
    merged, linked = while_it_waits_for_the_log("tournaments.services.identities", merging(kept, gone), linking)
    assert not isinstance(merged, Exception)
    assert isinstance(linked, Conflict)
    assert ExternalRating.objects.get().player is None


@pytest.mark.parametrize("renamed", [True, False])
def test_a_run_is_published_while_players_are_renamed_or_merged(renamed: bool) -> None:
    official = list_create(name="O", slug="o", ruleset="amath", publishes_by_itself=False, actor=TEST)
    kept, gone = two()
    run = rate(official)
    assert run is not None
    publishing = partial(run_publish, run_id=run.pk, actor=TEST)
    if renamed:
        renaming = partial(player_update, player_id=kept.pk, name="Another", actor=TEST)
        answers = while_it_waits_for_the_log("players.services", renaming, publishing)
    else:
        answers = while_it_waits_for_the_log("tournaments.services.identities", merging(kept, gone), publishing)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
