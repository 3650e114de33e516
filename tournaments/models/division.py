"""A division: who competes with whom, and by which rules."""

from decimal import Decimal
from functools import lru_cache

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME
from games.models import JudgingMode
from players.models import Level

from ..pairing.plan import Plan, plan_from_json, plan_of_one, plan_to_json
from ..pairing.settings import RoundRobin, Swiss
from ..standings import MOST_OF_A_CLUB
from .tournament import Tournament, log_chain_of

SCHEDULE = "schedule"
"""What stands for the system of a division that has several."""


def default_plan() -> str:
    return plan_to_json(plan_of_one(Swiss(), 6))


@lru_cache(maxsize=256)
def plan_of_text(text: str) -> Plan:
    """The schedule of a stored text; the same text is read once."""
    return plan_from_json(text)


class PairingSystem(models.TextChoices):
    """Every system of the pairing core by its kind, in the order a page offers them."""

    SWISS = "swiss", _("Swiss")
    KING_OF_THE_HILL = "king_of_the_hill", _("King of the hill")
    QUEEN_OF_THE_HILL = "queen_of_the_hill", _("Queen of the hill")
    ROUND_ROBIN = "round_robin", _("Round robin")
    TEAM_ROUND_ROBIN = "team_round_robin", _("Team round robin")
    RANDOM = "random", _("Drawn by lot")
    CASEMENT = "casement", _("Casement")
    FONTES = "fontes", _("Fontes")
    QUADS = "quads", _("Quads")
    SNAKE_GROUPS = "snake_groups", _("Snake groups")
    FACTOR = "factor", _("Factor")
    SHRINKING_FACTOR = "shrinking_factor", _("Shrinking factor")
    PAIR_RESULT = "pair_result", _("Winners meet winners")
    AUSTRALIAN_DRAW = "australian_draw", _("Australian draw")
    MANUAL = "manual", _("by hand")
    CONTENTION = "contention", _("Contention")


class DivisionKind(models.TextChoices):
    """For whom a division is: everybody, or one level (``players.models.Level``)."""

    OPEN = "open", _("everybody")
    PRIMARY = "primary", Level.PRIMARY.label
    LOWER_SECONDARY = "lower_secondary", Level.LOWER_SECONDARY.label
    UPPER_SECONDARY = "upper_secondary", Level.UPPER_SECONDARY.label
    UNIVERSITY = "university", Level.UNIVERSITY.label
    ADULT = "adult", Level.ADULT.label


class Division(models.Model):
    """All competition settings live here; presets fill them and anyone who directs may change them.

    Scores and spreads are whole points. ``spread_caps`` has one cap a round; the last repeats, none means no cap.
    ``plan`` is the schedule of systems as canonical text, and ``rounds_planned`` how many rounds it has: both are
    written together, by ``services.plans`` alone.
    """

    System = PairingSystem

    class ByeCredit(models.TextChoices):
        WIN = "win", _("a win")
        TIE = "tie", _("a tie")
        BY_SPREAD = "by_spread", _("by its spread: a win above 0, a loss below, nothing at 0")
        BY_SPREAD_OR_TIE = "by_spread_or_tie", _("by its spread: a win above 0, a loss below, a tie at 0")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    slug = models.SlugField(_("address"), max_length=40)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    #: For whom it is; which rating lists it counts for follows from it until a director names them.
    kind = models.CharField(_("for whom"), max_length=20, choices=DivisionKind, default=DivisionKind.OPEN)

    ruleset = models.CharField(_("ruleset"), max_length=30, default="amath@1")
    judging_mode = models.CharField(_("judging"), max_length=10, choices=JudgingMode, default=JudgingMode.AUTO)
    clock_ms = models.PositiveIntegerField(_("clock a side, ms"), null=True, blank=True, default=22 * 60_000)
    overtime_forfeits = models.BooleanField(_("more than 5 minutes over loses the game"), default=True)

    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=6, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    plan = models.TextField(_("schedule"), default=default_plan)
    #: Through which round club-mates, or team-mates, are kept apart while possible; None: in every round.
    clubs_apart_rounds = models.PositiveSmallIntegerField(
        _("rounds with clubs apart"), null=True, blank=True, default=0
    )
    teams_apart_rounds = models.PositiveSmallIntegerField(
        _("rounds with teams apart"), null=True, blank=True, default=0
    )
    requested_byes_count = models.BooleanField(_("a bye somebody asked for counts as his turn"), default=True)

    win_points = models.DecimalField(_("points for a win"), max_digits=4, decimal_places=1, default=Decimal(2))
    tie_points = models.DecimalField(_("points for a tie"), max_digits=4, decimal_places=1, default=Decimal(1))
    loss_points = models.DecimalField(_("points for a loss"), max_digits=4, decimal_places=1, default=Decimal(0))
    spread_caps = models.JSONField(_("spread caps"), default=list, blank=True)
    bye_credit = models.CharField(_("a bye counts as"), max_length=20, choices=ByeCredit, default=ByeCredit.WIN)
    bye_spread = models.SmallIntegerField(_("spread of a bye"), default=100)
    forfeit_spread = models.SmallIntegerField(_("spread of a forfeit win"), default=100)
    double_forfeit_spread = models.SmallIntegerField(_("spread of a double forfeit"), default=-100)
    tie_breaks = models.JSONField(_("ranking order"), default=list)
    #: How many entries of a club count in the table of clubs: 0 all of them, None: there is no such table.
    club_best = models.PositiveSmallIntegerField(
        _("entries that count for a club"), null=True, blank=True, validators=[MaxValueValidator(MOST_OF_A_CLUB)]
    )
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

    @property
    def log_chain(self) -> str:
        """The key of its event's log chain."""
        return log_chain_of(self.tournament_id)

    @property
    def schedule(self) -> Plan:
        return plan_of_text(self.plan)

    @property
    def system(self) -> str:
        """The kind of the only system of the schedule, or ``schedule`` where it has several."""
        kinds = {step.system.kind for step in self.schedule.steps}
        return kinds.pop() if len(kinds) == 1 else SCHEDULE

    def get_system_display(self) -> str:
        return str(dict(PairingSystem.choices).get(self.system, _("Schedule of systems")))

    @property
    def round_robin_double(self) -> bool:
        steps = self.schedule.steps
        return len(steps) == 1 and isinstance(steps[0].system, RoundRobin) and steps[0].system.cycles == 2
