"""What is reported of a game: checked as a whole, kept in versions, counted only when it stands."""

import uuid
from typing import Any

import pytest

from common.errors import Conflict, DomainError, Refused
from common.log import chain_faults
from common.models import LogEntry
from games.engine.adjustments import SideComponents
from tests.factories import TEST, enter, enter_named, fixed_round, make_division, pairing_of, publish_round
from tournaments.models import Division, Pairing, Result, Round
from tournaments.selectors import division_table
from tournaments.services.drafts import round_pair
from tournaments.services.reports import Report
from tournaments.services.results import Entered, result_confirm, result_enter
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(names=["A", "B"])


@pytest.fixture
def table(division: Division) -> Pairing:
    return pairing_of(fixed_round(division, 1, [("A", "B")]), "A")


def report(table: Pairing, first: int, second: int, **more: Any) -> Entered:
    return result_enter(
        pairing_id=table.pk, report=Report(first=first, second=second), actor=TEST, source="api", **more
    )


def row_of(division: Division, name: str) -> Any:
    division.refresh_from_db()
    entry = division.entries.get(members__player__name=name)
    return division_table(division).by_entry()[entry.pk]


@pytest.mark.parametrize(("own", "other", "wins"), [(350, 0, 1), (0, 350, 0), (0, 0, 0), (-20, -40, 1)])
def test_zero_and_negative_numbers_are_scores(
    division: Division, table: Pairing, own: int, other: int, wins: int
) -> None:  # C22
    enter(table, own, other)
    row = row_of(division, "A")
    assert (row.wins, row.spread, row.games_played) == (wins, own - other, 1)


def test_a_tie_is_a_tie(division: Division, table: Pairing) -> None:
    enter(table, 0, 0)
    row = row_of(division, "A")
    assert (row.wins, row.ties, row.losses, row.points) == (0, 1, 0, 1)


@pytest.mark.parametrize("first", [None, 10_000, -10_000, 10**30])
def test_a_missing_or_impossible_score_is_refused_with_its_field(table: Pairing, first: int | None) -> None:
    with pytest.raises(Refused) as refusal:
        result_enter(pairing_id=table.pk, report=Report(first=first, second=300), actor=TEST, source="desk")
    assert [item.field for item in refusal.value.items] == ["first"]
    assert not Result.objects.exists()


def test_components_that_add_up_are_kept(table: Pairing) -> None:
    parts = (SideComponents(plays=300, bingos=1, rack=30), SideComponents(plays=290, overtime=-20))
    enter(table, 370, 270, components=parts)
    assert list(Result.objects.get().components.values_list("place", "plays", "bingos", "rack", "overtime")) == [
        (0, 300, 1, 30, 0),
        (1, 290, 0, 0, -20),
    ]


def test_components_that_do_not_add_up_are_refused_with_the_figures(table: Pairing) -> None:
    parts = (SideComponents(plays=300, bingos=1), SideComponents(plays=290, rack=10))
    with pytest.raises(Refused) as refusal:
        enter(table, 350, 300, components=parts)
    (item,) = refusal.value.items
    assert (item.code, item.field) == ("result.components_do_not_add_up", "first_final")
    assert "340" in str(item.message)
    assert "350" in str(item.message)


PARTS = (SideComponents(plays=300, bingos=1, rack=30), SideComponents(plays=290, overtime=-20))


def plays_of(table: Pairing) -> list[int]:
    live = Result.objects.get(pairing=table, state__in=Result.LIVE)
    return list(live.components.order_by("place").values_list("plays", flat=True))


@pytest.mark.parametrize("seen", [1, 0])
def test_parts_can_be_added_to_scores_that_stand(table: Pairing, seen: int) -> None:
    enter(table, 370, 270)
    result_enter(
        pairing_id=table.pk,
        report=Report(first=370, second=270, components=PARTS),
        actor=TEST,
        source="desk",
        expected_version=seen,
    )
    assert plays_of(table) == [300, 290]


def test_parts_can_be_put_right_while_the_scores_stand(table: Pairing) -> None:
    enter(table, 370, 270, components=PARTS)
    other = (SideComponents(plays=290, bingos=2), SideComponents(plays=270))
    right = Report(first=370, second=270, components=other)
    with pytest.raises(Conflict) as stale:
        result_enter(pairing_id=table.pk, report=right, actor=TEST, source="desk", expected_version=0)
    assert stale.value.code == "result.stale"
    result_enter(pairing_id=table.pk, report=right, actor=TEST, source="desk", expected_version=1)
    assert plays_of(table) == [290, 270]


