"""Keyboard entry without scripts and through htmx: found, saved, echoed, taken back, looked at twice."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import (
    TEST,
    Cast,
    cast,
    enter,
    fixed_round,
    make_division,
    make_user,
    pairing_of,
    publish_round,
)
from tests.web.desk import HTMX, at, logged_in, middle_of, text_of, value_of
from tournaments.models import Division, Pairing, Result, Role, Round
from tournaments.services.reports import Report
from tournaments.services.results import result_enter

pytestmark = pytest.mark.django_db
NAMES = ["Anong Chai", "Boon Dee", "Chanida Dee", "Danai Ek", "กมล ใจดี", "Farid Gan"]


@pytest.fixture
def division() -> Division:
    return make_division(names=NAMES)


@pytest.fixture
def people(division: Division) -> Cast:
    return cast(division.tournament)


@pytest.fixture
def scorer(people: Cast) -> Client:
    return logged_in(people.scorer)


@pytest.fixture
def round_(division: Division) -> Round:
    return fixed_round(division, 1, list(zip(NAMES[::2], NAMES[1::2], strict=True)))


def table_of(round_: Round, name: str) -> int:
    return pairing_of(round_, name).table or 0


def send(client: Client, round_: Round, table: object, first: object, second: object, **more: Any) -> Any:
    headers = HTMX if more.pop("htmx", False) else {}
    data = {"table": table, "first": first, "second": second, **more}
    return client.post(at(round_.division, "results", round_.number), data, headers=headers)


def stored(round_: Round, table: int) -> tuple[int, int | None] | None:
    live = Result.objects.filter(pairing__round=round_, pairing__table=table, state__in=Result.LIVE).first()
    return None if live is None else (live.first_final, live.second_final)


def report(round_: Round, table: int, first: int, second: int, place: int) -> None:
    pairing = Pairing.objects.get(round=round_, table=table)
    result_enter(
        pairing_id=pairing.pk,
        report=Report(first=first, second=second),
        actor=TEST,
        source=Result.Source.PLAYER,
        reported_by_place=place,
    )


def test_a_whole_round_is_typed_without_scripts(scorer: Client, round_: Round) -> None:
    for left in (3, 2, 1):
        page = scorer.get(at(round_.division, "results", 1))
        table = value_of(page, "table")
        assert f"{left} table" in middle_of(page)
        answer = send(scorer, round_, table, 400 + left, 350, seen=value_of(page, "seen"))
        assert answer.status_code == 302
    page = scorer.get(answer.url)
    assert "Every result is in." in middle_of(page)
    assert {stored(round_, table) for table in (1, 2, 3)} == {(403, 350), (402, 350), (401, 350)}
    assert set(Result.objects.values_list("state", "source")) == {("confirmed", "desk")}


def test_scores_belong_to_whoever_starts_and_the_echo_names_both(scorer: Client, round_: Round) -> None:  # C26
    table = table_of(round_, "กมล ใจดี")
    page = scorer.get(f"{at(round_.division, 'results', 1)}?table={table}")
    assert "กมล ใจดี starts" in middle_of(page)
    answer = send(scorer, round_, table, 320, 410, seen=value_of(page, "seen"))
    assert "กมล ใจดี 320 – 410 Farid Gan +90" in middle_of(scorer.get(answer.url))


def test_a_table_is_found_by_a_name_or_an_entry_number(scorer: Client, round_: Round) -> None:
    table = table_of(round_, "กมล ใจดี")
    for score, typed in enumerate(["กมล", "farid", " GAN ", "กมล  ใจดี", "#5", "*5", "/6"], start=300):
        Result.objects.all().delete()
        assert send(scorer, round_, typed, score, 200).status_code == 302, typed
        assert stored(round_, table) == (score, 200)


@pytest.mark.parametrize("htmx", [False, True])
def test_a_table_that_is_not_clear_is_asked_back_and_nothing_is_lost(
    scorer: Client, round_: Round, htmx: bool
) -> None:
    unclear = {
        "": "Type a table, a name",
        "99": "No table of this round fits “99”.",
        "๑": "No table of this round fits “๑”.",
        "0": "No table of this round fits “0”.",
        "#99": "No table of this round fits",
        "zzz": "No table of this round fits",
        "dee": "“dee” fits tables",
        "1e3": "No table of this round fits",
    }
    for typed, said in unclear.items():
        answer = send(scorer, round_, typed, "412", "388", htmx=htmx)
        assert answer.status_code == 422
        assert said in text_of(answer)
        assert (value_of(answer, "table"), value_of(answer, "first"), value_of(answer, "second")) == (
            typed,
            "412",
            "388",
        )
    assert not Result.objects.exists()


def test_a_zero_is_a_score(scorer: Client, round_: Round) -> None:  # C22
    for table, first, second, winner in ((1, "350", "0", 0), (2, "0", "350", 1), (3, "0", "0", None)):
        send(scorer, round_, table, first, second)
        assert stored(round_, table) == (int(first), int(second))
        assert Result.objects.get(pairing__table=table).winner == winner


def test_spaces_around_and_a_sign_before_a_score_are_understood(scorer: Client, round_: Round) -> None:
    for typed, kept in ((" 400 ", 400), ("-12", -12), ("−12", -12), ("+7", 7), ("0400", 400)):
        Result.objects.all().delete()
        assert send(scorer, round_, 1, typed, "0").status_code == 302, typed
        assert stored(round_, 1) == (kept, 0)


ODD = [
    "",
    " ",
    "1e400",
    "3.4e185",
    "99999999999",
    "10000",
    "-10000",
    "1e3",
    "400.5",
    "NaN",
    "true",
    "๔๐๐",
    "4 00",
    "٤٠٠",
]


@pytest.mark.parametrize("htmx", [False, True])
def test_an_odd_score_is_asked_back_at_its_name_and_stays_as_typed(
    scorer: Client, round_: Round, htmx: bool
) -> None:  # C23, C25
    name = _second(round_, 1)
    for odd in ODD:
        answer = send(scorer, round_, 1, "300", odd, htmx=htmx)
        assert answer.status_code == 422, odd
        said = "A whole number from −9999 to 9999, in digits 0-9." if odd.strip() else "A score is missing."
        assert f"{name}: {said}" in text_of(answer), odd
        assert (value_of(answer, "first"), value_of(answer, "second")) == ("300", odd)
    assert not Result.objects.exists()


def _second(round_: Round, table: int) -> str:
    return Pairing.objects.get(round=round_, table=table).seats.get(place=1).entry.full_name


def test_a_score_that_is_not_sent_at_all_is_missing(scorer: Client, round_: Round) -> None:  # C23
    answer = scorer.post(at(round_.division, "results", 1), {"table": "1", "first": "300"})
    assert answer.status_code == 422
    assert "A score is missing." in middle_of(answer)
    assert not Result.objects.exists()


def test_a_spread_is_not_a_way_to_meet_oneself(scorer: Client, round_: Round) -> None:  # C26
    answer = send(scorer, round_, 1, 350, 300, entry_a="1", entry_b="1", seen="2:0")
    assert answer.status_code == 302
    assert Result.objects.get().pairing.table == 1, "the table says who plays; nothing else is read"


def test_htmx_gets_the_echo_and_what_changed_beside_it(scorer: Client, round_: Round) -> None:
    answer = send(scorer, round_, 1, 412, 388, seen="1:0", htmx=True)
    body = answer.content.decode()
    assert answer.status_code == 200
    assert body.lstrip().startswith("<li")
    assert "<html" not in body
    assert "412 – 388" in text_of(answer)
    assert "2 tables left" in text_of(answer)
    for changed in ("t1", "left", "waiting", "rail", "todo"):
        assert re.search(rf'id="{changed}"[^>]*hx-swap-oob="true"', body), changed


def test_two_slips_with_the_same_scores_are_pointed_out(scorer: Client, round_: Round) -> None:  # C29 d
    send(scorer, round_, 1, 412, 388)
    said = "Table 1 has the same scores. Is this slip at the right table?"
    assert said in text_of(send(scorer, round_, 2, 388, 412, htmx=True))
    answer = send(scorer, round_, 3, 412, 388)
    assert "Tables 1, 2 have the same scores." in text_of(scorer.get(answer.url))
    assert Result.objects.count() == 3, "a warning is no refusal"


@pytest.mark.parametrize(("first", "second", "shown"), [(4120, 388, "4,120"), (-20, 15, "−20")])
def test_an_unusual_score_is_pointed_out(
    scorer: Client, round_: Round, first: int, second: int, shown: str
) -> None:
    assert f"{shown} is an unusual score." in text_of(send(scorer, round_, 1, first, second, htmx=True))
    assert stored(round_, 1) == (first, second)


def test_a_result_is_taken_back_and_typed_again(scorer: Client, round_: Round) -> None:
    send(scorer, round_, 1, 412, 388)
    undo = scorer.post(at(round_.division, "result_undo", 1, 1), {"version": "1"})
    assert undo.status_code == 302
    page = scorer.get(undo.url)
    assert value_of(page, "table") == "1"
    assert "3 tables left" in middle_of(page)
    assert stored(round_, 1) is None
    assert Result.objects.get().state == "superseded", "the version stays to be read"

    answer = send(scorer, round_, 1, 421, 388, seen=value_of(page, "seen"))
    assert answer.status_code == 302
    assert stored(round_, 1) == (421, 388)
    again = scorer.post(at(round_.division, "result_undo", 1, 1), {"version": "2"}, headers=HTMX)
    assert "Table 1 waits for its result again." in text_of(again)
    assert stored(round_, 1) is None


def test_taking_back_what_somebody_has_changed_is_refused(scorer: Client, people: Cast, round_: Round) -> None:
    send(scorer, round_, 1, 412, 388)
    enter(Pairing.objects.get(round=round_, table=1), 421, 388, reason="read wrongly")
    for htmx in (False, True):
        answer = scorer.post(
            at(round_.division, "result_undo", 1, 1), {"version": "1"}, headers=HTMX if htmx else {}
        )
        assert answer.status_code == 409
        assert "Somebody entered another result" in text_of(answer)
    late = scorer.post(at(round_.division, "result_undo", 1, 1), {"version": "2"})
    assert late.status_code == 409
    assert "Correct this one instead." in text_of(late)
    assert stored(round_, 1) == (421, 388)


def test_a_line_typed_on_an_old_page_shows_both_values_and_lets_the_scorer_choose(
    scorer: Client, people: Cast, round_: Round
) -> None:  # C29 b
    other = logged_in(people.assistant)
    send(other, round_, 1, 421, 388, seen="1:0")
    for htmx in (False, True):
        answer = send(scorer, round_, 1, 412, 388, seen="1:0", htmx=htmx)
        assert answer.status_code == 409
        assert "Which one stands?" in text_of(answer)
        assert re.search(
            r"You typed 412 – 388 Stored now 421 – 388 \d\d:\d\d · " + str(people.assistant), text_of(answer)
        )
    assert stored(round_, 1) == (421, 388), "nothing is overwritten in silence"

    seen = value_of(answer, "seen")
    assert seen == "1:1"
    without = send(scorer, round_, 1, 412, 388, seen=seen, reason="no", htmx=True)
    assert without.status_code == 409
    assert "at least 5 letters" in text_of(without)
    assert value_of(without, "reason") == "no"
    assert stored(round_, 1) == (421, 388)

    chosen = send(scorer, round_, 1, 412, 388, seen=seen, reason="the slip says so", htmx=True)
    assert chosen.status_code == 200
    assert stored(round_, 1) == (412, 388)
    assert Result.objects.get(version=2).reason == "the slip says so"


def test_the_same_values_from_two_scorers_are_one_result(
    scorer: Client, people: Cast, round_: Round
) -> None:  # C29 c
    send(logged_in(people.assistant), round_, 1, 412, 388, seen="1:0")
    assert send(scorer, round_, 1, 412, 388, seen="1:0").status_code == 302
    assert Result.objects.count() == 1


def test_a_line_that_never_saw_the_table_does_not_overwrite_it(scorer: Client, round_: Round) -> None:
    send(scorer, round_, 1, 421, 388)
    for seen in ("", "2:0", "1:x", "1:99999999999999999999", "๑:๑"):
        answer = send(scorer, round_, 1, 412, 388, seen=seen)
        assert answer.status_code == 409
    assert stored(round_, 1) == (421, 388)


def test_reports_that_wait_are_confirmed_with_one_press(scorer: Client, round_: Round) -> None:
    report(round_, 1, 412, 377, 0)
    page = scorer.get(at(round_.division, "results", 1))
    first = Pairing.objects.get(round=round_, table=1).seats.get(place=0).entry.full_name
    assert f"412 – 377 {first}" in middle_of(page)
    assert value_of(page, "table") == "2", "what was reported need not be typed"
    answer = scorer.post(at(round_.division, "result_confirm", 1, 1), {"version": "1", "back": "results"})
    assert answer.url == at(round_.division, "results", 1)
    assert "The result of table 1 is confirmed." in text_of(scorer.get(answer.url))
    assert Result.objects.get().state == "confirmed"
    late = scorer.post(at(round_.division, "result_confirm", 1, 1), {"version": "7"}, headers=HTMX)
    assert late.status_code == 409


def test_a_dispute_shows_both_reports_and_either_can_be_chosen(scorer: Client, round_: Round) -> None:
    for table in (1, 2):
        report(round_, table, 355, 341, 0)
        report(round_, table, 355, 351, 1)
    page = middle_of(scorer.get(at(round_.division, "results", 1)))
    assert page.count("Disputed") >= 2
    assert "355 – 351" in page
    assert "355 – 341" in page
    scorer.post(at(round_.division, "result_confirm", 1, 1), {"version": "2"})
    answer = send(scorer, round_, 2, 355, 341, seen="2:2", htmx=True)
    assert answer.status_code == 200
    assert (stored(round_, 1), stored(round_, 2)) == ((355, 351), (355, 341))
    states = Result.objects.filter(state__in=Result.LIVE).values_list("state", flat=True)
    assert set(states) == {"confirmed"}


def test_a_closed_round_takes_no_line_and_a_draft_neither(
    scorer: Client, round_: Round, division: Division
) -> None:
    for pairing in round_.pairings.all():
        enter(pairing, 400, 350)
    Round.objects.filter(pk=round_.pk).update(state="closed")
    assert scorer.get(at(division, "results", 1)).url == at(division, "round", 1)
    answer = send(scorer, round_, 1, 412, 388, seen="1:1")
    assert answer.status_code == 409
    assert "This round is closed. Ask a director for a correction." in text_of(answer)
    Round.objects.filter(pk=round_.pk).update(state="draft")
    assert send(scorer, round_, 1, 412, 388, seen="1:1").status_code == 409
    assert stored(round_, 1) == (400, 350)


def test_what_other_scorers_did_comes_in_by_itself(scorer: Client, people: Cast, round_: Round) -> None:
    send(logged_in(people.assistant), round_, 2, 412, 388)
    answer = scorer.get(at(round_.division, "results", 1), headers=HTMX)
    body = answer.content.decode()
    assert re.search(r'<tbody id="tables"[^>]*hx-swap-oob="true"', body)
    assert "412" in text_of(answer)
    assert "2 tables left" in text_of(answer)
    assert 'id="line"' not in body, "what is being typed is left alone"


def test_only_those_who_may_score_get_the_line(people: Cast, round_: Round) -> None:
    address = at(round_.division, "results", 1)
    assert logged_in(people.viewer).get(address).status_code == 403
    assert logged_in(people.viewer).post(address, {"table": "1", "first": "1", "second": "2"}).status_code == 403
    for stranger in (people.other_director, people.player_inside, people.stranger):
        client = logged_in(stranger)
        assert client.get(address).status_code == 404
        assert client.post(address, {"table": "1", "first": "1", "second": "2"}).status_code == 404
    assert "login" in Client().get(address).url
    assert not Result.objects.exists()


def test_a_line_without_its_token_is_refused(people: Cast, round_: Round) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.scorer, "django.contrib.auth.backends.ModelBackend")
    assert send(client, round_, 1, 412, 388).status_code == 403
    assert not Result.objects.exists()


def test_a_line_costs_as_many_queries_in_a_large_round_as_in_a_small_one(
    django_assert_max_num_queries: Any, scorer: Client, round_: Round
) -> None:
    with CaptureQueriesContext(connection) as small:
        send(scorer, round_, 1, 412, 388, seen="1:0", htmx=True)
    large = publish_round(make_division(round_.division.tournament, entries=40), 1)
    with django_assert_max_num_queries(len(small)):
        send(scorer, large, 1, 412, 388, seen="1:0", htmx=True)


def test_a_scorer_lands_on_the_open_round(client: Client) -> None:
    division = make_division(entries=4)
    scorer = make_user()
    Role.objects.create(user=scorer, tournament=division.tournament, role=Role.Kind.SCORER)
    client.force_login(scorer)
    overview = reverse("desk:event", args=[division.tournament.slug])
    results = reverse("desk:results", args=[division.tournament.slug, division.slug, 1])
    assert results not in client.get(overview).content.decode()
    publish_round(division, 1)
    assert client.get(overview).content.decode().count(f'href="{results}"') >= 2
