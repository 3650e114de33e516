"""A division: who competes with whom, and by which rules."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME
from games.models import JudgingMode

from .tournament import Tournament


class Division(models.Model):
    """All competition settings live here; presets fill them and anyone who directs may change them.

    Scores and spreads are whole points. ``spread_caps`` has one cap a round; the last repeats, none means no cap.
    """

    class System(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        KING_OF_THE_HILL = "king_of_the_hill", _("King of the hill")
        ROUND_ROBIN = "round_robin", _("Round robin")

    class ByeCredit(models.TextChoices):
        WIN = "win", _("a win")
        TIE = "tie", _("a tie")
        BY_SPREAD = "by_spread", _("by its spread: a win above 0, a loss below, nothing at 0")
        BY_SPREAD_OR_TIE = "by_spread_or_tie", _("by its spread: a win above 0, a loss below, a tie at 0")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    slug = models.SlugField(_("address"), max_length=40)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    ruleset = models.CharField(_("ruleset"), max_length=30, default="amath@1")
    judging_mode = models.CharField(_("judging"), max_length=10, choices=JudgingMode, default=JudgingMode.AUTO)
    clock_ms = models.PositiveIntegerField(_("clock a side, ms"), null=True, blank=True, default=22 * 60_000)
    overtime_forfeits = models.BooleanField(_("more than 5 minutes over loses the game"), default=True)

    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=6, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    system = models.CharField(_("pairing system"), max_length=20, choices=System, default=System.SWISS)
    round_robin_double = models.BooleanField(_("everyone twice"), default=False)
    clubs_apart_rounds = models.PositiveSmallIntegerField(_("rounds with clubs apart"), default=0)

    win_points = models.DecimalField(_("points for a win"), max_digits=4, decimal_places=1, default=Decimal(2))
    tie_points = models.DecimalField(_("points for a tie"), max_digits=4, decimal_places=1, default=Decimal(1))
    loss_points = models.DecimalField(_("points for a loss"), max_digits=4, decimal_places=1, default=Decimal(0))
    spread_caps = models.JSONField(_("spread caps"), default=list, blank=True)
    bye_credit = models.CharField(_("a bye counts as"), max_length=20, choices=ByeCredit, default=ByeCredit.WIN)
    bye_spread = models.SmallIntegerField(_("spread of a bye"), default=100)
    forfeit_spread = models.SmallIntegerField(_("spread of a forfeit win"), default=100)
    double_forfeit_spread = models.SmallIntegerField(_("spread of a double forfeit"), default=-100)
    tie_breaks = models.JSONField(_("ranking order"), default=list)
    pending_counts = models.BooleanField(_("reported results count before they are confirmed"), default=False)

    entries_public = models.BooleanField(_("entries are public"), default=True)
    pairings_public = models.BooleanField(_("pairings are public"), default=True)
    standings_public = models.BooleanField(_("standings are public"), default=True)
    rated = models.BooleanField(_("games are rated"), default=True)

    #: Grows with every change that a page, an export or a cache could show.
    version = models.PositiveBigIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["tournament", "order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "slug"], name="division_tournament_slug"),
        ]

    def __str__(self) -> str:
        return self.name
