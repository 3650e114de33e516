"""News about people that is given to the apps above, inside its transaction."""

from django.dispatch import Signal

#: ``player_ids``, ``actor`` (None where many are entered at once). Their year of birth is another than it was.
born_changed = Signal()
