"""Why this pair, and why not that one: answered by the cheapest round in which it is otherwise.

A page asks for one answer at a time. Each takes one more matching, the time of pairing the round itself.

Codes of `Reason.code`:

- `cost`: the cheapest round with it otherwise is worse, first on level `decided_by`
- `equal`: it costs as much on every level; the order of the competitors, or the lot, decided
- `better`: it is cheaper on `decided_by`: the round was made by hand, or from another request
- `only_choice`: no round has it otherwise
- `as_asked`: they do meet, or he does have the bye
- `locked`: the director locked the game or the bye of `holders`
- `forbidden`: the two may not meet; the alternative says what it would cost if they might
- `away`: `holders` are not in this round; `unknown`: nor in the request
- `itself`: a competitor does not meet himself
- `even`: as many are paired as there are seats: nobody needs a bye
- `by_table`: the round is read off a table; `from_the_top`: it is drawn from the top, by its own rule
"""

from dataclasses import dataclass
from typing import Literal

from .field import Couple, Field, build_field, couple
from .locks import Settled, settle
from .matched import Problem, build_problem
from .model import Cost, Pair, PairingRequest, PairingResult
from .settings import AustralianDraw, TableSystem
from .variants import Variant, apart, bye_elsewhere, bye_for, together

Code = Literal[
    "cost",
    "equal",
    "better",
    "only_choice",
    "as_asked",
    "locked",
    "forbidden",
    "away",
    "unknown",
    "itself",
    "even",
    "by_table",
    "from_the_top",
]


