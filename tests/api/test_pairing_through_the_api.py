"""Schedules, rules, absences, drafts, reasons, proofs and what-ifs as a program uses them."""

import pytest

from tests.api.event import address
from tests.factories import DAY, entry_named, make_division, make_tournament, make_user, play_round
from tournaments.models import Absence, DraftStep, PairingRule, Round
from tournaments.pairing import SYSTEMS
from tournaments.pairing.plan import PRESETS

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(api):
    user = make_user()
    division = make_division(make_tournament(director=user, starts_on=DAY), names=list("ABCDE"))
    return division, api(user)


def tables(answer):
    return {p["table"]: [side["entry"] for side in p["sides"]] for p in answer["pairings"]}


def drafted(desk, **wish):
    division, director = desk
    answer = director.post(address(division, "/rounds/1:pair"), {"seed": 3, **wish})
    assert answer.status == 201
    return tables(answer)


SCHEDULE = {
    "rounds": 5,
    "days": [3, 2],
    "steps": [
        {"from": 1, "to": 3, "system": {"kind": "fontes", "rounds": 3}},
        {"from": 4, "to": 4, "system": {"kind": "swiss", "within": "fold"}, "lag": 1},
        {"from": 5, "to": 5, "system": {"kind": "king_of_the_hill"}, "repeats": {"limit": None}},
    ],
}


def test_a_schedule_is_read_replaced_and_kept_as_sent(desk, api):
    division, director = desk
    plan = address(division, "/plan")
    first = api().get(plan)
    assert (first["rounds"], first["steps"][0]["system"]["kind"]) == (6, "swiss")
    assert director.put(plan, SCHEDULE).status == 428
    made = director.put(plan, SCHEDULE, If_Match=first.etag)
    assert made.status == 200
    assert (made["rounds"], made["days"]) == (5, [3, 2])
    assert made["steps"][0]["system"] == {"kind": "fontes", "rounds": 3, "deal": "order", "leftovers": "pair"}
    assert made["steps"][2]["repeats"] == {"limit": None, "back_to_back": False}
    assert [one["code"] for one in made["remarks"]] == ["plan.field_repeats"]
    late = director.put(plan, SCHEDULE, If_Match=first.etag)
    assert (late.status, late["current"]["rounds"]) == (412, 5)
    shown = director.get(address(division))
    assert (shown["rounds_planned"], shown["system"], shown["round_robin_double"]) == (5, "schedule", False)
    refused = director.patch(address(division), {"rounds_planned": 6}, If_Match=shown.etag)
    assert (refused.status, refused.code) == (422, "plan.several_steps")
    simple = director.patch(address(division), {"system": "round_robin"}, If_Match=shown.etag)
    assert (simple["system"], simple["rounds_planned"]) == ("round_robin", 5)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"rounds": 7}, 422, "plan.gap"),
        ({"days": [1, 1]}, 422, "plan.days"),
        ({"steps": [{"from": 1, "to": 5, "system": {"kind": "fontes"}}]}, 422, "plan.fontes_rounds"),
        ({"steps": [{"from": 1, "to": 5, "system": {"kind": "factor", "factor": 0}}]}, 422, "setting.out_of_range"),
        ({"steps": [{"from": 1, "to": 5, "system": {"kind": "factor", "factor": "x"}}]}, 422, "setting.wrong_type"),
        ({"steps": [{"from": 1, "to": 5, "system": {"kind": "swiss", "x": 1}}]}, 422, "plan.unreadable"),
        ({"steps": [{"from": 1, "to": 5, "system": {"kind": "quads", "seats": [1, 2]}}]}, 422, "plan.seats_given"),
        ({"steps": [{"from": 1, "to": 5, "system": {"kind": "contention", "prizes": 3}}]}, 422, "plan.unreadable"),
        ({"steps": [{"from": 1, "to": 5, "system": {"kind": "roulette"}}]}, 400, "request.invalid"),
        ({"steps": [{"from": 1, "to": 5, "system": "swiss"}]}, 400, "request.invalid"),
        ({"steps": []}, 400, "request.invalid"),
        ({"rounds": 61}, 400, "request.invalid"),
        ({"colour": 1}, 422, "field.unknown"),
    ],
)
def test_a_schedule_that_cannot_be_changes_nothing(desk, change, status, code):
    division, director = desk
    answer = director.put(address(division, "/plan"), {**SCHEDULE, **change}, If_Match="*")
    assert (answer.status, answer.code) == (status, code)
    assert director.get(address(division, "/plan"))["rounds"] == 6


