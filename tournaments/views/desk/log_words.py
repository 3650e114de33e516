"""A log entry as a person reads it: what was done, to what, from which values to which."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.models import LogEntry
from players.models import Player

from ...forms.devices import RIGHTS
from ...models import (
    SCHEDULE,
    Absence,
    Division,
    DivisionKind,
    DraftStep,
    PairingRule,
    Result,
    ResultConfirmation,
    Role,
    Round,
)
from ...standings import ALL_OF_A_CLUB
from ...templatetags.days import day as day_words

ACTIONS: Mapping[str, str | Promise] = {
    "tournament.created": gettext_lazy("Event made"),
    "tournament.updated": gettext_lazy("Event changed"),
    "tournament.imported": gettext_lazy("Event imported"),
    "tournament.deleted": gettext_lazy("Event deleted"),
    "division.created": gettext_lazy("Division made"),
    "division.updated": gettext_lazy("Settings changed"),
    "division.ratings_set": gettext_lazy("Rating lists of a division named"),
    "division.plan_set": gettext_lazy("Schedule of pairing changed"),
    "rule.added": gettext_lazy("Rule for two entries made"),
    "rule.changed": gettext_lazy("Rule for two entries changed"),
    "rule.removed": gettext_lazy("Rule for two entries taken away"),
    "absence.added": gettext_lazy("Absence noted"),
    "absence.changed": gettext_lazy("Absence changed"),
    "absence.removed": gettext_lazy("Absence taken back"),
    "entry.added": gettext_lazy("Entry added"),
    "entry.updated": gettext_lazy("Entry changed"),
    "entry.withdrawn": gettext_lazy("Entry withdrawn"),
    "entry.returned": gettext_lazy("Entry back"),
    "entry.removed": gettext_lazy("Entry taken out"),
    "entries.imported": gettext_lazy("List imported"),
    "entries.numbered": gettext_lazy("Numbers dealt"),
    "players.merged": gettext_lazy("Two players found to be one"),
    "players.merge_undone": gettext_lazy("Two players parted again"),
    "players.told_apart": gettext_lazy("Two players found to be two people"),
    "players.may_be_one": gettext_lazy("Two players may be one after all"),
    "player.updated": gettext_lazy("Facts about a player changed"),
    "player.split": gettext_lazy("Entry found to be another player’s"),
    "player.split_undone": gettext_lazy("Entry given back to its first player"),
    "round.paired": gettext_lazy("Round paired"),
    "round.paired_again": gettext_lazy("Round paired again"),
    "round.swapped": gettext_lazy("Places swapped"),
    "round.moved": gettext_lazy("Entry moved in a draft"),
    "round.corrected": gettext_lazy("Published round corrected"),
    "round.locked": gettext_lazy("Locked in a draft"),
    "round.unlocked": gettext_lazy("Unlocked in a draft"),
    "round.rest_paired_again": gettext_lazy("Rest of a draft paired again"),
    "round.step_undone": gettext_lazy("Step of a draft taken back"),
    "round.relaxed": gettext_lazy("Rule relaxed to pair a round"),
    "round.published": gettext_lazy("Round published"),
    "round.closed": gettext_lazy("Round closed"),
    "round.deleted": gettext_lazy("Round deleted"),
    "result.entered": gettext_lazy("Result entered"),
    "result.changed": gettext_lazy("Result changed"),
    "result.corrected": gettext_lazy("Result corrected"),
    "result.disputed": gettext_lazy("Result disputed"),
    "result.confirmed": gettext_lazy("Result confirmed"),
    "result.undone": gettext_lazy("Result undone"),
    "result.does_not_match_log": gettext_lazy("Scoresheet differs from the result"),
    "result.matches_log": gettext_lazy("Scoresheet agrees with the result again"),
    "result.kept_against_log": gettext_lazy("Result kept, not the scoresheet"),
    "sheet.imported": gettext_lazy("Scoresheet made from a record"),
    "role.granted": gettext_lazy("Role given"),
    "role.revoked": gettext_lazy("Role taken"),
    "invitation.created": gettext_lazy("Invitation made"),
    "invitation.accepted": gettext_lazy("Invitation accepted"),
    "invitation.revoked": gettext_lazy("Invitation taken back"),
    "device.created": gettext_lazy("Device made"),
    "device.code_made": gettext_lazy("New code for a device"),
    "device.code_locked": gettext_lazy("Code of a device locked: wrong tries"),
    "device.enrolled": gettext_lazy("Device enrolled"),
    "device.rolled": gettext_lazy("Token of a device replaced"),
    "device.cut": gettext_lazy("Token of a device ended"),
    "device.revoked": gettext_lazy("Device revoked"),
    "devices.revoked": gettext_lazy("All devices revoked"),
    "device.refused": gettext_lazy("Device kept from another table"),
    "pins.shown": gettext_lazy("PINs shown"),
    "pin.shown": gettext_lazy("PIN looked at by its player"),
    "pin.wrong": gettext_lazy("Wrong PIN"),
    "pin.locked": gettext_lazy("PIN locked"),
    "pin.reset": gettext_lazy("New PIN given"),
    "entries.repinned": gettext_lazy("Ratings of entries taken anew"),
    "user.reset_link": gettext_lazy("Link for a new password made"),
    "ratings.list_created": gettext_lazy("Rating list made"),
    "ratings.list_updated": gettext_lazy("Rating list changed"),
    "ratings.list_restarted": gettext_lazy("Rating list worked out from scratch"),
    "ratings.event_accepted": gettext_lazy("Event counts for ratings"),
    "ratings.event_refused": gettext_lazy("Event returned by a rating officer"),
    "ratings.run_published": gettext_lazy("Run of ratings published"),
    "ratings.run_discarded": gettext_lazy("Run of ratings not published"),
    "ratings.starts_imported": gettext_lazy("Starting ratings imported"),
    "ratings.external_imported": gettext_lazy("Ratings of a federation imported"),
    "ratings.external_linked": gettext_lazy("Member of a federation linked to a player"),
}

FIELDS: Mapping[str, str | Promise] = {
    "name": gettext_lazy("name"),
    "slug": gettext_lazy("address"),
    "venue": gettext_lazy("place"),
    "starts_on": gettext_lazy("first day"),
    "ends_on": gettext_lazy("last day"),
    "is_public": gettext_lazy("shown to the public"),
    "number": gettext_lazy("number"),
    "club": gettext_lazy("school or club"),
    "rating": gettext_lazy("rating"),
    "first_round": gettext_lazy("plays from round"),
    "from_round": gettext_lazy("from round"),
    "entries": gettext_lazy("entries"),
    "count": gettext_lazy("how many"),
    "source": gettext_lazy("from"),
    "results": gettext_lazy("results"),
    "rounds": gettext_lazy("rounds"),
    "remarks": gettext_lazy("remarks"),
    "scoresheets": gettext_lazy("scoresheets"),
    "games": gettext_lazy("games"),
    "system": gettext_lazy("pairing system"),
    "steps": gettext_lazy("schedule"),
    "round_robin_double": gettext_lazy("everyone twice"),
    "kind": gettext_lazy("kind"),
    "to_round": gettext_lazy("to round"),
    "step": gettext_lazy("step"),
    "relaxed": gettext_lazy("what was relaxed"),
    "team": gettext_lazy("team"),
    "people": gettext_lazy("players"),
    "prize_class": gettext_lazy("prize class"),
    "version": gettext_lazy("version"),
    "state": gettext_lazy("state"),
    "outcome": gettext_lazy("outcome"),
    "score": gettext_lazy("score"),
    "total": gettext_lazy("score"),
    "table": gettext_lazy("table"),
    "tables": gettext_lazy("tables"),
    "device": gettext_lazy("device"),
    "scopes": gettext_lazy("rights"),
    "expires_at": gettext_lazy("good until"),
    "app": gettext_lazy("app"),
    "was": gettext_lazy("was called"),
    "tries": gettext_lazy("tries"),
    "day": gettext_lazy("day"),
    "winner": gettext_lazy("winner"),
    "how": gettext_lazy("how"),
    "by": gettext_lazy("by"),
    "log": gettext_lazy("scoresheet"),
    "role": gettext_lazy("role"),
    "user": gettext_lazy("login"),
    "label": gettext_lazy("for"),
    "player": gettext_lazy("player"),
    "public_name_mode": gettext_lazy("name shown in public"),
    "province": gettext_lazy("province"),
    "level": gettext_lazy("level"),
    "born_changed": gettext_lazy("year of birth changed"),
    "lists": gettext_lazy("rating lists"),
    "seeds_from": gettext_lazy("entries rated from"),
    "list": gettext_lazy("rating list"),
    "as_of": gettext_lazy("as of"),
    "rating_system": gettext_lazy("rating system"),
    "event": gettext_lazy("event"),
    "file": gettext_lazy("file"),
    "parameters": gettext_lazy("parameters"),
    "policy": gettext_lazy("rules of the list"),
    "accepts_by_itself": gettext_lazy("events count by themselves"),
    "publishes_by_itself": gettext_lazy("runs are shown by themselves"),
    "rows": gettext_lazy("rows"),
    "new": gettext_lazy("new"),
    "changed": gettext_lazy("changed"),
    "changes": gettext_lazy("changes"),
}
#: For the machine, not for the reader; the export has them.
_HIDDEN = frozenset(
    {
        *("ip", "request", "division", "round", "before", "after", "reason", "digest", "solver", "order"),
        *("token", "replaces", "asked", "game", "events", "plan", "taken"),
    }
)
_VALUES: Mapping[str, Mapping[str, str | Promise]] = {
    "state": {**dict(Result.State.choices), **dict(Round.State.choices)},
    "outcome": dict(Result.Outcome.choices),
    "kind": {
        **dict(PairingRule.Kind.choices),
        **dict(Absence.Kind.choices),
        **dict(DivisionKind.choices),
    },
    "step": dict(DraftStep.Kind.choices),
    "source": dict(Result.Source.choices),
    "how": dict(ResultConfirmation.How.choices),
    "role": dict(Role.Kind.choices),
    "public_name_mode": dict(Player.PublicName.choices),
    "level": dict(Player._meta.get_field("level").flatchoices),
    "scopes": RIGHTS,
    "system": {
        **dict(Division.System.choices),
        SCHEDULE: gettext_lazy("schedule"),
    },
    "rating_system": {
        "glicko_margin": gettext_lazy("Glicko with margins"),
        "glicko2": gettext_lazy("Glicko-2"),
        "elo": gettext_lazy("Elo"),
        "naspa": gettext_lazy("NASPA"),
        "external": gettext_lazy("A federation's own numbers"),
    },
}
#: What a number stands for, where it does not speak for itself.
_NUMBERS: Mapping[str, Mapping[int, str | Promise]] = {"club_best": {ALL_OF_A_CLUB: gettext_lazy("all")}}
_MOMENTS = frozenset({"expires_at"})
#: Lists of the two sides' points.
_SCORES = frozenset({"total"})
#: Mappings whose values say nothing without their names.
_NAMED = frozenset({"parameters", "policy"})
_LONG = 120


@dataclass(frozen=True, slots=True)
class Change:
    """One value. ``old`` None: there was none before, or it is a plain fact."""

    field: str
    old: str | None
    new: str


@dataclass(frozen=True, slots=True)
class LogRow:
    seq: int
    at: datetime
    who: str
    action: str
    word: str
    about: str
    thing: str
    reason: str
    changes: tuple[Change, ...]
    erased: bool


def log_row(entry: LogEntry) -> LogRow:
    data = entry.data if isinstance(entry.data, dict) else {}
    return LogRow(
        seq=entry.seq,
        at=localtime(entry.at),
        who=entry.actor_label,
        action=entry.action,
        word=str(ACTIONS.get(entry.action, entry.action)),
        about=_about(data),
        thing=f"{entry.object_kind}:{entry.object_id}" if entry.object_id else "",
        reason=str(data.get("reason") or ""),
        changes=tuple(_changes(data)),
        erased=entry.erased_at is not None,
    )


def _about(data: Mapping[str, Any]) -> str:
    """The division and the round it happened in."""
    parts = [str(data["division"])] if data.get("division") else []
    if data.get("round"):
        parts.append(_("round %(n)s") % {"n": data["round"]})
    return ", ".join(parts)


def _changes(data: Mapping[str, Any]) -> list[Change]:
    before, after = data.get("before"), data.get("after")
    found = [
        Change(_field(key), None, _value(key, value))
        for key, value in data.items()
        if key not in _HIDDEN and value not in (None, "", [])
    ]
    if isinstance(after, dict):
        old = _joined(before) if isinstance(before, dict) else {}
        after = _joined(after)
        for key, value in after.items():
            if key == "plan" or (key in old and old[key] == value):
                continue
            if not old and value in (None, ""):
                continue
            found.append(Change(_field(key), _value(key, old[key]) if key in old else None, _value(key, value)))
    return found


def _joined(values: Mapping[str, Any]) -> dict[str, Any]:
    """A result's two scores as one value, without what follows from them."""
    if "first" not in values or "outcome" not in values:
        return dict(values)
    played = values["outcome"] == Result.Outcome.PLAYED
    left_out = {"first", "second", "version", *(("winner", "outcome") if played else ())}
    scores = [_value("", values[place]) for place in ("first", "second") if values.get(place) is not None]
    return {"score": _against(scores), **{key: value for key, value in values.items() if key not in left_out}}


