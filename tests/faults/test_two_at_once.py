"""Two people do the same thing in the same moment, on a real PostgreSQL (SQLite would hide what goes wrong)."""

import uuid
from collections import Counter
from functools import partial
from typing import Any

import pytest

from common.errors import DomainError
from common.log import chain_faults
from common.models import LogEntry
from tests.factories import TEST, enter, make_division, make_entry, make_tournament, make_user, publish_round
from tests.faults.parallel import at_once
from tournaments.models import Entry, Pairing, Result, Role, Round, Seat
from tournaments.selectors import division_table
from tournaments.services.drafts import round_pair
from tournaments.services.registration import NewEntry, entry_add, entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter
from tournaments.services.roles import invitation_accept, invitation_create, role_revoke
from tournaments.services.rounds import round_close, round_delete, round_publish

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def codes(answers: list[Any]) -> Counter[str]:
    """``ok`` or the error's code, counted; anything unexpected shows as itself."""
    return Counter(
        answer.code if isinstance(answer, DomainError) else repr(answer) if isinstance(answer, Exception) else "ok"
        for answer in answers
    )


def report(pairing: Pairing, first: int, second: int, **more: Any) -> Any:
    return partial(
        result_enter,
        pairing_id=pairing.pk,
        report=Report(first=first, second=second),
        actor=TEST,
        source="api",
        **more,
    )


def test_two_scorers_differ_at_one_table_and_both_reports_are_kept() -> None:  # fault 1
    table = publish_round(make_division(entries=2), 1).pairings.get()
    answers = at_once([report(table, 400, 300), report(table, 400, 310)])
    assert codes(answers) == {"ok": 2}
    assert sorted(Result.objects.values_list("second_final", flat=True)) == [300, 310]
    assert sorted(Result.objects.values_list("state", flat=True)) == ["disputed", "superseded"]


def test_one_report_sent_twenty_times_is_one_result() -> None:  # fault 2
    division = make_division(entries=2)
    table = publish_round(division, 1).pairings.get()
    key = uuid.uuid4()
    answers = at_once([report(table, 400, 300, client_id=key)] * 20)
    assert codes(answers) == {"ok": 20}
    assert Counter(answer.replayed for answer in answers) == {False: 1, True: 19}
    assert Result.objects.count() == 1
    assert LogEntry.objects.filter(action="result.entered").count() == 1


def test_one_client_id_at_two_tables_is_stored_at_one() -> None:  # fault 3
    one, two = publish_round(make_division(entries=4), 1).pairings.order_by("table")
    key = uuid.uuid4()
    answers = at_once([report(one, 400, 300, client_id=key), report(two, 400, 300, client_id=key)])
    assert codes(answers) == {"ok": 1, "idempotency.key_reused": 1}
    assert Result.objects.count() == 1


def test_two_desk_forms_at_one_table_do_not_overwrite_one_another() -> None:
    table = publish_round(make_division(entries=2), 1).pairings.get()
    answers = at_once([report(table, 400 + n, 300, expected_version=0) for n in range(4)])
    assert codes(answers) == {"ok": 1, "result.stale": 3}
    assert Result.objects.count() == 1


def test_pairing_a_round_from_eight_tabs_makes_one_set_of_games() -> None:  # faults 7 and 8
    division = make_division(entries=9)
    answers = at_once(
        [partial(round_pair, division_id=division.pk, number=1, actor=TEST, seed=n) for n in range(8)]
    )
    assert codes(answers) == {"ok": 1, "round.already_paired": 7}
    assert Round.objects.count() == 1
    assert (Pairing.objects.count(), Seat.objects.count()) == (5, 9)


def test_publishing_twice_makes_the_games_and_the_bye_once() -> None:
    division = make_division(entries=5)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST)
    answers = at_once([partial(round_publish, round_id=draft.pk, actor=TEST)] * 4)
    assert codes(answers) == {"ok": 1, "round.already_published": 3}
    assert Pairing.objects.exclude(game=None).count() == 2
    assert Result.objects.filter(outcome="bye").count() == 1


def test_the_last_two_results_and_two_closings_close_the_round_once() -> None:  # C29 a, fault 10
    division = make_division(entries=8)
    round_ = publish_round(division, 1)
    tables = list(round_.pairings.order_by("table"))
    for table in tables[:2]:
        enter(table, 400, 300)
    answers = at_once(
        [
            report(tables[2], 390, 300),
            report(tables[3], 380, 300),
            partial(round_close, round_id=round_.pk, actor=TEST),
            partial(round_close, round_id=round_.pk, actor=TEST),
        ]
    )
    assert set(codes(answers)) <= {"ok", "round.results_missing", "round.closed"}
    # Whatever the order was: what is stored is whole, and one closing more finds it closed or closes it.
    assert Result.objects.filter(state__in=Result.LIVE).count() == 4
    final = codes(at_once([partial(round_close, round_id=round_.pk, actor=TEST)]))
    assert set(final) <= {"ok", "round.closed"}
    assert LogEntry.objects.filter(action="round.closed").count() == 1
    assert Result.objects.filter(state="final").count() == 4


