"""News that a game gives to the apps above, inside its transaction."""

from django.dispatch import Signal

#: ``game_id``, ``position`` (as it is now, without the log), ``actor``. Fired when a sheet has ended, again
#: whenever something is recorded after that, and when something was taken back or replaced, which may undo an end.
game_finished = Signal()