def _against(scores: Sequence[str]) -> str:
    """Scores of both sides; a minus keeps away from the dash."""
    return (" – " if any(score.startswith(("-", "−")) for score in scores) else "–").join(scores)


def _field(key: str) -> str:
    if key in FIELDS:
        return str(FIELDS[key])
    try:
        field = Division._meta.get_field(key)
    except FieldDoesNotExist:
        return key
    return str(getattr(field, "verbose_name", key))  # what points at a division has none


def _value(key: str, value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list) and key in _SCORES:
        return _against([_value("", points) for points in value])
    if isinstance(value, list):
        known = _VALUES.get(key, {})
        text = ", ".join(
            str(known[item]) if isinstance(item, str) and item in known else _item(item) for item in value
        )
        return text if len(text) <= _LONG else f"{text[:_LONG].rstrip()} …"
    if isinstance(value, dict) and key in _NAMED:
        text = "; ".join(f"{name}: {_value(name, part)}" for name, part in value.items())
        return text if len(text) <= _LONG else f"{text[:_LONG].rstrip()} …"
    if isinstance(value, dict):
        return _item(value)
    if isinstance(value, int) and value in (words := _NUMBERS.get(key, {})):
        return str(words[value])
    if isinstance(value, int):
        return str(value).replace("-", "\u2212")
    if key in _MOMENTS and (moment := parse_datetime(str(value))) is not None:
        at = localtime(moment)
        return f"{day_words(at)} {at:%H:%M}"
    return str(_VALUES.get(key, {}).get(value, value))


def _item(item: Any) -> str:
    return (
        " ".join(str(part) for part in item.values() if part not in (None, ""))
        if isinstance(item, dict)
        else str(item)
    )
