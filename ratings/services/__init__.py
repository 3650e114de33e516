"""The only writers of ratings: which events count, what is stale, and the run that makes it fresh."""

from .choices import division_lists_follow, division_lists_set, players_born_changed
from .events import event_accept, event_refuse, list_check, list_create, list_update
from .identities import identity_follow
from .recompute import list_rate
from .runs import list_restart, run_discard, run_publish
from .stale import TASK, division_events_open, division_results_changed, list_enqueue, lists_mark, lists_sweep
from .what_if import Move, what_if

__all__ = [
    "TASK",
    "Move",
    "division_events_open",
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
    "lists_mark",
    "lists_sweep",
    "players_born_changed",
    "run_discard",
    "run_publish",
    "what_if",
]
