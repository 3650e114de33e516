"""Rules for two entries, and who is not there, hold in every round they are made for."""

import pytest

from common.errors import Conflict, Refused
from common.models import LogEntry
from tests.factories import TEST, enter_named, entry_named, make_division, make_entry, play_round, publish_round
from tournaments.models import Absence, Division, PairingRule, Result, Round, Seat
from tournaments.pairing import request_from_json
from tournaments.selectors import division_table
from tournaments.selectors.drafts import draft_state
from tournaments.services.constraints import absence_clear, absence_set, rule_add, rule_change, rule_remove
from tournaments.services.draft_steps import draft_swap
from tournaments.services.drafts import round_pair
from tournaments.services.events import division_update
from tournaments.services.registration import entry_return, entry_update, entry_withdraw
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(names=list("ABCDEF"))


def pk(division: Division, name: str) -> int:
    return entry_named(division, name).pk


def rule(division: Division, kind: str, names: str, **more: int) -> PairingRule:
    one, other = (pk(division, name) for name in names)
    return rule_add(division_id=division.pk, kind=kind, one=one, other=other, actor=TEST, **more)


def pairs(round_: Round) -> set[frozenset[str]]:
    return {
        frozenset(seat.entry.full_name for seat in pairing.seats.all())
        for pairing in round_.pairings.exclude(table=None)
    }


def alone(round_: Round) -> set[str]:
    return {seat.entry.full_name for seat in Seat.objects.filter(round=round_, pairing__table=None)}


def test_two_who_must_not_meet_do_not_until_the_rule_ends() -> None:
    division = make_division(names=list("ABCD"))
    rule(division, "forbidden", "AB", to_round=2)
    rule(division, "forbidden", "CD", to_round=2)
    for number in (1, 2):
        assert not pairs(play_round(division, number, seed=number)) & {frozenset("AB"), frozenset("CD")}
    assert pairs(publish_round(division, 3)) == {frozenset("AB"), frozenset("CD")}


def test_two_who_must_meet_do_and_the_usual_rule_says_who_starts(division: Division) -> None:
    rule(division, "forced", "AF", from_round=2)
    first = play_round(division, 1)
    started = {seat.entry.full_name for seat in Seat.objects.filter(round=first, place=0)}
    second = publish_round(division, 2)
    assert frozenset("AF") in pairs(second)
    game = next(p for p in second.pairings.all() if p.seats.filter(entry_id=pk(division, "A")).exists())
    if len(started & {"A", "F"}) == 1:
        assert game.seats.get(place=0).entry.full_name == ({"A", "F"} - started).pop()
    assert not game.locked, "a rule is no lock of the draft"


def test_a_forced_pair_waits_while_one_of_them_is_away(division: Division) -> None:
    kept = rule(division, "forced", "AB")
    absence_set(entry_id=pk(division, "B"), round_number=1, kind="absent", actor=TEST)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST)
    assert {name for pair in pairs(draft) for name in pair} | alone(draft) == set("ACDEF")
    found = [one for one in draft_state(draft).warnings if one.code == "rule_waits"]
    assert [(one.entries, one.figures) for one in found] == [((1, 2), {"rule": kept.pk})]


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        (("forced", "AB"), ("forced", "BC"), False),
        (("forced", "AB"), ("forbidden", "BA"), False),
        (("forbidden", "AB"), ("forced", "AB"), False),
        (("forced", "AB"), ("forced", "CD"), True),
        (("forced", "AB"), ("forbidden", "AC"), True),
    ],
)
def test_rules_that_cannot_both_be_kept_are_refused(
    division: Division, first: tuple[str, str], second: tuple[str, str], kept: bool
) -> None:
    known = rule(division, *first)
    if kept:
        rule(division, *second)
        assert PairingRule.objects.count() == 2
        return
    with pytest.raises(Conflict) as refusal:
        rule(division, *second)
    assert (refusal.value.code, refusal.value.extra["rule"]) == ("rule.contradicts", known.pk)


def test_rules_of_different_rounds_do_not_meet(division: Division) -> None:
    rule(division, "forced", "AB", to_round=1)
    rule(division, "forced", "BC", from_round=2, to_round=2)
    assert frozenset("AB") in pairs(play_round(division, 1))
    assert frozenset("BC") in pairs(publish_round(division, 2))


