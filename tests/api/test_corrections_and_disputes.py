"""Who may change a result, and from which copy: C28, C29 b, faults 1, 16."""

import pytest

from common.models import LogEntry
from tests.api.event import Event, report
from tests.factories import actor_for, publish_round
from tournaments.models import Result, Round
from tournaments.services.rounds import round_close

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return Event.make()


def scores(event, first, second, table=1):
    return dict(zip(event.numbers(table), (first, second), strict=True))


def test_a_second_report_that_differs_is_a_dispute_and_both_are_kept(event, api):
    one, two = api(event.director), api(event.cast.scorer)
    one.post(event.game(), report(scores(event, 400, 350)))
    made = two.post(event.game(), report(scores(event, 400, 360)))
    assert (made.status, made["state"], made["version"]) == (201, "disputed", 2)
    kept = Result.objects.filter(pairing=event.pairing()).order_by("version").values_list("second_final", "state")
    assert list(kept) == [(350, "superseded"), (360, "disputed")]
    table = one.get(event.at("/standings?after_round=1"))
    assert all(row["games_played"] == 0 for row in table["rows"])


def test_the_public_is_not_told_a_score_that_two_sides_dispute(event, api):
    api(event.director).post(event.game(), report(scores(event, 400, 350)))
    api(event.cast.scorer).post(event.game(), report(scores(event, 400, 360)))
    assert api().get(event.game())["scores"] is None
    assert api(event.cast.viewer).get(event.game())["scores"] is not None
    listed = api().get(event.at("/rounds/1/pairings"))["pairings"][0]["result"]
    assert (listed["state"], listed["scores"], listed["winner"]) == ("disputed", None, None)


def test_a_correction_needs_the_copy_it_was_made_from_and_a_reason(event, api):
    director = api(event.director)
    made = director.post(event.game(), report(scores(event, 400, 350)))

    silent = director.post(event.game(), report(scores(event, 410, 350)), If_Match=made.etag)
    assert (silent.status, silent.code, silent.pointers) == (422, "result.reason_missing", ["/reason"])
    blind = director.post(event.game(), report(scores(event, 410, 350), reason="sheet re-added"))
    assert (blind.status, blind.code) == (428, "precondition.required")
    assert Result.objects.filter(pairing=event.pairing()).count() == 1

    body = report(scores(event, 410, 350), reason="sheet re-added")
    fixed = director.post(event.game(), body, If_Match=made.etag)
    assert (fixed.status, fixed["version"], fixed["state"]) == (201, 2, "confirmed")
    again = director.post(event.game(), body, If_Match=made.etag)
    assert (again.status, again["version"]) == (200, 2)


def test_an_override_says_why_in_letters_also_where_it_lets_the_result_stand(event, api):
    director = api(event.director)
    made = director.post(event.game(), report(scores(event, 400, 350)))
    for second in (350, 360):
        body = report(scores(event, 400, second), reason="\u200b" * 6)
        answer = director.post(f"{event.game()}/override", body, If_Match=made.etag)
        assert (answer.status, answer.code, answer.pointers) == (422, "result.reason_missing", ["/reason"])
    assert Result.objects.filter(pairing=event.pairing()).count() == 1


def test_a_stale_correction_is_told_what_stands_there_now(event, api):
    director = api(event.director)
    made = director.post(event.game(), report(scores(event, 400, 350)))
    director.post(event.game(), report(scores(event, 410, 350), reason="sheet re-added"), If_Match=made.etag)
    late = director.post(event.game(), report(scores(event, 420, 350), reason="my own count"), If_Match=made.etag)
    assert (late.status, late.code) == (412, "precondition.failed")
    assert late["current"]["scores"][str(event.numbers()[0])] == 410
    assert late["etag"] == director.get(event.game()).etag


@pytest.mark.parametrize("header", ["r1-1", "(", '"a" "b"', "W/", ""])
def test_an_if_match_that_cannot_be_read_is_told_so(event, api, header):
    director = api(event.director)
    director.post(event.game(), report(scores(event, 400, 350)))
    answer = director.post(event.game(), report(scores(event, 410, 350), reason="recount"), If_Match=header)
    assert (answer.status, answer.code) == (400, "precondition.unreadable")


@pytest.mark.parametrize("before", ['W/"r1-0", ', '"one,two",', '"," , '])
def test_if_match_may_list_tags_and_a_tag_may_hold_commas(event, api, before):
    director = api(event.director)
    made = director.post(event.game(), report(scores(event, 400, 350)))
    body = report(scores(event, 410, 350), reason="recount")
    old = director.post(event.game(), body, If_Match=before + '"r9-9"')
    assert (old.status, old.code) == (412, "precondition.failed")
    assert director.post(event.game(), body, If_Match=before + made.etag).status in (200, 201)


def test_a_first_report_may_insist_on_being_the_first(event, api):
    director = api(event.director)
    first = director.post(event.game(), report(scores(event, 400, 350)), If_None_Match="*")
    assert first.status == 201
    second = director.post(event.game(), report(scores(event, 410, 350)), If_None_Match="*")
    assert second.status == 412
    assert second["current"]["version"] == 1


