"""A game's sheet at the desk: the log as it is, changes that are looked at before they are made, a sheet made
from a record.

All staff look (racks: scorers and above). Changes: ``tournaments.direct``. Records: ``tournaments.score``.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import DomainError
from common.http import actor_of
from games.models import Sheet
from games.ports import Rights
from games.selectors.proof import proof_of
from games.selectors.story import Step, Story, story_of
from games.services.corrections import MIN_REASON
from games.services.recording import event_record
from games.services.records import record_import, record_read
from games.views.sheet_blocks import sheet_board

from ...forms.sheets import ChangeForm, RecordForm, change_values
from ...models import Division, Pairing, Result, Round
from ...selectors.public import shown_entries
from ...selectors.rounds import TableRow, round_rows
from ...services.sheet_changes import sheet_change_preview
from ..access import desk_division
from .context import desk_context
from .round_middle import address
from .rounds import round_or_404
from .sheet_log import act_text, log_lines

_SETTLED = (Result.State.CONFIRMED, Result.State.FINAL)
#: Stands for the reason while a change is only looked at.
_LOOKING = "." * MIN_REASON


class _Place:
    """One table's sheet for one request."""

    def __init__(self, request: HttpRequest, slug: str, division: str, number: int, table: int) -> None:
        self.request = request
        self.division: Division = desk_division(request, slug, division)
        self.round: Round = round_or_404(self.division, number)
        rows = round_rows(self.round, table=table)
        if not rows or rows[0].pairing.game_id is None:
            raise Http404
        self.row: TableRow = rows[0]
        self.table = table
        self.pairing: Pairing = self.row.pairing
        self.pairing.round = self.round
        assert self.pairing.game is not None
        self.game = self.pairing.game
        self.sheet = Sheet.objects.filter(pk=self.game.pk).first()
        can = {name: request.user.has_perm(f"tournaments.{name}", self.division.tournament) for name in _CAN}
        settled = self.row.result is not None and self.row.result.state in _SETTLED
        closed = settled or self.round.state == Round.State.CLOSED
        self.rights = Rights(may_record=can["score"], looks=can["score"], directs=can["direct"], closed=closed)

    def require(self, *, direct: bool) -> None:
        if not (self.rights.directs if direct else self.rights.looks):
            raise PermissionDenied

    def url(self, name: str = "sheet") -> str:
        return address(self.division, name, self.round.number, self.table)

    def context(self, story: Story, label: str) -> dict[str, Any]:
        racks = self.rights.looks or self.rights.closed or story.over
        names = [entry.full_name for entry in self.row.entries]
        return {
            **desk_context(
                self.request, division=self.division, here="round", round_number=self.round.number, label=label
            ),
            "round": self.round,
            "row": self.row,
            "table": self.table,
            "names": names,
            "game_id": self.game.pk,
            "story": story,
            "lines": log_lines(story, racks=racks, verdicts=self.rights.directs or story.over),
            "totals": story.position.total,
            "proof": proof_of(self.game, self.sheet, racks=racks, story=story),
            "sheet_url": self.url(),
            "record_url": self.url("sheet_record"),
            "result_url": address(self.division, "result", self.round.number, self.table),
            "empty": not story.steps,
        }


