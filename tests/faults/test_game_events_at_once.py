"""Tablets that send in the same moment, and a server that dies in the middle, on a real PostgreSQL."""

import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from common.actor import Actor
from common.errors import DomainError
from games.models import GameEvent, Sheet
from games.ports import Rights
from games.selectors.chain import chain_faults
from games.selectors.sheets import full_position
from games.services.claims import claim_take
from games.services.log import Sent
from games.services.recording import Recorded, batch_record, event_record
from tests.factories import make_division, make_user, publish_round
from tests.faults.parallel import at_once
from tests.support.worker import site_environment
from tournaments.models import Pairing, Result

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

ROOT = Path(__file__).resolve().parents[2]
MAY, DIRECTS = Rights(may_record=True, looks=True), Rights(may_record=True, looks=True, directs=True)
OPENING = {"start": "8F", "dir": "across", "tiles": ["3", "+", "4", "=", "7"]}
WRONG = {"start": "8F", "dir": "across", "tiles": ["3", "+", "4", "=", "8"]}


@pytest.fixture
def pairing() -> Pairing:
    division = make_division(entries=2, judging_mode="challenge")
    return publish_round(division, 1).pairings.get()


@pytest.fixture
def tablet() -> Actor:
    return Actor("user", "Table 1", make_user().pk)


def sent(kind: str = "play", seq: int = 1, side: int | None = 0, **more: Any) -> Sent:
    payload = more.pop("payload", OPENING if kind == "play" else {})
    return Sent(uuid.uuid4(), seq, kind, side, payload, **more)


def record(pairing: Pairing, event: Sent, actor: Actor, rights: Rights = MAY) -> Any:
    return partial(event_record, game_id=pairing.game_id, sent=event, actor=actor, rights=rights)


def told(answers: list[Any]) -> Counter[str]:
    """``new``, ``replayed``, an error's code, or whatever else went wrong as itself."""
    found: Counter[str] = Counter()
    for answer in answers:
        if isinstance(answer, DomainError):
            found[answer.code] += 1
        elif isinstance(answer, tuple) and isinstance(answer[0], Recorded):
            found["replayed" if answer[0].replayed else "new"] += 1
        else:
            found[repr(answer)] += 1
    return found


def assert_whole(pairing: Pairing, events: int) -> None:
    """One log without a gap or a fork, whose points are the kept totals and those of its replay."""
    rows = list(GameEvent.objects.filter(game_id=pairing.game_id).order_by("seq"))
    sheet = Sheet.objects.get(pk=pairing.game_id)
    assert [row.seq for row in rows] == list(range(1, events + 1))
    assert list(chain_faults(rows, sheet.head_hash)) == []
    assert (sheet.head_seq, sheet.state_seq) == (events, events)
    summed = (sum(row.first_points for row in rows), sum(row.second_points for row in rows))
    assert pairing.game is not None
    assert summed == full_position(pairing.game).total == tuple(sheet.state["total"])


def test_one_event_sent_twenty_times_at_once_is_one_event(pairing: Pairing, tablet: Actor) -> None:
    event = sent()
    answers = at_once([record(pairing, event, tablet)] * 20)
    assert told(answers) == {"new": 1, "replayed": 19}
    assert {answer[0].event.pk for answer in answers} == {GameEvent.objects.get().pk}
    assert {answer[1].total for answer in answers} == {(12, 0)}
    assert_whole(pairing, 1)


def test_a_batch_sent_eight_times_at_once_is_stored_once(pairing: Pairing, tablet: Actor) -> None:
    items = [sent(), *(sent("exchange", 2 + n, (n + 1) % 2, payload={"count": 1}) for n in range(20))]
    answers = at_once([partial(batch_record, game_id=pairing.game_id, items=items, actor=tablet, rights=MAY)] * 8)
    statuses = Counter(outcome.status for outcomes, *_ in answers for outcome in outcomes)
    assert statuses == {"applied": 21, "replayed": 7 * 21}
    assert_whole(pairing, 21)


