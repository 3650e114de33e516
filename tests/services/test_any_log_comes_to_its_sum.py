"""Whatever is sent to a sheet, in whatever order and by whomever: its log, its totals, its kept state and its tiles
agree, with one another and with a list of moves kept beside it. Fault 25.
"""

import json
import uuid
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from common.actor import Actor
from common.errors import DomainError
from games.engine import (
    Adjustment,
    Challenge,
    Clock,
    Discard,
    End,
    Exchange,
    Move,
    Pass,
    Play,
    Position,
    get_ruleset,
    replay,
)
from games.engine.snapshots import from_snapshot, take_snapshot
from games.engine.wire import move_data
from games.models import Game, GameEvent, Sheet
from games.ports import Rights
from games.selectors.chain import chain_faults
from games.selectors.sheets import full_position, game_settings, position_of
from games.services.log import Sent
from games.services.recording import batch_record, event_record
from tests.engine.random_games import MOVES, SEEDS, moved
from tests.factories import make_user

GAMES = [("amath@1", "challenge"), ("amath@1", "auto"), ("amath-primary@1", "challenge"), ("summy@1", "auto")]
_KINDS: dict[type, str] = {
    Play: "play",
    Exchange: "exchange",
    Discard: "discard",
    Pass: "pass",
    Challenge: "challenge",
    End: "end",
    Clock: "clock",
    Adjustment: "arbiter_adjustment",
}
TABLET, SPARE, DIRECTOR = "tablet", "spare tablet", "director"
WHO = st.sampled_from([TABLET, TABLET, TABLET, SPARE, DIRECTOR])


def happened(position: Position) -> list[tuple[Any, ...]]:
    """Events without their moves, which a log keeps with whoever made them."""
    return [(event.name, event.side, event.points, event.upheld, event.score) for event in position.events]


