"""What every way to a result shares: the pairing under its lock, a version written, a word of agreement kept."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Missing, Refused
from common.prepared import Prepared, rows_add
from common.text import clean
from games.models import Sheet
from games.selectors.scores import SheetEnd, sheet_end

from ..models import Division, Pairing, Result, ResultComponents, ResultConfirmation, Round, Seat
from ..selectors.results import PLACES, agreed_places, with_scores, words_known, words_of
from .reports import Settled
from .touch import division_hold, division_log, results_tell

MIN_REASON = 5
State = Result.State
How = ResultConfirmation.How
SETTLED = (State.CONFIRMED, State.FINAL)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says something about a result: staff (``how`` staff), a side (its ``place``; ``how`` login or pin), or a
    table's device (neither): what a device says is nobody's word yet.
    """

    place: int | None = None
    how: str = ""

    @property
    def staff(self) -> bool:
        return self.how == How.STAFF

    @property
    def side(self) -> bool:
        return self.place is not None


STAFF, DEVICE = Speaker(how=How.STAFF), Speaker()


@dataclass(frozen=True)
class Place:
    """A pairing with all that decides about a result there, locked. ``version`` is the highest ever."""

    pairing: Pairing
    division: Division
    seats: tuple[Seat, ...]
    live: Result | None
    version: int
    #: The version that was stored under the client's id, here or at another table.
    reported: Result | None = None
    #: Another table of the round has the scores that were asked for.
    twins: bool = False

    @property
    def closed(self) -> bool:
        return self.pairing.round.state == Round.State.CLOSED

    @property
    def settled(self) -> State:
        """The state of a result that stands here."""
        return State.FINAL if self.closed else State.CONFIRMED

    @property
    def sheet(self) -> Sheet | None:
        return getattr(self.pairing.game, "sheet", None)

    @cached_property
    def sheet_end(self) -> SheetEnd | None:
        """What the game's scoresheet came to, once it has ended."""
        return None if self.pairing.game is None else sheet_end(self.pairing.game, self.sheet)


def _seats(**of: Any) -> QuerySet[Seat]:
    """Both sides with all that is known of where they play, in one query."""
    found = Seat.objects.select_related("entry", "pairing__round__division", "pairing__game__sheet")
    return found.filter(**{f"pairing__{name}": value for name, value in of.items()}).order_by("place")


def _seats_and_twins(pk: Any, first: Any, second: Any) -> QuerySet[Seat]:
    twins = Exists(with_scores(OuterRef("round"), OuterRef("pairing"), first, second))
    asked_once = Case(When(place=0, then=twins), default=False, output_field=BooleanField())
    return _seats(pk=pk).annotate(twins=asked_once)


_seats_of, _seats_of_game, _seats_reported = Prepared(_seats), Prepared(_seats), Prepared(_seats_and_twins)
_versions_of = Prepared(lambda pairing: Result.objects.filter(pairing=pairing).order_by("version"))
_versions_and_report = Prepared(
    lambda pairing, client_id: Result.objects.filter(Q(pairing=pairing) | Q(client_id=client_id)).order_by(
        "version"
    )
)
_CLIENT_ID: Any = Result._meta.get_field("client_id")


def place_locked(*, client_id: UUID | None = None, scores: tuple[int, int] | None = None, **pairing: int) -> Place:
    """Everything under the division's lock, which pairing, publishing and closing take too: what is being
    entered is in before a round closes, or comes too late. ``pk=`` or ``game_id=`` names the pairing; ``scores``
    are looked for at the round's other tables.

    The lock moves the division's version on. Who then writes nothing should take that back too.
    """
    division_hold(**pairing)
    if scores is not None:
        seats = tuple(_seats_reported(first=scores[0], second=scores[1], **pairing))
    else:
        seats = tuple((_seats_of_game if "game_id" in pairing else _seats_of)(**pairing))
    if not seats:
        raise Missing("pairing.missing", _("There is no such pairing."))
    found = seats[0].pairing
    versions, reported = _versions(found.pk, client_id)
    for version in versions:
        version.pairing = found
    return Place(
        pairing=found,
        division=found.round.division,
        seats=seats,
        live=next((result for result in versions if result.state in Result.LIVE), None),
        version=versions[-1].version if versions else 0,
        reported=reported,
        twins=bool(getattr(seats[0], "twins", False)),
    )


