"""The numbers themselves: where players stand, and how they came there."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.models import Player

from .events import RatedEvent
from .lists import RatingList
from .runs import RatingRun


class Rating(models.Model):
    """Where a player stands now in a list. Rating and deviation in rating points, never rounded here."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    rating = models.FloatField(_("rating"))
    rd = models.FloatField(_("deviation"))
    games = models.PositiveIntegerField(_("games"))
    #: Of the last event rated; the deviation has grown since.
    day = models.DateField(_("last day"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["rating_list", "player"], name="rating_list_player")]


class RatingHistory(models.Model):
    """What one event did to one player: a line that adds up, ``after`` being the next line's ``before``.

    A published line that a later run finds to be different stays, marked as superseded by that run. ``rd_before``
    is after the days away; ``expected`` and ``actual`` are sums over the event's games, in outcome points.
    """

    event = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="lines", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_history")
    run = models.ForeignKey(RatingRun, on_delete=models.PROTECT, related_name="+", db_index=False)
    before = models.FloatField(_("before"))
    rd_before = models.FloatField(_("deviation before"))
    after = models.FloatField(_("after"))
    rd_after = models.FloatField(_("deviation after"))
    games = models.PositiveIntegerField(_("games"))
    career_games = models.PositiveIntegerField(_("games so far"))
    expected = models.FloatField(_("expected"))
    actual = models.FloatField(_("scored"))
    superseded_by = models.ForeignKey(
        RatingRun, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = _("rating history line")
        verbose_name_plural = _("rating history")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(superseded_by=None), name="line_one_live_a_player"
            ),
            models.CheckConstraint(condition=Q(career_games__gte=F("games")), name="line_games_add_up"),
        ]
