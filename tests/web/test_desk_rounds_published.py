"""A published round at the desk: shown, counted, closed, deleted; what later changes do to it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    TEST,
    cast,
    enter,
    entry_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    pairing_of,
    play_round,
    publish_round,
)
from tests.web.desk import at, logged_in, middle_of, text_of
from tournaments.models import Division, Pairing, Result, Round, Seat
from tournaments.selectors import division_table
from tournaments.services.constraints import rule_add
from tournaments.services.drafts import round_pair
from tournaments.services.registration import entry_withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(names=list("ABCDEF"))


@pytest.fixture
def director(division: Division) -> Client:
    return logged_in(cast(division.tournament).director)


def rank_points(division: Division) -> dict[str, tuple[int, int]]:
    division.refresh_from_db()
    rows = division_table(division).by_entry()
    return {
        entry.full_name: (int(rows[entry.pk].points), rows[entry.pk].spread) for entry in division.entries.all()
    }


def test_publishing_says_first_what_will_be_seen_and_what_closes(director: Client, division: Division) -> None:
    play_round(division, 1)
    draft = round_pair(division_id=division.pk, number=2, actor=TEST, seed=1)
    ask = middle_of(director.get(at(division, "round_publish", 2)))
    assert "Everybody then sees 3 tables" in ask
    assert "Round 1 is closed: its results are final" in ask
    assert Round.objects.get(number=2).state == "draft", "asking changes nothing"

    answer = director.post(at(division, "round_publish", 2), {"version": draft.version}, follow=True)
    assert "Round 2 is published." in text_of(answer)
    assert list(Round.objects.order_by("number").values_list("state", flat=True)) == ["closed", "published"]
    assert Pairing.objects.filter(round__number=2).exclude(game=None).count() == 3


def test_publishing_says_which_rules_the_draft_does_not_keep(director: Client, division: Division) -> None:
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    assert "does not keep a rule" not in middle_of(director.get(at(division, "round_publish", 1)))

    one, other = Seat.objects.filter(round=draft, pairing__table=1).values_list("entry", flat=True)
    rule_add(division_id=division.pk, actor=TEST, kind="forbidden", one=one, other=other)
    ask = middle_of(director.get(at(division, "round_publish", 1)))
    assert "This draft does not keep a rule of this event." in ask
    assert "must not meet, by a rule of this event." in ask


def test_a_hidden_events_round_is_published_to_staff_only_and_the_page_says_so() -> None:
    division = make_division(make_tournament(public=False), entries=4)
    client = logged_in(cast(division.tournament).director)
    round_pair(division_id=division.pk, number=1, actor=TEST)
    assert "Only staff see them" in middle_of(client.get(at(division, "round_publish", 1)))


def test_publishing_twice_or_an_old_draft_is_refused(director: Client, division: Division) -> None:
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    for stale in ("99", "", "x", "๑"):
        answer = director.post(at(division, "round_publish", 1), {"version": stale})
        assert answer.status_code == 409
        assert "Somebody changed this round in the meantime." in middle_of(answer)
    assert director.post(at(division, "round_publish", 1), {"version": draft.version}).status_code == 302
    again = director.post(at(division, "round_publish", 1), {"version": draft.version})
    assert again.status_code == 409
    assert "already published" in middle_of(again)
    assert Pairing.objects.exclude(game=None).count() == 3


def test_the_tables_that_are_left_are_counted_and_named(director: Client, division: Division) -> None:
    round_ = publish_round(division, 1)
    enter(round_.pairings.get(table=2), 400, 300)
    page = middle_of(director.get(at(division, "round", 1)))
    assert "2 tables left 1 3" in page
    enter(round_.pairings.get(table=1), 400, 300)
    enter(round_.pairings.get(table=3), 400, 300)
    page = middle_of(director.get(at(division, "round", 1)))
    assert "Every result is in." in page
    assert "Pair round 2" in page


def test_closing_waits_for_the_last_result_and_then_makes_all_final(director: Client, division: Division) -> None:
    round_ = publish_round(division, 1)
    assert "Tables 1, 2, 3 have no result yet." in middle_of(director.get(at(division, "round_close", 1)))
    assert director.post(at(division, "round_close", 1)).status_code == 409
    for pairing in round_.pairings.all():
        enter(pairing, 400, 300)
    assert "3 results become final." in middle_of(director.get(at(division, "round_close", 1)))
    answer = director.post(at(division, "round_close", 1), follow=True)
    assert "Round 1 is closed." in text_of(answer)
    assert set(Result.objects.values_list("state", flat=True)) == {"final"}
    assert director.post(at(division, "round_close", 1)).status_code == 409


def test_deleting_a_round_names_its_results_and_takes_every_trace(
    director: Client, division: Division
) -> None:  # C20
    play_round(division, 1)
    before = rank_points(division)
    play_round(division, 2)
    assert rank_points(division) != before

    refused = director.post(at(division, "round_delete", 1), {"results": "3"})
    assert refused.status_code == 409
    assert "Round 2 exists: delete it first." in middle_of(refused)

    ask = middle_of(director.get(at(division, "round_delete", 2)))
    assert "3 results are lost." in ask
    assert "Delete round 2 and all of that" in ask
    for typed in ("", "2", "๓", "3.0"):
        answer = director.post(at(division, "round_delete", 2), {"results": typed})
        assert answer.status_code == 422
        assert Round.objects.filter(number=2).exists()

    assert director.post(at(division, "round_delete", 2), {"results": " 3 "}).status_code == 302
    assert rank_points(division) == before
    assert not Result.objects.filter(pairing__round__number=2).exists()
    round_pair(division_id=division.pk, number=2, actor=TEST)
    director.post(at(division, "round_delete", 2))
    director.post(at(division, "round_delete", 1), {"results": "3"})
    assert not Seat.objects.exists()
    answer = director.post(at(division, "round_pair", 1), {"system": "swiss"})
    assert answer.status_code == 302


def test_an_assistant_deletes_drafts_and_a_director_results(division: Division) -> None:
    people = cast(division.tournament)
    assistant = logged_in(people.assistant)
    play_round(division, 1)
    assert assistant.get(at(division, "round_delete", 1)).status_code == 403
    assert assistant.post(at(division, "round_delete", 1), {"results": "3"}).status_code == 403
    assert Round.objects.exists()
    round_pair(division_id=division.pk, number=2, actor=TEST)
    assert assistant.post(at(division, "round_delete", 2)).status_code == 302


def test_a_result_that_came_in_meanwhile_keeps_the_round(director: Client, division: Division) -> None:
    round_ = publish_round(division, 1)
    assert "results are lost" not in middle_of(director.get(at(division, "round_delete", 1)))
    enter(round_.pairings.get(table=1), 400, 300)
    answer = director.post(at(division, "round_delete", 1), {"results": ""})
    assert answer.status_code == 422
    assert "1 result is lost." in middle_of(answer)
    assert Round.objects.exists()


def test_who_withdraws_before_the_game_gives_a_forfeit_win_and_the_round_closes(
    director: Client, division: Division
) -> None:  # C14
    play_round(division, 1)
    round_ = fixed_round(division, 2, [("A", "F"), ("B", "C"), ("D", "E")])
    before = rank_points(division)
    entry_withdraw(entry_id=entry_named(division, "F").pk, actor=TEST)
    page = director.get(at(division, "round", 2))
    assert "Forfeit" in middle_of(page)
    assert rank_points(division)["A"][0] == before["A"][0] + 2
    for name in "BD":
        enter(pairing_of(round_, name), 400, 300)
    assert director.post(at(division, "round_close", 2)).status_code == 302
    director.post(at(division, "round_pair", 3), {"system": "swiss"})
    names = set(Seat.objects.filter(round__number=3).values_list("entry__members__player__name", flat=True))
    assert names == set("ABCDE")


def test_a_late_entry_plays_from_the_next_round_and_changes_nobodys_history(
    director: Client, division: Division
) -> None:  # C15
    for number in (1, 2, 3):
        play_round(division, number)
    before = rank_points(division)
    make_entry(division, "L")
    assert {name: points for name, points in rank_points(division).items() if name != "L"} == before
    assert rank_points(division)["L"] == (0, 0)
    assert director.post(at(division, "round_pair", 4), {"system": "swiss"}).status_code == 302
    assert Seat.objects.filter(round__number=4, entry__members__player__name="L").count() == 1


def test_a_corrected_result_flags_the_rounds_made_from_it(director: Client, division: Division) -> None:  # C28
    for number in (1, 2, 3):
        play_round(division, number)
    round_pair(division_id=division.pk, number=4, actor=TEST, seed=1)
    seats = list(Seat.objects.filter(round__number=4).order_by("pk").values_list("entry_id", "pairing_id"))
    table = Pairing.objects.get(round__number=1, table=1)
    before = rank_points(division)
    first = Result.objects.get(pairing=table)
    typed = {"first": first.second_final, "second": first.first_final, "outcome": "played"}
    answer = director.post(
        at(division, "result", 1, 1), {**typed, "version": first.version, "reason": "The slip was read wrongly."}
    )
    assert answer.status_code == 302
    assert rank_points(division) != before
    assert list(Seat.objects.filter(round__number=4).order_by("pk").values_list("entry_id", "pairing_id")) == seats
    assert "corrected after this draft was made" in middle_of(director.get(at(division, "round", 4)))
    assert "made from older results" in middle_of(director.get(at(division, "round", 3)))
    assert "made from older results" not in middle_of(director.get(at(division, "round", 1)))


def test_byes_are_shown_with_their_spread_and_the_round_links_to_its_public_pages(director: Client) -> None:
    division = make_division(names=list("ABC"), bye_spread=50)
    client = logged_in(cast(division.tournament).director)
    fixed_round(division, 1, [("A", "B")], bye="C")
    page = client.get(at(division, "round", 1))
    assert "C +50 Bye" in middle_of(page)
    slug = division.tournament.slug
    for address in (f"/events/{slug}/{division.slug}/rounds/1/", f"/events/{slug}/{division.slug}/standings/1/"):
        assert f'href="{address}"' in page.content.decode()


@pytest.mark.parametrize("number", [0, 2, 201, 99999, 99999999999999999999])
def test_a_round_that_cannot_be_is_not_there(director: Client, division: Division, number: int) -> None:
    for name in ("round", "round_publish", "round_close", "round_delete", "results"):
        assert director.get(at(division, name, number)).status_code == 404


def test_a_director_lets_two_entries_change_places_and_says_why(director: Client, division: Division) -> None:
    round_ = fixed_round(division, 1, [("A", "B"), ("C", "D"), ("E", "F")])
    page = director.get(at(division, "round", 1))
    assert at(division, "round_correct", 1) in page.content.decode()
    ask = director.get(at(division, "round_correct", 1))
    assert "what was played stays with who played it" in middle_of(ask)
    sent = {"one": "2", "two": "4", "version": round_.version}
    no_reason = director.post(at(division, "round_correct", 1), {**sent, "reason": "no"})
    assert no_reason.status_code == 422
    enter(pairing_of(round_, "E"), 400, 300)
    played = director.post(at(division, "round_correct", 1), {**sent, "two": "5", "reason": "wrong tables"})
    assert played.status_code == 409
    assert f"begun scoresheet at table {pairing_of(round_, 'E').table}:" in middle_of(played)
    done = director.post(at(division, "round_correct", 1), {**sent, "reason": "wrong tables"}, follow=True)
    assert "Entries 2 and 4 have changed places." in text_of(done)
    assert pairing_of(round_, "A") == pairing_of(round_, "D")
    assert "wrong tables" in text_of(director.get(reverse("desk:log", args=[division.tournament.slug])))
