"""What if: a round paired by another system or other settings, beside what was played. Reads only.

Both rounds are weighed by one request, so that they are compared on one scale: results as they are counted now, the
entries that were in the round, and the explored system's rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest

from ..models import Division, Round
from ..pairing import (
    Competitor,
    Cost,
    Pair,
    PairingRequest,
    PairingResult,
    RepeatRule,
    System,
    pair,
    request_from_json,
)
from ..pairing.field import build_field, couple
from ..pairing.judged import judged
from .explained import seated
from .requests import Wishes, pairing_request
from .standings import division_table


@dataclass(frozen=True, slots=True)
class Measures:
    """A round in figures that any system can be asked for.

    ``mismatched`` games are between entries with different points, ``points_apart`` the match points between all of
    them; ``second_byes`` are byes of entries that had one; ``uneven`` entries will have started, or gone second,
    over two games more often than the other way.
    """

    games: int
    byes: int
    repeats: int
    back_to_back: int
    mismatched: int
    points_apart: Fraction
    second_byes: int
    clubmates: int
    teammates: int
    uneven: int


@dataclass(frozen=True, slots=True)
class Shown:
    """One of the two rounds: its pairs and byes by entry id, its figures, and its cost by the explored rules."""

    result: PairingResult
    measures: Measures

    @property
    def cost(self) -> Cost:
        return self.result.cost


@dataclass(frozen=True, slots=True)
class Beside:
    """The games at one place of both lists; ``same_…`` where the other round has the game too."""

    place: int
    played: Pair | None
    explored: Pair | None
    same_played: bool = False
    same_explored: bool = False


@dataclass(frozen=True, slots=True)
class Explored:
    """``played`` is None for a round that is not there yet."""

    request: PairingRequest
    explored: Shown
    played: Shown | None
    rows: tuple[Beside, ...]
    same: int


def explore(
    division: Division,
    number: int,
    *,
    system: System | None,
    seed: int | None = None,
    repeats: RepeatRule | None = None,
    keep: bool = False,
) -> Explored:
    """Pair round ``number`` by ``system`` (None: as scheduled). ``seed`` None has the lots of the round itself.

    ``keep`` keeps what the director had locked. Raises PlanError and PairingError.
    """
    round_ = Round.objects.filter(division=division, number=number).first()
    stored = _stored(round_)
    wishes = Wishes(locked_pairs=stored.locked_pairs, locked_byes=stored.locked_byes) if keep and stored else None
    lots = seed if seed is not None else stored.seed if stored else 1
    request = pairing_request(division, number, seed=lots, system=system, wishes=wishes)
    pairs, byes = seated(round_) if round_ is not None else ([], [])
    if pairs or byes:
        request = _as_seated(division, request, [id_ for two in pairs for id_ in two] + byes)
    if repeats is not None:
        request = replace(request, repeats=repeats)
    made = pair(request)
    played = None
    if pairs or byes:
        found = judged(request, pairs, byes).result
        played = Shown(found, measures(request, found))
    explored = Shown(made, measures(request, made))
    rows = _beside(played.result if played else None, made)
    return Explored(request, explored, played, rows, sum(row.same_explored for row in rows))


def played_measures(division: Division, round_: Round) -> tuple[Shown, PairingRequest] | None:
    """What was played, weighed by the schedule's own rules; None where the round holds nothing."""
    pairs, byes = seated(round_)
    if not pairs and not byes:
        return None
    stored = _stored(round_)
    request = stored or pairing_request(division, round_.number, seed=1)
    request = _as_seated(division, request, [id_ for two in pairs for id_ in two] + byes)
    found = judged(request, pairs, byes).result
    return Shown(found, measures(request, found)), request


def _stored(round_: Round | None) -> PairingRequest | None:
    return request_from_json(round_.request) if round_ is not None and round_.request else None


def _as_seated(division: Division, request: PairingRequest, ids: list[int]) -> PairingRequest:
    """The same question about those who were in the round: whoever has left since was there, and whoever came since
    was not."""
    here = set(ids)
    known = {one.id for one in request.competitors}
    missing = here - known
    more: list[Competitor] = []
    if missing:
        numbers = dict(division.entries.filter(pk__in=missing).values_list("pk", "number"))
        table = division_table(division, request.round - 1)
        clubs = dict(division.entries.filter(pk__in=missing).values_list("pk", "club_id"))
        more = [
            Competitor(row.entry, row.rank, int(row.points * 10), numbers[row.entry], clubs[row.entry])
            for row in table.rows
            if row.entry in missing
        ]

    def state(one: Competitor) -> Competitor:
        if one.id in here:
            return one if one.state in ("plays", "requested_bye") else replace(one, state="plays")
        return replace(one, state="absent") if one.state in ("plays", "requested_bye") else one

    return replace(
        request,
        competitors=(*(state(one) for one in request.competitors), *more),
        locked_pairs=tuple(two for two in request.locked_pairs if set(two) <= here),
        locked_byes=tuple(one for one in request.locked_byes if one in here),
    )


def measures(request: PairingRequest, result: PairingResult) -> Measures:
    """The figures of a round of this request."""
    field = build_field(request)
    by_id: Mapping[int, Competitor] = {one.id: one for one in request.competitors}
    after = {one.id: field.difference[place] for place, one in enumerate(field.order)}
    repeats = back = mismatched = clubs = teams = 0
    apart = Fraction(0)
    for game in result.pairs:
        a, b = by_id[game.first], by_id[game.second]
        after[a.id] += 1
        after[b.id] -= 1
        places = couple(field.place[a.id], field.place[b.id])
        repeats += bool(field.met[places])
        back += places in field.adjacent
        mismatched += a.points != b.points
        apart += abs(Fraction(a.points) - Fraction(b.points)) / 10
        clubs += a.club is not None and a.club == b.club
        teams += a.team is not None and a.team == b.team
    return Measures(
        games=len(result.pairs),
        byes=len(result.byes),
        repeats=repeats,
        back_to_back=back,
        mismatched=mismatched,
        points_apart=apart,
        second_byes=sum(field.byes[field.place[id_]] > 0 for id_ in result.byes),
        clubmates=clubs,
        teammates=teams,
        uneven=sum(abs(difference) > 2 for difference in after.values()),
    )


def _beside(played: PairingResult | None, made: PairingResult) -> tuple[Beside, ...]:
    old = played.pairs if played else ()
    there = {frozenset((one.first, one.second)) for one in old}
    here = {frozenset((one.first, one.second)) for one in made.pairs}
    return tuple(
        Beside(
            place,
            one,
            other,
            same_played=one is not None and frozenset((one.first, one.second)) in here,
            same_explored=other is not None and frozenset((other.first, other.second)) in there,
        )
        for place, (one, other) in enumerate(zip_longest(old, made.pairs), 1)
    )
