"""For which rating lists a division counts, and how it stands in each.

Who: the event's directors (``direct``); other staff 403, everybody else 404.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from tournaments.models import Division
from tournaments.views.access import desk_division
from tournaments.views.desk.context import desk_context
from tournaments.views.desk.events import status_of

from ...selectors.choices import DivisionList, choice_of, lists_of_division, seeding_choices
from ...selectors.seeding import seeding_list
from ...services import division_lists_set
from ...templatetags.rating_tags import unrated_reason

#: What the badge of a state says, its class, and the sentence that explains it.
_STATES: dict[str, tuple[str, str | Promise, str | Promise]] = {
    "unrated": (
        "closed",
        gettext_lazy("Not rated"),
        gettext_lazy("The settings say that the games of this division are not rated."),
    ),
    "left_out": ("closed", gettext_lazy("Left out"), gettext_lazy("The list is worked out without this division.")),
    "later": ("info", gettext_lazy("With the first result"), gettext_lazy("It counts as soon as a result is in.")),
    "waiting": (
        "wait",
        gettext_lazy("Waits for a rating officer"),
        gettext_lazy("Nothing of it is rated until an officer has accepted it."),
    ),
    "returned": (
        "wrong",
        gettext_lazy("Returned"),
        gettext_lazy("An officer has returned it; put right what is wrong and ask for another look."),
    ),
    "nothing": ("info", gettext_lazy("Counts"), gettext_lazy("No game of it is rated yet.")),
    "projection": (
        "live",
        gettext_lazy("Projection"),
        gettext_lazy("Numbers move with every result until the last round is closed."),
    ),
    "published": ("ok", gettext_lazy("Published"), gettext_lazy("A correction still reaches it and is marked.")),
}


class RatingsForm(forms.Form):
    """``which`` says whether the lists follow from game and kind, or are those ticked."""

    which = forms.ChoiceField(
        label=gettext_lazy("Counts for"),
        widget=forms.RadioSelect,
        choices=[
            ("kind", gettext_lazy("the lists of its game and kind")),
            ("named", gettext_lazy("the lists ticked here")),
        ],
    )
    lists = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Lists"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    seeds_from = forms.TypedChoiceField(
        label=gettext_lazy("Ratings of new entries come from"), required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, division: Division, rows: list[DivisionList], **kwargs: Any) -> None:
        choice = choice_of(division)
        initial = {
            "which": "named" if choice.lists_named else "kind",
            "lists": [row.rating_list.pk for row in rows if row.counts],
            "seeds_from": choice.seeds_from_id or "",
        }
        super().__init__(*args, initial=initial, **kwargs)
        named: Any = self.fields["lists"]
        named.choices = [(row.rating_list.pk, _words(row)) for row in rows]
        if not rows:
            del self.fields["lists"], self.fields["which"]
        seeds: Any = self.fields["seeds_from"]
        seeds.choices = [
            ("", _("the list of its game and kind")),
            *(
                (
                    found.pk,
                    _("%(name)s, a federation's") % {"name": found.name} if found.is_external else found.name,
                )
                for found in seeding_choices(division)
            ),
        ]
        seeds.help_text = _(
            "Entries that are there keep theirs. A rating that somebody types goes before the list's."
        )

    def chosen(self) -> list[int] | None:
        data = self.cleaned_data
        return list(data["lists"]) if data.get("which") == "named" else None


def _words(row: DivisionList) -> str:
    name, kind = row.rating_list.name, row.rating_list.get_kind_display()
    return f"{name} ({kind})"


def _shown(row: DivisionList, *, public: bool) -> dict[str, Any]:
    css, word, sentence = _STATES[row.state]
    return {
        "list": row.rating_list,
        "event": row.event if row.event is not None and row.games else None,
        "css": css,
        "word": word,
        "sentence": sentence,
        "reason": row.event.reason if row.event is not None and row.state == "returned" else "",
        "stale": row.stale,
        "games": row.games,
        "unrated": [(unrated_reason(code), count) for code, count in row.unrated],
        "public": public,
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def division_ratings(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    found = desk_division(request, slug, division, "tournaments.direct")
    rows = lists_of_division(found)
    form = RatingsForm(request.POST if request.method == "POST" else None, division=found, rows=rows)
    if request.method == "POST" and form.is_valid():
        try:
            division_lists_set(
                division_id=found.pk,
                list_ids=form.chosen(),
                seeds_from=form.cleaned_data["seeds_from"],
                actor=actor_of(request),
            )
        except DomainError as error:
            form_refuse(form, error)
        else:
            messages.success(request, _("The rating lists of this division are set."))
            return redirect("division_ratings:page", slug, division)
    context = {
        **desk_context(request, division=found, here="ratings", label=_("Ratings")),
        "form": form,
        "rows": [_shown(row, public=found.tournament.is_public) for row in rows],
        "seeds_now": seeding_list(found),
    }
    return render(request, "ratings/desk/division.html", context, status=status_of(form))
