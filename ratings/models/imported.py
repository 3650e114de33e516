"""Numbers that came from elsewhere: what players start a list with, and a federation's own ratings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME
from players.models import Player

from .lists import RatingList


class RatingImport(models.Model):
    """One file that was read into a list, by whom, and what became of its rows."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="imports")
    file_name = models.CharField(_("file"), max_length=200)
    digest = models.CharField(_("digest"), max_length=64)
    as_of = models.DateField(_("as of"))
    rows = models.PositiveIntegerField(_("rows"), default=0)
    changed = models.PositiveIntegerField(_("rows changed"), default=0)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("who")
    )
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("import of ratings")
        verbose_name_plural = _("imports of ratings")
        ordering = ["-id"]


class StartRating(models.Model):
    """What a player starts a list with, before the first game that it rates. ``rd`` 0: the system's own start.

    A row that a later import replaces stays, marked with that import.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="starts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_starts")
    rating = models.FloatField(_("rating"))
    rd = models.FloatField(_("deviation"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    day = models.DateField(_("day"))
    source = models.ForeignKey(RatingImport, on_delete=models.PROTECT, related_name="+")
    replaced_by = models.ForeignKey(RatingImport, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("start in a list")
        verbose_name_plural = _("starts in lists")
        constraints = [
            models.UniqueConstraint(
                fields=["rating_list", "player"], condition=Q(replaced_by=None), name="start_once_a_list"
            ),
        ]


class ExternalRating(models.Model):
    """A member of a federation, by its number there, and the player here who it is, once that is known."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="external_ratings")
    number = models.CharField(_("number there"), max_length=20)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    match_key = models.CharField(max_length=4 * MAX_NAME, db_index=True, editable=False)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="external_ratings"
    )
    rating = models.IntegerField(_("rating"))
    games = models.PositiveIntegerField(_("games"), null=True, blank=True)
    as_of = models.DateField(_("as of"))
    source = models.ForeignKey(RatingImport, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("external rating")
        verbose_name_plural = _("external ratings")
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "number"], name="external_number_once"),
            models.UniqueConstraint(fields=["rating_list", "player"], name="external_player_once"),
        ]
