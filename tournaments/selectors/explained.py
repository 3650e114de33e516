"""Why a round is as it is: each board, each bye, and any pair that was not made. Reads only.

The question is the request stored with the round, and the round is what it is now, after every swap; a round that
came from outside has none, and nothing can be said of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from common.text import lookalike_key, match_key

from ..models import Division, Entry, Round, Seat
from ..pairing import Contention, PairingRequest, PairingResult, request_from_json
from ..pairing.explain import Reason, why_bye, why_no_bye, why_not, why_pair
from ..pairing.field import Field, build_field
from ..pairing.judged import judged

About = Literal["pair", "bye", "not", "no_bye"]
FOUND = 12
"""Entries that a name may lead to before somebody is asked to type more of it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A round's request and the round as it stands, made to fit each other. Ids are entry ids."""

    request: PairingRequest
    result: PairingResult


@dataclass(frozen=True, slots=True)
class Facts:
    """What the pairing knew of an entry: its place in the order of the round, match points, games started and gone
    second, byes had."""

    place: int
    points: Fraction
    first: int
    second: int
    byes: int

    @property
    def shown_points(self) -> str:
        return f"{float(self.points):g}"


@dataclass(frozen=True, slots=True)
class Explained:
    """``entries`` are all that the answer names, by id, and ``facts`` those of who was asked about. ``whole`` is
    the cost of the round, ``met`` how often the two asked about had met."""

    about: About
    asked: tuple[int, ...]
    reason: Reason
    question: Question
    entries: dict[int, Entry]
    facts: dict[int, Facts]
    met: int = 0
    start: str = ""

    @property
    def kind(self) -> str:
        """The system that paired the round."""
        return self.question.request.system.kind


def round_question(round_: Round) -> Question | None:
    """None for a round that no system paired, or whose entries its request does not know."""
    if not round_.request:
        return None
    pairs, byes = seated(round_)
    try:
        found = judged(request_from_json(round_.request), pairs, byes, solver=round_.solver)
    except ValueError:
        return None
    return Question(found.request, found.result)


def seated(round_: Round) -> tuple[list[tuple[int, int]], list[int]]:
    """The pairs of a round in table order, who starts first; and who has no opponent. One query."""
    rows: dict[tuple[int, int], list[int]] = {}
    for table, pairing, entry in (
        Seat.objects.filter(round=round_)
        .order_by("pairing__table", "pairing_id", "place")
        .values_list("pairing__table", "pairing_id", "entry_id")
    ):
        rows.setdefault((table or 0, pairing), []).append(entry)
    pairs = [(two[0], two[1]) for _at, two in sorted(rows.items()) if len(two) == 2]
    return pairs, [one[0] for _at, one in sorted(rows.items()) if len(one) == 1]


def explain_pair(question: Question, first: int, second: int) -> Explained:
    """Why these two meet, who do."""
    reason = why_pair(question.request, question.result, first, second)
    game = next(one for one in question.result.pairs if {one.first, one.second} == {first, second})
    return _explained(question, "pair", (first, second), reason, met=game.met, start=game.start_reason)


def explain_bye(question: Question, entry: int) -> Explained:
    """Why this entry has the bye, which it has."""
    return _explained(question, "bye", (entry,), why_bye(question.request, question.result, entry))


def explain_not(question: Question, entry: int, other: int | None) -> Explained:
    """Why this entry does not meet the other; with None, why it has no bye."""
    if other is None:
        return _explained(question, "no_bye", (entry,), why_no_bye(question.request, question.result, entry))
    reason = why_not(question.request, question.result, entry, other)
    return _explained(question, "not", (entry, other), reason, met=_met(question.request, entry, other))


def _met(request: PairingRequest, one: int, other: int) -> int:
    return sum(game.played and {game.first, game.second} == {one, other} for game in request.history)


def _explained(
    question: Question, about: About, asked: tuple[int, ...], reason: Reason, *, met: int = 0, start: str = ""
) -> Explained:
    named = {*asked, *reason.holders}
    if reason.alternative is not None:
        for move in reason.alternative.moves:
            named |= {one for one in (move.competitor, move.meets, move.instead) if one is not None}
    if isinstance(question.request.system, Contention):
        leaders = {question.request.system.leader, *question.request.system.leader_meets}
        named |= {one.id for one in question.request.competitors if one.number in leaders}
    field = build_field(question.request)
    return Explained(
        about=about,
        asked=asked,
        reason=reason,
        question=question,
        entries=entries_named(named),
        facts={one: _facts(field, one) for one in asked if one in field.place},
        met=met,
        start=start,
    )


def _facts(field: Field, id_: int) -> Facts:
    request = field.request
    place = field.place[id_]
    first = sum(game.first == id_ and game.played and game.starts_known for game in request.history)
    second = sum(game.second == id_ and game.played and game.starts_known for game in request.history)
    points = Fraction(field.order[place].points) / 10
    return Facts(place + 1, points, first, second, sum(bye.competitor == id_ for bye in request.byes))


def entries_named(ids: Iterable[int]) -> dict[int, Entry]:
    """Entries with all that their names need. Three queries."""
    found = Entry.objects.filter(pk__in=set(ids)).select_related("club").prefetch_related("members__player")
    return {entry.pk: entry for entry in found}


def entries_asked(division: Division, words: str) -> Sequence[Entry]:
    """Entries by number, or by (a part of) the name as registered or its school; at most a dozen and one."""
    word = match_key(words)
    if not word:
        return []
    entries = Entry.objects.filter(division=division).select_related("club").prefetch_related("members__player")
    if word.isdecimal() and len(word) < 7:
        return list(entries.filter(number=int(word)))
    alike = lookalike_key(words)
    found = []
    for entry in entries.order_by("number"):
        name = entry.full_name
        if match_key(name) == word:
            return [entry]
        if word in match_key(name) or (alike and alike in lookalike_key(name)):
            found.append(entry)
    return found[: FOUND + 1]
