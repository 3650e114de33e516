"""The log: append-only, chained, and still able to forget a person."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class LogChain(models.Model):
    """The head of one chain; its row is the lock that gives the next entry its number."""

    key = models.CharField(max_length=60, primary_key=True)
    head_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        verbose_name = _("log chain")
        verbose_name_plural = _("log chains")


class LogEntry(models.Model):
    """What was done to which row, when; and the detail, which may name a person: who, from where, why, from which
    values to which.

    ``hash`` covers the hash before it and every column up to ``digest``, the salted digest of the detail. The
    detail can be erased (a person's right) and the chain still verifies. The database itself refuses every other
    change.
    """

    chain = models.ForeignKey(LogChain, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    action = models.CharField(max_length=60)
    object_kind = models.CharField(max_length=40)
    object_id = models.BigIntegerField(null=True)
    digest = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    # The detail.
    salt = models.CharField(max_length=32)
    actor_label = models.CharField(max_length=200, blank=True)
    actor_user_id = models.BigIntegerField(null=True, db_index=True)
    data = models.JSONField(default=dict)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        constraints = [models.UniqueConstraint(fields=["chain", "seq"], name="log_entry_chain_seq")]
        indexes = [models.Index(fields=["object_kind", "object_id"], name="log_entry_object")]
        ordering = ["chain", "seq"]
