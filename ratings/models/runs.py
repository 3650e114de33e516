"""Each computation, and whom it moved."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.models import Job
from players.models import Player

from .events import RatedEvent
from .lists import RatingList


class RatingRun(models.Model):
    """One computation: by which formula, from which games, with what outcome. Waiting and lease are the job's.

    A list that does not publish by itself holds its runs: such a run has written its ``moves`` and nothing else.
    Publishing it computes again, which gives the same numbers from the same games, and is refused when ``digest``
    or ``code`` come out different. A newer run takes its place (``replaced_by``). ``done`` of ``total`` events is
    how far it has come.

    ``digest`` is the SHA-256 of the games it rated, in order; ``code`` that of the systems' source.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        HELD = "held", _("waits to be published")
        DISCARDED = "discarded", _("not published")
        REPLACED = "replaced", _("replaced by a newer run")

    #: How a run ends that has made numbers, shown or not.
    ENDED = (State.DONE, State.DISCARDED, State.REPLACED)

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="runs")
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.RUNNING)
    algorithm = models.CharField(_("algorithm"), max_length=40)
    parameters = models.JSONField(_("parameters"))
    code = models.CharField(_("code"), max_length=64)
    #: Null: from scratch.
    from_day = models.DateField(_("from day"), null=True)
    digest = models.CharField(_("digest of the games"), max_length=64, blank=True, default="")
    done = models.PositiveIntegerField(_("events done"), default=0)
    total = models.PositiveIntegerField(_("events to do"), default=0)
    events = models.PositiveIntegerField(_("events"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    players = models.PositiveIntegerField(_("players"), default=0)
    lines_written = models.PositiveIntegerField(_("lines written"), default=0)
    lines_superseded = models.PositiveIntegerField(_("published lines changed"), default=0)
    seconds = models.FloatField(_("seconds"), default=0)
    error = models.TextField(_("error"), blank=True, default="")
    #: Who asked for it, published it or threw it away; null where the list did by itself.
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    created_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True)
    #: The run that took the place of this one while it waited to be published.
    replaced_by = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        verbose_name=_("replaced by"),
    )

    class Meta:
        verbose_name = _("rating run")
        verbose_name_plural = _("rating runs")
        ordering = ["-id"]


class RunMove(models.Model):
    """A player whom a run left elsewhere than the run before it, and why. Null before: new; null after: gone.

    ``event`` is the first event in which the two runs part for this player, ``cause`` what is different there.
    """

    class Cause(models.TextChoices):
        NEW_EVENT = "new_event", _("an event was rated")
        EVENT_GONE = "event_gone", _("an event no longer counts")
        GAMES = "games", _("games were added or taken away")
        SCORES = "scores", _("results were corrected")
        CARRIED = "carried", _("an opponent's rating changed")
        RULES = "rules", _("the list's rules changed")
        DAYS = "days", _("an event was put on another day")
        START = "start", _("the player starts elsewhere or is of another age")

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="moves", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    before = models.FloatField(null=True)
    rd_before = models.FloatField(null=True)
    games_before = models.PositiveIntegerField(default=0)
    after = models.FloatField(null=True)
    rd_after = models.FloatField(null=True)
    games_after = models.PositiveIntegerField(default=0)
    event = models.ForeignKey(RatedEvent, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    cause = models.CharField(max_length=10, choices=Cause)

    class Meta:
        verbose_name = _("move of a run")
        verbose_name_plural = _("moves of runs")
        constraints = [models.UniqueConstraint(fields=["run", "player"], name="move_run_player")]
