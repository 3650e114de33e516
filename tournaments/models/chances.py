"""Chances of places, counted once after a round and kept until results change."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .division import Division


class CountedChances(models.Model):
    """``figures`` is the core's text of the counted endings (``chances_to_json``), by entry number.

    ``division_version`` is the division's when they were counted: another one means that they may be old.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="counted_chances")
    after_round = models.PositiveSmallIntegerField(_("after round"))
    division_version = models.PositiveBigIntegerField()
    runs = models.PositiveIntegerField(default=0)
    seed = models.BigIntegerField(default=0)
    figures = models.TextField()
    seconds = models.FloatField(null=True)
    created_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("counted chances")
        verbose_name_plural = _("counted chances")
        ordering = ["division", "after_round"]
        constraints = [models.UniqueConstraint(fields=["division", "after_round"], name="chances_division_round")]