class Log(RuleBasedStateMachine):
    """A sheet, and beside it ``live``: the moves that should count, by the number of their event."""

    game: Game

    @initialize(kind=st.sampled_from(GAMES))
    def begin(self, kind: tuple[str, str]) -> None:
        self.savepoint = transaction.savepoint()
        self.game = Game.objects.create(
            ruleset=kind[0], judging_mode=kind[1], clock_ms=1_320_000, created_at=timezone.now()
        )
        self.rules, self.settings = get_ruleset(kind[0]), game_settings(self.game)
        self.actors = {name: Actor("user", name, make_user().pk) for name in (TABLET, SPARE, DIRECTOR)}
        self.live: dict[int, Move] = {}
        self.sent: list[tuple[Sent, str, GameEvent]] = []

    def teardown(self) -> None:
        if hasattr(self, "savepoint"):
            transaction.savepoint_rollback(self.savepoint)

    # -- helpers -------------------------------------------------------------------------------------------

    @property
    def head(self) -> int:
        return Sheet.objects.filter(pk=self.game.pk).values_list("head_seq", flat=True).first() or 0

    def position(self) -> Position:
        return replay(self.rules, [self.live[seq] for seq in sorted(self.live)], settings=self.settings)

    def as_sent(self, move: Move, **more: Any) -> Sent:
        payload = move_data(self.rules, move)
        if isinstance(move, Adjustment):
            more.setdefault("reason", "by the arbiter")
        more.setdefault("seq", self.head + 1)
        return Sent(
            uuid.uuid4(), kind=_KINDS[type(move)], side=getattr(move, "side", None), payload=payload, **more
        )

    def record(self, event: Sent, who: str, *, dry: bool = False) -> GameEvent | None:
        """The event as stored, or None where it was refused."""
        rights = Rights(may_record=True, looks=True, directs=who == DIRECTOR)
        if who != TABLET and event.kind not in ("void", "replace", "undo", "arbiter_adjustment"):
            Sheet.objects.filter(pk=self.game.pk).update(claim_until=None)
        elif who == TABLET:
            Sheet.objects.filter(pk=self.game.pk, claim_user=None).update(claim_until=None)
        before = GameEvent.objects.filter(game=self.game).count()
        try:
            recorded, position = event_record(
                game_id=self.game.pk, sent=event, actor=self.actors[who], rights=rights, dry_run=dry
            )
        except DomainError:
            assert GameEvent.objects.filter(game=self.game).count() == before
            return None
        if dry:
            assert GameEvent.objects.filter(game=self.game).count() == before
            return None
        assert not recorded.replayed
        assert GameEvent.objects.filter(game=self.game).count() == before + 1 + len(recorded.derived)
        assert [row.seq for row in (recorded.event, *recorded.derived)] == list(range(before + 1, self.head + 1))
        assert position.total == position_of(self.game, Sheet.objects.get(pk=self.game.pk)).total
        self.sent.append((event, who, recorded.event))
        return recorded.event

    def take(self, event: Sent, who: str, move: Move) -> None:
        row = self.record(event, who)
        if row is not None:
            self.live[row.seq] = move

    # -- what may be sent ----------------------------------------------------------------------------------

    @rule(kind=MOVES, seed=SEEDS, who=WHO, dry=st.sampled_from([False, False, False, True]))
    def move(self, kind: str, seed: int, who: str, dry: bool) -> None:
        move = moved(self.position(), kind, Random(seed))
        event = self.as_sent(move)
        if dry:
            self.record(event, who, dry=True)
        else:
            self.take(event, who, move)

    @rule(kinds=st.lists(MOVES, min_size=2, max_size=6), seed=SEEDS)
    def batch(self, kinds: list[str], seed: int) -> None:
        """Moves that follow from one another, shuffled, with old ones among them; then the same once more."""
        random, position, first = Random(seed), self.position(), self.head + 1
        items: list[tuple[Sent, Move]] = []
        derived = 0
        for kind in kinds:
            move = moved(position, kind, random)
            if isinstance(move, Adjustment):
                continue
            items.append((self.as_sent(move, seq=first + len(items) + derived), move))
            if position.problems(move):
                break
            after = position.play(move)
            derived += len(after.events) - len(position.events) - 1
            position = after
        Sheet.objects.filter(pk=self.game.pk).update(claim_until=None)
        old = [event for event, _who, _row in self.sent[-3:]]
        batch = [event for event, _move in items] + old
        random.shuffle(batch)
        if not batch:
            return
        rights = Rights(may_record=True, looks=True)
        arguments = {"game_id": self.game.pk, "items": batch, "actor": self.actors[TABLET], "rights": rights}
        outcomes, after, head = batch_record(**arguments)
        assert head == self.head
        assert after.total == full_position(self.game).total
        told = {outcome.client_event_id: outcome for outcome in outcomes}
        stopped = False
        for event, move in items:
            outcome = told[event.client_event_id]
            if outcome.status == "applied":
                assert not stopped
                assert outcome.recorded is not None
                self.live[outcome.recorded.event.seq] = move
                self.sent.append((event, TABLET, outcome.recorded.event))
            else:
                assert outcome.status == ("not_attempted" if stopped else "rejected")
                stopped = True
        assert all(told[event.client_event_id].status == "replayed" for event in old)
        again, after_again, head_again = batch_record(**arguments)
        assert (head_again, after_again.total) == (head, after.total)
        statuses = {outcome.client_event_id: outcome.status for outcome in again}
        for outcome in outcomes:
            expected = "replayed" if outcome.status == "applied" else outcome.status
            assert statuses[outcome.client_event_id] == expected

    @rule(who=WHO, dry=st.booleans())
    def undo(self, who: str, dry: bool) -> None:
        row = self.record(Sent(uuid.uuid4(), self.head + 1, "undo"), who, dry=dry)
        if row is not None:
            assert row.target_seq == max(self.live)
            del self.live[row.target_seq]

    @precondition(lambda self: getattr(self, "live", None))
    @rule(data=st.data(), who=st.sampled_from([DIRECTOR, DIRECTOR, TABLET]), dry=st.booleans())
    def void(self, data: st.DataObject, who: str, dry: bool) -> None:
        target = data.draw(st.integers(1, self.head + 1))
        event = Sent(uuid.uuid4(), self.head + 1, "void", target_seq=target, reason="wrong player")
        row = self.record(event, who, dry=dry)
        if row is not None:
            assert who == DIRECTOR
            del self.live[row.target_seq or 0]

    @precondition(lambda self: getattr(self, "live", None))
    @rule(data=st.data(), kind=MOVES, seed=SEEDS, dry=st.booleans())
    def replace(self, data: st.DataObject, kind: str, seed: int, dry: bool) -> None:
        target = data.draw(st.sampled_from(sorted(self.live)))
        until = [self.live[seq] for seq in sorted(self.live) if seq < target]
        move = moved(replay(self.rules, until, settings=self.settings), kind, Random(seed))
        old = self.live[target]
        if getattr(move, "side", None) is None and not isinstance(move, End) and not isinstance(old, End):
            move = replace(move, side=old.side)  # type: ignore[type-var,union-attr]
        inner = self.as_sent(move)
        event = Sent(
            uuid.uuid4(),
            self.head + 1,
            "replace",
            inner.side,
            {"type": inner.kind, "data": inner.payload},
            target_seq=target,
            reason="misread tiles",
        )
        row = self.record(event, DIRECTOR, dry=dry)
        if row is not None:
            assert row.target_seq == target
            self.live[target] = move

    @precondition(lambda self: getattr(self, "sent", None))
    @rule(data=st.data(), who=WHO, changed=st.booleans(), dry=st.booleans())
    def again(self, data: st.DataObject, who: str, changed: bool, dry: bool) -> None:
        event, _who, row = data.draw(st.sampled_from(self.sent))
        event = replace(event, seq=data.draw(st.integers(1, self.head + 3)))
        rights = Rights(may_record=True, closed=data.draw(st.booleans()))
        if changed:
            event = replace(event, claimed_total=event.claimed_total or 7)
        arguments = {"game_id": self.game.pk, "actor": self.actors[who], "rights": rights, "dry_run": dry}
        if changed:
            with pytest.raises(DomainError, match="key_reused"):
                event_record(sent=event, **arguments)
            return
        recorded, position = event_record(sent=event, **arguments)
        assert (recorded.replayed, recorded.event.pk, recorded.event.seq) == (True, row.pk, row.seq)
        rows = GameEvent.objects.filter(game=self.game, seq__lte=recorded.last_seq)
        assert position.total == (sum(r.first_points for r in rows), sum(r.second_points for r in rows))

    @rule(kind=MOVES, seed=SEEDS, off=st.sampled_from([-3, -1, 1, 5]))
    def wrong_number(self, kind: str, seed: int, off: int) -> None:
        event = self.as_sent(moved(self.position(), kind, Random(seed)), seq=max(0, self.head + 1 + off))
        assert self.record(event, TABLET) is None

    @rule(how=st.sampled_from(["none", "old", "behind"]))
    def lose_the_kept_state(self, how: str) -> None:
        """Thrown away, of an older program, or left behind: the next reader replays."""
        sheet = Sheet.objects.filter(pk=self.game.pk)
        change = {"none": {"state": None}, "old": {"state": {"format": 0}}, "behind": {"state_seq": 10**6}}[how]
        sheet.update(**change)
        self.assert_readers_agree()
        sheet.update(state=take_snapshot(full_position(self.game)), state_seq=self.head)

    # -- what holds ----------------------------------------------------------------------------------------

    def assert_readers_agree(self) -> None:
        shown = position_of(self.game, Sheet.objects.filter(pk=self.game.pk).first())
        assert take_snapshot(shown) == take_snapshot(self.position())

    @invariant()
    def everything_agrees(self) -> None:
        if not hasattr(self, "live"):
            return
        rows = list(GameEvent.objects.filter(game=self.game).order_by("seq"))
        sheet = Sheet.objects.filter(pk=self.game.pk).first()
        mine, theirs = self.position(), full_position(self.game)
        summed = (sum(row.first_points for row in rows), sum(row.second_points for row in rows))
        assert summed == mine.total == theirs.total
        assert happened(theirs) == happened(mine)
        assert (theirs.board, theirs.racks) == (mine.board, mine.racks)
        assert mine.inventory() == theirs.inventory() == Counter(self.rules.tile_counts)
        sizes = sum(rack.size for rack in mine.racks)
        assert len(mine.board) + sizes + mine.bag_count + len(mine.discarded) == self.rules.tiles.size
        self.assert_readers_agree()
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        if sheet is not None:
            assert (sheet.head_seq, sheet.state_seq if rows else 0) == (len(rows), len(rows))
            assert not rows or sheet.state == json.loads(json.dumps(take_snapshot(mine)))
            assert list(chain_faults(rows, sheet.head_hash)) == []
        assert all(row.target_seq is not None for row in rows if row.derived)


