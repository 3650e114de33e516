"""A round can be made again from what was stored with it: here, elsewhere, later, in any order of rows."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.support import Event, field, request_of, requests
from tournaments.pairing import (
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingError,
    PairingRequest,
    PastBye,
    RoundRobin,
    Swiss,
    digest,
    pair,
    request_from_json,
    request_to_json,
)

ROOT = Path(__file__).resolve().parents[2]

REPEAT = """
import random, sys
from tests.pairing.support import Event
from dataclasses import replace
from tournaments.pairing import ClubRule, KingOfTheHill, Swiss, digest, pair
shuffle = random.Random(int(sys.argv[1])).shuffle
for system in (Swiss(), KingOfTheHill()):
    event = Event(31, system=system, clubs_apart=ClubRule(None), seed=7)
    for _ in range(6):
        request = event.request()
        rows = {}
        for name in ("competitors", "history", "byes"):
            rows[name] = list(getattr(request, name))
            shuffle(rows[name])
        again = replace(request, **{name: tuple(value) for name, value in rows.items()})
        result = pair(again)
        event.enter(result)
        print(digest(again), result)
"""


def test_hash_seed_process_and_order_of_rows_change_nothing():
    seen = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", REPEAT, hash_seed],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1
    assert seen.pop().count("PairingResult") == 12


@given(requests(largest=14, directed=True), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_other_ids_for_the_same_people_give_the_same_round(request: PairingRequest, random):
    ids = [c.id for c in request.competitors]
    new = dict(zip(ids, random.sample(range(1000, 9000), len(ids)), strict=True))
    renamed = replace(
        request,
        competitors=tuple(replace(c, id=new[c.id]) for c in request.competitors),
        history=tuple(replace(m, first=new[m.first], second=new[m.second]) for m in request.history),
        byes=tuple(replace(b, competitor=new[b.competitor]) for b in request.byes),
        locked_pairs=tuple((new[a], new[b]) for a, b in request.locked_pairs),
        locked_byes=tuple(new[a] for a in request.locked_byes),
        forbidden_pairs=tuple((new[a], new[b]) for a, b in request.forbidden_pairs),
    )
    try:
        result = pair(request)
    except PairingError as error:
        with pytest.raises(PairingError, match=error.code):
            pair(renamed)
        return
    again = pair(renamed)
    assert [(new[g.first], new[g.second]) for g in result.pairs] == [(g.first, g.second) for g in again.pairs]
    assert tuple(new[i] for i in result.byes) == again.byes


@given(requests(largest=12, directed=True))
@settings(max_examples=60, deadline=None)
def test_a_request_survives_the_text_it_is_stored_as(request: PairingRequest):
    text = request_to_json(request)
    again = request_from_json(text)
    assert again == request
    assert request_to_json(again) == text
    assert digest(again) == digest(request)


def test_points_that_are_fractions_and_thai_names_of_events_survive_too():
    half = Competitor(id=1, rank=1, points=Fraction(7, 2), number=1, club=4)
    whole = Competitor(id=2, rank=2, points=Fraction(3), number=2)
    for system in (RoundRobin(seats=(2, 1), cycles=2, first_round=3), Swiss("float_down"), KingOfTheHill()):
        request = request_of(
            (half, whole),
            event="กระดาน",
            round=3,
            system=system,
            history=(Meeting(1, 2, 1, played=False), Meeting(2, 1, 2, starts_known=False)),
            byes=(PastBye(1, 9),),
        )
        again = request_from_json(request_to_json(request))
        assert again == request
        assert pair(again) == pair(request)


def test_equal_requests_have_one_digest_and_any_change_another():
    event = Event(9)
    event.play()
    request = event.request()
    backwards = replace(
        request, competitors=request.competitors[::-1], history=request.history[::-1], byes=request.byes[::-1]
    )
    assert backwards == request
    assert digest(backwards) == digest(request)
    changed = [
        replace(request, seed=1),
        replace(request, event="another"),
        replace(request, round=5),
        replace(request, system=KingOfTheHill()),
        replace(request, history=request.history[1:]),
        replace(request, byes=()),
        replace(request, locked_byes=(1,)),
        replace(request, locked_pairs=((1, 2),)),
        replace(request, locked_pairs=((2, 1),)),
        replace(request, forbidden_pairs=((1, 2),)),
    ]
    assert len({digest(one) for one in [request, *changed]}) == len(changed) + 1


def test_a_result_names_its_request_and_its_solver():
    request = request_of(field(4))
    result = pair(request)
    assert result.digest == digest(request)
    assert "rustworkx" in result.solver


def test_the_seed_decides_only_between_those_who_share_a_rank():
    """Eight of equal rank are drawn differently by another seed; eight of different ranks are not."""
    ranked = field(8)
    level = tuple(replace(c, rank=1) for c in ranked)

    def drawn(competitors, seed):
        return {frozenset((g.first, g.second)) for g in pair(request_of(competitors, seed=seed)).pairs}

    assert len({frozenset(drawn(level, seed)) for seed in range(8)}) > 1
    assert len({frozenset(drawn(ranked, seed)) for seed in range(8)}) == 1


@pytest.mark.parametrize(
    "text",
    ["{}", "[]", '{"format": "another"}', json.dumps({"format": "kradan-pairing-request/1", "event": "x"})],
)
def test_text_that_is_no_request_is_refused(text: str):
    with pytest.raises(ValueError, match="request"):
        request_from_json(text)


def test_a_system_nobody_knows_is_refused_by_name():
    document = json.loads(request_to_json(request_of(field(4))))
    document["system"] = {"kind": "lottery"}
    with pytest.raises(ValueError, match="lottery"):
        request_from_json(json.dumps(document))
