"""A game taken away as a record and brought back: the same log, or nothing and every fault with its line."""

import random
import uuid
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.errors import Conflict, NotAllowed, Refused
from common.log import chain_faults as log_faults
from common.models import LogEntry
from games.engine import Position, get_ruleset
from games.engine.notation import Record, read_record, record_data, write_record
from games.engine.wire import move_data, move_kind
from games.models import Game, GameEvent, JudgingMode, Sheet, Side
from games.ports import Rights
from games.selectors.chain import chain_faults
from games.selectors.proof import proof_of
from games.selectors.records import record_of
from games.selectors.story import story_of
from games.services.log import Sent
from games.services.recording import event_record
from games.services.records import record_import, record_read
from tests.engine.strategies import CHALLENGE, Table
from tests.factories import TEST

pytestmark = pytest.mark.django_db
DIRECTOR = Rights(may_record=True, looks=True, directs=True)
SCORER = Rights(may_record=True, looks=True)
NAMES = ("Anan", "Bua")
CHAIN = "test:records"


def played(seed: int, ruleset: str, *, finish: bool) -> Position:
    """A random game under settings that a division can give it."""
    rules, rng = get_ruleset(ruleset), random.Random(seed)
    judging = rng.choice(rules.judging_modes)
    start = rules.opening(settings=replace(rules.settings(), judging=judging))
    return Table(rng, start).play(14, finish=finish)


def make_game(position: Position | None = None, *, ruleset: str = "amath@1", judging: str = CHALLENGE) -> Game:
    """A game with the settings that a position was played by."""
    if position is not None:
        ruleset, judging = position.rules.id, position.settings.judging
    game = Game.objects.create(
        ruleset=ruleset,
        judging_mode=JudgingMode(judging),
        clock_ms=position.settings.clock_ms if position is not None else 1_320_000,
    )
    Side.objects.bulk_create(Side(game=game, place=place) for place in (0, 1))
    return game


def record(game: Game, kind: str, **more: Any) -> GameEvent:
    """One event more, by a director."""
    head = Sheet.objects.filter(pk=game.pk).values_list("head_seq", flat=True).first() or 0
    sent = Sent(uuid.uuid4(), head + 1, kind, **more)
    recorded, _position = event_record(game_id=game.pk, sent=sent, actor=TEST, rights=DIRECTOR)
    return recorded.event


def play(game: Game, position: Position) -> None:
    """Every move of a position, sent as an app would: a play as its whole line."""
    for move in Record.of(position).moves:
        kind, side = move_kind(move), getattr(move, "side", None)
        target = None
        if kind == "challenge":
            target = GameEvent.objects.filter(game=game, kind="play").order_by("-seq").first().seq
        why = "telephone rang" if kind.endswith("_adjustment") else ""
        payload = move_data(position.rules, move)
        record(game, kind, side=side, payload=payload, target_seq=target, reason=why)


def shown(game: Game, *, racks: bool = True) -> Record:
    return record_of(story_of(game), NAMES, [("table", "1")], racks=racks)


def brought_in(game: Game, text: Any, **more: Any) -> Any:
    more = {"rights": DIRECTOR, "reason": "sheet was on paper", **more}
    return record_import(game_id=game.pk, record=record_read(text), actor=TEST, chain=CHAIN, **more)


def faults_of(error: Refused) -> list[tuple[str, int | None]]:
    return [(item.code, item.row) for item in error.items]


ORDINARY = "1 | | 8E 7 × 2 = 1 4 | +11 | 11\n2 | | exchange 2 tiles | 0 | 0\n1 | | pass\n"


def text(body: str, ruleset: str = "amath@1", judging: str = "challenge") -> str:
    head = f"kradan game record 1\nruleset: {ruleset}\njudging: {judging}\nside 1: A\nside 2: B\n\n"
    return head + body


# --- Out and in again --------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.sampled_from(["amath", "amath-primary", "summy"]), st.booleans())
def test_a_game_comes_back_as_it_went_with_wrong_plays_lost_challenges_and_unknown_racks(
    db: None, seed: int, ruleset: str, finish: bool
) -> None:
    position = played(seed, ruleset, finish=finish)
    first, second, third = make_game(position), make_game(position), make_game(position)
    play(first, position)
    once = shown(first)
    assert once.total == position.total
    brought_in(second, write_record(once))
    assert write_record(shown(second)) == write_record(once)
    brought_in(third, record_data(once))
    assert record_data(shown(third)) == record_data(once)
    for game in (first, second, third):
        rows = list(GameEvent.objects.filter(game=game).order_by("seq"))
        sheet = Sheet.objects.get(pk=game.pk)
        assert list(chain_faults(rows, sheet.head_hash)) == []
        assert (sum(r.first_points for r in rows), sum(r.second_points for r in rows)) == position.total
        proof = proof_of(game, sheet, racks=True)
        assert proof.holds, proof
        assert proof_of(game, sheet, racks=False).tiles_hold


