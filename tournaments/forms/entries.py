"""Forms of registration: one entry, leaving, and the numbers."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from common.forms import WholeField
from common.text import MAX_NAME, sort_key
from games.engine.rulesets import SCORE_MAX, SCORE_MIN
from players.models import Level, Player
from players.provinces import PROVINCES
from players.services import BORN_FIRST

from ..formats.levels import BUDDHIST_ERA, born_of
from ..models import Result
from ..services.entering import MAX_MEMBERS, RATING_MAX, RATING_MIN
from ..services.reports import Report

_OFF = {"autocomplete": "off"}


def _provinces() -> list[tuple[str, str]]:
    """In the order of the reader's dictionary."""
    named = [(code, str(name)) for code, name in PROVINCES.items()]
    return [("", "–"), *sorted(named, key=lambda each: sort_key(each[1]))]


class BornField(WholeField):
    """A year of birth, also of the Buddhist era; the value is of the common one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(low=BORN_FIRST, high=BORN_FIRST + 200 + BUDDHIST_ERA, required=False, **kwargs)

    def clean(self, value: Any) -> int | None:
        typed = super().clean(value)
        year = None if typed is None else born_of(str(typed))
        if typed is not None and year is None:
            raise ValidationError(_("Four digits, such as 2555 or 2012."), code="born")
        return year


def _about(which: Any = "") -> dict[str, forms.Field]:
    """What is asked about a person beside the name, for the staff alone."""
    more = {"help_text": which} if which else {}
    return {
        "province": forms.ChoiceField(label=_("Province"), choices=_provinces, required=False, **more),
        "level": forms.ChoiceField(label=_("Level"), choices=[("", "–"), *Level.choices], required=False, **more),
        "born": BornField(
            label=_("Year of birth"), help_text=_("2555 or 2012. For the ratings of juniors; never shown.")
        ),
    }


def _name(label: Any, *, required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=label, required=required, max_length=MAX_NAME, widget=forms.TextInput(attrs=dict(_OFF))
    )


class _EntryFields(forms.Form):
    name = _name(_("Name"), required=True)
    name2 = _name(_("Second player"))
    name3 = _name(_("Third player"))
    team_name = _name(_("Name of the team"))
    club = forms.CharField(
        label=_("School or club"),
        required=False,
        max_length=MAX_NAME,
        widget=forms.TextInput(attrs={**_OFF, "list": "clubs"}),
    )
    rating = WholeField(low=RATING_MIN, high=RATING_MAX, label=_("Rating"), required=False)
    number = WholeField(low=1, high=99_999, label=_("Number"), required=False)
    team = forms.CharField(
        label=_("Team within the school"),
        required=False,
        max_length=60,
        help_text=_("Such as A or B. Entries of one school with the same team can be kept apart."),
        widget=forms.TextInput(attrs=dict(_OFF)),
    )
    public_name_mode = forms.ChoiceField(
        label=_("Name shown in public"), choices=Player.PublicName.choices, initial=Player.PublicName.FULL
    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names typed, in order, gaps closed."""
        data = self.cleaned_data
        return tuple(name for name in (data["name"], data.get("name2", ""), data.get("name3", "")) if name)


