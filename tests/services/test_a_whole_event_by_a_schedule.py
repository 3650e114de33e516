"""An event from the first entry to the last round by a schedule, with all that happens at a desk in between."""

import random

import pytest

from common.log import chain_faults
from tests.factories import TEST, enter, make_division, make_entry
from tournaments.models import Absence, Division, Entry, PairingRule, Result, Round, Seat
from tournaments.pairing import request_from_json
from tournaments.pairing.again import Stored, pair_again
from tournaments.pairing.plan import preset_plan
from tournaments.services.constraints import absence_set, rule_add
from tournaments.services.draft_steps import draft_lock, draft_swap, draft_undo
from tournaments.services.drafts import draft_repair_rest, round_pair
from tournaments.services.registration import entry_return, entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db
ROUNDS = 8


def forfeit(pairing: object, rng: random.Random) -> None:
    result_enter(
        pairing_id=pairing.pk,  # type: ignore[attr-defined]
        report=Report(outcome=Result.Outcome.FORFEIT, winner=rng.randrange(2)),
        actor=TEST,
        source=Result.Source.DESK,
        expected_version=0,
    )


def desk_day(code: str, seed: int) -> tuple[Division, dict[int, set[int]]]:
    """The division, and who was there in each round when it was paired."""
    rng = random.Random(seed)
    division = make_division(entries=15, plan=preset_plan(code, ROUNDS), clubs_apart_rounds=3)
    people = list(division.entries.order_by("number"))
    for entry, club in zip(people, "ABCDE" * 3, strict=True):
        Entry.objects.filter(pk=entry.pk).update(team=club)
    rule_add(division_id=division.pk, kind="forbidden", one=people[0].pk, other=people[1].pk, actor=TEST)
    rule_add(
        division_id=division.pk,
        kind="forced",
        one=people[2].pk,
        other=people[9].pk,
        from_round=5,
        to_round=5,
        actor=TEST,
    )
    present: dict[int, set[int]] = {}
    for number in range(1, ROUNDS + 1):
        if number in (2, 4):
            make_entry(division, f"Late {number}")
        if number in (3, 6):
            playing = [e for e in division.entries.all() if e.withdrawn_from is None]
            entry_withdraw(entry_id=rng.choice(playing).pk, actor=TEST)
        if number == 5:
            for gone in division.entries.exclude(withdrawn_from=None)[:1]:
                entry_return(entry_id=gone.pk, actor=TEST)
        there = [e for e in division.entries.order_by("number") if e.plays_in(number)]
        for entry, kind in zip(rng.sample(there, 2), ("requested_bye", "absent"), strict=True):
            absence_set(entry_id=entry.pk, round_number=number, kind=kind, actor=TEST)
        away = set(Absence.objects.filter(round_number=number, kind="absent").values_list("entry_id", flat=True))
        present[number] = {entry.pk for entry in there} - away
        draft = round_pair(division_id=division.pk, number=number, actor=TEST, seed=rng.randrange(99))
        one, two = rng.sample(list(Seat.objects.filter(round=draft).exclude(pairing__table=None)), 2)
        draft_swap(round_id=draft.pk, entry_a=one.entry_id, entry_b=two.entry_id, actor=TEST)
        draft_undo(round_id=draft.pk, actor=TEST)
        draft_lock(round_id=draft.pk, entry=one.entry_id, actor=TEST)
        draft_repair_rest(round_id=draft.pk, actor=TEST)
        round_ = round_publish(round_id=draft.pk, actor=TEST)
        for pairing in round_.pairings.exclude(table=None):
            if rng.random() < 0.1:
                forfeit(pairing, rng)
            else:
                enter(pairing, rng.randint(200, 500), rng.randint(200, 500))
        division.refresh_from_db()
    return division, present


@pytest.mark.parametrize(("code", "seed"), [("contention_day", 1), ("lagged_day", 2), ("australian", 3)])
def test_every_round_holds_everybody_who_is_there_once_and_nobody_else(code: str, seed: int) -> None:
    division, present = desk_day(code, seed)
    rule = PairingRule.objects.get(division=division, kind="forbidden")
    forced = PairingRule.objects.get(division=division, kind="forced")
    for round_ in Round.objects.filter(division=division):
        resting = set(
            Absence.objects.filter(round_number=round_.number, kind="requested_bye").values_list(
                "entry_id", flat=True
            )
        )
        there = present[round_.number]
        games: dict[int, list[int]] = {}
        for pairing_id, entry_id in Seat.objects.filter(round=round_).values_list("pairing_id", "entry_id"):
            games.setdefault(pairing_id, []).append(entry_id)
        assert {one for two in games.values() for one in two} == there
        alone = {two[0] for two in games.values() if len(two) == 1}
        assert resting <= alone
        assert len(alone - resting) <= 1
        pairs = {frozenset(two) for two in games.values() if len(two) == 2}
        assert frozenset((rule.one_id, rule.other_id)) not in pairs
        both = {forced.one_id, forced.other_id}
        if round_.number == 5 and both <= there - resting:
            assert frozenset(both) in pairs
        again = pair_again(
            Stored(round_.request, round_.request_digest, round_.solver, result=round_.result_digest)
        )
        assert again.same, again.changed
        request = request_from_json(round_.request)
        if code != "lagged_day":
            assert request.based_on is None
    assert list(chain_faults(division.tournament.log_chain)) == []
