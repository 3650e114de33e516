"""People: who logs in (User), who plays (Player), and the school or club they play for."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.text import MAX_NAME, initial


class User(AbstractUser):
    """A login. Most players never have one; staff of an event always do."""

    display_name = models.CharField(_("name"), max_length=MAX_NAME, blank=True)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, blank=True)

    def __str__(self) -> str:
        return self.display_name or self.username


class Club(models.Model):
    """A club or a school. One name, one club: ``name_key`` is how two spellings are seen to be one."""

    name = models.CharField(_("name"), max_length=MAX_NAME)
    name_key = models.CharField(max_length=4 * MAX_NAME, unique=True, editable=False)
    sort_key = models.CharField(max_length=400, db_index=True, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["sort_key"]

    def __str__(self) -> str:
        return self.name


class Level(models.TextChoices):
    """How far at school, as Thai events part their divisions."""

    PRIMARY = "primary", _("primary school")
    LOWER_SECONDARY = "lower_secondary", _("lower secondary school")
    UPPER_SECONDARY = "upper_secondary", _("upper secondary school")
    UNIVERSITY = "university", _("university")
    ADULT = "adult", _("adults")


class Player(models.Model):
    """A person who plays, the same one across events.

    ``born`` is a year, for the rules of juniors alone: it is shown to nobody but staff. Whoever is ``merged_into``
    another has no entries any more and is kept so that old addresses lead on, and the merge can be taken back.

    ``name`` is the display form; ``match_key`` finds another spelling of it, ``lookalike_key`` one that only looks
    the same, and ``sort_key`` orders as a Thai dictionary does. All three are made by ``players.services`` alone.
    """

    class PublicName(models.TextChoices):
        FULL = "full", _("full name")
        INITIAL = "initial", _("given name and initial")
        NUMBER = "number", _("number only")

    number = models.PositiveIntegerField(_("number"), unique=True)
    name = models.CharField(_("name"), max_length=MAX_NAME)
    match_key = models.CharField(max_length=4 * MAX_NAME, db_index=True, editable=False)
    lookalike_key = models.CharField(max_length=4 * MAX_NAME, db_index=True, editable=False)
    sort_key = models.CharField(max_length=400, db_index=True, editable=False)
    public_name_mode = models.CharField(
        _("name shown in public"), max_length=8, choices=PublicName, default=PublicName.FULL
    )
    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    country = models.CharField(_("country"), max_length=2, blank=True)
    #: ISO 3166-2 without the country: 10 is Bangkok. Only where ``country`` is TH.
    province = models.CharField(_("province"), max_length=2, blank=True, default="")
    level = models.CharField(_("level"), max_length=20, choices=Level, blank=True, default="")
    born = models.PositiveSmallIntegerField(
        _("year of birth"), null=True, blank=True, validators=[MinValueValidator(1900), MaxValueValidator(2100)]
    )
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged", editable=False
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort_key"]

    def __str__(self) -> str:
        return self.public_name

    @property
    def kept(self) -> "Player":
        """Who this player was found to be; whoever is merged into nobody is kept as they are."""
        player = self
        while player.merged_into is not None:
            player = player.merged_into
        return player

    @property
    def public_name(self) -> str:
        """The name as this person (or a parent) lets it be shown."""
        if self.public_name_mode == self.PublicName.NUMBER:
            return f"#{self.number}"
        if self.public_name_mode == self.PublicName.INITIAL:
            given, *rest = self.name.split(" ")
            return f"{given} {initial(rest[-1])}." if rest else given
        return self.name
