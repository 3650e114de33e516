"""Rating lists, and what directors have named for their divisions."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME
from players.models import Level
from tournaments.models import Division

#: The system of a list whose numbers are a federation's.
EXTERNAL = "external"


class RatingList(models.Model):
    """One game, rated by one system, for one kind of division. Several stand side by side.

    ``ruleset`` is a name without a version: a new edition of the rules goes on in the same list. ``parameters``
    holds only what differs from the system's (and the ruleset's) defaults, and ``policy`` what differs from the
    default rules of who is provisional, ranked or newly seeded (``ratings.systems.policy``).

    A list whose system is ``external`` is a federation's: its numbers are imported (``ExternalRating``) and seed
    entries; nothing is rated in it.
    """

    class Kind(models.TextChoices):
        OPEN = "open", _("everybody")
        JUNIORS = "juniors", _("juniors: all levels of school")
        PRIMARY = "primary", Level.PRIMARY.label
        LOWER_SECONDARY = "lower_secondary", Level.LOWER_SECONDARY.label
        UPPER_SECONDARY = "upper_secondary", Level.UPPER_SECONDARY.label
        UNIVERSITY = "university", Level.UNIVERSITY.label
        ADULT = "adult", Level.ADULT.label

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    ruleset = models.CharField(_("ruleset"), max_length=30)
    system = models.CharField(_("system"), max_length=30, default="glicko_margin")
    kind = models.CharField(_("kind of division"), max_length=20, choices=Kind, default=Kind.OPEN)
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    policy = models.JSONField(_("policy"), default=dict, blank=True)
    accepts_by_itself = models.BooleanField(_("events count without a rating officer's word"), default=True)
    publishes_by_itself = models.BooleanField(_("runs are shown without a rating officer's word"), default=True)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    #: The run whose numbers are shown; moved in the transaction that writes them.
    current_run = models.ForeignKey(
        "RatingRun", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "system", "kind"],
                condition=~Q(system=EXTERNAL),
                name="list_ruleset_system_kind",
            ),
        ]
        permissions = [("officer", "May decide what counts, run, publish and correct ratings")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_external(self) -> bool:
        return self.system == EXTERNAL


class DivisionChoice(models.Model):
    """What a director has named for a division. Without a row everything follows from its game and kind.

    ``lists_named``: the lists it counts for are those whose ``RatedEvent`` is not left out. ``seeds_from``: the
    list (an own or an external one) whose numbers are pinned to new entries; None: the first own list of its game.
    """

    division = models.OneToOneField(
        Division, on_delete=models.CASCADE, primary_key=True, related_name="rating_choice"
    )
    lists_named = models.BooleanField(default=False)
    seeds_from = models.ForeignKey(
        RatingList, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("seeds from")
    )

    class Meta:
        verbose_name = _("choice of a division")
        verbose_name_plural = _("choices of divisions")