def test_two_tablets_with_different_first_events_make_no_fork(pairing: Pairing) -> None:  # fault 17
    tablets = [Actor("user", f"Tablet {n}", make_user().pk) for n in range(2)]
    down = {**OPENING, "start": "H6", "dir": "down"}
    answers = at_once([record(pairing, sent(), tablets[0]), record(pairing, sent(payload=down), tablets[1])])
    codes = told(answers)
    assert codes["new"] == 1
    assert set(codes) - {"new"} <= {"game.sequence_conflict", "game.claimed"}
    assert_whole(pairing, 1)


def test_ten_devices_of_one_person_send_ten_events_for_one_number(pairing: Pairing, tablet: Actor) -> None:
    event_record(game_id=pairing.game_id or 0, sent=sent(), actor=tablet, rights=MAY)
    clocks = [sent("clock", 2, n % 2, payload={"used_ms": 1000 * n}) for n in range(10)]
    answers = at_once([record(pairing, clock, tablet) for clock in clocks])
    assert told(answers) == {"new": 1, "game.sequence_conflict": 9}
    assert_whole(pairing, 2)
    # Rebased one after the other, everybody's event comes in once.
    for _ in range(10):
        head = Sheet.objects.get().head_seq
        answers = at_once([record(pairing, replace(clock, seq=head + 1), tablet) for clock in clocks])
    assert told(answers) == {"replayed": 10}
    assert_whole(pairing, 11)


@pytest.mark.parametrize(("payload", "followed"), [(WRONG, "play_withdrawn"), (OPENING, "turn_lost")])
def test_a_play_challenged_twice_at_once_is_challenged_once(  # fault 22
    pairing: Pairing, tablet: Actor, payload: dict[str, Any], followed: str
) -> None:
    event_record(game_id=pairing.game_id or 0, sent=sent(payload=payload), actor=tablet, rights=MAY)
    challenges = [sent("challenge", seq, 1, target_seq=1) for seq in (2, 2, 4, 4)]
    answers = at_once([record(pairing, challenge, tablet) for challenge in challenges])
    codes = told(answers)
    assert codes.pop("new") == 1
    assert set(codes) <= {"game.sequence_conflict", "game.sequence_gap", "challenge.window_closed"}
    assert [row.kind for row in GameEvent.objects.order_by("seq")] == ["play", "challenge", followed]
    assert_whole(pairing, 3)


def test_a_challenge_and_the_opponents_next_act_do_not_both_happen(pairing: Pairing, tablet: Actor) -> None:
    event_record(game_id=pairing.game_id or 0, sent=sent(payload=WRONG), actor=tablet, rights=MAY)
    answers = at_once(
        [
            record(pairing, sent("challenge", 2, 1, target_seq=1), tablet),
            record(pairing, sent("pass", 2, 1), tablet),
            record(pairing, sent("undo", 2, None), tablet),
        ]
    )
    assert told(answers)["new"] == 1
    assert told(answers)["game.sequence_conflict"] == 2
    assert_whole(pairing, 3 if GameEvent.objects.filter(kind="challenge").exists() else 2)


def test_a_directors_correction_and_the_tables_next_event_stand_one_behind_the_other(
    pairing: Pairing, tablet: Actor
) -> None:
    director = Actor("user", "Director", make_user().pk)
    event_record(game_id=pairing.game_id or 0, sent=sent(), actor=tablet, rights=MAY)
    change = sent("arbiter_adjustment", 2, 0, payload={"points": -5, "remark": "late start"}, reason="late start")
    answers = at_once([record(pairing, change, director, DIRECTS), record(pairing, sent("pass", 2, 1), tablet)])
    assert told(answers) == {"new": 1, "game.sequence_conflict": 1}
    assert_whole(pairing, 2)
    assert Sheet.objects.get().claim_user_id == tablet.user_id


def test_a_game_claimed_by_eight_tablets_at_once_is_held_by_one(pairing: Pairing) -> None:
    tablets = [Actor("user", f"Tablet {n}", make_user().pk) for n in range(8)]
    answers = at_once(
        [partial(claim_take, game_id=pairing.game_id or 0, actor=actor, directs=False) for actor in tablets]
    )
    won = [answer for answer in answers if isinstance(answer, Sheet)]
    lost = [answer.code for answer in answers if isinstance(answer, DomainError)]
    assert (len(won), lost) == (1, ["game.claimed"] * 7)
    assert Sheet.objects.get().claim_label == won[0].claim_label


