"""What a director settles about pairings before they are made: rules for two entries, and who is not there."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .division import Division
from .entry import Entry


class PairingRule(models.Model):
    """Two entries that never meet, or that do meet, from one round to another.

    ``to_round`` None: to the end. The two are kept in the order of their numbers; which of them starts a forced
    game is found by the usual rule.
    """

    class Kind(models.TextChoices):
        FORBIDDEN = "forbidden", _("must not meet")
        FORCED = "forced", _("must meet")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="pairing_rules")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    from_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    to_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("pairing rule")
        verbose_name_plural = _("pairing rules")
        ordering = ["division", "kind", "one__number", "other__number", "from_round", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(one=F("other")), name="rule_of_two_entries"),
            models.CheckConstraint(
                condition=Q(from_round__gte=1) & (Q(to_round=None) | Q(to_round__gte=F("from_round"))),
                name="rule_rounds_in_order",
            ),
        ]

    def applies(self, round_number: int) -> bool:
        return self.from_round <= round_number and (self.to_round is None or round_number <= self.to_round)


class Absence(models.Model):
    """An entry that is not paired in one round: it asked for a bye and has it, or is away and has nothing.

    A late arrival is no absence (``Entry.first_round``), nor is a withdrawal.
    """

    class Kind(models.TextChoices):
        REQUESTED_BYE = "requested_bye", _("bye asked for")
        ABSENT = "absent", _("away")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=15, choices=Kind)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ["round_number", "entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="absence_entry_round"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="absence_round_from_one"),
        ]