def test_figures_of_contention_are_nobodys_to_give(desk):
    division, director = desk
    system = {"kind": "contention", "standings": [[1, 99, 0]], "leader": 1, "runs": 5}
    step = {"from": 1, "to": 2, "system": system}
    made = director.put(address(division, "/plan"), {"rounds": 2, "steps": [step]}, If_Match="*")
    assert made.status == 200
    assert not {"standings", "leader", "runs"} & made["steps"][0]["system"].keys()


@pytest.mark.parametrize("prizes", [[[1.0, 2]], [[1, 2.5]], [[1, True]], [["1", 2]]])
def test_prizes_that_are_no_whole_places_are_refused_at_every_door(desk, prizes):
    division, director = desk
    system = {"kind": "contention", "prizes": prizes}
    plan = {"rounds": 2, "steps": [{"from": 1, "to": 2, "system": system}]}
    for answer in (
        director.put(address(division, "/plan"), plan, If_Match="*"),
        director.post(address(division, "/rounds/1:explore"), {"system": system}),
        director.post(
            address(division, "/rounds/1:pair"), {"system": "contention", "settings": {"prizes": prizes}}
        ),
    ):
        assert (answer.status, answer.code) == (422, "setting.wrong_type")


def test_all_systems_and_presets_are_listed_and_each_preset_can_be_taken(desk, api):
    division, director = desk
    listed = api().get("/pairing/systems")["items"]
    assert [one["kind"] for one in listed] == list(SYSTEMS)
    assert all(one["name"] for one in listed)
    presets = api().get("/pairing/presets")["items"]
    assert [one["code"] for one in presets] == list(PRESETS)
    for one in presets:
        taken = director.put(address(division, "/plan"), one["plan"], If_Match="*")
        assert (taken.status, taken["steps"]) == (200, one["plan"]["steps"]), one["code"]


def test_rules_are_made_changed_and_taken_away(desk, api):
    division, director = desk
    rules = address(division, "/rules")
    made = director.post(rules, {"kind": "forbidden", "entries": [2, 1], "reason": "one family"})
    assert (made.status, made["entries"], made["to_round"]) == (201, [1, 2], None)
    one = f"{rules}/{made['id']}"
    assert director.post(rules, {"kind": "forbidden", "entries": [1, 2]})["id"] == made["id"]
    refused = director.post(rules, {"kind": "forced", "entries": [1, 2]})
    assert (refused.status, refused.code, refused["rule"]) == (409, "rule.contradicts", made["id"])
    unknown = director.post(rules, {"kind": "forced", "entries": [1, 77]})
    assert (unknown.code, unknown.pointers) == ("round.unknown_entry", ["/entries/1"])
    assert director.post(rules, {"kind": "forced", "entries": [1, 1]}).code == "rule.entries"
    etag = director.get(one).etag
    changed = director.patch(one, {"to_round": 3}, If_Match=etag)
    assert (changed["version"], changed["to_round"], changed["reason"]) == (2, 3, "one family")
    assert director.patch(one, {"to_round": None}, If_Match=etag).status == 412
    assert [rule["id"] for rule in director.get(rules)["items"]] == [made["id"]]
    assert api().get(rules).status == 401
    assert director.delete(one).status == 204
    assert (director.delete(one).status, PairingRule.objects.count()) == (404, 0)


def test_an_absence_is_noted_kept_from_the_round_and_taken_back(desk):
    division, director = desk
    path = address(division, "/entries/2/absences/1")
    noted = director.put(path, {"kind": "requested_bye", "reason": "exam"})
    assert (noted.status, noted["entry"], noted["round"]) == (200, 2, 1)
    director.put(address(division, "/entries/3/absences/1"), {"kind": "absent"})
    director.post(address(division, "/rounds/1:pair"), {"seed": 1})
    shown = director.get(address(division, "/rounds/1/pairings"))["pairings"]
    alone = [p["sides"][0]["entry"] for p in shown if p["table"] is None]
    assert 2 in alone
    assert 3 not in [side["entry"] for p in shown for side in p["sides"]]
    assert len(director.get(address(division, "/absences?round=1"))["items"]) == 2
    assert director.get(address(division, "/absences?round=2"))["items"] == []
    assert director.delete(path).status == 204
    assert Absence.objects.count() == 1
    waits = director.post(address(division, "/rounds/1:publish"))
    assert waits.status == 200, "an automatic bye is as good as one that was asked for"
    late = director.put(path, {"kind": "absent"})
    assert (late.status, late.code) == (409, "absence.round_published")


