from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game

from .entry import Entry
from .round import Round


class Pairing(models.Model):
    """Two entries at a table, or one without an opponent: then there is no table and no game.

    The game is made when the round is published; a draft may still change.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveIntegerField(_("table"), null=True)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="pairing")
    #: Nobody wrote down who started (some imported games): counted as met, not as a start.
    starts_known = models.BooleanField(default=True)
    reasons = models.JSONField(default=list)
    #: Staff keeps this game, or this bye, when the draft is paired again.
    locked = models.BooleanField(_("locked"), default=False)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["round", "table", "id"]
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="pairing_round_table")]


class Seat(models.Model):
    """An entry's place in a round: once a round, whatever happens. Place 0 starts."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField(_("place"))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["pairing", "place"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="seat_entry_once_a_round"),
            models.UniqueConstraint(fields=["pairing", "place"], name="seat_pairing_place"),
            models.CheckConstraint(condition=Q(place__lte=1), name="seat_place_0_or_1"),
        ]
