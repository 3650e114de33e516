from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME
from players.models import Club, Player

from .division import Division

MAX_MEMBERS = 3


class Entry(models.Model):
    """One to three people who play as one in a division.

    It plays the rounds from ``first_round`` on, up to but without ``withdrawn_from``. Rounds before the first are
    missed rounds: no game, no points. The rating is pinned here when the entry is made; changing it is logged.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    team_name = models.CharField(_("team name"), max_length=MAX_NAME, blank=True)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="entries", verbose_name=_("club")
    )
    rating = models.IntegerField(_("rating at entry"), null=True, blank=True)
    #: The address of the rating list it was taken from; empty: somebody typed it, or there is none.
    rating_from = models.CharField(_("rating taken from"), max_length=40, blank=True, default="")
    first_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    #: A further membership beside the club: entries of one team are kept apart where the division says so.
    team = models.CharField(_("team"), max_length=60, blank=True, default="")
    #: The table that somebody here needs, wherever the game would have been. For staff only.
    table = models.PositiveSmallIntegerField(_("needs table"), null=True, blank=True)
    prize_class = models.PositiveSmallIntegerField(_("prize class"), null=True, blank=True)
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="entry_division_number"),
            models.CheckConstraint(
                condition=Q(withdrawn_from=None) | Q(withdrawn_from__gte=F("first_round")),
                name="entry_leaves_after_it_came",
            ),
        ]

    def plays_in(self, round_number: int) -> bool:
        return self.first_round <= round_number and (
            self.withdrawn_from is None or round_number < self.withdrawn_from
        )

    @property
    def public_name(self) -> str:
        """Team name, else the members' public names. Uses prefetched ``members__player`` when there."""
        if self.team_name:
            return self.team_name
        return " / ".join(member.player.public_name for member in self.members.all())

    @property
    def people(self) -> str:
        """For the desk only: who plays in it, by the names as registered."""
        return " / ".join(member.player.name for member in self.members.all())

    @property
    def full_name(self) -> str:
        """For the desk only: the names as registered."""
        return self.team_name or self.people

    def __str__(self) -> str:
        return f"{self.number} {self.public_name}"


class EntryMember(models.Model):
    """``division`` repeats the entry's, so that the database can see a player once a division."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    place = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("entry member")
        verbose_name_plural = _("entry members")
        ordering = ["entry", "place"]
        constraints = [
            models.UniqueConstraint(fields=["division", "player"], name="member_player_once_a_division"),
            models.UniqueConstraint(fields=["entry", "place"], name="member_entry_place"),
            models.CheckConstraint(condition=Q(place__lt=MAX_MEMBERS), name="member_at_most_three"),
        ]
