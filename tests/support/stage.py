"""One small event seen by everybody of the permission matrix, made once for a module and rolled back after it.

Three events of the same shape: ``own`` (public), ``hidden`` (not public, the same staff) and ``foreign`` (public,
another director's). Names, places and logins hold no Latin letter, so that whatever Latin a page shows is the
program's own.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from games.engine.adjustments import SideComponents
from players.models import Player, User
from tests.factories import cast, enter, make_division, make_tournament, publish_round
from tournaments.models import Division, Result, Role, Tournament
from tournaments.services.registration import entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter
from tournaments.services.rounds import round_close, round_pair

from ..factories import TEST

ANONYMOUS, STRANGER, PLAYER_OUTSIDE, OTHER_DIRECTOR, PLAYER_INSIDE = (
    "anonymous",
    "stranger",
    "player_outside",
    "other_director",
    "player_inside",
)
VIEWER, SCORER, ASSISTANT, DIRECTOR, SUPERUSER = "viewer", "scorer", "assistant", "director", "superuser"
ACTORS = (
    *(ANONYMOUS, STRANGER, PLAYER_OUTSIDE, OTHER_DIRECTOR, PLAYER_INSIDE),
    *(VIEWER, SCORER, ASSISTANT, DIRECTOR, SUPERUSER),
)

OWN, HIDDEN, FOREIGN = "own", "hidden", "foreign"
_THAI = "กขคงจฉชซ"


@dataclass(frozen=True, slots=True)
class Scene:
    """An event and what its addresses are made of. ``only_here`` are values that no other event has."""

    tournament: Tournament
    division: Division
    values: Mapping[str, Any]


@dataclass(slots=True)
class Stage:
    scenes: dict[str, Scene]
    users: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, actor: str) -> Client:
        """The actor's browser, logged in once; it gives whatever went wrong as a status, never as a traceback."""
        if actor not in self.clients:
            client = Client(raise_request_exception=False)
            if actor != ANONYMOUS:
                client.force_login(self.users[actor], "django.contrib.auth.backends.ModelBackend")
            self.clients[actor] = client
        return self.clients[actor]

    def ask(self, actor: str, method: str, path: str, **more: Any) -> Any:
        """An answer, with whatever it wrote undone and no page or bucket kept from before."""
        cache.clear()
        client = self.client(actor)
        jar = client.cookies.copy() if actor == ANONYMOUS else None
        with transaction.atomic():
            answer = getattr(client, method.lower())(path, **more)
            # A lazy answer would be read after its rows are gone.
            if getattr(answer, "streaming", False):
                answer.whole = b"".join(answer.streaming_content)
            transaction.set_rollback(True)
        if jar is not None:
            client.cookies = jar
        else:
            client.cookies.pop("messages", None)
        return answer


@contextmanager
def raised() -> Iterator[Stage]:
    """The stage, within a transaction that is rolled back at the end."""
    with transaction.atomic():
        cache.clear()
        own = _scene("own-event", "งานของเรา", entries=7)
        hidden = _scene("hidden-event", "งานที่ยังไม่ประกาศ", entries=7, public=False)
        foreign = _scene("foreign-event", "งานของคนอื่น", entries=9)
        people = cast(own.tournament)
        users = {actor: getattr(people, actor) for actor in ACTORS if actor != ANONYMOUS}
        for role in Role.objects.filter(tournament=own.tournament):
            Role.objects.create(user=role.user, tournament=hidden.tournament, role=role.role)
        Role.objects.create(user=people.other_director, tournament=foreign.tournament, role=Role.Kind.DIRECTOR)
        for number, user in enumerate(users.values(), start=1):
            user.username, user.display_name = f"ผู้ใช้{number}", f"คุณ{_THAI[number % len(_THAI)]}{number}"
            user.save()
        Tournament.objects.exclude(pk__in=[s.tournament.pk for s in (own, hidden, foreign)]).update(name="งานเปล่า")
        Player.objects.filter(name__startswith="Outsider").update(name="คนนอก")
        yield Stage({OWN: own, HIDDEN: hidden, FOREIGN: foreign}, users)
        transaction.set_rollback(True)
    cache.clear()


def _scene(slug: str, name: str, *, entries: int, public: bool = True) -> Scene:
    tournament = make_tournament(slug=slug, name=name, public=public, venue="หอประชุม")
    division = make_division(
        tournament,
        name=f"รุ่น{name}",
        slug=f"{slug}-open",
        rounds_planned=5,
        names=[f"{name} {letter}" for letter in (_THAI + "ฌญฎ")[:entries]],
    )
    first = publish_round(division, 1)
    tables = list(first.pairings.exclude(table=None).order_by("table"))
    sides = (
        SideComponents(plays=350, bingos=1, rack=10, final=400),
        SideComponents(plays=300, overtime=-10, final=290),
    )
    enter(tables[0], 400, 290, components=sides)
    enter(tables[1], 333, 333)
    enter(tables[1], 333, 334, reason="บวกเลขผิด")
    _report(tables[2], Report(outcome=Result.Outcome.FORFEIT, winner=0))
    for left in tables[3:]:
        enter(left, -20, 15)
    round_close(round_id=first.pk, actor=TEST)
    entry_withdraw(entry_id=division.entries.order_by("number").last().pk, reason="ไม่สบาย", actor=TEST)
    second = publish_round(division, 2)
    tables = list(second.pairings.exclude(table=None).order_by("table"))
    enter(tables[0], 410, 388)
    _report(tables[1], Report(first=355, second=341), place=0)
    _report(tables[2], Report(first=355, second=341), place=0)
    _report(tables[2], Report(first=355, second=351), place=1)
    draft = round_pair(division_id=division.pk, number=3, actor=TEST, seed=3)
    entry = division.entries.order_by("number").first()
    player = entry.members.get().player
    values = {
        "slug": tournament.slug,
        "division": division.slug,
        "entry": entry.number,
        "round": second.number,
        "draft": draft.number,
        "closed": first.number,
        "table": tables[0].table,
        "player": player.number,
        "result": tables[0].results.get().pk,
        "last_entry": division.entries.order_by("number").last().number,
    }
    return Scene(tournament, division, values)


def _report(pairing: Any, report: Report, *, place: int | None = None) -> None:
    result_enter(
        pairing_id=pairing.pk,
        report=report,
        actor=TEST,
        source=Result.Source.DESK if place is None else Result.Source.PLAYER,
        reported_by_place=place,
        expected_version=0 if place is None else None,
    )


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with django_db_blocker.unblock(), raised() as made:
        yield made
