"""The rating officer's desk: who may in, what it shows empty and full, and what an officer's word does."""

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from common.errors import Conflict
from common.models import LogEntry
from players.services import player_create, player_update
from ratings.models import RatedEvent, RatingList, RatingRun, RunMove, StaleMark
from ratings.receivers import OFFICERS
from ratings.services import event_accept, event_refuse, list_create
from ratings.services.runs import list_restart
from tests.factories import TEST, make_user
from tests.services.ratings.support import event_of, played_division, rate, standings, the_list
from tournaments.models import Pairing
from tournaments.services.events import tournament_create

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 1)


def url(name: str, *where: object) -> str:
    return reverse(f"ratings_desk:{name}", args=where)


def logged_in(**settings: Any) -> Client:
    client = Client()
    client.force_login(make_user(**settings), "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def officer() -> Client:
    user = make_user()
    user.groups.add(Group.objects.get(name=OFFICERS))
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def waiting() -> RatedEvent:
    list_create(name="Official", slug="official", ruleset="amath", accepts_by_itself=False, actor=TEST)
    return event_of(played_division("AB", [("A", "B", 400, 300)], starts_on=DAY))


def page(client: Client, name: str, *where: object, **query: str) -> str:
    answer = client.get(url(name, *where), query)
    assert answer.status_code == 200
    return answer.content.decode()


EMPTY = ("overview", "lists", "list_new", "events", "runs", "log")


@pytest.mark.parametrize("name", EMPTY)
def test_every_page_can_be_read_while_there_is_nothing(officer: Client, name: str) -> None:
    assert 'aria-current="page"' in page(officer, name)


@pytest.mark.parametrize("name", EMPTY)
def test_the_desk_is_not_there_for_others(name: str) -> None:
    assert logged_in().get(url(name)).status_code == 404
    assert Client().get(url(name)).headers["Location"].startswith("/account/login/")


def test_officers_find_their_desk_on_the_first_page_and_others_do_not(officer: Client) -> None:
    address = f'href="{url("overview")}"'
    assert address in officer.get(reverse("desk:home")).content.decode()
    assert address not in logged_in().get(reverse("desk:home")).content.decode()


def test_no_event_takes_the_address_of_the_desk() -> None:
    with pytest.raises(Conflict):
        tournament_create(name="Ratings", starts_on=DAY, slug="ratings", actor=TEST)
    assert tournament_create(name="Ratings", starts_on=DAY, actor=TEST).slug != "ratings"


def test_an_event_that_waits_stands_first_and_counts_after_a_word(officer: Client, waiting: RatedEvent) -> None:
    assert waiting.name in page(officer, "overview")
    shown = page(officer, "event_accept", waiting.pk)
    assert "2 players would stand elsewhere" in shown
    officer.post(url("event_accept", waiting.pk))
    rate()
    assert set(standings()) == {"A", "B"}
    assert LogEntry.objects.filter(action="ratings.event_accepted").count() == 1


def test_an_event_is_returned_with_a_reason_and_not_without(officer: Client, waiting: RatedEvent) -> None:
    answer = officer.post(url("event_return", waiting.pk), {"reason": "  "})
    assert answer.status_code == 422
    waiting.refresh_from_db()
    assert waiting.state == "waiting"
    officer.post(url("event_return", waiting.pk), {"reason": "Round 2 is missing"})
    waiting.refresh_from_db()
    assert (waiting.state, waiting.reason) == ("refused", "Round 2 is missing")
    assert "Round 2 is missing" in page(officer, "events", state="refused")
    assert "Round 2 is missing" in page(officer, "log")


def test_returning_one_that_counts_shows_who_would_go(officer: Client) -> None:
    event = event_of(played_division("AB", [("A", "B", 400, 300)], starts_on=DAY))
    rate()
    assert page(officer, "event_return", event.pk).count("gone") == 2


def test_events_ticked_count_together_and_one_that_was_deleted_stops_none(
    officer: Client, waiting: RatedEvent
) -> None:
    gone = RatedEvent.objects.create(rating_list=waiting.rating_list, name="Gone", state="waiting")
    answer = officer.post(url("events_accept"), {"event": [waiting.pk, gone.pk]}, follow=True)
    text = answer.content.decode()
    assert "1 event counts now" in text
    assert "Gone: This event was deleted." in text
    waiting.refresh_from_db()
    assert waiting.state == "accepted"
    assert "No event was ticked" in officer.post(url("events_accept"), follow=True).content.decode()


def test_an_event_left_out_by_its_director_is_not_decided_here(officer: Client, waiting: RatedEvent) -> None:
    RatedEvent.objects.update(state="left_out")
    assert url("event_accept", waiting.pk) not in page(officer, "event", waiting.pk)
    text = officer.post(url("event_accept", waiting.pk), follow=True).content.decode()
    assert "Its director has named other lists" in text


def test_the_event_page_says_why_a_game_is_not_rated(officer: Client, waiting: RatedEvent) -> None:
    shown = page(officer, "event", waiting.pk)
    assert "Waits for a rating officer" in shown
    event_refuse(event_id=waiting.pk, actor=TEST, reason="Twice in the books")
    shown = page(officer, "event", waiting.pk)
    assert "This event does not count for the list" in shown
    assert "Twice in the books" in shown


@pytest.fixture
def four_games(waiting: RatedEvent, monkeypatch: pytest.MonkeyPatch) -> RatedEvent:
    """An event that waits, with more games than are shown of a reason, or on a page."""
    monkeypatch.setattr("ratings.views.desk.events.FEW_GAMES", 2)
    monkeypatch.setattr("ratings.views.desk.events.PAGE", 3)
    games = [(first, second, 400, 300) for first, second in ("AE", "BF", "CG", "DH")]
    return event_of(played_division("ABCDEFGH", games, starts_on=DAY))


def test_games_of_one_reason_are_one_line_that_opens(officer: Client, four_games: RatedEvent) -> None:
    shown = page(officer, "event", four_games.pk)
    assert shown.count("Waits for a rating officer.") == shown.count('<details class="more-info officer-games') == 1
    assert "4 games" in shown
    assert "Table 3" in shown
    assert "Table 4" not in shown
    assert "Table 4" in page(officer, "event", four_games.pk, page="2")


def test_each_reason_has_its_count_and_leads_to_all_its_games(officer: Client, four_games: RatedEvent) -> None:
    event_accept(event_id=four_games.pk, actor=TEST)
    pairings = Pairing.objects.filter(round__division=four_games.division_id)
    pairings.get(table=4).results.all().delete()
    shown = page(officer, "event", four_games.pk)
    assert shown.count("officer-games") == 2
    assert shown.index("No result yet") < shown.index("Table 4") < shown.index("3 games") < shown.index("Table 2")
    assert "Table 3" not in shown
    assert "Table 3" in page(officer, "event", four_games.pk, why="")


def _list_form(officer: Client, slug: str, **changes: str) -> dict[str, str]:
    form = officer.get(url("list_edit", slug)).context["form"]
    sent = {"day_rows": str(form.rows)}
    for name in form.fields:
        value = form[name].value()
        if value is not None and value is not False and value != "":
            sent[name] = "on" if value is True else str(value)
    return {**sent, **changes}


def test_a_parameter_is_looked_at_before_it_holds(officer: Client) -> None:
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    sent = _list_form(
        officer, "amath", p_scale="300", p_start_by_age="12: 900\n15: 1100", p_start_by_kind_open="1400"
    )
    looked = officer.post(url("list_edit", "amath"), sent)
    text = looked.content.decode()
    assert "This works the whole list out anew: 1 games" in text
    assert "350" in text
    assert "300" in text
    assert the_list().parameters == {}
    answer = officer.post(url("list_edit", "amath"), {**sent, "sure": "yes"})
    assert answer.status_code == 302
    assert the_list().parameters == {
        "scale": 300.0,
        "start_by_age": [[12.0, 900.0], [15.0, 1100.0]],
        "start_by_kind": {"open": 1400.0},
    }
    assert StaleMark.objects.get().division_id is None
    shown = page(officer, "list_edit", "amath")
    assert "12: 900" in shown
    assert 'value="1400"' in shown


def test_a_form_sent_as_it_stands_changes_nothing(officer: Client) -> None:
    parameters = {"scale": 300.0, "newcomers": "performance", "by_day": {"2027-01-01": {"growth": 3.0}}}
    made = list_create(
        name="Own", slug="own", ruleset="amath", parameters=parameters, policy={"ranked_games": 10.0}, actor=TEST
    )
    text = officer.post(url("list_edit", "own"), _list_form(officer, "own")).content.decode()
    assert "Nothing is different." in text
    officer.post(url("list_edit", "own"), _list_form(officer, "own", sure="yes"))
    made.refresh_from_db()
    assert (made.parameters, made.policy) == (parameters, {"ranked_games": 10.0})


def test_no_rule_is_lost_where_there_are_many(officer: Client) -> None:
    days = {f"{year}-01-01": {"growth": 3.0 + year % 2} for year in range(2001, 2071)}
    list_create(name="Own", slug="own", ruleset="amath", parameters={"by_day": days}, actor=TEST)
    officer.post(url("list_edit", "own"), _list_form(officer, "own", name="Other", sure="yes"))
    assert the_list().name == "Other"
    assert the_list().parameters == {"by_day": days}


def test_a_rule_begins_on_its_day(officer: Client) -> None:
    list_create(name="Own", slug="own", ruleset="amath", system="elo", actor=TEST)
    sent = _list_form(officer, "own", day_0="2027-01-01", rule_0="k", value_0="24", sure="yes")
    officer.post(url("list_edit", "own"), sent)
    assert the_list().parameters == {"by_day": {"2027-01-01": {"k": 24.0}}}
    half = officer.post(url("list_edit", "own"), _list_form(officer, "own", day_1="2028-01-01", sure="yes"))
    assert half.status_code == 422


@pytest.mark.parametrize(
    ("field", "value"),
    [("p_scale", "0"), ("p_scale", "wide"), ("p_start_by_age", "12 900"), ("policy_ranked_months", "0")],
)
def test_what_cannot_work_is_refused_at_its_field(officer: Client, field: str, value: str) -> None:
    list_create(name="Own", slug="own", ruleset="amath", actor=TEST)
    answer = officer.post(url("list_edit", "own"), _list_form(officer, "own", sure="yes", **{field: value}))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert the_list().parameters == {}


@pytest.mark.parametrize("system", ["glicko_margin", "glicko2", "elo", "naspa", "external"])
def test_a_list_of_every_system_is_made_and_set(officer: Client, system: str) -> None:
    sent = {"name": "ใหม่", "slug": "new", "ruleset": "amath", "system": system, "kind": "open"}
    answer = officer.post(url("list_new"), sent)
    assert answer.headers["Location"] == url("list_edit", "new")
    assert "ใหม่" in page(officer, "list_edit", "new")
    found = RatingList.objects.get()
    assert (found.system, found.accepts_by_itself) == (system, False)
    again = officer.post(url("list_new"), sent)
    assert again.status_code == 409


def test_from_scratch_is_asked_for_twice_and_logged(officer: Client) -> None:
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    rate()
    assert officer.post(url("restart", "amath")).status_code == 422
    assert not StaleMark.objects.exists()
    officer.post(url("restart", "amath"), {"sure": "yes"})
    assert StaleMark.objects.get().division_id is None
    assert "Rating list worked out from scratch" in page(officer, "log")


def test_the_bar_moves_and_the_page_comes_back_when_the_run_has_ended(officer: Client) -> None:
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    run = rate()
    assert run is not None
    RatingRun.objects.update(state="running", done=3, total=12)
    assert 'max="12" value="3"' in page(officer, "run", run.pk)
    RatingRun.objects.update(done=9)
    bar = officer.get(url("progress", run.pk), headers={"HX-Request": "true"})
    assert 'value="9"' in bar.content.decode()
    assert "HX-Refresh" not in bar.headers
    RatingRun.objects.update(state="done")
    assert officer.get(url("progress", run.pk), headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


def test_a_failed_run_says_so_in_words_and_keeps_its_text(officer: Client) -> None:
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    run = rate()
    assert run is not None
    RatingRun.objects.update(state="failed", error="BadPeriod: ratings.player_meets_himself: player 4")
    shown = page(officer, "run", run.pk)
    assert "plays against himself" in shown
    assert "ratings.player_meets_himself" in shown
    assert "Last run failed" in page(officer, "overview")


def test_who_moved_is_filtered_searched_and_taken_home(officer: Client) -> None:
    played_division("ABCD", [("A", "B", 400, 300), ("C", "D", 390, 300)], starts_on=DAY)
    run = rate()
    assert run is not None
    RunMove.objects.filter(run=run).delete()
    event = RatedEvent.objects.get()
    players = {line.player.name: line.player for line in event.lines.select_related("player")}
    RunMove.objects.bulk_create(
        [
            RunMove(run=run, player=players["A"], before=1500, after=1520.4, event=event, cause="new_event"),
            RunMove(run=run, player=players["B"], before=1500, after=1440, event=event, cause="scores"),
            RunMove(run=run, player=players["C"], before=None, after=1500, event=event, cause="new_event"),
            RunMove(run=run, player=players["D"], before=1500, after=None, event=None, cause="event_gone"),
        ]
    )
    answer = officer.get(url("run", run.pk))
    assert [each.move.player.name for each in answer.context["moves"]][:2] == ["B", "A"]
    assert f"{event.name}: results were corrected" in answer.content.decode()

    def names(**asked: str) -> list[str]:
        found = officer.get(url("run", run.pk), asked).context["moves"]
        return [each.move.player.name for each in found]

    assert names(way="up") == ["A"]
    assert names(way="down") == ["B"]
    assert names(way="new") == ["C"]
    assert names(way="gone") == ["D"]
    assert names(cause="scores") == ["B"]
    assert names(q=str(players["C"].number)) == ["C"]
    file = officer.get(url("run_csv", run.pk), {"way": "up"}).content.decode("utf-8-sig").splitlines()
    assert len(file) == 2
    assert "1520.4" in file[1]
    assert "Nobody of that kind moved" in page(officer, "run", run.pk, q="zzz")


@pytest.fixture
def held() -> RatingRun:
    list_create(name="Official", slug="official", ruleset="amath", publishes_by_itself=False, actor=TEST)
    played_division("AB", [("A", "B", 400, 300)], starts_on=DAY)
    run = rate()
    assert run is not None
    assert run.state == RatingRun.State.HELD
    return run


def test_a_held_run_is_looked_at_and_published(officer: Client, held: RatingRun) -> None:
    assert "Waits to be published" in page(officer, "overview")
    assert "Newer results since" not in page(officer, "overview")  # they are in the run that waits
    shown = page(officer, "run", held.pk)
    assert "Nobody sees these numbers yet" in shown
    assert "an event was rated" in shown
    assert standings() == {}
    officer.post(url("run_publish", held.pk))
    assert set(standings()) == {"A", "B"}
    assert "Run of ratings published" in page(officer, "log")
    text = officer.post(url("run_publish", held.pk), follow=True).content.decode()
    assert "does not wait to be published any more" in text


def test_a_held_run_is_not_published(officer: Client, held: RatingRun) -> None:
    officer.post(url("run_discard", held.pk))
    held.refresh_from_db()
    assert (held.state, standings()) == ("discarded", {})
    assert url("run_publish", held.pk) not in page(officer, "run", held.pk)


def test_a_held_run_that_a_newer_one_replaced_leads_there(officer: Client, held: RatingRun) -> None:
    list_restart(list_id=held.rating_list_id)
    newer = rate()
    assert newer is not None
    shown = page(officer, "run", held.pk)
    assert "a newer one took its place" in shown
    assert f'href="{url("run", newer.pk)}">Go to run {newer.pk}' in shown
    assert "not published" not in shown
    assert "replaced by a newer run" in page(officer, "runs", state="replaced")
    assert url("run", held.pk) not in page(officer, "runs", state="discarded")


def test_the_log_tells_a_change_of_a_player_in_words(officer: Client) -> None:
    ploy = player_create(name="Ploy")
    player_update(player_id=ploy.pk, actor=TEST, public_name_mode="initial", level="primary")
    text = page(officer, "log")
    assert "Facts about a player changed" in text
    assert "name shown in public" in text
    for raw in ("player.updated<", "public_name_mode", "player.updated ·"):
        assert raw not in text


def test_long_lists_are_paged(officer: Client, waiting: RatedEvent) -> None:
    RatedEvent.objects.bulk_create(
        RatedEvent(rating_list=waiting.rating_list, name=f"Event {n}", state="refused") for n in range(120)
    )
    RatingRun.objects.bulk_create(
        RatingRun(rating_list=waiting.rating_list, algorithm="elo@1", parameters={}, code="") for _n in range(120)
    )
    for name in ("events", "runs"):
        assert officer.get(url(name), {"page": "2"}).context["page"].paginator.num_pages == 3
    assert "Event 77" in page(officer, "events", q="Event 77", state="refused")
    assert "No event is like that" in page(officer, "events", q="zzz")
    assert "No run is like that" in page(officer, "runs", state="held")
