"""What the demo shows of ratings: lists side by side, a federation's numbers, and work for the officer."""

import datetime

from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from common.actor import Actor
from players.models import User
from tournaments.models import Entry
from tournaments.services import demo
from tournaments.services.demo.seasons import SEASONS

from ..models import EXTERNAL, RatedEvent, RatingList
from .events import event_accept, list_create
from .imports import external_import, ratings_read

OPEN, JUNIORS, ELO, FEDERATION = "amath", "amath-juniors", "amath-elo", "federation"
#: Of today's school event: who is a member of the federation, by division and number.
_MEMBERS = (("m4", range(1, 13)), ("m1", range(1, 6)))


def demo_load() -> bool:
    """Make the demo's events, and the lists that count them. True where it was made now."""
    if demo.demo_loaded():
        return False
    with transaction.atomic():
        by = Actor.system("demo")
        # Before the events, so that their results find them.
        _lists(by)
        demo.demo_load()
        officer = User.objects.get(username="officer")
        permission = Permission.objects.get(content_type__app_label="ratings", codename="officer")
        officer.user_permissions.add(permission)
        _accept(Actor(kind="user", label=str(officer), user_id=officer.pk))
        _federation(by)
    return True


def _lists(by: Actor) -> None:
    taken = set(RatingList.objects.values_list("slug", flat=True))
    if OPEN not in taken:
        list_create(name="A-Math", slug=OPEN, ruleset="amath", actor=by)
    if JUNIORS not in taken:
        list_create(name="A-Math เยาวชน", slug=JUNIORS, ruleset="amath", kind="juniors", actor=by)
    if ELO not in taken:
        # An officer has to accept its events: some of them wait.
        list_create(name="A-Math Elo", slug=ELO, ruleset="amath", system="elo", accepts_by_itself=False, actor=by)
    if FEDERATION not in taken:
        list_create(name="สมาคมครอสเวิร์ด (ตัวอย่าง)", slug=FEDERATION, ruleset="amath", system=EXTERNAL, actor=by)


def _accept(officer: Actor) -> None:
    """All but the last of the past events, so that there is something to decide."""
    older = [slug for slug, *_rest in SEASONS[:-1]]
    waiting = RatedEvent.objects.filter(
        rating_list__slug=ELO, state=RatedEvent.State.WAITING, division__tournament__slug__in=older
    )
    for event in waiting.order_by("pk"):
        event_accept(event_id=event.pk, actor=officer)


def _federation(by: Actor) -> None:
    """Its members with their numbers there; the last two are nobody here."""
    rows = ["number,name,rating,games"]
    for slug, numbers in _MEMBERS:
        entries = Entry.objects.filter(
            division__tournament__slug=demo.SCHOOL_SLUG, division__slug=slug, number__in=numbers
        ).prefetch_related("members__player")
        for entry in entries.order_by("number"):
            member = 1000 + len(rows)
            rows.append(f"{member},{entry.full_name},{entry.rating or 1380},{40 + member % 37}")
    rows += ["2041,Somchai Elsewhere,1710,212", "2042,Somsri Elsewhere,1655,98"]
    found = RatingList.objects.get(slug=FEDERATION)
    file = ratings_read(found, "\n".join(rows).encode(), filename="federation.csv")
    day = timezone.localdate() - datetime.timedelta(days=30)
    external_import(list_id=found.pk, file=file, as_of=day, actor=by)
