"""The settings of a division as a form. A preset fills it; every field may be changed afterwards."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from common.forms import WholeField
from common.text import MAX_NAME
from games.engine.rulesets import RULESETS, SCORE_MAX, SCORE_MIN
from games.models import JudgingMode, ruleset_title

from ..models import SCHEDULE, Division, DivisionKind
from ..standings import ALL_OF_A_CLUB, MOST_OF_A_CLUB, Criterion

CRITERIA = {
    Criterion.POINTS: _("match points"),
    Criterion.WINS: _("wins"),
    Criterion.LOSSES: _("fewer losses"),
    Criterion.CAPPED_SPREAD: _("capped spread"),
    Criterion.SPREAD: _("spread"),
    Criterion.TOTAL: _("total of own scores"),
    Criterion.AVERAGE: _("average score"),
    Criterion.HIGH_GAME: _("highest game"),
    Criterion.OPPONENTS: _("points of the opponents met"),
}
PLACES = 5  # shown; a division with a longer order gets as many as it has
_CLOCK = re.compile(r"([0-9]{1,3})(?::([0-5][0-9]))?")
_TIDY = forms.TextInput(attrs={"autocomplete": "off"})


class CapsField(forms.CharField):
    """Spread caps by round as people write them: ``350, 300``; the last repeats, empty is no cap."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        words = [word for word in re.split(r"[\s,;]+", super().to_python(value)) if word]
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) <= 4 and int(word) >= 1):
                raise ValidationError(
                    _("“%(word)s” is not a cap: whole numbers from 1 to 9999, with commas between them."),
                    code="caps",
                    params={"word": word[:20]},
                )
        if len(words) > 60:
            raise ValidationError(_("At most one cap a round."), code="caps")
        return [int(word) for word in words]


