"""Whole schools entered in the same moment, and one invitation opened by several, on a real PostgreSQL."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from common.actor import Actor
from common.errors import DomainError
from common.models import LogEntry
from players.models import Club, Player, User
from tests.factories import TEST, make_division, make_tournament
from tests.faults.parallel import at_once
from tournaments.models import Division, Role
from tournaments.services.drafts import round_pair
from tournaments.services.roles import invitation_create, invitation_join
from tournaments.services.roster import roster_import, roster_read

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def unexpected(answers: list[Any]) -> list[Exception]:
    return [a for a in answers if isinstance(a, Exception) and not isinstance(a, DomainError)]


def roster(prefix: str, schools: range) -> str:
    rows = (f"{prefix} {n}\tSchool {n % 40}\n" for n in schools)
    return "name\tschool\n" + "".join(rows)


def brought(division: Division, text: str) -> Any:
    return partial(roster_import, division_id=division.pk, rows=roster_read(text).rows, actor=TEST)


def test_one_list_stored_eight_times_at_once_is_stored_once() -> None:
    division = make_division()
    answers = at_once([brought(division, roster("Player", range(120)))] * 8)
    assert unexpected(answers) == []
    assert Counter(len(answer.added) for answer in answers) == {120: 1, 0: 7}
    assert division.entries.count() == 120
    assert Player.objects.count() == 120
    assert LogEntry.objects.filter(action="entries.imported").count() == 1


def test_lists_of_two_events_with_the_same_new_schools_both_come_in() -> None:
    divisions = [make_division() for _event in range(4)]
    forth, back = range(120), range(119, -1, -1)
    calls = [
        brought(division, roster(f"Event {number}", back if number % 2 else forth))
        for number, division in enumerate(divisions)
    ]
    answers = at_once(calls)
    assert unexpected(answers) == []
    assert [len(answer.added) for answer in answers] == [120] * 4
    assert Club.objects.count() == 40
    numbers = list(Player.objects.values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, 481))


def test_a_list_that_comes_while_a_round_is_paired_loses_nobody() -> None:
    division = make_division(entries=8)
    answers = at_once(
        [
            brought(division, roster("Late", range(40))),
            partial(round_pair, division_id=division.pk, number=1, actor=TEST),
        ]
    )
    assert unexpected(answers) == []
    assert division.entries.count() == 48
    assert division.rounds.get().seats.count() in (8, 48)


def test_an_invitation_opened_by_five_makes_one_login() -> None:
    event = make_tournament()
    _invitation, secret = invitation_create(tournament=event, actor=TEST, role=Role.Kind.SCORER)
    actor = Actor(kind="user", label="anonymous")
    calls = [
        partial(
            invitation_join,
            secret=secret,
            username=f"som{n}",
            password="blank-and-plus",
            display_name="",
            language="",
            actor=actor,
        )
        for n in range(5)
    ]
    answers = at_once(calls)
    assert unexpected(answers) == []
    assert sum(not isinstance(answer, Exception) for answer in answers) == 1
    assert User.objects.filter(username__startswith="som").count() == 1
    assert Role.objects.filter(tournament=event, role=Role.Kind.SCORER).count() == 1