def test_a_draft_is_changed_locked_paired_again_and_every_step_taken_back(desk):
    division, director = desk
    first = drafted(desk)
    round_ = address(division, "/rounds/1")
    swapped = director.post(f"{round_}:swap", {"entries": [first[1][0], first[2][0]]})
    assert tables(swapped)[1][0] == first[2][0]
    locked = director.post(f"{round_}:lock", {"entry": first[2][0]})
    assert [p["locked"] for p in locked["pairings"]] == [True, False, False]
    again = director.post(f"{round_}:repair-rest")
    assert tables(swapped)[1] in tables(again).values()
    moved = director.post(f"{round_}:move", {"table": 1, "to_table": 2})
    assert tables(moved)[1] == tables(again)[2]
    draft = director.get(f"{round_}/draft")
    assert [step["kind"] for step in draft["steps"]] == ["paired", "swapped", "locked", "rest_repaired", "moved"]
    assert (draft["locked"], draft["undo"]) == (1, 5)
    for _step in range(4):
        back = director.post(f"{round_}:undo")
    assert tables(back) == first
    nothing = director.post(f"{round_}:undo")
    assert (nothing.status, nothing.code) == (409, "draft.nothing_to_undo")
    assert DraftStep.objects.count() == 9


def test_a_step_from_an_old_copy_is_refused_with_the_new_one(desk):
    division, director = desk
    first = drafted(desk)
    seen = director.get(address(division, "/rounds/1")).etag
    director.post(address(division, "/rounds/1:lock"), {"entry": 1}, If_Match=seen)
    late = director.post(address(division, "/rounds/1:swap"), {"entries": [1, 2]}, If_Match=seen)
    assert (late.status, late["current"]["version"]) == (412, 2)
    assert tables(director.get(address(division, "/rounds/1/pairings"))) == first


def test_a_published_round_takes_no_step(desk):
    division, director = desk
    drafted(desk)
    director.post(address(division, "/rounds/1:publish"))
    for act, body in (("swap", {"entries": [1, 2]}), ("lock", {"entry": 1}), ("undo", {}), ("repair-rest", {})):
        answer = director.post(address(division, f"/rounds/1:{act}"), body)
        assert (answer.status, answer.code) == (409, "round.already_published"), act
    assert director.get(address(division, "/rounds/1/draft")).code == "round.already_published"


def test_a_draft_says_what_its_swaps_cost(desk):
    division, director = desk
    entries = {name: entry_named(division, name) for name in "ABCDE"}
    pairs = [(entries[a].pk, entries[b].pk) for a, b in ("AB", "CD")]
    play_round(division, 1, locked_pairs=pairs, locked_byes=[entries["E"].pk])
    director.post(address(division, "/rounds/2:pair"), {"seed": 1})
    shown = tables(director.get(address(division, "/rounds/2/pairings")))
    meets = {a: b for two in shown.values() if len(two) == 2 for a, b in (two, two[::-1])}
    # One of the two may have the bye: then it takes the place of whoever plays the other.
    swap = [2, meets[1]] if 1 in meets else [1, meets[2]]
    director.post(address(division, "/rounds/2:swap"), {"entries": swap})
    draft = director.get(address(division, "/rounds/2/draft"))
    assert {"repeat"} <= {one["code"] for one in draft["warnings"]}
    assert draft["worse"]
    assert draft["differences"][0]["level"] in ("second_bye", "repeats")


def test_a_refusal_says_what_to_relax_and_one_call_does_it(desk):
    division, director = desk
    wish = {"seed": 1, "locked_byes": [5], "forbidden_pairs": [[1, 2], [1, 3], [1, 4]]}
    refused = director.post(address(division, "/rounds/1:pair"), wish)
    assert (refused.status, refused.code) == (422, "pairing.infeasible")
    kinds = [one["kind"] for one in refused["relax"]]
    assert kinds.count("forbidden_pair") == 3
    for at, proposal in enumerate(refused["relax"]):
        made = director.post(address(division, "/rounds/1:relax"), {**wish, "relax": proposal})
        assert made.status == 201, proposal
        assert sum(len(p["sides"]) for p in made["pairings"]) == 5
        assert director.delete(address(division, "/rounds/1")).status == 204, at
    wrong = director.post(address(division, "/rounds/1:relax"), {"relax": {"kind": "bye"}})
    assert (wrong.status, wrong.code) == (422, "pairing.relax_unknown")
    assert not Round.objects.exists()


