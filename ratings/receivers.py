"""News from below, heard inside its transaction: rows are written here, everything else waits for the commit."""

from typing import Any

from django.dispatch import receiver

from tournaments.signals import results_changed

from .services import division_results_changed


@receiver(results_changed, dispatch_uid="ratings.results_changed")
def mark_lists(sender: Any, *, division_id: int, counts: bool = True, **news: Any) -> None:
    division_results_changed(division_id=division_id, counts=counts)
