"""News that a game gives to the apps above, inside its transaction."""

from django.dispatch import Signal

#: ``game_id``, ``actor``. Fired when a scoresheet has ended and its totals are known.
game_finished = Signal()