def test_the_same_rule_twice_is_one_and_every_change_is_in_the_log(division: Division) -> None:
    one = rule(division, "forbidden", "AB")
    assert rule(division, "forbidden", "BA").pk == one.pk
    changed = rule_change(rule_id=one.pk, to_round=3, set_to_round=True, reason="one family", actor=TEST)
    assert (changed.version, changed.applies(3), changed.applies(4)) == (2, True, False)
    with pytest.raises(Conflict) as refusal:
        rule_change(rule_id=one.pk, reason="x", actor=TEST, expected_version=1)
    assert refusal.value.code == "rule.stale"
    rule_remove(rule_id=one.pk, actor=TEST)
    actions = LogEntry.objects.filter(object_kind="rule").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["rule.added", "rule.changed", "rule.removed"]


def test_a_rule_is_for_two_of_the_division(division: Division) -> None:
    other = make_division(division.tournament, names=["Z"])
    a, z = pk(division, "A"), pk(other, "Z")
    for one, two in ((a, a), (a, z)):
        with pytest.raises(Refused) as refusal:
            rule_add(division_id=division.pk, kind="forbidden", one=one, other=two, actor=TEST)
        assert refusal.value.code == "rule.entries"
    with pytest.raises(Refused) as refusal:
        rule(division, "forbidden", "AB", from_round=3, to_round=2)
    assert refusal.value.code == "rule.rounds"


def test_a_bye_that_was_asked_for_is_a_bye_and_an_absence_is_nothing(division: Division) -> None:
    absence_set(entry_id=pk(division, "C"), round_number=1, kind="requested_bye", actor=TEST)
    absence_set(entry_id=pk(division, "D"), round_number=1, kind="absent", actor=TEST)
    round_ = play_round(division, 1)
    assert alone(round_) == {"C"}
    assert Result.objects.get(pairing__seats__entry=entry_named(division, "C")).outcome == "bye"
    assert not Seat.objects.filter(round=round_, entry=entry_named(division, "D")).exists()
    division.refresh_from_db()
    rows = division_table(division, 1).by_entry()
    assert (rows[pk(division, "C")].points, rows[pk(division, "D")].points) == (2, 0)
    assert rows[pk(division, "D")].missed == (1,)
    assert {name for pair in pairs(publish_round(division, 2)) for name in pair} == set("ABCDEF")


@pytest.mark.parametrize(("counts", "next_bye"), [(True, "B"), (False, "C")])
def test_whether_a_bye_that_was_asked_for_counts_is_the_divisions_rule(counts: bool, next_bye: str) -> None:
    division = make_division(
        names=list("ABCDE"), requested_byes_count=counts, bye_credit="by_spread", bye_spread=-100
    )
    absence_set(entry_id=pk(division, "C"), round_number=1, kind="requested_bye", actor=TEST)
    first = publish_round(division, 1, locked_pairs=[(pk(division, a), pk(division, b)) for a, b in ("AB", "DE")])
    enter_named(first, "A", 400, 350)
    enter_named(first, "D", 400, 380)
    assert alone(publish_round(division, 2)) == {next_bye}, "C, who is last, has had his bye or not"


def test_a_draft_waits_when_somebody_is_noted_as_away_after_it_was_made(division: Division) -> None:
    draft = round_pair(division_id=division.pk, number=1, actor=TEST)
    absence_set(entry_id=pk(division, "A"), round_number=1, kind="absent", actor=TEST)
    assert [one.entries for one in draft_state(draft).warnings if one.code == "changed"] == [(1,)]
    with pytest.raises(Conflict) as refusal:
        round_publish(round_id=draft.pk, actor=TEST)
    assert (refusal.value.code, refusal.value.extra["entries"]) == ("round.entries_changed", [1])
    absence_clear(entry_id=pk(division, "A"), round_number=1, actor=TEST)
    absence_set(entry_id=pk(division, "B"), round_number=1, kind="requested_bye", actor=TEST)
    with pytest.raises(Conflict) as refusal:
        round_publish(round_id=draft.pk, actor=TEST)
    assert refusal.value.extra["entries"] == [2]
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, repair=True)
    round_publish(round_id=draft.pk, actor=TEST)
    assert "B" in alone(draft)


