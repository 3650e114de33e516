from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import Player

from .tournament import Tournament


class Role(models.Model):
    """What a user may do in one event."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("director")
        ASSISTANT = "assistant", _("assistant")
        SCORER = "scorer", _("scorer")
        VIEWER = "viewer", _("viewer")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(_("role"), max_length=10, choices=Kind)

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [models.UniqueConstraint(fields=["user", "tournament", "role"], name="role_once")]


class Invitation(models.Model):
    """A link or QR that makes somebody staff of an event, or gives a player a login. Used once."""

    secret_hash = models.CharField(max_length=64, unique=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=10, choices=Role.Kind, blank=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations")
    label = models.CharField(_("for whom"), max_length=80, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
