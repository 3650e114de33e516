"""The rating officer's pages about people: likely duplicates, merge, split and undo, each looked at first."""

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import Player
from players.services import player_create
from tests.factories import TEST, make_division, make_entry, make_user
from tests.services.ratings.support import played_division, rate
from tests.support.html import faults
from tests.web.desk import logged_in, text_of, value_of
from tournaments.models import EntryMember, IdentityChange
from tournaments.services.identities import players_merge

pytestmark = pytest.mark.django_db
WHY = "one person, two spellings"


@pytest.fixture
def officer() -> Client:
    return logged_in(make_user("officer", is_superuser=True))


@pytest.fixture
def two() -> tuple[Player, Player]:
    """A and X, who may be one: each has played one event, and a later one has both their opponents."""
    for day, names in enumerate(("AB", "XC", "BC"), start=1):
        first, second = names
        played_division(names, [(first, second, 400, 300)], starts_on=datetime.date(2026, 3, day))
    rate()
    return Player.objects.get(name="A"), Player.objects.get(name="X")


def at(name: str, *rest: object) -> str:
    return reverse(f"ratings_desk:{name}", args=rest)


def whole(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status
    assert faults(answer.content.decode()) == []
    return text_of(answer)


def test_likely_duplicates_are_offered_first(officer: Client) -> None:
    player_create(name="Anong")
    player_create(name="Anong")
    page = officer.get(at("people"))
    assert "the same name" in whole(page)
    assert at("merge", 1, 2) in page.content.decode()


def test_a_pair_is_dismissed_with_one_click_and_brought_back(officer: Client) -> None:
    player_create(name="Anong")
    player_create(name="Anong")
    shown = whole(officer.post(at("dismiss", 1, 2), follow=True))
    assert "Anong and Anong are two people. This pair is not offered any more." in shown
    assert "No two players look like one person" in shown
    assert "1 pair dismissed" in shown
    shown = whole(officer.post(at("bring_back", 1, 2), follow=True))
    assert "may be one person again" in shown
    assert "the same name" in shown
    assert "dismissed" not in shown


def test_dismissed_pairs_are_listed_with_who_and_when(officer: Client) -> None:
    player_create(name="Anong")
    player_create(name="Anong")
    officer.post(at("dismiss", 2, 1))
    officer.post(at("dismiss", 1, 2))  # somebody else had clicked already
    day = timezone.localdate()
    shown = whole(officer.get(at("dismissed")))
    assert re.search(rf"Anong 1 Anong 2 {day.day} \w+ {day.year} \d\d:\d\d · officer", shown)
    assert "officer has said that these are two people" in whole(officer.get(at("merge", 1, 2)))
    log = whole(officer.get(at("log")))
    assert log.count("· players Anong #1, Anong #2") == 1
    officer.post(at("bring_back", 1, 2), {"from": "dismissed"})
    assert "No pair is dismissed" in whole(officer.get(at("dismissed")))
    assert "Two players may be one after all" in whole(officer.get(at("log")))


def test_two_who_were_dismissed_can_be_merged_after_all(officer: Client) -> None:
    kept, gone = player_create(name="Anong"), player_create(name="Anong")
    officer.post(at("dismiss", 1, 2))
    seen = value_of(officer.get(at("merge", 1, 2)), "seen")
    officer.post(at("merge", 1, 2), {"seen": seen, "reason": WHY})
    gone.refresh_from_db()
    assert gone.merged_into == kept
    assert "No pair is dismissed" in whole(officer.get(at("dismissed")))


def test_nobody_is_two_people_with_himself(officer: Client) -> None:
    player_create(name="Anong")
    shown = whole(officer.post(at("dismiss", 1, 1), follow=True))
    assert "one and the same player" in shown


def test_people_are_found_by_name_and_number(officer: Client, two: tuple[Player, Player]) -> None:
    assert f"{two[1].number} X" in whole(officer.get(at("people"), {"q": "x"}))
    assert f"{two[1].number} X" in whole(officer.get(at("people"), {"q": f"#{two[1].number}"}))
    assert "Nobody is called like that" in whole(officer.get(at("people"), {"q": "Zebra"}))


def test_two_are_merged_after_a_look_at_who_would_move(officer: Client, two: tuple[Player, Player]) -> None:
    kept, gone = two
    page = officer.get(at("merge", kept.number, gone.number))
    shown = whole(page)
    assert "with 1 game" in shown
    assert "players would stand elsewhere" in shown
    assert re.search(r"X 1,\d\d\d 1 game gone", shown)
    assert re.search(r"A 1,\d\d\d 1 game 1,\d\d\d 2 games", shown)
    seen = value_of(page, "seen")
    refused = officer.post(at("merge", kept.number, gone.number), {"seen": seen, "reason": "no"})
    assert "at least 5 letters" in whole(refused, 422)
    done = officer.post(at("merge", kept.number, gone.number), {"seen": seen, "reason": WHY}, follow=True)
    assert "X is A now" in whole(done)
    gone.refresh_from_db()
    assert gone.merged_into == kept
    assert "is player" in whole(officer.get(at("people"), {"q": "X"}))
    assert "was found to be" in whole(officer.get(at("person", gone.number)))


def test_what_has_changed_since_the_look_is_shown_anew(officer: Client, two: tuple[Player, Player]) -> None:
    kept, gone = two
    path = at("merge", kept.number, gone.number)
    seen = value_of(officer.get(path), "seen")
    make_entry(make_division(), "X")
    answer = officer.post(path, {"seen": seen, "reason": WHY})
    assert "have changed in the meantime" in whole(answer, 409)
    assert not IdentityChange.objects.exists()
    assert officer.post(path, {"seen": value_of(answer, "seen"), "reason": WHY}).status_code == 302
    assert officer.post(path, {"reason": WHY}).status_code == 422


def test_who_cannot_be_one_person_is_said_before(officer: Client) -> None:
    make_division(names=["A", "X"])
    page = officer.get(at("merge", *(Player.objects.get(name=n).number for n in "AX")))
    shown = whole(page)
    assert "they cannot be one person" in shown
    assert "Merge them" not in shown


def test_entries_are_given_to_somebody_new(officer: Client, two: tuple[Player, Player]) -> None:
    kept, gone = two
    players_merge(keep_id=kept.pk, gone_id=gone.pk, actor=TEST, reason=WHY)
    rate()
    member = EntryMember.objects.get(
        player=kept, entry__members__player=kept, division__entries__members__player__name="C"
    )
    path = at("split", kept.number)
    assert "Show who would move" in whole(officer.get(path))
    assert "Tick the entries" in whole(officer.get(path, {"number": "", "name": "Xa"}), 422)
    assert "Give the number" in whole(officer.get(path, {"member": member.pk, "number": "", "name": ""}), 422)
    assert "no player with this number" in whole(officer.get(path, {"member": member.pk, "number": "99999"}), 422)
    page = officer.get(path, {"member": member.pk, "number": "", "name": "Xa"})
    shown = whole(page)
    assert "They go to Xa, who is new" in shown
    assert re.search(r"Somebody new new 1,\d\d\d 1 game", shown)
    sent = {"member": member.pk, "number": "", "name": "Xa", "reason": WHY, "seen": value_of(page, "seen")}
    done = officer.post(path, sent, follow=True)
    assert "Xa" in whole(done)
    member.refresh_from_db()
    assert member.player.name == "Xa"


def test_a_change_is_undone_after_a_look(officer: Client, two: tuple[Player, Player]) -> None:
    kept, gone = two
    change = players_merge(keep_id=kept.pk, gone_id=gone.pk, actor=TEST, reason=WHY)
    rate()
    assert WHY in whole(officer.get(at("changes")))
    page = officer.get(at("identity_undo", change.pk))
    assert "Entries that go back to X" in whole(page)
    assert re.search(r"X new 1,\d\d\d 1 game", text_of(page))
    sent = {"seen": value_of(page, "seen"), "reason": "two after all"}
    assert "It is undone" in whole(officer.post(at("identity_undo", change.pk), sent, follow=True))
    gone.refresh_from_db()
    assert gone.merged_into is None
    assert "undone already" in whole(officer.get(at("identity_undo", change.pk)))
    assert officer.post(at("identity_undo", change.pk), sent).status_code == 409


def test_the_public_page_and_the_api_lead_to_the_one_kept(two: tuple[Player, Player]) -> None:
    kept, gone = two
    players_merge(keep_id=kept.pk, gone_id=gone.pk, actor=TEST, reason=WHY)
    answer = Client().get(reverse("ratings:player", args=[gone.number]))
    assert answer.status_code in (301, 302, 308)
    assert answer.headers["Location"] == reverse("ratings:player", args=[kept.number])
    for path in (f"/api/v1/players/{gone.number}", f"/api/v1/players/{gone.number}/ratings"):
        assert Client().get(path).json() == Client().get(path.replace(str(gone.number), str(kept.number))).json()
    assert Client().get(f"/api/v1/players/{gone.number}").json()["number"] == kept.number


def test_whoever_is_no_officer_does_not_find_these_pages() -> None:
    stranger = logged_in(make_user())
    for name, rest in (("people", ()), ("changes", ()), ("merge", (1, 2)), ("person", (1,)), ("split", (1,))):
        assert stranger.get(at(name, *rest)).status_code == 404
        assert Client().get(at(name, *rest)).status_code == 302


def test_a_list_too_long_to_rate_on_a_page_says_so(
    officer: Client, two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ratings.services.who_moves.MOST_GAMES", 1)
    assert "too many to show this beforehand" in whole(officer.get(at("merge", *(p.number for p in two))))


def test_when_somebody_was_merged_is_said_as_everywhere_on_the_desk(
    officer: Client, two: tuple[Player, Player]
) -> None:
    players_merge(keep_id=two[0].pk, gone_id=two[1].pk, actor=TEST, reason=WHY)
    day = timezone.localdate()
    shown = whole(officer.get(at("changes")))
    assert re.search(rf"{day.day} \w+ {day.year} \d\d:\d\d", shown)
    assert f"{day.day}/{day.month}/{day.year}" not in shown
