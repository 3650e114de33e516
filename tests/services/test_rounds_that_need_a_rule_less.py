"""Where no round is possible the director is told who is stuck, and which rule to relax, one click each."""

from typing import Any

import pytest

from common.errors import Refused
from tests.factories import TEST, entry_named, make_division, play_round
from tournaments.models import Division, PairingRule, Round, Seat
from tournaments.services.constraints import rule_add
from tournaments.services.draft_steps import draft_lock
from tournaments.services.drafts import draft_repair_rest, round_pair
from tournaments.services.relaxing import relax_apply

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    """A may meet nobody of the other three."""
    division = make_division(names=list("ABCD"))
    for other in "BCD":
        rule_add(
            division_id=division.pk,
            kind="forbidden",
            one=entry_named(division, "A").pk,
            other=entry_named(division, other).pk,
            actor=TEST,
        )
    return division


def refusal(division: Division, number: int = 1, **more: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        round_pair(division_id=division.pk, number=number, actor=TEST, seed=1, **more)
    return refused.value


def test_the_refusal_names_who_is_stuck_and_every_way_out_by_number(division: Division) -> None:
    error = refusal(division)
    assert error.code == "pairing.infeasible"
    assert not Round.objects.exists()
    relax = error.extra["relax"]
    lifted = {frozenset(one["pair"]) for one in relax if one["kind"] == "forbidden_pair"}
    assert lifted == {frozenset({1, other}) for other in (2, 3, 4)}
    assert error.extra["short"] >= 1
    assert 1 in error.extra["entries"]


def test_each_proposal_makes_the_round_and_the_rule_stays_for_the_next(division: Division) -> None:
    for proposal in refusal(division).extra["relax"]:
        made = relax_apply(division_id=division.pk, number=1, proposal=proposal, actor=TEST, seed=1)
        assert Seat.objects.filter(round=made).count() == 4
        if proposal["kind"] == "forbidden_pair":
            met = {s.entry.number for s in Seat.objects.filter(pairing__seats__entry=entry_named(division, "A"))}
            assert met == set(proposal["pair"])
        made.delete()
    assert PairingRule.objects.count() == 3
    assert refusal(division).code == "pairing.infeasible"


def test_pairing_the_rest_again_still_does_without_the_rule(division: Division) -> None:
    proposal = refusal(division).extra["relax"][0]
    made = relax_apply(division_id=division.pk, number=1, proposal=proposal, actor=TEST, seed=1)
    draft_lock(round_id=made.pk, entry=entry_named(division, "A").pk, actor=TEST)
    draft_repair_rest(round_id=made.pk, actor=TEST)
    assert Seat.objects.filter(round=made).count() == 4


def test_a_lock_of_the_draft_can_be_what_is_given_up() -> None:
    division = make_division(names=list("ABCD"))
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1, locked_pairs=[
        (entry_named(division, "A").pk, entry_named(division, "B").pk)
    ])  # fmt: skip
    rule_add(
        division_id=division.pk,
        kind="forbidden",
        one=entry_named(division, "C").pk,
        other=entry_named(division, "D").pk,
        actor=TEST,
    )
    relax = refusal(division, repair=True).extra["relax"]
    assert {"kind": "locked_pair", "pair": [1, 2]} in relax
    draft.refresh_from_db()
    assert draft.pairings.count() == 2, "what was there is there still"
    made = relax_apply(
        division_id=division.pk, number=1, proposal={"kind": "locked_pair", "pair": [1, 2]}, actor=TEST, seed=1
    )
    assert made.pk == draft.pk
    assert not made.pairings.filter(locked=True).exists()


@pytest.mark.parametrize(
    "proposal",
    [
        {"kind": "magic", "pair": [1, 2]},
        {"kind": "forbidden_pair"},
        {"kind": "forbidden_pair", "pair": [1, 99]},
        {"kind": "forbidden_pair", "pair": [1, 1]},
        {"kind": "bye", "competitors": "x"},
        {"kind": "locked_bye", "competitor": None},
        {},
    ],
)
def test_a_made_up_proposal_is_refused(division: Division, proposal: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        relax_apply(division_id=division.pk, number=1, proposal=proposal, actor=TEST)
    assert refused.value.code == "pairing.relax_unknown"


def test_repeats_alone_never_stand_in_the_way() -> None:
    division = make_division(names=list("ABCD"), rounds_planned=8)
    for number in range(1, 9):
        play_round(division, number, seed=number)
    assert Round.objects.filter(division=division).count() == 8
