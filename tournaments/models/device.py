"""Devices: a table's tablet, known by its token, good for as much as a director gave it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.models import Token

from .division import Division
from .tournament import Tournament


class Device(models.Model):
    """A scoring device of an event. It is enrolled once, with a code that lives for minutes, and then has a token.

    ``division`` None and ``tables`` empty mean all of them. Of a code there is its first group, by which its row is
    found, and a keyed hash of the whole; a used or old code keeps them, so that whoever holds it is told which.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="devices")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, null=True, blank=True, related_name="devices")
    tables = models.JSONField(_("tables"), default=list, blank=True)
    label = models.CharField(_("label"), max_length=80)
    scopes = models.JSONField(_("rights"), default=list)
    token = models.OneToOneField(Token, on_delete=models.SET_NULL, null=True, related_name="device")
    app = models.CharField(_("app"), max_length=80, blank=True, default="")
    code_prefix = models.CharField(max_length=4, blank=True, default="", db_index=True)
    code_hash = models.CharField(max_length=64, blank=True, default="")
    code_expires_at = models.DateTimeField(null=True)
    code_used_at = models.DateTimeField(null=True)
    code_tries = models.PositiveSmallIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    enrolled_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(_("good until"))
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ["tournament", "id"]

    def __str__(self) -> str:
        return self.label

    def covers(self, division_id: int, table: int | None) -> bool:
        """Whether a game at this table is one of its own."""
        return self.division_id in (None, division_id) and (not self.tables or table in self.tables)
