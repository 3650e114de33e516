"""A game at a table, seen from the board: which rules, which sides. What it means for an event is told above."""

from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import Player


class JudgingMode(models.TextChoices):
    AUTO = "auto", _("judged at once")
    CHALLENGE = "challenge", _("judged on challenge")


#: What people call the rules; the engine knows them by their ids.
RULESET_TITLES = {"amath": _("A-Math"), "amath-primary": _("A-Math primary"), "summy": _("Summy")}


def ruleset_title(ruleset: str) -> str | Promise:
    """``amath@1`` → A-Math. Rules that nobody knows any more are called by their id."""
    return RULESET_TITLES.get(ruleset.partition("@")[0], ruleset)


def ruleset_game(ruleset: str) -> str:
    """``amath-primary@1`` → ``amath``: the game whose page has these rules; nothing for rules that have none."""
    name = ruleset.partition("@")[0]
    return name.partition("-")[0] if name in RULESET_TITLES else ""


class Game(models.Model):
    """Rules and mode are copied here when the game is made: changing a division never changes a game."""

    ruleset = models.CharField(_("ruleset"), max_length=30)
    judging_mode = models.CharField(_("judging"), max_length=10, choices=JudgingMode, default=JudgingMode.AUTO)
    clock_ms = models.PositiveIntegerField(_("clock"), null=True)
    overtime_forfeits = models.BooleanField(_("more than 5 minutes over loses the game"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")


class Side(models.Model):
    """One of the two sides of a game; place 0 starts. A side is one to three people."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sides")
    place = models.PositiveSmallIntegerField(_("place"))
    players = models.ManyToManyField(Player, related_name="sides", through="SidePlayer")

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="side_game_place"),
            models.CheckConstraint(condition=Q(place__lte=1), name="side_place_0_or_1"),
        ]


class SidePlayer(models.Model):
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="side_memberships")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["side", "player"], name="side_player_once")]
