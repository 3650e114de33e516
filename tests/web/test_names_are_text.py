"""Whatever people call themselves, their schools and their events: it is text on every page (C58)."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from common.models import LogEntry
from players.models import Club, Player, User
from ratings.models import RatedEvent, RatingList
from tests.support.actors import ANONYMOUS, DIRECTOR, PLAYER_INSIDE, SUPERUSER
from tests.support.html import faults, read
from tests.support.intruder import log_unseal
from tests.support.stage import OWN, Stage
from tests.web import route_table as table
from tests.web.route_table import FRAGMENT, PAGE, ROUTES
from tournaments.models import Division, Entry, Invitation, Result, Tournament

# Tells pytest-django to make the database; the rows are the stage's.
pytestmark = pytest.mark.django_db

HOSTILE = "\"'><script>x()</script><img src=x onerror=x()>{{7*7}}{% now %}&lt;"
READERS = (DIRECTOR, SUPERUSER, PLAYER_INSIDE)
PAGES = [name for name, row in ROUTES.items() if row.ours and row.get is not None and row.kind in (PAGE, FRAGMENT)]


@pytest.fixture
def hostile(stage: Stage) -> Iterator[Stage]:
    """The stage with every text that people may type made hostile."""
    with transaction.atomic():
        for model, fields in {
            Player: ("name",),
            Club: ("name",),
            User: ("display_name",),
            Tournament: ("name", "venue"),
            Division: ("name",),
            Entry: ("team_name",),
            Result: ("reason",),
            Invitation: ("label",),
            RatingList: ("name",),
            RatedEvent: ("name",),
        }.items():
            limit = min(model._meta.get_field(name).max_length for name in fields)
            for row in model.objects.all():
                text = f"{row.pk}{HOSTILE}"[:limit]
                type(row).objects.filter(pk=row.pk).update(**dict.fromkeys(fields, text))
        log_unseal()
        LogEntry.objects.update(actor_label=HOSTILE[:80])
        yield stage
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", PAGES)
def test_a_name_is_never_markup(hostile: Stage, name: str) -> None:
    access = ROUTES[name].get
    assert access is not None
    actor = ANONYMOUS if ROUTES[name].moves else next(a for a in READERS if a in access.allowed)
    answer = hostile.ask(actor, "GET", table.path(name, hostile.scenes[OWN]), follow=True)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert faults(html, whole=ROUTES[name].kind == PAGE) == []
    root, _faults = read(html)
    assert [str(node) for node in root.walk() if node.tag == "img"] == []


def test_hostile_names_are_on_the_pages_at_all(hostile: Stage) -> None:
    for name in ("tournaments:round", "tournaments:standings", "desk:round", "desk:entries", "desk:log", "home"):
        root, _faults = read(hostile.ask(DIRECTOR, "GET", table.path(name, hostile.scenes[OWN])).content.decode())
        assert "<script>x()</script>" in root.text, name