def _versions(pairing: int, client_id: UUID | None) -> tuple[list[Result], Result | None]:
    """A pairing's versions in order, and the one under this id."""
    if client_id is None:
        return _versions_of(pairing=pairing), None
    rows = _versions_and_report(pairing=pairing, client_id=_CLIENT_ID.get_db_prep_value(client_id, connection))
    reported = next((row for row in rows if row.client_id == client_id), None)
    return [row for row in rows if row.pairing_id == pairing], reported


def told(result: Result | None) -> dict[str, object] | None:
    """A result as the log and a stale form show it."""
    if result is None:
        return None
    return {
        "version": result.version,
        "state": result.state,
        "outcome": result.outcome,
        "first": result.first_final,
        "second": result.second_final,
        "winner": result.winner,
        "source": result.source,
    }


def stale(place: Place, **more: object) -> Conflict:
    return Conflict(
        "result.stale",
        _("Somebody entered another result for this table in the meantime."),
        extra={"current": told(place.live), "version": place.version, **more},
    )


def live_of(place: Place, version: int) -> Result:
    """The live result, which has to be the version that was seen."""
    if place.live is None:
        raise Missing("result.missing", _("There is no result."))
    if place.live.version != version:
        raise stale(place)
    return place.live


def reason_given(reason: str) -> str:
    """Why a result changes, tidied. Raises ``result.reason_missing``."""
    tidy = clean(reason)[:300]
    if len(tidy) < MIN_REASON:
        raise Refused(
            "result.reason_missing",
            _("Say why the result changes, in at least %(count)s letters.") % {"count": MIN_REASON},
            field="reason",
        )
    return tidy


def same(result: Result, report: Settled) -> bool:
    return (result.outcome, result.first_final, result.second_final, result.winner) == (
        report.outcome,
        report.first,
        report.second,
        report.winner,
    )


def named_by_rules(place: Place, report: Settled) -> Settled:
    """A hand's report of the very points the sheet came to: the winner is whom the rules name there."""
    end = place.sheet_end
    if end is None or report.outcome != Result.Outcome.PLAYED or (report.first, report.second) != end.total:
        return report
    return replace(report, winner=end.winner)


def agrees(end: SheetEnd, report: Settled | Result) -> bool:
    """Whether a report or a stored result says what the sheet came to."""
    scores = (
        (report.first_final, report.second_final) if isinstance(report, Result) else (report.first, report.second)
    )
    return report.outcome == Result.Outcome.PLAYED and scores == end.total and report.winner == end.winner


def store(
    place: Place,
    report: Settled,
    state: State,
    actor: Actor,
    *,
    source: str,
    speaker: Speaker = STAFF,
    client_id: UUID | None = None,
    digest: str = "",
    reason: str = "",
    log_accepted: bool = False,
) -> Result:
    """A new live version; the one before is kept as superseded. Nothing is asked any more.

    ``log_accepted``: whoever says this is a director with a reason, whatever the sheet says.
    """
    live, end = place.live, place.sheet_end
    if live is not None:
        Result.objects.filter(pk=live.pk).update(state=State.SUPERSEDED)
    differs = end is not None and not agrees(end, report)
    log = (*end.total, end.winner) if end is not None and differs else (None, None, None)
    again = live is not None and same(live, report)
    result = Result(
        pairing=place.pairing,
        version=place.version + 1,
        state=state,
        outcome=report.outcome,
        source=source,
        first_final=report.first,
        second_final=report.second,
        winner=report.winner,
        # Taken for what a side did, whatever the game ends with.
        first_penalty=live.first_penalty if live else 0,
        second_penalty=live.second_penalty if live else 0,
        reason=reason,
        client_id=client_id,
        client_digest=digest if client_id else "",
        reported_by_place=speaker.place,
        created_by_id=actor.user_id,
        token_id=actor.token_id,
        log_first=log[0],
        log_second=log[1],
        log_winner=log[2],
        log_accepted=differs and (log_accepted or (again and live is not None and live.log_accepted)),
    )
    rows_add([result])
    if report.components is not None:
        _store_parts(result, report)
    if live is not None and again:
        _carry_over(live, result)
    if speaker.side or (speaker.staff and again and live is not None and live.state not in SETTLED):
        agree(result, speaker, actor)
    data: dict[str, object] = {"table": place.pairing.table, "before": told(live), "after": told(result)}
    if speaker.side:
        data["how"] = speaker.how
    if differs and end is not None:
        data["log"] = told_end(end)
    result_log(place, "result.changed" if live else "result.entered", actor, result.pk, {**data, "reason": reason})
    touched(place, actor, live.state if live else None, state)
    return result


