"""An entry's PIN: how its players say yes at a device that is not theirs."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .entry import Entry


class EntryPin(models.Model):
    """What is kept about an entry's PIN, which is not the PIN: that is worked out anew from the site's secret, the
    entry, the day and ``serial``. A new serial is a new PIN. Without a row the serial is 1 and nobody has tried.

    ``tries`` are the wrong ones of the day ``tried_on``; ``locked_until`` is the end of that day.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, primary_key=True, related_name="pin")
    serial = models.PositiveIntegerField(default=1)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_on = models.DateField(null=True)
    locked_until = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("PIN")
        verbose_name_plural = _("PINs")
