"""Any past round comes out again from what was stored with it, byte for byte, or it is said what differs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.pairing.support import Event, field, request_of, requests
from tournaments.pairing import PairingRequest, Swiss, pair, request_to_json
from tournaments.pairing.again import Stored, pair_again, result_digest, result_to_json

ROOT = Path(__file__).resolve().parents[2]


def stored(request: PairingRequest, **changes) -> Stored:
    result = pair(request)
    kept = {
        "request": request_to_json(request),
        "digest": result.digest,
        "solver": result.solver,
        "pairs": [(one.first, one.second) for one in result.pairs],
        "byes": list(result.byes),
        "cost": dict(result.cost),
        "result": result_digest(result),
        **changes,
    }
    return Stored(**kept)


@given(requests(largest=30, rounds=9))
@settings(max_examples=40, deadline=None)
def test_a_stored_round_comes_out_byte_for_byte(request: PairingRequest):
    again = pair_again(stored(request))
    assert again.same
    assert again.changed == ()
    assert again.text == result_to_json(pair(request))


def test_a_round_stored_by_one_process_comes_out_in_another_under_any_hash_seed():
    event = Event(701, system=Swiss())
    event.play()
    text = request_to_json(event.request())
    program = (
        "import sys; from tournaments.pairing.again import Stored, pair_again;"
        "print(pair_again(Stored(sys.stdin.read())).text)"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=text,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "99")
    }
    assert texts == {pair_again(Stored(text)).text}


def test_another_version_is_named_and_the_round_still_compared():
    again = pair_again(stored(request_of(field(6)), solver="kradan 0, rustworkx 0.17.1"))
    assert again.same
    assert [(one.part, one.stored) for one in again.versions] == [
        ("method", "kradan 0"),
        ("solver", "rustworkx 0.17.1"),
    ]


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"pairs": [(1, 2), (3, 4), (5, 6)]}, "pairs"),
        ({"byes": [3]}, "byes"),
        ({"cost": {"repeats": 1}}, "cost"),
        ({"result": "0" * 64}, "result"),
        ({"digest": "0" * 64}, "request"),
    ],
)
def test_what_is_not_the_same_is_named(change, part):
    again = pair_again(stored(request_of(field(6)), **change))
    assert not again.same
    assert [one.part for one in again.changed] == [part]


def test_a_text_that_was_touched_is_noticed_even_if_it_reads_alike():
    kept = stored(request_of(field(6)))
    again = pair_again(Stored(kept.request.replace(",", ", "), kept.digest, kept.solver))
    assert [one.part for one in again.changed] == ["request"]


def test_a_round_that_is_refused_here_says_with_what():
    request = request_of(field(2), forbidden_pairs=((1, 2),))
    again = pair_again(Stored(request_to_json(request)))
    assert (again.result, again.refused, again.same) == (None, "pairing.infeasible", False)


def test_what_is_no_request_is_refused():
    with pytest.raises(ValueError, match="request"):
        pair_again(Stored("{}"))


def test_only_what_was_kept_is_compared():
    """A round of an older installation has its request and its pairs, and no digest of the whole."""
    request = request_of(field(6))
    pairs = [(one.first, one.second) for one in pair(request).pairs]
    assert pair_again(Stored(request_to_json(request), pairs=pairs)).same
