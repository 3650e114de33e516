"""What there is to know of a result beyond its row."""

from django.db.models import Q

from ..models import Pairing, Result


def newest_result(pairing: Pairing) -> Result | None:
    """The live result of a pairing."""
    return Result.objects.filter(pairing=pairing, state__in=Result.LIVE).first()


def result_warnings(result: Result) -> list[str]:
    """Codes of what is possible but looks like a slip of the hand: another table of the round has these scores."""
    if result.outcome != Result.Outcome.PLAYED or result.first_final == result.second_final:
        return []
    first, second = result.first_final, result.second_final
    same = Q(first_final=first, second_final=second) | Q(first_final=second, second_final=first)
    twins = Result.objects.filter(
        same, pairing__round_id=result.pairing.round_id, state__in=Result.LIVE, outcome=Result.Outcome.PLAYED
    ).exclude(pairing_id=result.pairing_id)
    return ["result.twin_score"] if twins.exists() else []
