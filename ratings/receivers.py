"""News from below, heard inside its transaction: rows are written here, everything else waits for the commit."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db.models.signals import post_migrate
from django.dispatch import receiver

from players.signals import born_changed
from tournaments.models import IdentityChange
from tournaments.signals import division_kind_changed, identity_changed, results_changed, round_published

from .services import (
    division_events_open,
    division_lists_follow,
    division_results_changed,
    identity_follow,
    players_born_changed,
)

#: The group whose members decide about ratings. Its name is an address for operators: never translated.
OFFICERS = "Rating officers"


@receiver(results_changed, dispatch_uid="ratings.results_changed")
def mark_lists(sender: Any, *, division_id: int, counts: bool = True, **news: Any) -> None:
    if counts:
        division_results_changed(division_id=division_id)


@receiver(round_published, dispatch_uid="ratings.round_published")
def open_events(sender: Any, *, division_id: int, **news: Any) -> None:
    division_events_open(division_id=division_id)


@receiver(division_kind_changed, dispatch_uid="ratings.division_kind_changed")
def follow_kind(sender: Any, *, division_id: int, **news: Any) -> None:
    division_lists_follow(division_id=division_id)


@receiver(born_changed, dispatch_uid="ratings.born_changed")
def follow_age(sender: Any, *, player_ids: Sequence[int], **news: Any) -> None:
    players_born_changed(player_ids=player_ids)


@receiver(identity_changed, dispatch_uid="ratings.identity_changed")
def follow_people(sender: Any, *, change: IdentityChange, undone: bool, **news: Any) -> None:
    identity_follow(change=change, undone=undone)


@receiver(post_migrate, dispatch_uid="ratings.officers")
def make_officers(sender: AppConfig, *, using: str, apps: Any = installed, **news: Any) -> None:
    """The group of rating officers. Made once, with its permission; what operators add to it stays."""
    if sender.label != "ratings":
        return
    try:
        group_model, permission_model = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    except LookupError:  # migrated on its own, before there are groups
        return
    if group_model.objects.using(using).filter(name=OFFICERS).exists():
        return
    create_permissions(sender, verbosity=0, using=using, apps=apps)
    found = (
        permission_model.objects.using(using).filter(content_type__app_label="ratings", codename="officer").first()
    )
    if found is not None:  # not when migrated back to before there was one
        group, _new = group_model.objects.using(using).get_or_create(name=OFFICERS)
        group.permissions.add(found)