_CAN = ("score", "direct")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_page(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """The log, and with ``?change=`` (an event that counts) the form to change it: looked at first, then saved."""
    place = _Place(request, slug, division, number, table)
    story = story_of(place.game)
    if request.method == "POST":
        place.require(direct=True)
        return _change(place, story)
    form = None
    if place.rights.directs and (asked := request.GET.get("change", "")):
        step = _step(story, asked)
        if step is not None:
            values = change_values(step.live.seq, story.head_seq, act_text(story.rules, step.live.move))
            form = ChangeForm(initial=values, rules=story.rules, side=step.row.side)
    return _page(place, story, form=form)


def _page(place: _Place, story: Story, *, status: int = 200, **more: Any) -> HttpResponse:
    context = place.context(story, _("Scoresheet of table %(table)s") % {"table": place.table})
    caption = _("The board: %(first)s against %(second)s") % {
        "first": context["names"][0],
        "second": context["names"][-1],
    }
    board = sheet_board(story, caption)
    form = more.get("form")
    target = form["target"].value() if form is not None else None
    context |= {"board": board, "last_step": 0, "target": int(target) if str(target).isdigit() else None, **more}
    return render(place.request, "desk/sheet.html", context, status=status)


def _step(story: Story, seq: str) -> Step | None:
    """The move at this number of the log, where one counts there."""
    return next((step for step in story.steps if str(step.live.seq) == seq), None)


def _change(place: _Place, story: Story) -> HttpResponse:
    step = _step(story, place.request.POST.get("target", ""))
    form = ChangeForm(place.request.POST, rules=story.rules, side=step.row.side if step else None)
    if not form.is_valid():
        return _page(place, story, form=form, status=422)
    saving = place.request.POST.get("step") == "save"
    reason = form.cleaned_data["reason"]
    actor = actor_of(place.request)
    try:
        if not saving:
            return _page(place, story, form=form, **_outlook(place, form))
        event_record(game_id=place.game.pk, sent=form.sent(reason), actor=actor, rights=place.rights)
    except DomainError as error:
        return _refused(place, story, form, error)
    messages.success(place.request, _("The sheet of table %(table)s is changed.") % {"table": place.table})
    return redirect(place.url())


def _refused(place: _Place, story: Story, form: ChangeForm, error: DomainError) -> HttpResponse:
    """Why not, with what was typed; where the sheet has gone on, as it is now."""
    if error.code == "event.reason_missing":
        form.add_error("reason", str(error.message))
        return _page(place, story, form=form, status=422, **_outlook(place, form))
    if error.code == "game.sequence_conflict":
        # Looked at anew: the same change may mean something else on the sheet as it is now.
        form.data = form.data.copy()
        form.data["seq"] = str(story.head_seq + 1)
    problems = [str(item.message) for item in error.items]
    broken = error.extra.get("first_broken_seq")
    return _page(
        place,
        story,
        form=form,
        problem=str(error.message),
        problems=problems,
        broken=broken,
        status=error.status,
    )


def _outlook(place: _Place, form: ChangeForm) -> dict[str, Any]:
    outlook = sheet_change_preview(
        pairing=place.pairing, sent=form.sent(_LOOKING), actor=actor_of(place.request), rights=place.rights
    )
    people = shown_entries(place.division)
    moved = [{"who": people[each.entry], "before": each.before, "after": each.after} for each in outlook.moved]
    return {"outlook": outlook, "moved": moved}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def record_page(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """Make the sheet from a record, where nothing counts on it: every faulty line is told, or it is saved whole."""
    place = _Place(request, slug, division, number, table)
    place.require(direct=False)
    story = story_of(place.game)
    if request.method != "POST":
        return _record(place, story, RecordForm())
    form = RecordForm(request.POST)
    if not form.is_valid():
        return _record(place, story, form, status=422)
    saving = request.POST.get("step") == "save"
    try:
        record = record_read(form.cleaned_data["record"])
        imported = record_import(
            game_id=place.game.pk,
            record=record,
            actor=actor_of(request),
            rights=place.rights,
            chain=place.division.log_chain,
            reason=form.cleaned_data["reason"],
            dry_run=not saving,
        )
    except DomainError as error:
        if error.code == "event.reason_missing":
            form.add_error("reason", str(error.message))
            return _record(place, story, form, status=422)
        return _record(place, story, form, status=error.status, problem=str(error.message), faults=error.items)
    if saving:
        messages.success(request, _("The sheet of table %(table)s is made.") % {"table": table})
        return redirect(place.url())
    return _record(place, story, form, imported=imported)


def _record(place: _Place, story: Story, form: RecordForm, *, status: int = 200, **more: Any) -> HttpResponse:
    label = _("Scoresheet of table %(table)s") % {"table": place.table}
    context = {**place.context(story, label), "form": form, **more}
    return render(place.request, "desk/sheet_record.html", context, status=status)