def test_a_scorer_does_not_change_a_closed_round_and_a_director_does(event, api):
    """C28, as far as one round shows it; the log tells who and when."""
    director = api(event.director)
    made = director.post(event.game(), report(scores(event, 400, 300)))
    director.post(event.game(2), report(scores(event, 300, 300, 2)))
    publish_round(event.division, 2)
    assert Round.objects.get(pk=event.round.pk).state == "closed"
    etag = director.get(event.game()).etag
    assert etag != made.etag, "the state is another now"
    before = director.get(event.at("/standings?after_round=1")).body

    body = report(scores(event, 300, 400), reason="sheet was swapped")
    refused = api(event.cast.scorer).post(event.game(), body, If_Match=etag)
    assert (refused.status, refused.code) == (409, "round.closed")
    assert api(event.cast.scorer).post(f"{event.game()}/override", body, If_Match=etag).status == 403

    missing = director.post(f"{event.game()}/override", body)
    assert (missing.status, missing.code) == (428, "precondition.required")
    short = director.post(f"{event.game()}/override", body | {"reason": "typo"}, If_Match=etag)
    assert (short.status, short.pointers) == (400, ["/reason"])
    fixed = director.post(f"{event.game()}/override", body, If_Match=etag)
    assert (fixed.status, fixed["version"], fixed["state"]) == (200, 2, "final")
    assert fixed["recompute"] == {"from_round": 1, "ratings": True}
    assert director.post(f"{event.game()}/override", body, If_Match=etag).headers["Idempotent-Replayed"] == "true"

    assert director.get(event.at("/standings?after_round=1")).body != before
    assert director.get(event.at("/rounds/2"))["made_from_older_results"] is True
    entry = LogEntry.objects.filter(action="result.changed").latest("seq")
    assert entry.actor_user_id == event.director.pk
    assert entry.data["reason"] == "sheet was swapped"


def test_a_version_without_its_state_is_good_enough_to_correct(event, api):
    director = api(event.director)
    director.post(event.game(), report(scores(event, 400, 300)))
    short = f'"r{event.pairing().game_id}-1"'
    body = report(scores(event, 401, 300), reason="recounted")
    assert director.post(event.game(), body, If_Match=short).status == 201


def test_both_sides_report_and_agree(event, api):
    """C29 b, and the sides' own part of it."""
    one, two = _players(event, api)
    made = one.post(event.game(), report(scores(event, 400, 350)))
    first, second = event.numbers()
    assert (made.status, made["state"], made["reported_by"], made["needs"]) == (201, "pending", first, [second])
    assert made["source"] == "player"
    own = one.post(f"{event.game()}/1/confirm", If_Match=made.etag)
    assert (own.status, own.code) == (409, "result.needs_other_side")
    assert two.post(f"{event.game()}/1/confirm").status == 428
    done = two.post(f"{event.game()}/1/confirm", If_Match=made.etag)
    assert (done.status, done["state"], done["needs"]) == (200, "confirmed", [])
    late = two.post(event.game(), report(scores(event, 400, 360)))
    assert (late.status, late.code) == (409, "result.already_confirmed")


def test_two_sides_that_differ_wait_for_staff(event, api):
    one, two = _players(event, api)
    one.post(event.game(), report(scores(event, 400, 350)))
    other = two.post(event.game(), report(scores(event, 400, 360)))
    assert (other.status, other["state"]) == (201, "disputed")
    assert one.post(f"{event.game()}/2/confirm", If_Match=other.etag).status == 409
    stale = api(event.director).post(f"{event.game()}/1/confirm", If_Match=f'"r{event.pairing().game_id}-1"')
    assert (stale.status, stale["current"]["version"]) == (412, 2)
    done = api(event.director).post(f"{event.game()}/2/confirm", If_Match=other.etag)
    assert (done.status, done["state"]) == (200, "confirmed")


def test_a_side_says_nothing_about_games_that_were_not_played(event, api):
    one, _two = _players(event, api)
    answer = one.post(event.game(), report(outcome="forfeit", winner=event.numbers()[0]))
    assert (answer.status, answer.code) == (403, "result.outcome_staff_only")


def test_a_closed_round_is_closed_to_its_players(event, api):
    one, _two = _players(event, api)
    director = api(event.director)
    director.post(event.game(), report(scores(event, 400, 350)))
    director.post(event.game(2), report(scores(event, 400, 350, 2)))
    round_close(round_id=event.round.pk, actor=actor_for(event.director))
    answer = one.post(event.game(), report(scores(event, 500, 350)))
    assert (answer.status, answer.code) == (409, "round.closed")


def _players(event, api):
    """Both sides of table 1, each with a login of their own; who starts comes first."""
    from tests.factories import make_user

    clients = []
    for seat in event.pairing().seats.order_by("place"):
        user = make_user()
        player = seat.entry.members.get().player
        player.user = user
        player.save(update_fields=["user"])
        clients.append(api(user))
    return clients


def test_a_table_whose_report_was_taken_back_waits_for_a_first_one_again(event, api):
    from tournaments.services.reports import Report
    from tournaments.services.results import result_enter
    from tournaments.services.undo import result_undo

    director = api(event.director)
    actor = actor_for(event.director)
    made = result_enter(
        pairing_id=event.pairing().pk,
        report=Report(first=1, second=2),
        actor=actor,
        source="desk",
        expected_version=0,
    )
    result_undo(pairing_id=event.pairing().pk, version=made.result.version, actor=actor)
    assert director.get(event.game()).status == 404
    first = director.post(event.game(), report(scores(event, 400, 350)), If_None_Match="*")
    assert (first.status, first["version"]) == (201, 2)
    assert director.post(event.game(), report(scores(event, 300, 350)), If_None_Match="*").status == 412
