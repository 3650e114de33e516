from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .division import Division, PairingSystem


class Round(models.Model):
    """A round of a division: a draft only its directors see, then published, then closed.

    ``request`` is the whole question that the pairing answered, as text, so that it can be asked again;
    ``system_settings`` are the settings of its system that a person chose, ``result_digest`` is taken over the
    whole answer before anybody moved anything, ``seconds`` is what it took.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT)
    system = models.CharField(_("pairing system"), max_length=20, choices=PairingSystem)
    system_settings = models.JSONField(default=dict)
    request = models.TextField(blank=True, default="")
    request_digest = models.CharField(max_length=64, blank=True, default="")
    solver = models.CharField(max_length=80, blank=True, default="")
    result_digest = models.CharField(max_length=64, blank=True, default="")
    cost = models.JSONField(default=dict)
    seconds = models.FloatField(null=True)
    #: How good the pairing is proved to be (the fields of the core's ``Certificate``); None until that is known.
    certificate = models.JSONField(null=True)
    #: The round whose standings it was paired from; None: nobody knows, it came from outside.
    standings_after = models.PositiveSmallIntegerField(null=True)
    notes = models.JSONField(default=list)
    #: A result of an earlier round was corrected after this round was paired: the pairings stay and say so.
    made_from_older_results = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_division_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.division} {self.number}"
