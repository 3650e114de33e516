"""Ratings: the lists, the events that count for them, and what each run of a system made of the games."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from common.models import Job
from common.text import MAX_NAME
from players.models import Player
from tournaments.models import Division


class RatingList(models.Model):
    """One game, rated by one system, for one kind of division. Several stand side by side.

    ``ruleset`` is a name without a version: a new edition of the rules goes on in the same list. ``parameters``
    holds only what differs from the system's (and the ruleset's) defaults.
    """

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    ruleset = models.CharField(_("ruleset"), max_length=30)
    system = models.CharField(_("system"), max_length=30, default="glicko_margin")
    kind = models.CharField(_("kind of division"), max_length=20, default="open")
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    accepts_by_itself = models.BooleanField(_("events count without a rating officer's word"), default=True)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    #: The run whose numbers are shown; moved in the transaction that writes them.
    current_run = models.ForeignKey(
        "RatingRun", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "system", "kind"], name="list_ruleset_system_kind"),
        ]

    def __str__(self) -> str:
        return self.name


class RatedEvent(models.Model):
    """A division as a rating list sees it: may it count, and as what was it last rated.

    It outlives the division, so that the history of a deleted event can still be read. ``day`` is the day its lines
    were rated under, null when it has none; ``over`` says that it was complete then, so its numbers are published
    and not a projection.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for a rating officer")
        ACCEPTED = "accepted", _("counts")
        REFUSED = "refused", _("does not count")

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="events")
    division = models.ForeignKey(Division, on_delete=models.SET_NULL, null=True, related_name="rated_in")
    name = models.CharField(_("name"), max_length=2 * MAX_NAME + 3)
    state = models.CharField(_("state"), max_length=10, choices=State)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    #: Null while nobody has decided: the list took the event by itself, or it still waits.
    decided_at = models.DateTimeField(_("decided"), null=True)
    day = models.DateField(_("day"), null=True)
    over = models.BooleanField(_("complete"), default=False)
    games = models.PositiveIntegerField(_("rated games"), default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rated event")
        verbose_name_plural = _("rated events")
        ordering = ["-day", "-division_id"]
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "division"], name="event_once_a_list"),
        ]
        indexes = [models.Index(fields=["rating_list", "day"], name="event_list_day")]

    def __str__(self) -> str:
        return self.name


class StaleMark(models.Model):
    """From this division's day on, a list's numbers are older than the results.

    Written in the transaction that changes a result, and removed in the one that swaps new numbers in: nothing is
    forgotten if a process dies in between, and a run removes only what it has seen. Rows are only added and
    removed, so results of a hundred tables do not queue for one lock. ``division_id`` is no foreign key: the
    division may be gone by then. Null means from the very beginning.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="stale_marks")
    division_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("stale mark")
        verbose_name_plural = _("stale marks")


class RatingRun(models.Model):
    """One computation: by which formula, from which games, with what outcome. Waiting and lease are the job's.

    ``digest`` is the SHA-256 of the games it rated, in order; ``code`` that of the systems' source.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="runs")
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.RUNNING)
    algorithm = models.CharField(_("algorithm"), max_length=40)
    parameters = models.JSONField(_("parameters"))
    code = models.CharField(_("code"), max_length=64)
    #: Null: from scratch.
    from_day = models.DateField(_("from day"), null=True)
    digest = models.CharField(_("digest of the games"), max_length=64, blank=True, default="")
    events = models.PositiveIntegerField(_("events"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    players = models.PositiveIntegerField(_("players"), default=0)
    lines_written = models.PositiveIntegerField(_("lines written"), default=0)
    lines_superseded = models.PositiveIntegerField(_("published lines changed"), default=0)
    seconds = models.FloatField(_("seconds"), default=0)
    error = models.TextField(_("error"), blank=True, default="")
    created_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta:
        verbose_name = _("rating run")
        verbose_name_plural = _("rating runs")
        ordering = ["-id"]


class Rating(models.Model):
    """Where a player stands now in a list. Rating and deviation in rating points, never rounded here."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    rating = models.FloatField(_("rating"))
    rd = models.FloatField(_("deviation"))
    games = models.PositiveIntegerField(_("games"))
    #: Of the last event rated; the deviation has grown since.
    day = models.DateField(_("last day"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["rating_list", "player"], name="rating_list_player")]


class RatingHistory(models.Model):
    """What one event did to one player: a line that adds up, ``after`` being the next line's ``before``.

    A published line that a later run finds to be different stays, marked as superseded by that run. ``rd_before``
    is after the days away; ``expected`` and ``actual`` are sums over the event's games, in outcome points.
    """

    event = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="lines", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_history")
    run = models.ForeignKey(RatingRun, on_delete=models.PROTECT, related_name="+", db_index=False)
    before = models.FloatField(_("before"))
    rd_before = models.FloatField(_("deviation before"))
    after = models.FloatField(_("after"))
    rd_after = models.FloatField(_("deviation after"))
    games = models.PositiveIntegerField(_("games"))
    career_games = models.PositiveIntegerField(_("games so far"))
    expected = models.FloatField(_("expected"))
    actual = models.FloatField(_("scored"))
    superseded_by = models.ForeignKey(
        RatingRun, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = _("rating history line")
        verbose_name_plural = _("rating history")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(superseded_by=None), name="line_one_live_a_player"
            ),
            models.CheckConstraint(condition=Q(career_games__gte=F("games")), name="line_games_add_up"),
        ]