def test_the_same_scores_without_parts_leave_the_parts_alone(table: Pairing) -> None:
    enter(table, 370, 270, components=PARTS)
    report(table, 370, 270, client_id=uuid.uuid4())
    assert plays_of(table) == [300, 290]


def test_a_side_cannot_change_the_parts_of_what_is_confirmed(table: Pairing) -> None:
    enter(table, 370, 270, components=PARTS)
    other = Report(first=370, second=270, components=(SideComponents(plays=370), SideComponents(plays=270)))
    result_enter(
        pairing_id=table.pk,
        report=other,
        actor=TEST,
        source="player",
        client_id=uuid.uuid4(),
        reported_by_place=1,
    )
    assert plays_of(table) == [300, 290]


def test_a_spread_penalty_outlives_a_correction(table: Pairing) -> None:
    enter(table, 370, 270)
    Result.objects.update(second_penalty=-50)
    result_enter(
        pairing_id=table.pk,
        report=Report(first=370, second=280),
        actor=TEST,
        source="desk",
        expected_version=1,
        reason="misread",
    )
    assert Result.objects.get(state__in=Result.LIVE).second_penalty == -50


def test_forfeits_are_results_without_a_game(division: Division, table: Pairing) -> None:  # C34
    forfeit = Report(outcome="forfeit", winner=0)
    result_enter(pairing_id=table.pk, report=forfeit, actor=TEST, source="desk", expected_version=0)
    row = row_of(division, "A")
    assert (row.wins, row.spread, row.games_played, row.points_for) == (1, 100, 0, 0)
    assert round_close(round_id=table.round_id, actor=TEST).state == "closed"


def test_in_a_double_forfeit_both_lose_and_the_spreads_need_not_cancel(division: Division, table: Pairing) -> None:
    result_enter(
        pairing_id=table.pk, report=Report(outcome="double_forfeit"), actor=TEST, source="desk", expected_version=0
    )
    rows = [row_of(division, name) for name in "AB"]
    assert [(row.losses, row.spread) for row in rows] == [(1, -100), (1, -100)]


def test_the_bye_is_a_win_with_its_spread_and_no_game() -> None:  # C04
    division = make_division(names="A B C".split(), bye_spread=50)
    round_ = fixed_round(division, 1, [("A", "B")], bye="C")
    enter_named(round_, "A", 350, 300)
    division.refresh_from_db()
    rows = {row.number: row for row in division_table(division).rows}
    assert [(rows[n].rank, rows[n].wins, rows[n].spread, rows[n].games_played) for n in (1, 2, 3)] == [
        (1, 1, 50, 1),
        (3, 0, -50, 1),
        (2, 1, 50, 0),
    ]
    assert sum(row.spread for row in rows.values()) == 50


def test_a_draft_takes_no_results() -> None:
    division = make_division(entries=2)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST)
    with pytest.raises(Conflict) as refusal:
        enter(draft.pairings.get(), 300, 200)
    assert refusal.value.code == "round.not_published"


def test_the_same_client_id_is_the_same_report_for_ever(table: Pairing) -> None:
    key = uuid.uuid4()
    stored = report(table, 400, 300, client_id=key)
    again = report(table, 400, 300, client_id=key)
    assert (again.replayed, again.result.pk) == (True, stored.result.pk)
    with pytest.raises(Refused) as refusal:
        report(table, 401, 300, client_id=key)
    assert refusal.value.code == "idempotency.key_reused"
    assert Result.objects.count() == 1
    assert LogEntry.objects.filter(action__startswith="result.").count() == 1


def test_two_differing_reports_are_both_kept_and_neither_counts(division: Division, table: Pairing) -> None:
    report(table, 400, 300)
    report(table, 400, 310)
    assert list(Result.objects.order_by("version").values_list("state", "second_final")) == [
        ("superseded", 300),
        ("disputed", 310),
    ]
    assert row_of(division, "A").games_played == 0
    with pytest.raises(Conflict):
        round_close(round_id=table.round_id, actor=TEST)


def test_staff_settles_a_dispute(division: Division, table: Pairing) -> None:
    report(table, 400, 300)
    report(table, 400, 310)
    enter(table, 400, 305)
    assert Result.objects.get(state="confirmed").version == 3
    assert row_of(division, "A").spread == 95