def test_what_was_taken_back_or_replaced_is_exported_as_it_counts() -> None:
    game = make_game()
    record(game, "play", payload={"start": "8E", "dir": "across", "tiles": ["7", "×", "2", "=", "1", "4"]})
    record(game, "pass")
    record(game, "undo")
    record(game, "exchange", payload={"count": 3})
    better = {"start": "8F", "dir": "across", "tiles": ["4", "=", "4"]}
    record(game, "replace", target_seq=1, reason="another play on paper", payload={"type": "play", "data": better})
    body = write_record(shown(game)).partition("\n\n")[2]
    acts = [line.split("|")[2].strip() for line in body.splitlines()]
    assert acts == ["8F 4 = 4", "exchange 3 tiles"]
    assert "paper" not in body
    copy = make_game()
    brought_in(copy, write_record(shown(game)))
    assert write_record(shown(copy)).partition("\n\n")[2] == body


def test_remarks_and_charges_come_back() -> None:
    body = (
        "1 | 7 2 _ | 8E 7 × 2 = 1 4 | +11 | 11  # looked twice\n"
        "2 | | adjust rack -4 | -4 | -4  # miscounted\n1 | | clock 23:01\n1 | | time adjustment | -20 | -9\n"
    )
    game, copy = make_game(), make_game()
    brought_in(game, text(body))
    once = write_record(shown(game))
    assert "# looked twice" in once
    assert "adjust rack -4" in once
    assert "# miscounted" in once
    brought_in(copy, once)
    assert write_record(shown(copy)) == once


def test_until_the_end_the_record_hides_racks_from_those_who_may_not_see_them() -> None:
    game = make_game()
    record(game, "exchange", payload={"tiles": ["7", "19"], "rack": ["7", "19", "?"]})
    seen, hidden = write_record(shown(game)), write_record(shown(game, racks=False))
    assert "7 19 ?" in seen
    assert "19" not in hidden
    assert "exchange 2 tiles" in hidden
    assert read_record(hidden).total == (0, 0)


def test_blocks_thrown_away_at_summy_are_only_counted_for_those() -> None:
    game = make_game(ruleset="summy@1", judging="auto")
    record(game, "discard", payload={"tiles": ["9", "8"]})
    hidden = write_record(shown(game, racks=False)).partition("\n\n")[2]
    assert "discard 2" in hidden
    assert "9" not in hidden


# --- Into a sheet: whole or not at all ----------------------------------------------------------------------


def test_a_sheet_is_made_and_the_log_says_who_and_why() -> None:
    game = make_game()
    imported = brought_in(game, text(ORDINARY), rights=SCORER)
    assert imported.position.total == (11, 0)
    assert imported.events == GameEvent.objects.filter(game=game).count() == 3
    (entry,) = LogEntry.objects.filter(chain=CHAIN)
    assert entry.action == "sheet.imported"
    assert entry.data["reason"] == "sheet was on paper"
    assert entry.actor_label == TEST.label
    assert list(log_faults(CHAIN)) == []


def test_every_faulty_line_is_told_with_its_number_and_nothing_is_stored() -> None:
    game = make_game()
    wrong = "1 | | 8E 7 × 2 = 1 4 | +12 | 12\n2 | | exchnge 2 tiles\n1 | | 9Z9 7\n"
    with pytest.raises(Refused) as caught:
        brought_in(game, text(wrong))
    assert caught.value.code == "record.unreadable"
    found = faults_of(caught.value)
    assert ("record.score_mismatch", 7) in found
    assert ("move.unreadable", 8) in found
    assert ("move.unreadable_place", 9) in found
    assert all(str(item.message) != item.code for item in caught.value.items)
    assert not GameEvent.objects.filter(game=game).exists()
    assert not LogEntry.objects.filter(chain=CHAIN).exists()


def test_a_record_without_a_move_makes_no_sheet() -> None:
    with pytest.raises(Refused) as caught:
        brought_in(make_game(), text(""))
    assert faults_of(caught.value) == [("record.empty", None)]


def test_data_is_told_where_it_is_wrong() -> None:
    data = record_data(read_record(text(ORDINARY)))
    data["lines"][0]["move"]["tiles"][1] = "%"
    data["lines"][1]["bonus"] = 3
    with pytest.raises(Refused) as caught:
        record_read(data)
    told = {item.pointer: (item.code, item.row) for item in caught.value.items}
    assert told["/lines/0/move/tiles/1"] == ("tile.unknown", 1)
    assert told["/lines/1/bonus"] == ("wire.no_such_field", 2)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        7,
        {},
        {"lines": [1]},
        {"ruleset": "amath", "sides": "AB"},
        {"ruleset": 1, "tags": [{}], "settings": []},
    ],
)
def test_data_that_is_no_record_is_refused(data: Any) -> None:
    with pytest.raises(Refused) as caught:
        record_read(data)
    assert caught.value.code == "record.unreadable"