def test_an_end_sent_ten_times_at_once_makes_one_proposal(pairing: Pairing, tablet: Actor) -> None:
    event_record(game_id=pairing.game_id or 0, sent=sent(), actor=tablet, rights=MAY)
    end = sent("end", 2, None, payload={"reason": "agreed"})
    answers = at_once([record(pairing, end, tablet)] * 10)
    assert told(answers) == {"new": 1, "replayed": 9}
    assert Result.objects.filter(pairing=pairing).count() == 1
    assert_whole(pairing, 2)


def test_forty_tables_record_at_once_and_none_waits_for_a_lock_that_never_opens(tablet: Actor) -> None:
    division = make_division(entries=40, judging_mode="challenge")
    tables = list(publish_round(division, 1).pairings.all())
    ended = {"reason": "agreed"}

    def game(table: Pairing) -> list[Any]:
        moves = [sent(), sent("clock", 2, 0, payload={"used_ms": 1_400_000}), sent("end", 4, None, payload=ended)]
        return [record(table, move, tablet)() for move in moves]

    answers = at_once([partial(game, table) for table in tables])
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    for table in tables:
        assert_whole(table, 4)
    assert Result.objects.filter(pairing__in=tables).count() == 20


# --- A server that dies ------------------------------------------------------------------------------------

#: Records an event, and then stops between the last statement and the commit.
_DIES = """
import sys, time, uuid
import django
django.setup()
from unittest import mock
from django.db import transaction
from common.actor import Actor
from games.models import GameEvent
from games.ports import Rights
from games.services.log import Sent
from games.services.recording import event_record

game, user, event, kind = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
play = {"start": "8F", "dir": "across", "tiles": ["3", "+", "4", "=", "7"]}
payload = play if kind == "play" else {"reason": "agreed"}
side, seq = (0, 1) if kind == "play" else (None, 2)
with transaction.atomic():
    event_record(
        game_id=game,
        sent=Sent(uuid.UUID(event), seq, kind, side, payload),
        actor=Actor("user", "Table 1", user),
        rights=Rights(may_record=True),
    )
    print(GameEvent.objects.filter(game_id=game).count(), flush=True)
    time.sleep(600)
"""


@pytest.fixture
def dying(postgres_url: str, tmp_path: Path) -> Iterator[Any]:
    started: list[subprocess.Popen[str]] = []

    def start(pairing: Pairing, actor: Actor, event: Sent) -> tuple[subprocess.Popen[str], int]:
        (tmp_path / "var").mkdir(exist_ok=True)
        environment = site_environment(tmp_path / "var", DATABASE_URL=postgres_url)
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        words = [str(pairing.game_id), str(actor.user_id), str(event.client_event_id), event.kind]
        child = subprocess.Popen(
            [sys.executable, "-c", _DIES, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        started.append(child)
        assert child.stdout is not None
        return child, int(child.stdout.readline())

    yield start
    for child in started:
        child.kill()
        child.wait()


def test_a_server_killed_before_the_commit_leaves_nothing_and_the_retry_works(  # fault 6
    pairing: Pairing, tablet: Actor, dying: Any
) -> None:
    event = sent()
    child, written = dying(pairing, tablet, event)
    assert written == 1, "it was in, and nobody else saw it"
    assert (GameEvent.objects.count(), Sheet.objects.count()) == (0, 0)
    child.kill()
    child.wait()
    assert (GameEvent.objects.count(), Sheet.objects.count()) == (0, 0)
    answers = at_once([record(pairing, event, tablet)] * 3)
    assert told(answers) == {"new": 1, "replayed": 2}
    assert_whole(pairing, 1)


def test_who_waits_behind_a_server_that_dies_goes_on_when_it_is_dead(
    pairing: Pairing, tablet: Actor, dying: Any
) -> None:
    event_record(game_id=pairing.game_id or 0, sent=sent(), actor=tablet, rights=MAY)
    end = sent("end", 2, None, payload={"reason": "agreed"})
    child, written = dying(pairing, tablet, end)
    assert written == 2
    answers = at_once([record(pairing, end, tablet), record(pairing, end, tablet), child.kill])
    assert told(answers[:2]) == {"new": 1, "replayed": 1}
    assert Result.objects.filter(pairing=pairing).count() == 1
    assert_whole(pairing, 2)
