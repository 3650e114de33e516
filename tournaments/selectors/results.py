"""What there is to know of a result beyond its row."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from ..models import Pairing, Result, ResultConfirmation

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


def newest_result(pairing: Pairing) -> Result | None:
    """The live result of a pairing."""
    return Result.objects.filter(pairing=pairing, state__in=Result.LIVE).first()


def agreed_places(result: Result, words: Iterable[ResultConfirmation] | None = None) -> frozenset[int]:
    """The sides that have said that this version is right: by reporting it, or by confirming it."""
    said = result.confirmations.all() if words is None else words
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


def _twins(result: Result) -> list[str]:
    if result.outcome != Result.Outcome.PLAYED or result.first_final == result.second_final:
        return []
    first, second = result.first_final, result.second_final
    same = Q(first_final=first, second_final=second) | Q(first_final=second, second_final=first)
    twins = Result.objects.filter(
        same, pairing__round_id=result.pairing.round_id, state__in=Result.LIVE, outcome=Result.Outcome.PLAYED
    ).exclude(pairing_id=result.pairing_id)
    return ["result.twin_score"] if twins.exists() else []
