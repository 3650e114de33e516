"""Who is who: players that were found to be one person, or two, and how it was put right."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.models import Player


class IdentityChange(models.Model):
    """Entries of ``source`` that were given to ``target``, and can be given back.

    A merge moves all of them and leaves ``source`` without entries; a split moves those that were another person's.
    ``members`` are the moved memberships: ``[[entry member id, division id], …]``; ``also`` is what else moved, so
    that it can be moved back: what the one kept took over (``person``), sides of games outside events (``sides``),
    whether the target was made by the split (``made``), and what other apps moved, each under its name. A change is
    never deleted: undoing it is written beside it.
    """

    class Kind(models.TextChoices):
        MERGE = "merge", _("merge")
        SPLIT = "split", _("split")

    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    source = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="given_away", verbose_name=_("from"))
    target = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="taken_over", verbose_name=_("to"))
    members = models.JSONField(_("moved"), default=list)
    also = models.JSONField(_("also moved"), default=dict)
    reason = models.CharField(_("reason"), max_length=300)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("who")
    )
    created_at = models.DateTimeField(_("when"), auto_now_add=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("undone by"),
    )
    undone_at = models.DateTimeField(_("undone"), null=True)
    undone_reason = models.CharField(_("why undone"), max_length=300, blank=True, default="")

    class Meta:
        verbose_name = _("change of identity")
        verbose_name_plural = _("changes of identity")
        ordering = ["-id"]


class TwoPeople(models.Model):
    """Two players who look like one person, and are not: an officer has looked. ``first`` has the lower id.

    Taken back by deleting the row; who said so, and who took it back, stays in the site's log.
    """

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("one"))
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("the other"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("who")
    )
    created_at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("two people of one name")
        verbose_name_plural = _("people of one name")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="two_people_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="two_people_in_order"),
        ]