class NewEntryForm(_EntryFields):
    """``seen`` says which doubts were on the page when "add anyway" was pressed."""

    country = forms.CharField(
        label=_("Country"),
        required=False,
        max_length=2,
        min_length=2,
        help_text=_("Two letters, such as TH."),
        widget=forms.TextInput(attrs={**_OFF, "autocapitalize": "characters"}),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rating"].help_text = _("Empty: as the rating list knows it.")
        self.fields["number"].help_text = _("Empty: the next one.")
        self.fields.update(_about())

    def focus(self) -> None:
        """Where the hands are wanted: the first field that needs another look, else the first of all."""
        wrong = next((name for name in self.fields if self.is_bound and name in self.errors), "name")
        self.fields[wrong].widget.attrs["autofocus"] = True

    def same_as(self) -> tuple[int | None, ...]:
        """For each name typed, the known player it was said to be."""
        data, chosen = self.data, []
        for place, field in enumerate(("name", "name2", "name3")):
            if self.cleaned_data.get(field):
                text = str(data.get(f"same{place}", ""))
                chosen.append(int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None)
        return tuple(chosen)


class EntryForm(_EntryFields):
    """An entry that is there: its people stay the same, their names may be put right.

    ``locked``: places whose people play in events of others; ``hide_only``: their names may only be shown less.
    """

    version = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, players: Sequence[Player], locked: frozenset[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["public_name_mode"]
        self.players = players
        self.mode_fields: list[tuple[str, str]] = []
        self.about_fields: list[tuple[str, int, str]] = []
        for place in range(MAX_MEMBERS):
            field = "name" if place == 0 else f"name{place + 1}"
            if place >= len(players):
                del self.fields[field]
                continue
            self.fields[field].required = True
            if place in locked:
                self.fields[field].disabled = True
                self.fields[field].help_text = _(
                    "Plays in other events too: only the site's administrators rename."
                )
            self._mode(place, players[place], place in locked)
            self._about(place, players[place], place in locked)
        if len(players) == 1:
            del self.fields["team_name"]
        else:
            self.fields["name"].label = _("First player")
        self.fields["number"].required = True

    def _about(self, place: int, player: Player, locked: bool) -> None:
        """Of somebody who plays elsewhere too, only what nobody has said yet can be put in."""
        for name, field in _about(player.name if len(self.players) > 1 else "").items():
            if locked and getattr(player, name) not in ("", None):
                continue
            key = name if place == 0 else f"{name}{place + 1}"
            field.initial = getattr(player, name)
            self.fields[key] = field
            self.about_fields.append((key, place, name))

    def _mode(self, place: int, player: Player, locked: bool) -> None:
        """Anybody at the desk may hide a name further; showing more of it needs the right to rename."""
        modes = list(Player.PublicName.choices)
        if locked:
            modes = modes[[key for key, _label in modes].index(player.public_name_mode) :]
        field = f"mode{place}"
        label = _("Name shown in public") if place == 0 else _("The same for player %(n)s") % {"n": place + 1}
        self.fields[field] = forms.ChoiceField(label=label, choices=modes, initial=player.public_name_mode)
        self.mode_fields.append((field, player.name))

    def about(self, place: int) -> dict[str, Any]:
        """What was changed about a person, as ``MemberChange`` takes it."""
        changed = {
            name: self.cleaned_data[key]
            for key, of, name in self.about_fields
            if of == place and key in self.changed_data
        }
        return {**changed, **({"set_born": True} if "born" in changed else {})}


class WithdrawForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("For the log, such as “ill” or “left the hall”. It is never public."),
        widget=forms.TextInput(attrs=dict(_OFF)),
    )


class RenumberForm(forms.Form):
    order = forms.ChoiceField(
        choices=[("rating", _("by rating")), ("name", _("by name")), ("draw", _("drawn by lot"))]
    )


class MissedForm(forms.Form):
    """What a missed round counts as; ``rounds`` are those the entry has no place in."""

    round = forms.ChoiceField(label=_("Round"))
    outcome = forms.ChoiceField(
        label=_("Counts as"),
        choices=[(Result.Outcome.BYE.value, _("a bye")), (Result.Outcome.FORFEIT.value, _("a loss by forfeit"))],
    )
    spread = WholeField(
        low=SCORE_MIN,
        high=SCORE_MAX,
        label=_("Spread"),
        required=False,
        help_text=_("Empty: what the division gives for it."),
    )

    def __init__(self, *args: Any, rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = rounds
        self.fields["round"].choices = [(str(number), str(number)) for number in rounds]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        spread = data.get("spread")
        if data.get("outcome") == Result.Outcome.FORFEIT and spread is not None and spread > 0:
            self.add_error("spread", _("A loss takes away: 0 or a negative number."))
        return data

    def report(self) -> Report:
        data = self.cleaned_data
        return Report(outcome=data["outcome"], first=data["spread"], winner=1)
