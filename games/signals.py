"""News that a game gives to the apps above, inside its transaction."""

from django.dispatch import Signal

#: ``game_id``, ``position`` (at its end, without the log), ``actor``. Fired when a sheet has ended, and again
#: whenever something is recorded after that.
game_finished = Signal()