def test_what_a_published_round_did_is_not_noted_afterwards(division: Division) -> None:
    publish_round(division, 1)
    for kind in ("absent", "requested_bye"):
        with pytest.raises(Conflict) as refusal:
            absence_set(entry_id=pk(division, "A"), round_number=1, kind=kind, actor=TEST)
        assert refusal.value.code == "absence.round_published"


def test_an_absence_said_again_is_changed_and_an_old_page_is_refused(division: Division) -> None:
    entry = pk(division, "A")
    first = absence_set(entry_id=entry, round_number=2, kind="absent", actor=TEST)
    assert absence_set(entry_id=entry, round_number=2, kind="absent", actor=TEST).version == first.version
    absence_set(entry_id=entry, round_number=2, kind="requested_bye", actor=TEST, expected_version=1)
    with pytest.raises(Conflict) as refusal:
        absence_set(entry_id=entry, round_number=2, kind="absent", actor=TEST, expected_version=1)
    assert refusal.value.code == "absence.stale"
    assert Absence.objects.get().kind == "requested_bye"
    absence_clear(entry_id=entry, round_number=2, actor=TEST)
    absence_clear(entry_id=entry, round_number=2, actor=TEST)
    actions = LogEntry.objects.filter(object_kind="absence").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["absence.added", "absence.changed", "absence.removed"]


def test_leaving_and_coming_back_collects_no_bye() -> None:
    division = make_division(names=list("ABCDE"))
    play_round(division, 1)
    leaver = entry_named(division, "E")
    for number in (2, 3):
        entry_withdraw(entry_id=leaver.pk, actor=TEST)
        play_round(division, number)
        entry_return(entry_id=leaver.pk, actor=TEST)
    draft = round_pair(division_id=division.pk, number=4, actor=TEST)
    had = {bye.competitor for bye in request_from_json(draft.request).byes}
    division.refresh_from_db()
    row = division_table(division, 3).by_entry()[leaver.pk]
    assert row.byes == int(leaver.pk in had and alone(Round.objects.get(division=division, number=1)) == {"E"})
    assert row.missed == (2, 3)


def test_whoever_needs_a_table_plays_there_and_it_is_shown_to_nobody_else(division: Division) -> None:
    last = entry_named(division, "F")
    entry_update(entry_id=last.pk, table=1, set_table=True, actor=TEST)
    draft = round_pair(division_id=division.pk, number=1, actor=TEST)
    assert Seat.objects.get(round=draft, entry=last).pairing.table == 1
    other = Seat.objects.filter(round=draft, pairing__table=2).first()
    assert other is not None
    draft_swap(round_id=draft.pk, entry_a=last.pk, entry_b=other.entry_id, actor=TEST)
    found = [one for one in draft_state(draft).warnings if one.code == "table_missed"]
    assert [(one.entries, one.figures) for one in found] == [((6,), {"wanted": 1, "at": 2})]


def test_clubs_can_be_apart_in_every_round_and_teams_too() -> None:
    division = make_division(clubs_apart_rounds=None, teams_apart_rounds=1)
    for name, club in (("A", "North"), ("B", "North"), ("C", "South"), ("D", "South")):
        make_entry(division, name, club=club)
    for number in (1, 2):
        assert not pairs(play_round(division, number)) & {frozenset("AB"), frozenset("CD")}
    division_update(division_id=division.pk, clubs_apart_rounds=0, teams_apart_rounds=None, actor=TEST)
    entry_update(entry_id=pk(division, "A"), team="1", actor=TEST)
    entry_update(entry_id=pk(division, "B"), team=" 1 ", actor=TEST)
    entry_update(entry_id=pk(division, "C"), team="1", actor=TEST)
    request = request_from_json(round_pair(division_id=division.pk, number=3, actor=TEST).request)
    teams = {one.number: one.team for one in request.competitors}
    assert teams[1] == teams[2] is not None
    assert teams[3] not in (teams[1], None), "the first team of another school is another team"
    assert (teams[4], request.teams_kept_apart) == (None, True)
