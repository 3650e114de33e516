"""Results are versions: the newest that counts is live, the others stay to be read."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.models import Token
from games.engine.rulesets import SCORE_MAX, SCORE_MIN

from .pairing import Pairing


class Result(models.Model):
    """What one pairing ended with. ``first`` and ``second`` are the seats with place 0 and 1.

    ``second_final`` is null without an opponent; the final of a bye or of a lone forfeit is its spread. ``winner``
    is 0, 1, or null for a tie or where both lose; scores decide it in a played game, the director in a forfeit.
    A game lost on time is a played game too: its scores stand, and ``winner`` is whom the rules name (rule 20).

    ``log_first`` and ``log_second`` are null unless the game's scoresheet came to something else; ``log_accepted``:
    a director has looked at both and let this result stand.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for confirmation")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        SUPERSEDED = "superseded", _("superseded")
        FINAL = "final", _("final")

    class Outcome(models.TextChoices):
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        DOUBLE_FORFEIT = "double_forfeit", _("double forfeit")
        BYE = "bye", _("bye")
        VOID = "void", _("void")

    class Source(models.TextChoices):
        DESK = "desk", _("desk")
        API = "api", _("API")
        PLAYER = "player", _("player")
        SHEET = "sheet", _("scoresheet")
        IMPORT = "import", _("import")
        SYSTEM = "system", _("system")

    LIVE = (State.PENDING, State.CONFIRMED, State.DISPUTED, State.FINAL)

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveIntegerField()
    state = models.CharField(_("state"), max_length=10, choices=State)
    outcome = models.CharField(_("outcome"), max_length=14, choices=Outcome, default=Outcome.PLAYED)
    source = models.CharField(_("source"), max_length=8, choices=Source)
    first_final = models.IntegerField(_("score of the first"))
    second_final = models.IntegerField(_("score of the second"), null=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    #: Taken from (negative) or given to a side's spread after the cap; the score itself stays.
    first_penalty = models.SmallIntegerField(_("spread penalty of the first"), default=0)
    second_penalty = models.SmallIntegerField(_("spread penalty of the second"), default=0)
    reason = models.CharField(_("reason"), max_length=300, blank=True, default="")
    #: The sender's own number for this report: the same one again is the same report, for ever.
    client_id = models.UUIDField(null=True, unique=True)
    client_digest = models.CharField(max_length=64, blank=True, default="")
    #: The side that reported it, where a side did.
    reported_by_place = models.PositiveSmallIntegerField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    token = models.ForeignKey(Token, on_delete=models.SET_NULL, null=True, related_name="+")
    log_first = models.IntegerField(null=True)
    log_second = models.IntegerField(null=True)
    log_winner = models.PositiveSmallIntegerField(null=True)
    log_accepted = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["pairing", "version"]
        # Every report asks for the same scores at another table.
        indexes = [models.Index(fields=["first_final", "second_final"], name="result_scores")]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "version"], name="result_pairing_version"),
            models.UniqueConstraint(
                fields=["pairing"],
                condition=Q(state__in=["pending", "confirmed", "disputed", "final"]),
                name="result_one_live_a_pairing",
            ),
            models.CheckConstraint(
                condition=Q(first_final__range=(SCORE_MIN, SCORE_MAX))
                & (Q(second_final=None) | Q(second_final__range=(SCORE_MIN, SCORE_MAX))),
                name="result_scores_in_range",
            ),
            models.CheckConstraint(condition=Q(winner=None) | Q(winner__lte=1), name="result_winner_0_or_1"),
        ]

    @property
    def does_not_match_log(self) -> bool:
        """The scoresheet says something else, and no director has decided between the two."""
        return self.log_first is not None and not self.log_accepted

    @property
    def won_on_time(self) -> bool:
        """Played to the end, and won by the side that did not have more points."""
        if self.outcome != self.Outcome.PLAYED or self.winner is None or self.second_final is None:
            return False
        return won_on_time((self.first_final, self.second_final), self.winner)


def won_on_time(scores: tuple[int, int], winner: int) -> bool:
    """Whether the rules, not the points, named this winner of a played game."""
    return scores[winner] <= scores[1 - winner]


class ResultConfirmation(models.Model):
    """Who agreed to a version of a result, and how it was known who that was. ``place`` is null for staff."""

    class How(models.TextChoices):
        LOGIN = "login", _("own login")
        PIN = "pin", _("PIN")
        STAFF = "staff", _("staff")

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="confirmations")
    place = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(_("how"), max_length=5, choices=How)
    #: Numbers only: a person or a device that is gone stays the one who said it.
    user_id = models.BigIntegerField(null=True)
    token_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        ordering = ["result", "at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["result", "place"], name="confirmation_result_place"),
            models.UniqueConstraint(fields=["result"], condition=Q(place=None), name="confirmation_staff_once"),
            models.CheckConstraint(condition=Q(place=None) | Q(place__lte=1), name="confirmation_place_0_or_1"),
        ]


class ResultComponents(models.Model):
    """How one side's score came about, where it is known; the parts add up to ``final``.

    ``plays`` without bingo bonuses; ``bingos`` a count; ``rack`` the end-of-game adjustment; ``overtime`` zero or
    negative; ``adjustment`` an arbiter's.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="components")
    place = models.PositiveSmallIntegerField()
    plays = models.IntegerField(_("plays"))
    bingos = models.PositiveSmallIntegerField(_("bingos"))
    rack = models.IntegerField(_("rack"))
    overtime = models.IntegerField(_("overtime"))
    adjustment = models.IntegerField(_("adjustment"))

    class Meta:
        verbose_name = _("result components")
        verbose_name_plural = _("result components")
        constraints = [models.UniqueConstraint(fields=["result", "place"], name="components_result_place")]
