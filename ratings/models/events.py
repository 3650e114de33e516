"""The events of a list, and what of them is older than the results."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME
from tournaments.models import Division

from .lists import RatingList


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
        #: The director has named other lists.
        LEFT_OUT = "left_out", _("not named by its director")

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
    #: Why it was returned, for its director to read.
    reason = models.CharField(_("reason"), max_length=300, blank=True, default="")
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
