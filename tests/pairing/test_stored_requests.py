"""Rounds stored by an earlier version are read, paired and named as they were; format 2 says what was new then."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.pairing.any_system import MATCHED, TABLES, any_requests
from tests.pairing.support import field, request_of
from tournaments.pairing import (
    SYSTEMS,
    ByeRule,
    ClubRule,
    Factor,
    Meeting,
    PairingError,
    PairingRequest,
    PastBye,
    RepeatRule,
    RoundRobin,
    SettingError,
    StartRule,
    Swiss,
    digest,
    pair,
    request_from_json,
    request_to_json,
)

STORED = json.loads((Path(__file__).parent / "format_1.json").read_text())


@pytest.mark.parametrize("stored", STORED, ids=range(len(STORED)))
def test_a_round_stored_in_format_1_is_paired_again_as_it_was(stored):
    """The file was written by the version before format 2."""
    request = request_from_json(stored["request"])
    assert request_to_json(request) == stored["request"]
    assert digest(request) == stored["digest"]
    if "refused" in stored:
        with pytest.raises(PairingError, match=stored["refused"]):
            pair(request)
        return
    result = pair(request)
    assert [[p.first, p.second, p.start_reason, p.locked, p.met] for p in result.pairs] == stored["pairs"]
    assert [p.table for p in result.pairs] == list(range(1, len(result.pairs) + 1))
    for name in ("byes", "automatic_byes"):
        assert list(getattr(result, name)) == stored[name]
    assert [list(two) for two in result.repeats] == stored["repeats"]
    assert [list(level) for level in result.cost] == stored["cost"]
    assert [[told.code, told.figures] for told in result.notes] == stored["notes"]


def test_the_stored_rounds_are_of_every_system_of_that_time():
    kinds = {json.loads(stored["request"])["system"]["kind"] for stored in STORED}
    assert kinds == {"swiss", "king_of_the_hill", "round_robin"}


@given(any_requests())
@settings(max_examples=150, deadline=None)
def test_a_request_of_any_system_survives_the_text_it_is_stored_as(request: PairingRequest):
    text = request_to_json(request)
    again = request_from_json(text)
    assert again == request
    assert request_to_json(again) == text


PLAIN = request_of(field(4), round=2, history=(Meeting(1, 1, 2),), byes=(PastBye(1, 3),))


@pytest.mark.parametrize(
    "changed",
    [
        replace(PLAIN, based_on=0),
        replace(PLAIN, teams_apart=ClubRule(None)),
        replace(PLAIN, repeats=RepeatRule(1)),
        replace(PLAIN, repeats=RepeatRule(0, back_to_back=True)),
        replace(PLAIN, starts=StartRule(by_draw=True)),
        replace(PLAIN, bye_rule=ByeRule(requested_count=False)),
        replace(PLAIN, byes=(PastBye(1, 3, requested=True),)),
        replace(PLAIN, history=(Meeting(1, 1, 2, table=4),)),
        replace(PLAIN, system=Swiss(within="fold")),
        replace(PLAIN, system=Factor(2)),
        replace(PLAIN, system=RoundRobin((1, 2, 3, 4), rounds=2)),
        *(
            replace(PLAIN, competitors=(replace(PLAIN.competitors[0], **{name: value}), *PLAIN.competitors[1:]))
            for name, value in (("team", 1), ("table", 1), ("recent", 0), ("state", "absent"))
        ),
    ],
)
def test_whatever_format_1_cannot_say_is_said_in_format_2(changed: PairingRequest):
    assert '"format":"kradan-pairing-request/1"' in request_to_json(PLAIN)
    text = request_to_json(changed)
    assert '"format":"kradan-pairing-request/2"' in text
    assert request_from_json(text) == changed
    assert digest(changed) != digest(PLAIN)


def test_a_setting_nobody_knows_is_refused_by_name():
    document = json.loads(request_to_json(replace(PLAIN, system=Factor(2))))
    document["system"]["speed"] = 3
    with pytest.raises(ValueError, match="speed"):
        request_from_json(json.dumps(document))
    document["system"] = {"kind": "factor", "factor": 0}
    with pytest.raises(SettingError, match="from 1 to 2500"):
        request_from_json(json.dumps(document))


def test_every_system_is_tried_in_these_tests():
    assert {system.kind for system in (*MATCHED, *TABLES)} == set(SYSTEMS)