def _store_parts(result: Result, report: Settled) -> None:
    ResultComponents.objects.bulk_create(
        ResultComponents(
            result=result,
            place=at,
            plays=side.plays,
            bingos=side.bingos,
            rack=side.rack,
            overtime=side.overtime,
            adjustment=side.adjustment,
        )
        for at, side in enumerate(report.components or ())
    )


def _carry_over(live: Result, result: Result) -> None:
    """Whoever agreed to these values agrees to them in another version too."""
    rows = words_of(live)
    known = {row.place for row in rows}
    if live.reported_by_place is not None and live.reported_by_place not in known:
        by = live.reported_by_place
        rows.append(ResultConfirmation(place=by, how=How.LOGIN, user_id=live.created_by_id, at=live.created_at))
    ResultConfirmation.objects.bulk_create(
        ResultConfirmation(result=result, place=r.place, how=r.how, user_id=r.user_id, token_id=r.token_id, at=r.at)
        for r in rows
    )


def agree(result: Result, speaker: Speaker, actor: Actor) -> None:
    """Keep a side's or staff's word for a version; said twice it is said once."""
    said = words_of(result)
    if any(word.place == speaker.place for word in said):
        return
    word = ResultConfirmation(
        result=result,
        place=speaker.place,
        how=speaker.how,
        user_id=actor.user_id,
        token_id=actor.token_id,
        at=timezone.now(),
    )
    rows_add([word])
    words_known(result, [*said, word])


def settle(place: Place, live: Result, speaker: Speaker, actor: Actor) -> None:
    """A word for the live result: it stands once everybody needed has given theirs, or staff has."""
    before = live.state
    agree(live, speaker, actor)
    if speaker.staff or agreed_places(live) == PLACES:
        live.state = place.settled
        Result.objects.filter(pk=live.pk).update(state=live.state)
    data: dict[str, object] = {"before": before, "after": told(live), "how": speaker.how}
    if speaker.side:
        data["by"] = place.seats[speaker.place or 0].entry.number
    result_log(place, "result.confirmed", actor, live.pk, data)
    touched(place, actor, before, live.state)


def touched(place: Place, actor: Actor, before: str | None, after: str) -> None:
    """A result's state has changed, which whoever is above hears: where what counts as played may have changed,
    tables and ratings are old now.
    """
    counts = place.division.pending_counts or before in SETTLED or after in SETTLED
    results_tell(division=place.division, from_round=place.pairing.round.number, actor=actor, counts=counts)


def told_end(end: SheetEnd) -> dict[str, object]:
    return {"first": end.total[0], "second": end.total[1], "winner": end.winner}


def result_log(place: Place, action: str, actor: Actor, pk: int, data: Mapping[str, object]) -> None:
    entries = [seat.entry.number for seat in place.seats]
    division_log(
        place.division,
        action,
        actor,
        kind="result",
        pk=pk,
        data={"round": place.pairing.round.number, "entries": entries, **data},
    )
