"""One kind of key for people and devices: shown once, kept as a hash."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Token(models.Model):
    """``krd_<kind>_<id8>_<secret32><crc6>``; only ``id8`` and the hash of the secret are kept.

    ``scope_key`` names the event a token is bound to (the same key as its log chain), empty for all that its
    owner may do.
    """

    class Kind(models.TextChoices):
        PERSON = "pat", _("person")
        DEVICE = "dev", _("device")

    kind = models.CharField(max_length=3, choices=Kind, default=Kind.PERSON)
    id8 = models.CharField(max_length=8, unique=True)
    secret_hash = models.CharField(max_length=64)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="tokens"
    )
    label = models.CharField(max_length=80)
    scopes = models.JSONField(default=list)
    scope_key = models.CharField(max_length=60, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
