"""The demo shows everything there is, and is the same every time it is made."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.db import transaction
from django.urls import reverse

from common.log import chain_faults
from games.models import Sheet
from games.selectors.proof import proof_of
from games.selectors.sheets import full_position
from players.models import Player
from tournaments.models import (
    Device,
    Division,
    Entry,
    Pairing,
    PairingRule,
    Result,
    ResultComponents,
    Role,
    Round,
    Tournament,
)
from tournaments.selectors import division_table
from tournaments.selectors.drafts import draft_state
from tournaments.services.demo import DEMO_PASSWORD, LOGINS, SCHOOL_SLUG, SUMMY_SLUG, demo_load

pytestmark = pytest.mark.django_db

#: Number, points and capped spread of the first five after round 4 of the junior division.
FIRST_FIVE = [(37, 8, 562), (78, 8, 482), (4, 8, 399), (68, 8, 308), (15, 8, 245)]


@pytest.fixture(scope="module")
def _made(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Made once for all tests here, and taken back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        assert demo_load()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def junior(_made: None, db: None) -> Division:
    return Division.objects.get(tournament__slug=SCHOOL_SLUG, slug="m1")


def played(division: Division) -> list[int]:
    return list(Round.objects.filter(division=division).exclude(state="draft").values_list("number", flat=True))


def test_two_divisions_of_a_school_event_are_under_way(junior: Division) -> None:
    senior = Division.objects.get(tournament=junior.tournament, slug="m4")
    assert (junior.entries.count(), senior.entries.count()) == (96, 31)
    assert (junior.rounds_planned, played(junior), played(senior)) == (6, [1, 2, 3, 4], [1, 2, 3, 4, 5])
    assert junior.rounds.get(number=5).state == "draft"
    assert (junior.system, senior.system) == ("schedule", "schedule")
    live = Result.objects.filter(pairing__round__division__tournament=junior.tournament, state__in=Result.LIVE)
    games = live.filter(outcome="played", pairing__round__number__lte=4)
    assert ResultComponents.objects.filter(result__in=games).count() == 2 * games.count() > 400


def test_everything_that_can_happen_happened(junior: Division) -> None:
    live = Result.objects.filter(pairing__round__division__tournament=junior.tournament, state__in=Result.LIVE)
    outcomes = set(live.values_list("outcome", flat=True))
    assert outcomes == {"played", "bye", "forfeit", "double_forfeit"}
    assert {"pending", "disputed"} <= set(live.values_list("state", flat=True))
    scores = live.filter(outcome="played").values_list("first_final", "second_final")
    assert any(first == second for first, second in scores)
    assert any(min(first, second) < 0 for first, second in scores)
    entries = Entry.objects.filter(division=junior)
    assert entries.filter(first_round=3).count() == 1
    assert entries.filter(withdrawn_from=4).count() == 1
    corrected = Result.objects.filter(state="superseded", pairing__results__reason__gt="")
    assert corrected.exists()
    modes = set(Player.objects.values_list("public_name_mode", flat=True))
    assert modes == {"full", "initial", "number"}


def test_the_draft_keeps_a_rule_a_bye_that_was_asked_for_a_table_and_a_lock(junior: Division) -> None:
    draft = junior.rounds.get(number=5)
    seat = {s.entry.number: s.pairing for s in draft.seats.select_related("entry", "pairing")}
    assert PairingRule.objects.get(division=junior).kind == "forbidden"
    assert seat[20] != seat[21]
    assert seat[40].table is None
    assert seat[50].table == 2
    assert [pairing.table for pairing in draft.pairings.filter(locked=True)] == [1]
    assert not [one.code for one in draft_state(draft).warnings if one.code in ("changed", "rule_broken")]
    assert draft.certificate["status"] == "optimal"


def test_the_summy_round_robin_is_complete(junior: Division) -> None:
    summy = Division.objects.get(tournament__slug=SUMMY_SLUG)
    assert summy.entries.count() == 8
    assert set(summy.rounds.values_list("number", "state")) == {(n, "closed") for n in range(1, 8)}
    met = set()
    for round_ in summy.rounds.all():
        for pairing in round_.pairings.all():
            met.add(frozenset(pairing.seats.values_list("entry", flat=True)))
    assert len(met) == 28


def test_scoresheets_are_full_running_and_waiting_for_pins(junior: Division, client: Any) -> None:
    results, live = {}, set()
    for sheet in Sheet.objects.select_related("game"):
        round_, table = sheet.game.pairing.round, sheet.game.pairing.table
        at = (round_.division.slug, round_.number, table)
        assert proof_of(sheet.game, sheet, racks=True).holds, at
        found = Result.objects.filter(pairing__game=sheet.game, state__in=Result.LIVE)
        results[at] = list(found.values_list("source", "first_final", "second_final", "state"))
        page = client.get(
            reverse("tournaments:game", args=[round_.division.tournament.slug, round_.division.slug, *at[1:]])
        )
        assert page.status_code == 200
        if ">Live<" in page.content.decode():
            live.add(at)
    assert results == {
        ("m4", 4, 1): [("sheet", 364, 255, "final")],
        ("m4", 4, 2): [("sheet", 420, 337, "final")],
        ("m4", 5, 3): [],
        ("m4", 5, 4): [("sheet", 396, 401, "pending")],
        ("open", 7, 1): [("sheet", 136, 139, "final")],
    }
    assert live == {("m4", 5, 3)}
    waiting = Result.objects.get(pairing__round__number=5, pairing__table=4, state="pending")
    assert not waiting.confirmations.exists()


def test_one_sheet_has_a_challenge_that_was_right_an_exchange_and_overtime(junior: Division) -> None:
    game = Pairing.objects.get(round__division__slug="m4", round__number=4, table=1).game
    assert game is not None
    names = [event.name.value for event in full_position(game).events]
    assert {"exchange", "challenge", "play_withdrawn", "time_adjustment"} <= set(names)


def test_one_tablet_is_enrolled_and_one_waits_for_its_code(junior: Division) -> None:
    enrolled, waiting = Device.objects.filter(tournament=junior.tournament).order_by("pk")
    assert enrolled.token is not None
    assert enrolled.token.last_used_at is not None
    assert enrolled.enrolled_at is not None
    assert (waiting.token, waiting.enrolled_at, waiting.code_used_at) == (None, None, None)
    running = Sheet.objects.get(game__pairing__round__number=5, game__pairing__table=3)
    assert running.claim_token == enrolled.token


def test_the_same_every_time(junior: Division) -> None:
    rows = division_table(junior, 4).rows[:5]
    assert [(row.number, int(row.points), row.capped_spread) for row in rows] == FIRST_FIVE


def test_a_second_time_changes_nothing(junior: Division) -> None:
    before = (Tournament.objects.count(), Entry.objects.count(), Result.objects.count())
    assert not demo_load()
    assert (Tournament.objects.count(), Entry.objects.count(), Result.objects.count()) == before


def test_the_logins_work_and_the_logs_are_whole(junior: Division, rf: object) -> None:
    for name, _shown in LOGINS:
        assert authenticate(rf.get("/"), username=name, password=DEMO_PASSWORD) is not None  # type: ignore[attr-defined]
    assert set(Role.objects.values_list("user__username", "role")) == {
        ("director", "director"),
        ("scorer", "scorer"),
    }
    for tournament in Tournament.objects.all():
        assert list(chain_faults(tournament.log_chain)) == []
