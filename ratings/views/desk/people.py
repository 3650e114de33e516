"""Who is who: two players that are one person, one that is two, and taking either back.

Each change is looked at before it is made: whose entries and games would move, and who would then stand elsewhere
in every list. The form carries a mark of what was shown; if people or entries are others by then, it is shown anew.

That a pair which looks like one person is two needs no look and no reason: it moves nothing, and is taken back as
easily.

Who: rating officers and superusers (``access.officer_required``).
"""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import DomainError
from common.forms import form_refuse
from common.http import actor_of
from common.text import clean
from players.models import Player
from players.provinces import province_name
from tournaments.models import EntryMember, IdentityChange
from tournaments.selectors.identities import (
    changes_listed,
    entries_of,
    identity_mark,
    likely_pairs,
    moved_entries,
    people_found,
    two_people,
    two_people_listed,
)
from tournaments.services.identities import (
    identity_undo,
    merge_check,
    player_split,
    players_merge,
    undo_check,
)
from tournaments.services.two_people import people_may_be_one, people_tell_apart
from tournaments.views.desk.events import page_of

from ...forms.people import OtherForm, ReasonForm
from ...models import ExternalRating, RatingList, StartRating
from ...services.who_moves import identity_moves
from .access import officer_required
from .context import officer_context

PAGE, FEW_PAIRS, FEW_CHANGES = 50, 30, 5

REASONS: Mapping[str, str | Promise] = {
    "same_name": gettext_lazy("the same name"),
    "looks_like": gettext_lazy("names that look the same"),
    "same_club": gettext_lazy("the same school or club"),
    "no_club": gettext_lazy("one has no school or club"),
    "other_club": gettext_lazy("different schools or clubs"),
    "same_level": gettext_lazy("the same level"),
    "same_province": gettext_lazy("the same province"),
    "other_province": gettext_lazy("different provinces"),
    "same_year": gettext_lazy("born in the same year"),
    "other_year": gettext_lazy("born in different years"),
    "two_logins": gettext_lazy("both have a login"),
}


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _person(number: int) -> Player:
    return get_object_or_404(Player.objects.select_related("club", "user", "merged_into"), number=number)