def test_a_sides_report_waits_for_the_other_side(division: Division, table: Pairing) -> None:
    stored = report(table, 400, 300, reported_by_place=0)
    assert stored.result.state == "pending"
    assert row_of(division, "A").games_played == 0
    with pytest.raises(Conflict) as refusal:
        result_confirm(pairing_id=table.pk, version=1, actor=TEST, by_place=0)
    assert refusal.value.code == "result.needs_other_side"
    result_confirm(pairing_id=table.pk, version=1, actor=TEST, by_place=1)
    assert row_of(division, "A").games_played == 1


def test_the_other_side_reporting_the_same_confirms_it(division: Division, table: Pairing) -> None:
    report(table, 400, 300, reported_by_place=0)
    report(table, 400, 300, reported_by_place=1, client_id=uuid.uuid4())
    assert Result.objects.get(state__in=Result.LIVE).state == "confirmed"
    with pytest.raises(Conflict) as refusal:
        report(table, 400, 301, reported_by_place=1)
    assert refusal.value.code == "result.already_confirmed"


def test_pending_results_count_where_the_division_says_so() -> None:
    division = make_division(names=["A", "B"], pending_counts=True)
    table = pairing_of(fixed_round(division, 1, [("A", "B")]), "A")
    report(table, 400, 300, reported_by_place=0)
    assert row_of(division, "A").games_played == 1


def test_a_stale_form_is_told_both_values_and_changes_nothing(table: Pairing) -> None:
    enter(table, 400, 300)
    with pytest.raises(Conflict) as refusal:
        enter(table, 390, 300, expected_version=0)
    assert refusal.value.code == "result.stale"
    assert refusal.value.extra["current"]["first"] == 400
    assert refusal.value.extra["yours"]["first"] == 390
    assert Result.objects.count() == 1


def test_a_correction_needs_a_reason_and_keeps_the_old_version(table: Pairing) -> None:
    enter(table, 400, 300)
    with pytest.raises(Refused) as refusal:
        enter(table, 390, 300)
    assert refusal.value.code == "result.reason_missing"
    enter(table, 390, 300, reason="sheet added up again")
    assert list(Result.objects.order_by("version").values_list("state", "first_final", "reason")) == [
        ("superseded", 400, ""),
        ("confirmed", 390, "sheet added up again"),
    ]
    entry = LogEntry.objects.filter(action="result.changed").get()
    assert entry.data["before"]["first"] == 400
    assert entry.data["after"]["first"] == 390
    assert entry.actor_label == "test"


def test_a_closed_round_changes_only_by_a_director(table: Pairing) -> None:
    enter(table, 400, 300)
    round_close(round_id=table.round_id, actor=TEST)
    assert Result.objects.get().state == "final"
    with pytest.raises(Conflict) as refusal:
        enter(table, 390, 300, reason="sheet added up again")
    assert refusal.value.code == "round.closed"
    enter(table, 390, 300, reason="sheet added up again", may_correct=True)
    assert Result.objects.get(state="final").first_final == 390


def test_equal_scores_at_another_table_are_pointed_out() -> None:  # C29 d
    division = make_division(entries=4)
    one, two = publish_round(division, 1).pairings.order_by("table")
    assert enter(one, 412, 377).warnings == ()
    assert enter(two, 377, 412).warnings == ("result.twin_score",)


@pytest.mark.parametrize(("outcome", "field"), [("bye", "outcome"), ("nonsense", "outcome"), ("forfeit", "winner")])
def test_an_outcome_that_does_not_fit_is_refused(table: Pairing, outcome: str, field: str) -> None:
    with pytest.raises(DomainError) as refusal:
        result_enter(
            pairing_id=table.pk, report=Report(outcome=outcome), actor=TEST, source="desk", expected_version=0
        )
    assert [item.field for item in refusal.value.items] == [field]


def test_everything_that_happened_is_in_one_whole_chain(division: Division, table: Pairing) -> None:
    enter(table, 400, 300)
    enter(table, 390, 300, reason="sheet added up again")
    round_close(round_id=table.round_id, actor=TEST)
    chain = division.tournament.log_chain
    assert list(chain_faults(chain)) == []
    actions = list(LogEntry.objects.filter(chain_id=chain).values_list("action", flat=True))
    assert actions[-4:] == ["round.published", "result.entered", "result.changed", "round.closed"]
    assert Round.objects.get(pk=table.round_id).state == "closed"
