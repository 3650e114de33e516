from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME


def log_chain_of(tournament_id: int) -> str:
    return f"tournament:{tournament_id}"


class Tournament(models.Model):
    """An event: a name, a place, days, and one or more divisions."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    venue = models.CharField(_("venue"), max_length=MAX_NAME, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    is_public = models.BooleanField(_("shown to the public"), default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="tournament_days_in_order")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def log_chain(self) -> str:
        """The key of this event's log chain."""
        return log_chain_of(self.pk)