def test_a_system_is_given_with_its_settings(desk):
    division, director = desk
    made = director.post(
        address(division, "/rounds/1:pair"), {"seed": 1, "system": "swiss", "settings": {"within": "fold"}}
    )
    assert (made.status, made["round"]["system"]) == (201, "swiss")
    proof = director.get(address(division, "/rounds/1/certificate"))
    assert proof["settings"] == {"odd_group": "pull_up", "within": "fold"}
    for wish, code in (
        ({"settings": {"within": "fold"}}, "pairing.setting_unknown"),
        ({"system": "swiss", "settings": {"x": 1}}, "pairing.setting_unknown"),
        ({"system": "swiss", "settings": {"within": "x"}}, "setting.no_choice"),
        ({"system": "fontes", "settings": {"rounds": 4}}, "setting.not_odd"),
    ):
        answer = director.post(address(division, "/rounds/1:pair"), {"repair": True, **wish})
        assert (answer.status, answer.code) == (422, code)


def test_a_round_after_the_end_of_a_table_says_so_and_takes_another_system(desk):
    division, director = desk
    quads = {"from": 1, "to": 3, "system": {"kind": "quads"}}
    director.put(address(division, "/plan"), {"rounds": 3, "steps": [quads]}, If_Match="*")
    for number in (1, 2, 3):
        play_round(division, number)
    over = director.post(address(division, "/rounds/4:pair"), {})
    assert (over.status, over.code) == (422, "plan.table_ends")
    made = director.post(address(division, "/rounds/4:pair"), {"system": "swiss"})
    assert (made.status, made["round"]["system"]) == (201, "swiss")


def test_every_board_is_explained_and_proved(desk, api):
    division, director = desk
    made = drafted(desk)
    for entries in made.values():
        entry, *others = entries
        more = f"?other={others[0]}" if others else ""
        why = director.get(address(division, f"/rounds/1/why/{entry}{more}"))
        assert why.status == 200
        assert why["about"] == ("pair" if others else "bye")
        assert why["code"] in ("cost", "equal", "only_choice")
    away = director.get(address(division, f"/rounds/1/why/{made[1][0]}?other={made[2][0]}"))
    assert (away["about"], away["alternative"] is None) == ("not", False)
    assert director.get(address(division, "/rounds/1/why/77")).status == 404
    assert director.get(address(division, "/rounds/1/why/1?other=77")).code == "round.unknown_entry"
    assert director.get(address(division, "/rounds/1/why/1?other=x")).code == "request.invalid"
    assert api().get(address(division, "/rounds/1/why/1")).status == 401
    proof = director.get(address(division, "/rounds/1/certificate"))
    assert (proof["status"], set(proof["gap"].values())) == ("optimal", {0})
    assert len(proof["request_digest"]) == len(proof["result_digest"]) == 64
    assert api().get(address(division, "/rounds/1/certificate")).status == 404, "a draft is nobody else's"


def test_another_system_is_tried_and_nothing_is_written(desk):
    division, director = desk
    play_round(division, 1)
    before = list(Round.objects.values())
    tried = director.post(address(division, "/rounds/1:explore"), {"system": {"kind": "casement"}})
    assert (tried.status, tried["system"]["kind"]) == (200, "casement")
    assert tried["played"]["measures"]["games"] == tried["explored"]["measures"]["games"] == 2
    later = director.post(address(division, "/rounds/2:explore"), {})
    assert (later.status, later["played"]) == (200, None)
    bad = director.post(address(division, "/rounds/1:explore"), {"system": {"kind": "factor", "factor": 0}})
    assert (bad.status, bad.code) == (422, "setting.out_of_range")
    assert list(Round.objects.values()) == before


def test_the_table_that_somebody_needs_is_told_to_staff_only(desk, api):
    division, director = desk
    one = address(division, "/entries/5")
    etag = director.get(one).etag
    changed = director.patch(one, {"table": 1, "team": "Red", "prize_class": 2}, If_Match=etag)
    assert (changed["table"], changed["team"], changed["prize_class"]) == (1, "Red", 2)
    assert "table" not in api().get(one).body
    made = drafted(desk)
    assert 5 in (*made[1], *made[None])
    cleared = director.patch(one, {"table": None}, If_Match=director.get(one).etag)
    assert (cleared["table"], cleared["team"]) == (None, "Red")
