"""One table's page: every outcome, parts that add up, corrections with a reason, and its versions."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import TEST, Cast, cast, enter, entry_named, fixed_round, make_division
from tests.web.desk import at, logged_in, middle_of, text_of, value_of
from tournaments.models import Division, Result, Round
from tournaments.services.registration import entry_withdraw
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db
PARTS = ("plays", "bingos", "rack", "overtime", "adjustment")


@pytest.fixture
def division() -> Division:
    return make_division(names=["Anong", "Boon", "Chai"], bye_spread=50)


@pytest.fixture
def people(division: Division) -> Cast:
    return cast(division.tournament)


@pytest.fixture
def scorer(people: Cast) -> Client:
    return logged_in(people.scorer)


@pytest.fixture
def round_(division: Division) -> Round:
    return fixed_round(division, 1, [("Anong", "Boon")], bye="Chai")


def close(round_: Round) -> None:
    round_close(round_id=round_.pk, actor=TEST)


def send(client: Client, round_: Round, **data: Any) -> Any:
    return client.post(at(round_.division, "result", 1, 1), {"outcome": "played", "version": 0, **data})


def live(round_: Round) -> Result:
    return Result.objects.get(pairing__round=round_, pairing__table=1, state__in=Result.LIVE)


def parts(side: str, *values: int) -> dict[str, int]:
    return {f"{side}_{name}": value for name, value in zip(PARTS, values, strict=False)}


def problem_at(answer: Any, field: str) -> str:
    found = re.search(rf'id="id_{field}_error">(.*?)</div>', answer.content.decode(), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def test_final_scores_are_saved_and_shown_with_their_version(scorer: Client, people: Cast, round_: Round) -> None:
    answer = send(scorer, round_, first="412", second="388")
    assert answer.status_code == 302
    page = scorer.get(answer.url)
    assert "The result is saved." in text_of(page)
    assert re.search(rf"{people.scorer} desk 412 – 388 Confirmed", middle_of(page))
    assert (value_of(page, "first"), value_of(page, "second"), value_of(page, "version")) == ("412", "388", "1")


def test_parts_that_add_up_are_kept_and_shown(scorer: Client, round_: Round) -> None:
    data = {**parts("first", 300, 1, 30), **parts("second", 290, 0, 0, -20)}
    answer = send(scorer, round_, first="370", second="270", **data)
    assert answer.status_code == 302
    kept = list(live(round_).components.order_by("place").values_list(*PARTS))
    assert kept == [(300, 1, 30, 0, 0), (290, 0, 0, -20, 0)]
    page = scorer.get(answer.url)
    assert "Anong: plays 300, bingos 1, rack +30, overtime 0" in middle_of(page)
    assert value_of(page, "second_overtime") == "-20"


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"first": "380"}, "first", "The parts come to 370, not to 380."),
        ({"first_plays": "-1"}, "first_plays", "cannot be negative"),
        ({"first_bingos": "99"}, "first_bingos", "That many bingos are not possible."),
        ({"first_rack": "31"}, "first_rack", "This rack adjustment is not possible."),
        ({"second_overtime": "-15"}, "second_overtime", "10 for each started minute"),
        ({"first_plays": ""}, "first_plays", "this one is missing"),
        ({"first_rack": "๓๐"}, "first_rack", "in digits 0-9"),
        ({"second": ""}, "second", "A score is missing."),
        ({"second": "1e400"}, "second", "in digits 0-9"),
        ({"second_adjustment": "4 0"}, "second_adjustment", "in digits 0-9"),
    ],
)
def test_what_does_not_add_up_is_said_at_its_box_and_stays_as_typed(
    scorer: Client, round_: Round, change: dict[str, str], field: str, said: str
) -> None:
    data = {
        **parts("first", 300, 1, 30, 0, 0),
        **parts("second", 290, 0, 0, -20, 0),
        "first": "370",
        "second": "270",
    }
    answer = send(scorer, round_, **{**data, **change})
    assert answer.status_code == 422
    assert said in problem_at(answer, field)
    for name, value in change.items():
        assert value_of(answer, name) == value
    assert value_of(answer, "second_plays") == "290"
    assert not Result.objects.filter(pairing__table=1).exists()


def test_racks_that_contradict_each_other_are_named_above_the_form(scorer: Client, round_: Round) -> None:
    data = {**parts("first", 300, 0, 30), **parts("second", 290, 0, -5)}
    answer = send(scorer, round_, first="330", second="285", **data)
    assert answer.status_code == 422
    assert "Rack: The rack adjustments do not fit together" in middle_of(answer)


def test_a_game_without_bingos_and_racks_has_no_boxes_for_them() -> None:
    division = make_division(names=["A", "B"], ruleset="summy")
    round_ = fixed_round(division, 1, [("A", "B")])
    client = logged_in(cast(division.tournament).scorer)
    page = client.get(at(division, "result", 1, 1)).content.decode()
    assert 'name="first_plays"' in page
    for name in ("first_bingos", "first_rack", "first_overtime"):
        assert f'name="{name}"' not in page
    assert send(client, round_, first="80", second="75", first_plays="80", second_plays="75").status_code == 302


def test_a_forfeit_needs_a_winner_and_no_scores(scorer: Client, round_: Round) -> None:
    answer = send(scorer, round_, outcome="forfeit")
    assert answer.status_code == 422
    assert "Say who wins by forfeit." in problem_at(answer, "winner")
    # What was typed before the outcome was chosen is in boxes that are no longer shown.
    answer = send(scorer, round_, outcome="forfeit", winner="1", first="12", second="x", first_rack="?")
    assert answer.status_code == 302
    result = live(round_)
    assert (result.outcome, result.winner, result.first_final, result.second_final) == ("forfeit", 1, 0, 100)
    assert "Forfeit: Boon wins" in middle_of(scorer.get(answer.url))


@pytest.mark.parametrize(("outcome", "first"), [("double_forfeit", -100), ("void", 0)])
def test_a_double_forfeit_and_a_void_game_are_settled_as_the_division_says(
    scorer: Client, round_: Round, outcome: str, first: int
) -> None:
    assert send(scorer, round_, outcome=outcome).status_code == 302
    assert (live(round_).outcome, live(round_).first_final, live(round_).winner) == (outcome, first, None)


@pytest.mark.parametrize("outcome", ["bye", "", "won", "played "])
def test_an_outcome_that_cannot_be_is_refused(scorer: Client, round_: Round, outcome: str) -> None:
    answer = send(scorer, round_, outcome=outcome, first="1", second="2")
    assert answer.status_code == 422
    assert not Result.objects.filter(pairing__table=1).exists()


def test_a_byes_spread_is_corrected_with_a_reason(scorer: Client, division: Division, round_: Round) -> None:
    number = division.entries.get(members__player__name="Chai").number
    address = at(division, "bye", 1, number)
    page = scorer.get(address)
    assert "Round 1, Chai" in middle_of(page)
    assert value_of(page, "first") == "50"
    data = {"outcome": "bye", "first": "30", "version": "1"}
    refused = scorer.post(address, data)
    assert refused.status_code == 422
    assert "Say why the result changes" in problem_at(refused, "reason")
    assert scorer.post(address, {**data, "reason": "As announced."}).status_code == 302
    result = Result.objects.get(pairing__table=None, state="confirmed")
    assert (result.outcome, result.first_final, result.version) == ("bye", 30, 2)
    assert "Bye +50 Superseded" in middle_of(scorer.get(address))
    assert scorer.get(at(division, "bye", 1, 1)).status_code == 404, "this entry has an opponent"


def test_a_correction_needs_a_reason_and_keeps_what_was(scorer: Client, people: Cast, round_: Round) -> None:
    send(scorer, round_, first="412", second="388")
    for reason in ("", "no", "   "):
        answer = send(scorer, round_, first="421", second="388", version=1, reason=reason)
        assert answer.status_code == 422
        assert "at least 5 letters" in problem_at(answer, "reason")
        assert value_of(answer, "first") == "421"
    answer = send(scorer, round_, first="421", second="388", version=1, reason="Digits turned round.")
    page = middle_of(scorer.get(answer.url))
    assert "421 – 388 Confirmed Digits turned round." in page
    assert "412 – 388 Superseded" in page
    assert page.index("421 – 388") < page.index("412 – 388"), "the newest first"


def test_somebody_quicker_is_shown_beside_what_was_typed_and_saving_again_decides(
    scorer: Client, people: Cast, round_: Round
) -> None:
    send(logged_in(people.director), round_, first="421", second="388")
    answer = send(scorer, round_, first="412", second="388")
    assert answer.status_code == 409
    shown = middle_of(answer)
    assert "You typed 412 – 388" in shown
    assert "Stored now 421 – 388" in shown
    assert (value_of(answer, "first"), value_of(answer, "version")) == ("412", "1")
    assert live(round_).first_final == 421
    again = send(scorer, round_, first="412", second="388", version=1, reason="The slip says 412.")
    assert again.status_code == 302
    assert live(round_).first_final == 412


def test_in_a_closed_round_a_director_alone_corrects(scorer: Client, people: Cast, round_: Round) -> None:
    send(scorer, round_, first="412", second="388")
    close(round_)
    data = {"first": "421", "second": "388", "version": 1, "reason": "Digits turned round."}
    page = scorer.get(at(round_.division, "result", 1, 1))
    assert "A director corrects its results." in middle_of(page)
    assert 'name="first"' not in page.content.decode()
    for client in (scorer, logged_in(people.assistant)):
        answer = send(client, round_, **data)
        assert answer.status_code == 409
        assert "This round is closed." in middle_of(answer)
    assert live(round_).first_final == 412
    assert send(logged_in(people.director), round_, **data).status_code == 302
    assert (live(round_).first_final, live(round_).state) == (421, "final")


def test_a_viewer_looks_and_writes_nothing(people: Cast, round_: Round) -> None:
    viewer = logged_in(people.viewer)
    page = viewer.get(at(round_.division, "result", 1, 1))
    assert "You may look at this result, not change it." in middle_of(page)
    assert send(viewer, round_, first="1", second="2").status_code == 403
    for name in ("result_confirm", "result_undo"):
        assert viewer.post(at(round_.division, name, 1, 1), {"version": "1"}).status_code == 403
    stranger = logged_in(people.other_director)
    assert send(stranger, round_, first="1", second="2").status_code == 404
    assert not Result.objects.filter(pairing__table=1).exists()


@pytest.mark.parametrize("table", [0, 2, 99, 99999999999999999999])
def test_a_table_that_is_not_in_the_round_is_not_there(scorer: Client, round_: Round, table: int) -> None:
    for name in ("result", "result_confirm", "result_undo"):
        assert scorer.post(at(round_.division, name, 1, table), {"version": "1"}).status_code == 404


@pytest.mark.parametrize("version", ["", "x", "-1", "99999999999999999999", "1e3"])
def test_a_form_with_a_broken_version_writes_nothing(scorer: Client, round_: Round, version: str) -> None:
    answer = send(scorer, round_, first="412", second="388", version=version)
    assert answer.status_code in (409, 422)
    assert value_of(answer, "first") == "412"
    assert not Result.objects.filter(pairing__table=1).exists()


def test_a_result_withdrawn_by_the_system_says_why(people: Cast, division: Division, round_: Round) -> None:
    entry_withdraw(entry_id=entry_named(division, "Boon").pk, actor=TEST)
    page = middle_of(logged_in(people.scorer).get(at(division, "result", 1, 1)))
    assert "system Forfeit: Anong wins Confirmed the other side withdrew" in page


def test_a_report_is_confirmed_on_its_page(scorer: Client, round_: Round) -> None:
    enter(round_.pairings.get(table=1), 412, 388, reported_by_place=0)
    page = scorer.get(at(round_.division, "result", 1, 1))
    assert "Confirm 412 – 388" in middle_of(page)
    assert "Anong" in middle_of(page).split("Versions")[1], "who said so"
    answer = scorer.post(at(round_.division, "result_confirm", 1, 1), {"version": "1"})
    assert answer.url == at(round_.division, "result", 1, 1)
    assert live(round_).state == "confirmed"
