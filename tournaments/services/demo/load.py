"""Making the demo, once."""

import datetime

from django.db import transaction
from django.utils import timezone

from players.models import User
from players.services import user_create

from ...models import Tournament
from .event import SCHOOL_SLUG, School, Summy
from .people import DEMO_PASSWORD, LOGINS
from .seasons import seasons_play


def demo_loaded() -> bool:
    return Tournament.objects.filter(slug=SCHOOL_SLUG).exists()


def demo_load() -> bool:
    """Make the demo, unless it is there. True where it was made now.

    The dates are those of the day it is made, so that the school event is on today; all else is the same each time.
    """
    if demo_loaded():
        return False
    with transaction.atomic():
        staff = _logins()
        today = timezone.localdate()
        Summy(staff, today - datetime.timedelta(days=15)).play()
        school = School(staff, today)
        school.play()
        seasons_play(staff, school.tournament)
    return True


def _logins() -> dict[str, User]:
    users = {}
    for name, shown in LOGINS:
        known = User.objects.filter(username=name).first()
        users[name] = known or user_create(username=name, password=DEMO_PASSWORD, display_name=shown)
    return users
