"""The log: who, when, what, why, from which values to which; searched, filtered, exported, verified."""

import csv
import io

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from common.log import details_erase
from common.models import LogEntry
from players.models import User
from tests.factories import (
    TEST,
    actor_for,
    enter_named,
    fixed_round,
    make_division,
    make_entry,
    make_tournament,
    make_user,
)
from tests.support.html import faults
from tests.support.intruder import log_unseal
from tournaments.models import Division
from tournaments.services.events import division_update, tournament_update
from tournaments.services.registration import NewEntry, entry_add, entry_update, entry_withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user("dao", display_name="ดาว")


@pytest.fixture
def desk(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def division(user: User) -> Division:
    return make_division(make_tournament(director=user, slug="cup"), slug="open")


def log(desk: Client, **asked: str) -> object:
    return desk.get(reverse("desk:log", args=["cup"]), asked)


def actions(page: object) -> list[str]:
    return [row.action for row in page.context["rows"]]  # type: ignore[attr-defined]


def test_the_newest_is_first_with_who_and_when_and_what_it_was_before(
    desk: Client, user: User, division: Division
) -> None:
    entry = make_entry(division, "กุ้ง ทองดี", rating=1400)
    entry_update(entry_id=entry.pk, actor=actor_for(user), rating=1500, set_rating=True)
    page = log(desk)
    assert actions(page)[:2] == ["entry.updated", "entry.added"]
    row = page.context["rows"][0]
    assert row.who == "ดาว"
    assert [(c.field, c.old, c.new) for c in row.changes] == [("rating", "1400", "1500")]
    assert "<del>1400</del> → <ins>1500</ins>" in page.content.decode()


def test_the_reason_is_shown(desk: Client, division: Division) -> None:
    entry = make_entry(division, "A")
    entry_withdraw(entry_id=entry.pk, actor=TEST, reason="left the hall")
    assert "left the hall" in log(desk).content.decode()


def test_a_corrected_result_reads_as_two_scores(desk: Client, division: Division) -> None:
    for name in "AB":
        make_entry(division, name)
    round_ = fixed_round(division, 1, [("A", "B")])
    enter_named(round_, "A", 400, 300)
    enter_named(round_, "A", 300, 400, reason="typed the wrong way round")
    row = log(desk).context["rows"][0]
    assert row.about == "open, round 1"
    assert row.reason == "typed the wrong way round"
    assert ("score", "400–300", "300–400") in [(c.field, c.old, c.new) for c in row.changes]
    enter_named(round_, "A", -6, -35, reason="the racks were missing")
    changes = log(desk).context["rows"][0].changes
    assert ("score", "300–400", "−6 – −35") in [(c.field, c.old, c.new) for c in changes]


def test_a_changed_setting_has_its_name(desk: Client, division: Division) -> None:
    division_update(division_id=division.pk, actor=TEST, spread_caps=[200], standings_public=False)
    changes = {(c.field, c.old, c.new) for c in log(desk).context["rows"][0].changes}
    assert changes == {("spread caps", "350", "200"), ("standings are public", "yes", "no")}


def test_it_is_found_by_thai_words_in_any_value_by_action_person_and_thing(
    desk: Client, user: User, division: Division
) -> None:
    make_entry(division, "กุ้ง ทองดี")
    mine = entry_add(division_id=division.pk, new=NewEntry(names=("Lee Wong",)), actor=actor_for(user))
    assert actions(log(desk, q="ทองดี")) == ["entry.added"]
    assert actions(log(desk, q="LEE wong")) == ["entry.added"]
    assert actions(log(desk, q="division.")) == ["division.created"]
    assert set(actions(log(desk, action="entry.added"))) == {"entry.added"}
    assert actions(log(desk, who="ดาว", action="entry.added")) == ["entry.added"]
    assert actions(log(desk, thing=f"entry:{mine.pk}")) == ["entry.added"]
    assert actions(log(desk, q="nothing like it")) == []
    for odd in ("entry:", ":", "entry:x", "entry:" + "9" * 30, "%", "\\"):
        assert log(desk, thing=odd, q=odd).status_code == 200


def test_a_long_log_is_paged_and_keeps_its_filters(desk: Client, division: Division) -> None:
    for number in range(101):
        make_entry(division, f"P{number}")
    page = log(desk, action="entry.added")
    assert len(page.context["rows"]) == 100
    assert "?page=2&amp;action=entry.added" in page.content.decode()
    assert len(log(desk, action="entry.added", page="2").context["rows"]) == 1


def test_another_events_log_is_not_in_it(desk: Client, division: Division) -> None:
    make_entry(make_division(), "Somebody elsewhere")
    assert "Somebody elsewhere" not in log(desk).content.decode()


def test_the_chain_is_verified_and_a_changed_row_is_seen(desk: Client, division: Division) -> None:
    make_entry(division, "A")
    assert "Chain verified" in log(desk).content.decode()
    log_unseal()
    entry = LogEntry.objects.get(action="entry.added")
    LogEntry.objects.filter(pk=entry.pk).update(data={**entry.data, "rating": 9999})
    cache.clear()
    page = log(desk)
    assert "The chain is broken" in page.content.decode()
    assert [fault.what for fault in page.context["chain"].faults] == ["detail"]


def test_a_long_chain_is_walked_when_asked(
    desk: Client, division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.selectors.log.WALKED", 1)
    make_entry(division, "A")
    assert "Verify the chain" in log(desk).content.decode()
    assert "Chain verified" in log(desk, verify="1").content.decode()


def test_what_was_erased_says_so(desk: Client, division: Division) -> None:
    make_entry(division, "A")
    details_erase(entry_ids=[LogEntry.objects.get(action="entry.added").pk])
    page = log(desk)
    assert page.context["rows"][0].erased
    assert "Chain verified" in page.content.decode()


def test_the_export_has_every_value_and_runs_nothing(desk: Client, division: Division) -> None:
    make_entry(division, "กุ้ง ทองดี")
    tournament_update(tournament_id=division.tournament_id, actor=TEST, venue="-5 = -5")
    entry = make_entry(division, "B")
    entry_withdraw(entry_id=entry.pk, actor=TEST, reason="=HYPERLINK(1)")
    answer = desk.get(reverse("desk:log_csv", args=["cup"]))
    assert answer["Content-Type"].startswith("text/csv")
    assert "cup-log.csv" in answer["Content-Disposition"]
    text = answer.content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == LogEntry.objects.filter(chain=division.tournament.log_chain).count()
    assert rows[0]["reason"] == "'=HYPERLINK(1)"
    assert any("กุ้ง ทองดี" in row["data"] for row in rows)
    assert all(row["hash"] for row in rows)
    filtered = desk.get(reverse("desk:log_csv", args=["cup"]), {"action": "entry.withdrawn"})
    assert len(list(csv.DictReader(io.StringIO(filtered.content.decode("utf-8-sig"))))) == 1


def test_the_page_is_sound_and_markup_is_text(desk: Client, division: Division) -> None:
    make_entry(division, "<b>bold</b>")
    html = log(desk).content.decode()
    assert "<b>bold</b>" not in html
    assert faults(html) == []
    assert faults(log(desk, q="nothing like it").content.decode()) == []