@officer_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Somebody to look for, those who may be one, and what was changed last."""
    q = clean(request.GET.get("q", ""))[:100]
    context: dict[str, Any] = {**officer_context(here="people"), "q": q}
    if q:
        context |= {"page": page_of(request, people_found(q), PAGE), "query": f"&{urlencode({'q': q})}"}
    else:
        pairs = likely_pairs(FEW_PAIRS + 1)
        context |= {
            "pairs": [
                {
                    "pair": pair,
                    "reasons": [REASONS[word] for word in pair.reasons],
                    "doubts": [REASONS[word] for word in pair.doubts],
                }
                for pair in pairs[:FEW_PAIRS]
            ],
            "more_pairs": len(pairs) > FEW_PAIRS,
            "dismissed_count": two_people_listed().count(),
            "just_dismissed": two_people_listed().filter(pk=_number(request, "apart") or 0).first(),
            "changes": list(changes_listed()[:FEW_CHANGES]),
        }
    return render(request, "ratings/desk/people.html", context)


@officer_required
@require_safe
def person(request: HttpRequest, number: int) -> HttpResponse:
    """One player: the entries, what was changed about them, and the way to merge or split."""
    found = _person(number)
    q = clean(request.GET.get("q", ""))[:100]
    others = people_found(q).filter(merged_into=None).exclude(pk=found.pk)[:PAGE] if q else []
    context = {
        **officer_context(here="people", label=found.name),
        "person": found,
        "facts": _facts(found),
        "entries": entries_of(found),
        "changes": list(changes_listed().filter(Q(source=found) | Q(target=found))[:PAGE]),
        "q": q,
        "others": others,
    }
    return render(request, "ratings/desk/person.html", context)


@officer_required
@require_safe
def dismissed(request: HttpRequest) -> HttpResponse:
    """Pairs that an officer has called two people, the latest first."""
    context = {
        **officer_context(here="people", label=_("Two people")),
        "page": page_of(request, two_people_listed(), PAGE),
        "query": "",
    }
    return render(request, "ratings/desk/dismissed.html", context)


@officer_required
@require_POST
def dismiss(request: HttpRequest, one: int, other: int) -> HttpResponse:
    """One click; the page that comes next offers to take it back."""
    first, second = _person(one), _person(other)
    try:
        told = people_tell_apart(one_id=first.pk, other_id=second.pk, actor=actor_of(request))
    except DomainError as error:
        messages.error(request, str(error.message))
        return redirect("ratings_desk:people")
    return redirect(f"{reverse('ratings_desk:people')}?{urlencode({'apart': told.pk})}")


@officer_required
@require_POST
def bring_back(request: HttpRequest, one: int, other: int) -> HttpResponse:
    """The pair may be offered again. Back to the list of dismissed pairs where there are more."""
    first, second = _person(one), _person(other)
    try:
        people_may_be_one(one_id=first.pk, other_id=second.pk, actor=actor_of(request))
    except DomainError as error:
        messages.error(request, str(error.message))
    else:
        words = {"one": first.name, "other": second.name}
        messages.success(request, _("%(one)s and %(other)s may be one person again.") % words)
    return redirect("ratings_desk:dismissed" if request.POST.get("from") == "dismissed" else "ratings_desk:people")


@officer_required
@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """Every merge and split, the latest first."""
    context = {
        **officer_context(here="people", label=_("Changes")),
        "page": page_of(request, changes_listed(), PAGE),
        "query": "",
    }
    return render(request, "ratings/desk/changes.html", context)


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, keep: int, gone: int) -> HttpResponse:
    """Two players side by side, and who would move if they were one; then the word."""
    kept, other = _person(keep), _person(gone)
    form = ReasonForm(
        request.POST if request.method == "POST" else None, initial={"seen": identity_mark([kept, other])}
    )
    status = 200
    if request.method == "POST":
        answer = _tried(
            request,
            form,
            lambda why, seen: players_merge(
                keep_id=kept.pk, gone_id=other.pk, actor=actor_of(request), reason=why, seen=seen
            ),
        )
        if isinstance(answer, IdentityChange):
            words = {"gone": other.name, "kept": kept.name}
            messages.success(request, _("%(gone)s is %(kept)s now. The lists are worked out anew.") % words)
            return redirect("ratings_desk:person", kept.number)
        status = answer
        kept, other = _person(keep), _person(gone)
    problem = _hindrance(lambda: merge_check(kept, other))
    entries = entries_of(other)
    context = {
        **officer_context(here="people", label=_("Merge"), between=[_way_to(kept)]),
        "kept": kept,
        "gone": other,
        "rows": _beside(kept, other),
        "entries": entries,
        "games": sum(each.games for each in entries),
        "problem": problem,
        "form": _fresh(form, identity_mark([kept, other])),
        "told_apart": two_people(kept, other),
        "kept_apart": _both_known(kept, other),
        "lists": [] if problem else identity_moves({(m.division.pk, other.pk): kept.pk for m in entries}),
    }
    return render(request, "ratings/desk/merge.html", context, status=status)


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def split(request: HttpRequest, number: int) -> HttpResponse:
    """Tick entries and say whose they were; look at who would move; then the word."""
    found = _person(number)
    entries = entries_of(found)
    sent = request.POST if request.method == "POST" else request.GET
    ticked = {int(pk) for pk in sent.getlist("member") if pk.isascii() and pk.isdigit() and len(pk) < 18}
    chosen = [each for each in entries if each.member.pk in ticked]
    asked = request.method == "POST" or "member" in sent or "number" in sent
    other = OtherForm(sent if asked else None)
    ready = asked and other.is_valid() and bool(chosen)
    target = other.target if ready else None
    form = ReasonForm(request.POST if request.method == "POST" else None, initial={"seen": identity_mark([found])})
    status = 422 if asked and not ready else 200
    if request.method == "POST" and ready:
        answer = _tried(
            request,
            form,
            lambda why, seen: player_split(
                player_id=found.pk,
                # All that were ticked: what is not there any more refuses.
                member_ids=ticked,
                target_id=target.pk if target else None,
                new_name=other.cleaned_data["name"],
                actor=actor_of(request),
                reason=why,
                seen=seen,
            ),
        )
        if isinstance(answer, IdentityChange):
            words = {"name": answer.target.name, "number": answer.target.number}
            messages.success(
                request,
                _("These entries are %(name)s’s now, player %(number)s. The lists are worked out anew.") % words,
            )
            return redirect("ratings_desk:person", found.number)
        status = answer
    # Somebody new has no number yet; 0 is nobody's.
    to = target.pk if target else 0
    context = {
        **officer_context(here="people", label=_("Split"), between=[_way_to(found)]),
        "person": found,
        "entries": [{"moved": each, "ticked": each in chosen} for each in entries],
        "chosen": chosen,
        "games": sum(each.games for each in chosen),
        "none_ticked": asked and not chosen,
        "other": other,
        "target": target,
        "ready": ready,
        "form": _fresh(form, identity_mark([found])),
        "lists": identity_moves({(m.division.pk, found.pk): to for m in chosen}) if ready else [],
        "new_name": clean(other.cleaned_data.get("name", "")) if ready else "",
    }
    return render(request, "ratings/desk/split.html", context, status=status)


@officer_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, change: int) -> HttpResponse:
    """What would go back to whom, and who would move; then the word."""
    found = get_object_or_404(changes_listed(), pk=change)
    both = (found.source, found.target)
    form = ReasonForm(
        request.POST if request.method == "POST" else None, initial={"seen": identity_mark(both, change=found)}
    )
    status = 200
    if request.method == "POST":
        answer = _tried(
            request,
            form,
            lambda why, seen: identity_undo(change_id=found.pk, actor=actor_of(request), reason=why, seen=seen),
        )
        if isinstance(answer, IdentityChange):
            messages.success(request, _("It is undone. The lists are worked out anew."))
            return redirect("ratings_desk:person", found.source.number)
        status = answer
        found = get_object_or_404(changes_listed(), pk=change)
        both = (found.source, found.target)
    problem = _hindrance(lambda: undo_check(found))
    members = EntryMember.objects.filter(pk__in=[member for member, _division in found.members])
    entries = [] if problem else moved_entries(members)
    context = {
        **officer_context(
            here="people", label=_("Undo"), between=[(_("Changes"), reverse("ratings_desk:changes"))]
        ),
        "change": found,
        "entries": entries,
        "games": sum(each.games for each in entries),
        "lost": len(found.members) - len(entries),
        "problem": problem,
        "form": _fresh(form, identity_mark(both, change=found)),
        "lists": identity_moves({(m.division.pk, found.target_id): found.source_id for m in entries}),
    }
    return render(request, "ratings/desk/undo.html", context, status=status)


# --- Steps ------------------------------------------------------------------------------------------------


def _tried(request: HttpRequest, form: ReasonForm, act: Any) -> IdentityChange | int:
    """The change, or the status of why not, said at the form."""
    if not form.is_valid():
        form.add_error(None, _("Look at what would happen first, then say why."))
        return 422
    try:
        change: IdentityChange = act(form.cleaned_data["reason"], form.cleaned_data["seen"])
    except DomainError as error:
        form_refuse(form, error)
        return error.status
    return change


def _fresh(form: ReasonForm, mark: str) -> ReasonForm:
    """The form as it is sent next: what was typed, with the mark of what is shown now."""
    if form.is_bound:
        form.data = form.data.copy()
        form.data["seen"] = mark
    return form


def _hindrance(check: Any) -> dict[str, Any] | None:
    try:
        check()
    except DomainError as error:
        return {"message": error.message, "items": [item.message for item in error.items]}
    return None


def _way_to(player: Player) -> tuple[str, str]:
    return player.name, reverse("ratings_desk:person", args=[player.number])


def _facts(player: Player) -> list[tuple[str, str]]:
    return [
        (_("Number"), str(player.number)),
        (_("School or club"), player.club.name if player.club else ""),
        (_("Province"), str(province_name(player.province)) if player.province else ""),
        (_("Level"), str(player.get_level_display()) if player.level else ""),
        (_("Year of birth"), str(player.born or "")),
        (_("Name shown in public"), str(player.get_public_name_mode_display())),
        (_("Login"), player.user.username if player.user else ""),
    ]


def _beside(kept: Player, gone: Player) -> list[dict[str, Any]]:
    """Both players, line by line, and where they differ."""
    pairs = zip(_facts(kept), _facts(gone), strict=True)
    return [
        {"word": word, "kept": own, "gone": other, "differs": bool(own and other) and own != other}
        for (word, own), (_word, other) in pairs
    ]


def _both_known(kept: Player, gone: Player) -> Sequence[RatingList]:
    """Lists in which both have a number or a start from elsewhere: only that of the one kept counts."""
    own = ExternalRating.objects.filter(player=kept).values("rating_list")
    starts = StartRating.objects.filter(player=kept, replaced_by=None).values("rating_list")
    found = Q(pk__in=own, external_ratings__player=gone) | Q(
        pk__in=starts, starts__player=gone, starts__replaced_by=None
    )
    return list(RatingList.objects.filter(found).distinct())