@dataclass(frozen=True, slots=True)
class Difference:
    """A level on which the two rounds differ: what the round costs there, and the alternative."""

    level: str
    round: int
    alternative: int


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who plays another in the alternative; None is the bye."""

    competitor: int
    meets: int | None
    instead: int | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """The cheapest round with it otherwise. `differences` and `moves` are all there are; moves in rank order,
    those who were asked about first."""

    cost: Cost
    differences: tuple[Difference, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """`pays` is what the pair, or the bye, that is asked about costs, without the levels that are nought."""

    code: Code
    pays: Cost = ()
    decided_by: str | None = None
    alternative: Alternative | None = None
    holders: tuple[int, ...] = ()


def why_pair(request: PairingRequest, result: PairingResult, first: int, second: int) -> Reason:
    """Why these two, who meet in `result`, do: what the cheapest round without that game would cost.

    Raises ValueError if they do not meet.
    """
    asked = {first, second}
    found = next((one for one in result.pairs if {one.first, one.second} == asked), None)
    if found is None:
        raise ValueError(f"{first} and {second} do not meet in this round")
    if found.locked:
        return Reason("locked", _dear(found.cost), holders=(found.first, found.second))
    case = _Case.of(request, result)
    if case.by_rule is not None:
        return Reason(case.by_rule, _dear(found.cost))
    return case.otherwise(_dear(found.cost), apart(case.problem, case.couple(first, second)), (first, second))


def why_bye(request: PairingRequest, result: PairingResult, competitor: int) -> Reason:
    """Why this one has the bye: what the cheapest round in which another has it would cost.

    Raises ValueError if he has none.
    """
    if competitor not in result.byes:
        raise ValueError(f"{competitor} has no bye in this round")
    if competitor not in result.automatic_byes:
        return Reason("locked", holders=(competitor,))
    case = _Case.of(request, result)
    if case.by_rule is not None:
        return Reason(case.by_rule)
    index = case.index(competitor)
    pays = _dear(case.problem.scale.bye_cost(index))
    return case.otherwise(pays, bye_elsewhere(case.problem, index), (competitor,))


def why_not(request: PairingRequest, result: PairingResult, one: int, other: int) -> Reason:
    """Why these two do not meet: the rule that forbids it, or what the cheapest round with that game costs."""
    if one == other:
        return Reason("itself", holders=(one,))
    if any({pair.first, pair.second} == {one, other} for pair in result.pairs):
        return Reason("as_asked")
    case = _Case.of(request, result)
    if barred := case.barred(one, other):
        return barred
    pair = case.couple(one, other)
    pays = _dear(case.problem.scale.pair_cost(*pair))
    reason = case.otherwise(pays, together(case.problem, pair), (one, other))
    if pair in case.problem.forbidden:
        return Reason("forbidden", pays, None, reason.alternative)
    return reason


def why_no_bye(request: PairingRequest, result: PairingResult, competitor: int) -> Reason:
    """Why this one has no bye: what the cheapest round in which he has it costs."""
    if competitor in result.byes:
        return Reason("as_asked")
    case = _Case.of(request, result)
    if barred := case.barred(competitor):
        return barred
    if not case.problem.scale.with_bye:
        return Reason("even")
    index = case.index(competitor)
    pays = _dear(case.problem.scale.bye_cost(index))
    return case.otherwise(pays, bye_for(case.problem, index), (competitor,))


def _dear(cost: Cost) -> Cost:
    return tuple((level, value) for level, value in cost if value)


@dataclass(frozen=True, slots=True)
class _Case:
    """A round in question, with its costs; by_rule where there are none."""

    field: Field
    settled: Settled
    result: PairingResult
    by_rule: Code | None
    made: Problem | None

    @classmethod
    def of(cls, request: PairingRequest, result: PairingResult) -> "_Case":
        field = build_field(request)
        settled = settle(field)
        if isinstance(request.system, TableSystem):
            return cls(field, settled, result, "by_table", None)
        if isinstance(request.system, AustralianDraw):
            return cls(field, settled, result, "from_the_top", None)
        problem = build_problem(field, settled.free, request.system) if settled.free else None
        return cls(field, settled, result, None, problem)

    @property
    def problem(self) -> Problem:
        if self.made is None:
            raise ValueError("nobody was free to be paired by costs")
        return self.made

    def index(self, id_: int) -> int:
        return self.problem.free.index(self.field.place[id_])

    def couple(self, one: int, other: int) -> Couple:
        return couple(self.index(one), self.index(other))

    def barred(self, *ids: int) -> Reason | None:
        """What forbids to move these at all."""
        named = {competitor.id for competitor in self.field.request.competitors}
        for code, missing in (
            ("unknown", tuple(id_ for id_ in ids if id_ not in named)),
            ("away", tuple(id_ for id_ in ids if id_ not in self.field.place)),
        ):
            if missing:
                return Reason("unknown" if code == "unknown" else "away", holders=missing)
        free = set(self.settled.free)
        if locked := tuple(id_ for id_ in ids if self.field.place[id_] not in free):
            return Reason("locked", holders=locked)
        if self.by_rule is not None:
            return Reason(self.by_rule)
        return None

    def otherwise(self, pays: Cost, variant: Variant | None, asked: tuple[int, ...]) -> Reason:
        if variant is None:
            return Reason("only_choice", pays)
        names = [level.name for level in self.problem.scale.levels]
        ours = dict(self.result.cost)
        differences = tuple(
            Difference(name, ours.get(name, 0), value)
            for name, value in zip(names, variant.sums, strict=True)
            if ours.get(name, 0) != value
        )
        alternative = Alternative(
            tuple(zip(names, variant.sums, strict=True)), differences, self._moves(variant, asked)
        )
        if not differences:
            return Reason("equal", pays, None, alternative)
        first = differences[0]
        code: Code = "cost" if first.alternative > first.round else "better"
        return Reason(code, pays, first.level, alternative)

    def _moves(self, variant: Variant, asked: tuple[int, ...]) -> tuple[Move, ...]:
        free = self.problem.free
        then: dict[int, int | None] = {}
        for a, b in variant.matched.pairs:
            one, other = self.field.id(free[a]), self.field.id(free[b])
            then[one], then[other] = other, one
        if variant.matched.bye is not None:
            then[self.field.id(free[variant.matched.bye])] = None
        now = _opponents(self.result.pairs)
        moved = [
            Move(id_, now.get(id_), then[id_])
            for id_ in (self.field.id(place) for place in free)
            if now.get(id_) != then[id_]
        ]
        return tuple(sorted(moved, key=lambda move: move.competitor not in asked))


def _opponents(pairs: tuple[Pair, ...]) -> dict[int, int]:
    return {**{one.first: one.second for one in pairs}, **{one.second: one.first for one in pairs}}
