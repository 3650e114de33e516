"""What there is to know of a result beyond its row."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from common.prepared import Prepared
from games.models import Sheet

from ..models import Pairing, Result, ResultComponents, ResultConfirmation, Tournament

#: Of a game with two sides.
PLACES = frozenset({0, 1})


def results_that_wait() -> QuerySet[Result]:
    """Live results that somebody has to look at: not confirmed, disputed, or not what the scoresheet says."""
    waiting = (Result.State.PENDING, Result.State.DISPUTED)
    differs = Q(state__in=Result.LIVE, log_first__isnull=False, log_accepted=False)
    return Result.objects.filter(Q(state__in=waiting) | differs)


def waits_as(result: Result) -> str:
    """``disputed``, ``mismatch`` or ``pending``: the first of what somebody has to do about such a result."""
    if result.state == Result.State.DISPUTED:
        return "disputed"
    return "mismatch" if result.does_not_match_log else "pending"


def sheets_begun(**games: object) -> QuerySet[Sheet]:
    """Scoresheets with something in their log, of games that have no result yet."""
    live = Result.objects.filter(pairing__game=OuterRef("pk"), state__in=Result.LIVE)
    named = {f"game__{name}": value for name, value in games.items()}
    return Sheet.objects.filter(head_seq__gt=0, **named).exclude(Exists(live))


def tournament_games(tournament: Tournament) -> int:
    """Games of the event that have a live result, or a scoresheet that is begun."""
    where = {"pairing__round__division__tournament": tournament}
    played = Result.objects.filter(**where, state__in=Result.LIVE, outcome=Result.Outcome.PLAYED).count()
    return played + sheets_begun(**where).count()


def newest_result(pairing: Pairing) -> Result | None:
    """The live result of a pairing."""
    return Result.objects.filter(pairing=pairing, state__in=Result.LIVE).first()


_words = Prepared(lambda result: ResultConfirmation.objects.filter(result=result).order_by("at", "id"))
_parts = Prepared(lambda result: ResultComponents.objects.filter(result=result).order_by("place"))
_reports = Prepared(lambda client_id: Result.objects.filter(client_id=client_id).order_by())
_CLIENT_ID: Any = Result._meta.get_field("client_id")


def reported_as(client_id: UUID) -> Result | None:
    """The version that a client sent under this id."""
    return _reports.first(client_id=_CLIENT_ID.get_db_prep_value(client_id, connection))


def words_of(result: Result) -> list[ResultConfirmation]:
    """Who has said yes to this version, in the order in which they did."""
    there = getattr(result, "_prefetched_objects_cache", {})
    return list(there["confirmations"]) if "confirmations" in there else _words(result=result.pk)


def parts_of(result: Result) -> list[ResultComponents]:
    """What its scores are made of, by place."""
    there = getattr(result, "_prefetched_objects_cache", {})
    return list(there["components"]) if "components" in there else _parts(result=result.pk)


def words_known(result: Result, words: list[ResultConfirmation]) -> None:
    """Who has said yes to a version, all of them, by whoever holds it locked: nobody is asked again."""
    _known(result)["confirmations"] = words


def nothing_said_yet(result: Result) -> None:
    """Of a version that was written a moment ago: nobody is asked who has said yes to it, or for its parts."""
    _known(result).update(confirmations=[], components=[])


def _known(result: Result) -> dict[str, Any]:
    there: dict[str, Any] = result.__dict__.setdefault("_prefetched_objects_cache", {})
    return there


def agreed_places(result: Result, words: Iterable[ResultConfirmation] | None = None) -> frozenset[int]:
    """The sides that have said that this version is right: by reporting it, or by confirming it."""
    said = words_of(result) if words is None else words
    places = {word.place for word in said} | {result.reported_by_place}
    return frozenset(place for place in places if place is not None)


def waiting_for(result: Result, words: Iterable[ResultConfirmation] | None = None) -> frozenset[int]:
    """The sides that still have to confirm; none of a result that does not wait for them."""
    return PLACES - agreed_places(result, words) if result.state == Result.State.PENDING else frozenset()


def result_warnings(result: Result) -> list[str]:
    """Codes: the scoresheet says something else; or what is possible but looks like a slip of the hand, another
    table of the round having these scores.
    """
    differs = ["result.does_not_match_log"] if result.does_not_match_log else []
    return [*differs, *_twins(result)]


def twins_known(result: Result, twins: bool) -> None:
    """Of a version that was written a moment ago: it was asked before whether another table has these scores."""
    result._twins = twins  # type: ignore[attr-defined]


def _twins(result: Result) -> list[str]:
    if result.outcome != Result.Outcome.PLAYED or result.first_final == result.second_final:
        return []
    first, second = result.first_final, result.second_final
    twins: bool | None = getattr(result, "_twins", None)
    if twins is None:
        round_ = result.pairing.round_id
        twins = bool(_same_scores(round_=round_, pairing=result.pairing_id, first=first, second=second))
    return ["result.twin_score"] if twins else []


def with_scores(round_: Any, pairing: Any, first: Any, second: Any) -> QuerySet[Result]:
    """A played game of the round, other than this one, that has these scores, either way round."""
    same = Q(first_final=first, second_final=second) | Q(first_final=second, second_final=first)
    others = Result.objects.filter(same, state__in=Result.LIVE, outcome=Result.Outcome.PLAYED)
    return others.filter(pairing__round=round_).exclude(pairing=pairing).order_by()[:1]


_same_scores = Prepared(with_scores)