class ClockField(forms.CharField):
    """A clock in minutes, ``22`` or ``22:30``; empty is no clock. The value is milliseconds."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        minutes, seconds = divmod(value // 1000, 60)
        return f"{minutes}:{seconds:02}" if seconds else str(minutes)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        match = _CLOCK.fullmatch(text)
        if match is None or text.strip("0:") == "":
            raise ValidationError(_("Minutes, such as 22 or 22:30, or empty for no clock."), code="clock")
        return (int(match[1]) * 60 + int(match[2] or 0)) * 1000


def _best(number: int) -> Any:
    return format_lazy(_("the best {number} count"), number=number) if number > 1 else _("the best one counts")


def _points(label: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        max_digits=4,
        decimal_places=1,
        min_value=Decimal(-99),
        max_value=Decimal(99),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )


def _spread(label: Any, help_text: Any = "") -> WholeField:
    return WholeField(low=SCORE_MIN, high=SCORE_MAX, label=label, help_text=help_text)


class DivisionForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=MAX_NAME, widget=_TIDY)
    order = WholeField(low=0, high=999, label=_("Place in the list of divisions"))
    kind = forms.ChoiceField(
        label=pgettext_lazy("players", "For whom"),
        choices=DivisionKind.choices,
        help_text=_("Rating lists of a level count its own divisions. Players without a level get this one."),
    )
    ruleset = forms.ChoiceField(label=_("Rules"), choices=[(key, ruleset_title(key)) for key in RULESETS])
    judging_mode = forms.ChoiceField(
        label=_("Wrong equations"),
        choices=JudgingMode.choices,
        help_text=_("In the scoresheet: refused at once, or they stand until somebody challenges."),
    )
    clock_ms = ClockField(
        label=_("Clock, minutes a side"), required=False, help_text=_("22 or 22:30; empty: no clock."), widget=_TIDY
    )
    overtime_forfeits = forms.BooleanField(label=_("More than 5 minutes over loses the game"), required=False)

    rounds_planned = WholeField(low=1, high=60, label=_("Rounds"))
    system = forms.ChoiceField(label=_("Pairing"), choices=Division.System.choices)
    round_robin_double = forms.BooleanField(label=_("Round robin: everyone meets twice"), required=False)
    clubs_apart_rounds = WholeField(
        low=0,
        high=60,
        label=_("Clubs apart in the first … rounds"),
        help_text=_("0: clubs may always meet. Empty: they are kept apart in every round."),
        required=False,
    )

    win_points = _points(_("Points for a win"))
    tie_points = _points(_("Points for a tie"))
    loss_points = _points(_("Points for a loss"))
    spread_caps = CapsField(
        label=_("Spread caps"),
        required=False,
        help_text=_(
            "By round, such as 350, 300. The last one repeats. Empty: no cap. Real scores are always kept."
        ),
        widget=_TIDY,
    )
    bye_credit = forms.ChoiceField(label=_("A bye counts as"), choices=Division.ByeCredit.choices)
    bye_spread = _spread(_("Spread of a bye"))
    forfeit_spread = _spread(_("Spread of a forfeit win"), _("The loser gets the same with the other sign."))
    double_forfeit_spread = _spread(_("Spread of a double forfeit"), _("For each of the two."))
    club_best = forms.TypedChoiceField(
        label=_("Table of schools and clubs"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[
            ("", _("none")),
            (str(ALL_OF_A_CLUB), _("all entries of a club count")),
            *((str(n), _best(n)) for n in range(1, MOST_OF_A_CLUB + 1)),
        ],
        help_text=_("Beside the standings: what a club's best entries come to together."),
    )
    pending_counts = forms.BooleanField(
        label=_("Reported results count before they are confirmed"),
        required=False,
    )

    entries_public = forms.BooleanField(label=_("Everybody can see who plays"), required=False)
    pairings_public = forms.BooleanField(label=_("Everybody can see the pairings"), required=False)
    standings_public = forms.BooleanField(label=_("Everybody can see the standings"), required=False)
    rated = forms.BooleanField(label=_("The games are rated"), required=False)

    def __init__(self, *args: Any, started: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((c.value, CRITERIA[c]) for c in Criterion)]
        self.places = max(PLACES, sum(key[:-1] == "order" for key in self.initial))
        for place in range(1, self.places + 1):
            self.fields[f"order{place}"] = forms.ChoiceField(
                label=_("Ranked by") if place == 1 else _("then by"), choices=choices, required=place == 1
            )
        if self.initial.get("system") == SCHEDULE:
            system = cast(forms.ChoiceField, self.fields["system"])
            system.choices = [(SCHEDULE, _("as the schedule says")), *Division.System.choices]
        if started:
            self.fields["ruleset"].disabled = True
            self.fields["ruleset"].help_text = _("Fixed since a round is published.")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        order = [data.pop(f"order{place}", "") for place in range(1, self.places + 1)]
        chosen = [criterion for criterion in order if criterion]
        for place, criterion in enumerate(order, start=1):
            if criterion and criterion in order[: place - 1]:
                self.add_error(f"order{place}", _("This ranks further up already."))
        data["tie_breaks"] = chosen
        rules = RULESETS.get(data.get("ruleset", ""))
        if rules and data.get("judging_mode") and data["judging_mode"] not in rules.judging_modes:
            self.add_error(
                "judging_mode", _("%(rules)s is not judged like this.") % {"rules": ruleset_title(rules.id)}
            )
        return data


class NewDivisionForm(DivisionForm):
    slug = forms.SlugField(
        label=_("Web address"),
        max_length=40,
        required=False,
        help_text=_("Letters a-z, digits and hyphens. Empty: made from the name."),
        error_messages={"invalid": _("Only letters a-z, digits and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, tournament_id: int, **kwargs: Any) -> None:
        self.tournament_id = tournament_id
        super().__init__(*args, **kwargs)

    def clean_slug(self) -> str:
        return str(self.cleaned_data["slug"]).lower()

    def clean_name(self) -> str:
        """The same name twice is a button pressed twice, and nobody could tell the two apart."""
        name = str(self.cleaned_data["name"])
        if Division.objects.filter(tournament_id=self.tournament_id, name=name).exists():
            raise ValidationError(_("There is a division of this name already."), code="taken")
        return name


def division_initial(values: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as the form's first values: the ranking order goes into its places."""
    initial = {key: _plain(value) for key, value in values.items() if key != "tie_breaks"}
    for place, criterion in enumerate(values.get("tie_breaks", ()), start=1):
        initial[f"order{place}"] = criterion
    return initial


def _plain(value: Any) -> Any:
    return f"{value.normalize():f}" if isinstance(value, Decimal) else value
