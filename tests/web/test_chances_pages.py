"""Chances on pages: at the desk in every state of the count, and to the public once a round is closed."""

import re
from typing import Any

import pytest
from django.test import Client

from common.models import Job
from tests.factories import TEST, cast, enter_named, fixed_round, make_division, play_round, publish_round
from tests.web.crowd import crowd
from tests.web.desk import HTMX, at, logged_in, middle_of, text_of
from tournaments.models import CountedChances, Division
from tournaments.pairing.chances import Chance
from tournaments.selectors.chances import TASK
from tournaments.services import chances as service
from tournaments.services.rounds import round_close
from tournaments.tasks import count_chances
from tournaments.views.chances_shown import percent, shown

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "RUNS", 500)


@pytest.fixture
def division() -> Division:
    found = make_division(names=list("ABCDEFGH"), rounds_planned=4)
    play_round(found, 1)
    round_close(round_id=play_round(found, 2).pk, actor=TEST)
    return found


@pytest.fixture
def assistant(division: Division) -> Client:
    return logged_in(cast(division.tournament).assistant)


def work() -> None:
    for job in Job.objects.filter(task=TASK, state=Job.State.QUEUED):
        count_chances(job.pk)


def public(division: Division, *rest: int) -> str:
    return "/".join(["/events", division.tournament.slug, division.slug, "chances", *map(str, rest), ""])


# --- The desk ---------------------------------------------------------------------------------------------


def test_figures_of_everybody_stand_beside_the_picture(assistant: Client, division: Division) -> None:
    work()
    page = assistant.get(at(division, "chances"))
    body = page.content.decode()
    assert page.status_code == 200
    assert "Chances after round 2" in middle_of(page)
    assert "500 endings of 2 rounds" in middle_of(page)
    rows = re.findall(r'<tr data-entry="\d+".*?</tr>', body, re.DOTALL)
    assert len(rows) == 8
    for row in rows:
        assert re.search(r'<td class="num chance">\s*(?:<1|>?\d+)%|none left', row)
        assert 'role="img" aria-label="place' in row
        assert re.search(r'<path class="h[1-6]" d="M\d+ 0h\d', row)


def test_a_count_that_waits_shows_it_and_asks_again_by_itself(assistant: Client, division: Division) -> None:
    page = assistant.get(at(division, "chances_after", 2))
    body = page.content.decode()
    assert "Waiting for a worker" in middle_of(page)
    assert 'hx-trigger="every 2s"' in body
    assert "Stop counting" in body
    part = assistant.get(at(division, "chances_after", 2), headers=HTMX).content.decode()
    assert part.startswith('<section id="chances"')
    assert "<html" not in part
    work()
    done = assistant.get(at(division, "chances_after", 2), headers=HTMX).content.decode()
    assert "hx-trigger" not in done
    assert "Count anew" in done


def test_progress_is_shown_in_endings(assistant: Client, division: Division) -> None:
    Job.objects.filter(task=TASK, key__endswith=":2").update(state="running", progress=250, total=1000)
    page = assistant.get(at(division, "chances_after", 2))
    assert "250 of 1,000 endings" in middle_of(page)
    assert '<progress max="100" value="25">' in page.content.decode()


def test_a_count_can_be_stopped_and_asked_for_again(assistant: Client, division: Division) -> None:
    answer = assistant.post(at(division, "chances_cancel", 2), follow=True)
    assert "The count was stopped." in middle_of(answer)
    answer = assistant.post(at(division, "chances_count", 2), follow=True)
    assert "Waiting for a worker" in middle_of(answer)


def test_older_figures_stay_while_new_ones_are_counted(assistant: Client, division: Division) -> None:
    work()
    enter_named(division.rounds.get(number=2), "A", 500, 100, reason="added again", may_correct=True)
    page = assistant.get(at(division, "chances_after", 2))
    assert "Waiting for a worker" in middle_of(page)
    assert page.content.decode().count("<tr data-entry=") == 8
    Job.objects.filter(task=TASK, state="queued").delete()
    assert "have changed since this was counted" in middle_of(assistant.get(at(division, "chances_after", 2)))


def test_a_failed_count_says_so(assistant: Client, division: Division) -> None:
    Job.objects.filter(task=TASK).update(state="failed", error="out of paper")
    shown_page = middle_of(assistant.get(at(division, "chances_after", 2)))
    assert "The count failed" in shown_page
    assert "out of paper" not in shown_page


def test_before_the_first_closed_round_and_after_the_last_there_is_a_sentence(division: Division) -> None:
    client = logged_in(cast(division.tournament).viewer)
    fresh = make_division(division.tournament, names=list("AB"), rounds_planned=1)
    assert "None is yet" in middle_of(client.get(at(fresh, "chances")))
    round_close(round_id=play_round(fresh, 1).pk, actor=TEST)
    assert "the table is the result" in middle_of(client.get(at(fresh, "chances")))


