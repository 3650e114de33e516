"""The electronic scoresheet: an append-only log of what happened, and the position it comes to."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from common.models import Token

from .game import Game


class Sheet(models.Model):
    """The head of a game's log, made when the first device turns to the game. Its row is the lock for the next
    event.

    ``state`` is the position at ``state_seq`` (`games.engine.snapshots`), thrown away and made anew where it is
    stale. Whoever holds the claim may record; the lease is renewed by each event.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="sheet")
    head_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True, default="")
    state = models.JSONField(null=True)
    state_seq = models.PositiveIntegerField(default=0)
    claim_token = models.ForeignKey(Token, on_delete=models.SET_NULL, null=True, related_name="+")
    claim_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    claim_label = models.CharField(max_length=200, blank=True, default="")
    claim_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("scoresheet")
        verbose_name_plural = _("scoresheets")


class GameEvent(models.Model):
    """One event. Never changed: what was wrong is voided by a later event, and its points are taken back there.

    So the sum of ``first_points`` and ``second_points`` over all rows is always the game's total. ``target_seq`` is
    the event that this one challenges, takes back, replaces or follows from. Who sent it is a number only, because
    a person can be erased and a row here cannot be changed.
    """

    class Kind(models.TextChoices):
        PLAY = "play", _("play")
        EXCHANGE = "exchange", _("exchange")
        PASS = "pass", _("pass")
        DISCARD = "discard", _("discard")
        CHALLENGE = "challenge", _("challenge")
        END = "end", _("end")
        CLOCK = "clock", _("clock")
        UNDO = "undo", _("undo")
        VOID = "void", _("void")
        REPLACE = "replace", _("replace")
        ARBITER_ADJUSTMENT = "arbiter_adjustment", _("arbiter's adjustment")
        PLAY_WITHDRAWN = "play_withdrawn", _("play withdrawn")
        TURN_LOST = "turn_lost", _("turn lost")
        RACK_ADJUSTMENT = "rack_adjustment", _("rack adjustment")
        TIME_ADJUSTMENT = "time_adjustment", _("time adjustment")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True)
    first_points = models.IntegerField(default=0)
    second_points = models.IntegerField(default=0)
    payload = models.JSONField(default=dict)
    score = models.JSONField(null=True)
    upheld = models.BooleanField(null=True)
    target_seq = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True, default="")
    #: Null for what followed by the rules: nobody sent it.
    client_event_id = models.UUIDField(null=True)
    client_digest = models.CharField(max_length=64, blank=True, default="")
    claimed_score = models.IntegerField(null=True)
    claimed_total = models.IntegerField(null=True)
    clock_ms = models.PositiveIntegerField(null=True)
    #: What the device's clock said; kept, never used for order.
    occurred_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField()
    user_id = models.BigIntegerField(null=True)
    token_id = models.BigIntegerField(null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("game event")
        verbose_name_plural = _("game events")
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="game_event_seq"),
            models.UniqueConstraint(fields=["game", "client_event_id"], name="game_event_client_id"),
            models.CheckConstraint(condition=Q(side=None) | Q(side__lte=1), name="game_event_side_0_or_1"),
            models.CheckConstraint(
                condition=Q(target_seq=None) | Q(target_seq__lt=F("seq")), name="game_event_target_before"
            ),
        ]

    @property
    def derived(self) -> bool:
        return self.client_event_id is None
