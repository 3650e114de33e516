"""News that an event gives to the apps above, inside its transaction."""

from django.dispatch import Signal

#: ``division_id``, ``from_round`` (the earliest round touched), ``actor``. Fired whenever what counts as played
#: in a division has changed: a result, a deleted round, the division's rules; and when its last round is closed.
#: With ``counts=False`` for a result that is only reported or disputed, before and after.
results_changed = Signal()

#: ``division_id``, ``actor``. The division plays, or plays on: a round of it is published.
round_published = Signal()

#: ``division_id``, ``actor``. A division is for others than it was: other rating lists follow from that.
division_kind_changed = Signal()

#: ``change`` (an ``IdentityChange``), ``undone``, ``actor``. Two players were found to be one, or one to be two, or
#: that is taken back. A receiver moves what it keeps of them, and notes in ``change.also``, under its app's name,
#: what it needs to move it back; the sender stores that.
identity_changed = Signal()