def test_a_round_without_figures_offers_to_count(assistant: Client, division: Division) -> None:
    Job.objects.all().delete()
    page = assistant.get(at(division, "chances_after", 1))
    assert "Nothing is counted after this round yet." in middle_of(page)
    assert "Count anew" in middle_of(page)
    assert assistant.get(at(division, "chances_after", 3)).status_code == 404


def test_a_viewer_looks_and_does_not_count(division: Division) -> None:
    viewer = logged_in(cast(division.tournament).viewer)
    work()
    assert "Count anew" not in middle_of(viewer.get(at(division, "chances")))
    assert viewer.post(at(division, "chances_count", 2)).status_code == 403


def test_whose_place_is_sure_and_who_has_no_prize_left_is_said() -> None:
    """Three have won both games by the cap; one game of half that cap is left, so nobody else can pass them."""
    division = make_division(
        names=list("ABCDEFGHIJKL"), rounds_planned=3, spread_caps=[100, 100, 50], bye_spread=50
    )
    first = fixed_round(division, 1, ["AB", "CD", "EF", "GH", "IJ", "KL"])
    for winner in "ACEGIK":
        enter_named(first, winner, 500, 100)
    second = fixed_round(division, 2, ["AC", "EG", "IK", "BD", "FH", "JL"])
    for winner in "AEIBFJ":
        enter_named(second, winner, 300, 100)
    round_close(round_id=second.pk, actor=TEST)
    work()
    body = logged_in(cast(division.tournament).viewer).get(at(division, "chances")).content.decode()
    rows = re.findall(r'<tr data-entry="(\d+)"(.*?)</tr>', body, re.DOTALL)
    sure = {int(number) for number, row in rows if "Sure of place 3" in row}
    none = {int(number) for number, row in rows if "none left" in row}
    assert sure == {1, 5, 9}
    assert none == set(range(1, 13)) - sure


# --- The public -------------------------------------------------------------------------------------------


def test_the_public_sees_chances_after_a_closed_round(client: Client, division: Division) -> None:
    page = client.get(public(division))
    assert "being counted" in text_of(page)
    assert "data-running" in page.content.decode()
    work()
    page = client.get(public(division))
    assert "500 simulated endings" in text_of(page)
    assert page.content.decode().count("<tr data-entry=") == 8
    assert "data-running" not in page.content.decode()
    assert "Chances" in text_of(client.get(f"/events/{division.tournament.slug}/{division.slug}/standings/"))


def test_a_round_that_is_not_closed_has_no_public_chances(client: Client, division: Division) -> None:
    publish_round(division, 3)
    work()
    assert client.get(public(division, 3)).status_code == 404
    assert client.get(public(division, 2)).status_code == 200


def test_where_standings_are_not_public_chances_are_not(client: Client, division: Division) -> None:
    work()
    Division.objects.filter(pk=division.pk).update(standings_public=False)
    assert client.get(public(division)).status_code == 404
    staff = logged_in(cast(division.tournament).viewer)
    assert "switched off" in text_of(staff.get(public(division)))


def test_names_are_shown_as_people_let_them_be(client: Client, division: Division) -> None:
    from players.models import Player

    hidden = Player.objects.get(memberships__entry__division=division, name="C")
    Player.objects.filter(pk=hidden.pk).update(name="Chaiwat", public_name_mode=Player.PublicName.NUMBER)
    work()
    body = client.get(public(division)).content.decode()
    assert "Chaiwat" not in body
    assert f"#{hidden.number}" in body


def test_no_tab_leads_to_chances_before_the_first_closed_round_or_after_the_last(client: Client) -> None:
    division = make_division(names=list("AB"), rounds_planned=1)
    publish_round(division, 1)
    table = f"/events/{division.tournament.slug}/{division.slug}/standings/"
    assert "Chances" not in text_of(client.get(table))
    enter_named(division.rounds.get(), "A", 300, 200)
    round_close(round_id=division.rounds.get().pk, actor=TEST)
    assert "Chances" not in text_of(client.get(table))
    assert "the table is the result" in text_of(client.get(public(division)))


def test_a_crowd_of_four_hundred_is_cut_into_pages(client: Client, django_assert_max_num_queries: Any) -> None:
    division = crowd(400, rounds_planned=3)
    publish_round(division, 1)
    division.rounds.update(state="closed")
    service.chances_enqueue(division_id=division.pk, after_round=1)
    work()
    assert CountedChances.objects.get().runs == 500
    with django_assert_max_num_queries(20):
        page = client.get(public(division))
    body = page.content.decode()
    assert body.count("<tr data-entry=") == 100
    assert "1–100 of 400" in text_of(page)
    assert len(body) < 400_000
    assert client.get(public(division) + "?page=4").content.decode().count("<tr data-entry=") == 100


# --- Figures ----------------------------------------------------------------------------------------------


def test_figures_never_round_to_never_or_always() -> None:
    assert [percent(share) for share in (0, 0.0001, 0.336, 0.9999, 1)] == ["0%", "<1%", "34%", ">99%", "100%"]
    assert shown(Chance(336, 1000, 0.307, 0.366)).interval == "30–37"
    assert shown(Chance(0, 1000, 0.0, 0.004)).interval == ""
