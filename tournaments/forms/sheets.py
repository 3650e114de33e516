"""What a director types about a sheet: another move for an old one, or a whole record."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.engine import Move, Ruleset, Unreadable
from games.engine.notation import read_move
from games.engine.notation.single import BAR
from games.engine.wire import move_data, move_kind
from games.models import GameEvent
from games.services.log import Sent
from games.wording import sentence

VOID, REPLACE = str(GameEvent.Kind.VOID), str(GameEvent.Kind.REPLACE)
MAX_RECORD = 500_000


class ChangeForm(forms.Form):
    """``seq`` is the number that the change will have, as the page was shown; ``client_id`` stores it once."""

    target = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    seq = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    client_id = forms.UUIDField(widget=forms.HiddenInput)
    action = forms.ChoiceField(
        label=_("What to do"),
        choices=[(VOID, _("Take the event back")), (REPLACE, _("Put another one in its place"))],
        widget=forms.RadioSelect,
    )
    move = forms.CharField(
        label=_("The other event"),
        required=False,
        max_length=400,
        help_text=_("As in a game record: 8E 7 × 2 = 1 4, exchange 3 tiles, pass, clock 21:30."),
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)

    def __init__(self, *args: Any, rules: Ruleset, side: int | None = None, **kwargs: Any) -> None:
        """``side`` is whose event is changed."""
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.side = side

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("action") != REPLACE or "move" in self.errors:
            return values
        if not values.get("move"):
            self.add_error("move", ValidationError(_("Write the event that takes its place."), code="required"))
            return values
        try:
            move = self._read(values.get("move", ""))
        except Unreadable as problem:
            self.add_error("move", ValidationError(sentence(problem.problem, self.rules), code=problem.code))
        else:
            values["payload"] = {"type": move_kind(move), "data": move_data(self.rules, move)}
            values["side"] = getattr(move, "side", None)
        return values

    def _read(self, text: str) -> Move:
        """A clock or points without whose they are belong to the side whose event is changed."""
        try:
            return read_move(self.rules, text)
        except Unreadable as problem:
            if problem.code != "record.side_unreadable" or self.side is None or BAR in text:
                raise
        return read_move(self.rules, f"{self.side + 1} {BAR} {BAR} {text}")

    def sent(self, reason: str) -> Sent:
        values = self.cleaned_data
        payload: Mapping[str, Any] = values["payload"] if values["action"] == REPLACE else {}
        return Sent(
            client_event_id=values["client_id"],
            seq=values["seq"],
            kind=values["action"],
            side=values.get("side"),
            payload=payload,
            target_seq=values["target"],
            reason=reason,
        )


def change_values(target: int, head_seq: int, text: str) -> dict[str, Any]:
    """What the form begins with."""
    return {"target": target, "seq": head_seq + 1, "client_id": uuid.uuid4(), "action": VOID, "move": text}


class RecordForm(forms.Form):
    record = forms.CharField(
        label=_("Game record"),
        max_length=MAX_RECORD,
        strip=False,
        help_text=_("It begins with “kradan game record 1”. Scores and totals may be left out."),
        widget=forms.Textarea(attrs={"class": "data", "rows": 16, "spellcheck": "false"}),
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)
