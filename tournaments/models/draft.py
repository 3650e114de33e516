"""What was done to a draft, step by step, so that each step can be taken back."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .round import Round


class DraftStep(models.Model):
    """One change of a draft. Rows are only ever added: taking a step back is a step too, which names it.

    ``before`` is what the step replaced, enough to put it back: ``rows`` (table, entries in order of start,
    locked, reasons) of the pairings it touched; with ``round`` (the round's question and answer) it replaced the
    whole draft. ``data`` says what was done, with entry and table numbers, for whoever reads the list.
    """

    class Kind(models.TextChoices):
        PAIRED = "paired", _("paired")
        REPAIRED = "repaired", _("paired again")
        REST_REPAIRED = "rest_repaired", _("the rest paired again")
        SWAPPED = "swapped", _("two entries changed places")
        MOVED = "moved", _("an entry moved")
        LOCKED = "locked", _("locked")
        UNLOCKED = "unlocked", _("unlocked")
        UNDONE = "undone", _("taken back")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField(_("step"))
    kind = models.CharField(_("kind"), max_length=15, choices=Kind)
    data = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    undoes = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="undone_by")
    actor = models.CharField(max_length=120, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("step of a draft")
        verbose_name_plural = _("steps of drafts")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="step_round_number")]
