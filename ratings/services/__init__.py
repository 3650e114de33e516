"""The only writers of ratings: which events count, what is stale, and the run that makes it fresh."""

from .choices import division_lists_follow, division_lists_set, players_born_changed
from .events import event_accept, event_refuse, list_check, list_create, list_update
from .identities import identity_follow
from .recompute import list_rate
from .stale import TASK, division_results_changed, list_enqueue, list_restart, lists_sweep

__all__ = [
    "TASK",
    "division_lists_follow",
    "division_lists_set",
    "division_results_changed",
    "event_accept",
    "event_refuse",
    "identity_follow",
    "list_check",
    "list_create",
    "list_enqueue",
    "list_rate",
    "list_restart",
    "list_update",
    "lists_sweep",
    "players_born_changed",
]