def test_the_games_own_rules_and_settings_judge() -> None:
    game = make_game(judging="auto")
    with pytest.raises(Refused) as caught:
        brought_in(game, text("1 | | 8E 7 × 2 = 1 5\n2 | | pass\n"))
    assert faults_of(caught.value) == [("equation.unbalanced", 7)]
    with pytest.raises(Refused) as caught:
        brought_in(make_game(), text("1 | | pass\n", ruleset="amath-primary@1"))
    assert [code for code, _line in faults_of(caught.value)] == ["record.other_ruleset"]
    late = "1 | | 8E 7 × 2 = 1 4 | +11 | 11\n1 | | clock 23:00 | 0 | 11\n1 | | time adjustment | -10 | 1\n"
    game = make_game()
    Game.objects.filter(pk=game.pk).update(clock_ms=1_200_000)
    with pytest.raises(Refused) as caught:
        brought_in(game, text(late))
    assert faults_of(caught.value) == [("record.score_mismatch", 9)]
    Game.objects.filter(pk=game.pk).update(clock_ms=1_500_000)
    with pytest.raises(Refused) as caught:
        brought_in(game, text(late))
    assert faults_of(caught.value) == [("record.other_settings", 8)]


def test_only_an_empty_sheet_is_made_from_a_record_and_the_same_record_again_is_harmless() -> None:
    game = make_game()
    first = brought_in(game, text(ORDINARY))
    again = brought_in(game, text(ORDINARY))
    assert (again.replayed, again.events) == (True, first.events)
    assert LogEntry.objects.filter(chain=CHAIN).count() == 1
    with pytest.raises(Conflict) as caught:
        brought_in(game, text("1 | | pass\n"))
    assert caught.value.code == "game.sheet_not_empty"
    for seq in (3, 2, 1):
        record(game, "void", target_seq=seq, reason="wrong sheet")
    brought_in(game, text(ORDINARY))
    assert shown(game).total == (11, 0)
    assert proof_of(game, Sheet.objects.get(pk=game.pk), racks=True).holds


def test_a_dry_run_keeps_nothing() -> None:
    game = make_game()
    tried = brought_in(game, text(ORDINARY), dry_run=True, reason="")
    assert tried.position.total == (11, 0)
    assert not Sheet.objects.filter(pk=game.pk).exists()


def test_who_may_not_may_not() -> None:
    game = make_game()
    with pytest.raises(NotAllowed):
        brought_in(game, text(ORDINARY), rights=Rights(may_record=True, side=0))
    with pytest.raises(Conflict) as caught:
        brought_in(game, text(ORDINARY), rights=Rights(may_record=True, looks=True, closed=True))
    assert caught.value.code == "game.final"
    with pytest.raises(NotAllowed) as points:
        brought_in(game, text("1 | | adjust arbiter +50\n"), rights=SCORER)
    assert points.value.code == "event.directors_only"
    with pytest.raises(Refused) as refused:
        brought_in(game, text(ORDINARY), reason=" so ")
    assert refused.value.code == "event.reason_missing"


# --- Proofs ---------------------------------------------------------------------------------------------------


def test_a_hand_in_the_database_is_found_out() -> None:
    game = make_game()
    brought_in(game, text(ORDINARY))
    rows = list(GameEvent.objects.filter(game=game).order_by("seq"))
    rows[1].payload = {"count": 3}
    rows[0].first_points = 21
    story = story_of(game, rows)
    proof = proof_of(game, Sheet.objects.get(pk=game.pk), racks=True, story=story)
    assert not proof.holds
    assert proof.broken_chain == 1
    assert not proof.totals_hold
    rows[2].payload = {"nonsense": 1}
    assert story_of(game, rows).broken_seq == 3
    with pytest.raises(Conflict):
        record_of(story_of(game, rows), NAMES, racks=True)


def test_a_finished_sheet_accounts_for_every_tile() -> None:
    game = make_game()
    end = (
        "1 | | 8F 4 = 4\n"
        + "2 | | pass\n1 | | pass\n" * 3
        + "end passes, 1 holds 5 7 2 1 1 1 + =, 2 holds 9 9 × ÷ = 8 8 ?\n"
    )
    brought_in(game, text(end))
    proof = proof_of(game, Sheet.objects.get(pk=game.pk), racks=True)
    assert proof.over
    assert proof.holds
    assert proof.unknown == 0
    nine = next(kind for kind in proof.kinds if kind.kind == "9")
    assert (nine.set, nine.board, nine.racks, nine.unseen) == (4, 0, 2, 2)
    assert proof.bag == sum(kind.unseen for kind in proof.kinds)
