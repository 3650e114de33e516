"""Which list seeds a division, and what its players were rated in it before the event."""

from collections.abc import Iterator, Sequence
from datetime import date

from tournaments.models import Division, DivisionKind
from tournaments.ports import KnownRatings

from ..models import DivisionChoice, ExternalRating, RatingHistory, RatingList, StartRating
from .lists import lists_of_ruleset, policy_of, shown

_CHUNK = 500
#: An entry's rating has these bounds whoever gives it (tournaments.services.entering).
_LOWEST, _HIGHEST = 0, 4000
_SCHOOL = (DivisionKind.PRIMARY, DivisionKind.LOWER_SECONDARY, DivisionKind.UPPER_SECONDARY)


def seeding_list(division: Division) -> RatingList | None:
    """The list that the director has named; else the first own list of the game for the division's kind: its very
    kind, for schools that of all juniors, then everybody's, then whichever comes first. None: the game has no list.
    """
    choice = DivisionChoice.objects.filter(division=division).select_related("seeds_from").first()
    if choice is not None and choice.seeds_from is not None:
        return choice.seeds_from
    own = [found for found in lists_of_ruleset(division.ruleset) if not found.is_external]
    wanted = [division.kind, *(["juniors"] if division.kind in _SCHOOL else []), "open"]
    return min(
        own, key=lambda found: wanted.index(found.kind) if found.kind in wanted else len(wanted), default=None
    )


def ratings_at_entry(*, player_ids: Sequence[int], division_id: int) -> KnownRatings:
    """What each player is rated by the list that seeds the division; who has no rating in it is left out.

    In an own list only events before the division's first day count: a late entry is rated as everybody else was
    in the morning. Before a player's first rated event it is what was imported for a start. A newcomer without
    either has none, and no number is made up: pairing and seeding know what to do with unrated entries. A
    federation's list is taken as it was read in last. Lists are never mixed, since their points are not the same.
    """
    division = Division.objects.select_related("tournament").filter(pk=division_id).first()
    source = seeding_list(division) if division is not None else None
    if division is None or source is None:
        return KnownRatings()
    known: dict[int, int] = {}
    for some in _chunks(player_ids):
        if source.is_external:
            rows = ExternalRating.objects.filter(rating_list=source, player_id__in=some)
            known |= {pk: _bounded(rating) for pk, rating in rows.values_list("player_id", "rating") if pk}
        else:
            known |= _own(source, some, division.tournament.starts_on)
    return KnownRatings(known, source.slug)


def _own(source: RatingList, player_ids: Sequence[int], on: date) -> dict[int, int]:
    starts = StartRating.objects.filter(
        rating_list=source, player_id__in=player_ids, replaced_by=None, day__lte=on
    ).values_list("player_id", "rating")
    lines = (
        RatingHistory.objects.filter(
            event__rating_list=source, event__day__lt=on, player_id__in=player_ids, superseded_by=None
        )
        .order_by("event__day", "event__division_id")
        .values_list("player_id", "after")
    )
    lowest = policy_of(source).floor
    return {pk: _bounded(shown(rating, lowest)) for pk, rating in [*starts, *lines]}


def _bounded(rating: int) -> int:
    return min(max(rating, _LOWEST), _HIGHEST)


def _chunks(values: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(values), _CHUNK):
        yield values[start : start + _CHUNK]