@pytest.mark.django_db
def test_any_sequence_of_events_keeps_the_books_straight() -> None:
    run_state_machine_as_test(
        Log,
        settings=settings(
            max_examples=25,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )


# --- Snapshots ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GAMES, ids="-".join)
@pytest.mark.parametrize("seed", range(6))
def test_a_kept_state_is_the_position_at_every_moment_of_a_game(kind: tuple[str, str], seed: int) -> None:
    """Also through JSON, and every game goes on from it as from the position itself."""
    rules, random = get_ruleset(kind[0]), Random(seed)
    position = rules.opening(settings=replace(rules.settings(), judging=kind[1]))
    kinds = ["play"] * 8 + ["wild"] * 4 + ["challenge", "exchange", "unseen", "pass", "clock", "points"]
    for turn in range(120):
        data = take_snapshot(position)
        kept = from_snapshot(rules, position.settings, json.loads(json.dumps(data)))
        assert kept is not None
        assert take_snapshot(kept) == data
        assert kept == replace(position, events=(), flags=())
        move = moved(position, "end" if turn > 100 or position.due else random.choice(kinds), random)
        assert kept.problems(move) == position.problems(move)
        if isinstance(move, Play) and not position.place(move).problems:
            assert kept.judge(move) == position.judge(move)
        if position.problems(move):
            continue
        after, after_kept = position.play(move), kept.play(move)
        assert after_kept.events == after.events[len(position.events) :]
        assert take_snapshot(after_kept) == take_snapshot(after)
        position = after
    assert from_snapshot(rules, position.settings, {**take_snapshot(position), "format": 0}) is None