def test_a_result_is_in_before_the_round_closes_or_refused() -> None:  # fault 10
    division = make_division(entries=2)
    round_ = publish_round(division, 1)
    table = round_.pairings.get()
    enter(table, 400, 300)
    late = report(table, 390, 300, expected_version=1, reason="added up again")
    closing, correcting = at_once([partial(round_close, round_id=round_.pk, actor=TEST), late])
    assert not isinstance(closing, Exception)
    live = Result.objects.get(state="final")
    refused = isinstance(correcting, DomainError) and correcting.code == "round.closed"
    assert live.first_final == (400 if refused else 390)
    division.refresh_from_db()
    assert {abs(row.spread) for row in division_table(division).rows} == {live.first_final - 300}


def test_a_player_added_by_two_tabs_is_in_the_division_once() -> None:  # fault 12
    division = make_division()
    new = NewEntry(names=("น้ำฝน แก้วใส",), club="โรงเรียนต้นไทร")
    answers = at_once([partial(entry_add, division_id=division.pk, new=new, actor=TEST)] * 6)
    assert codes(answers) == {"ok": 1, "entry.player_twice": 5}
    assert Entry.objects.count() == 1


def test_many_walk_ins_get_numbers_of_their_own() -> None:
    division = make_division()
    adding = [partial(make_entry, division, f"Walk In {n}") for n in range(8)]
    assert codes(at_once(adding)) == {"ok": 8}
    assert sorted(Entry.objects.values_list("number", flat=True)) == list(range(1, 9))


def test_withdrawing_while_the_result_comes_in_leaves_one_live_result() -> None:
    division = make_division(entries=2)
    table = publish_round(division, 1).pairings.get()
    entry = division.entries.first()
    answers = at_once(
        [report(table, 400, 300, expected_version=0), partial(entry_withdraw, entry_id=entry.pk, actor=TEST)]
    )
    assert set(codes(answers)) <= {"ok", "result.stale"}
    assert Result.objects.filter(state__in=Result.LIVE).count() == 1
    entry.refresh_from_db()
    assert entry.withdrawn_from is not None


def test_deleting_a_round_while_a_result_arrives_loses_nothing_unsaid() -> None:
    division = make_division(entries=2)
    round_ = publish_round(division, 1)
    table = round_.pairings.get()
    answers = at_once(
        [report(table, 400, 300), partial(round_delete, round_id=round_.pk, expected_results=0, actor=TEST)]
    )
    # Either the result came first, and deleting says that it would be lost, or the table was gone.
    assert codes(answers) in ({"ok": 1, "round.has_results": 1}, {"ok": 1, "pairing.missing": 1})
    assert Result.objects.count() == Round.objects.count()


def test_an_invitation_is_used_by_one_of_two() -> None:
    tournament = make_tournament()
    _invitation, secret = invitation_create(tournament=tournament, role="scorer", actor=TEST)
    users = [make_user(), make_user()]
    answers = at_once([partial(invitation_accept, secret=secret, user=user, actor=TEST) for user in users])
    assert codes(answers) == {"ok": 1, "invitation.used": 1}
    assert Role.objects.filter(tournament=tournament, role="scorer").count() == 1


def test_two_directors_cannot_remove_each_other_at_once() -> None:
    tournament = make_tournament()
    roles = [Role.objects.create(user=make_user(), tournament=tournament, role="director") for _n in range(2)]
    answers = at_once([partial(role_revoke, role_id=r.pk, tournament=tournament, actor=TEST) for r in roles])
    assert codes(answers) == {"ok": 1, "role.last_director": 1}


def test_the_log_of_a_busy_event_is_one_whole_chain() -> None:
    tournament = make_tournament()
    tables = [
        table
        for division in (make_division(tournament, entries=12), make_division(tournament, entries=12))
        for table in publish_round(division, 1).pairings.all()
    ]
    assert codes(at_once([report(table, 400, 300) for table in tables])) == {"ok": 12}
    assert list(chain_faults(tournament.log_chain)) == []
    assert LogEntry.objects.filter(chain_id=tournament.log_chain, action="result.entered").count() == 12
