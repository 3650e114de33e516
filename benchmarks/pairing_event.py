"""A whole event played through the pure cores: paired, played, ranked, round after round, and then inspected.

People leave, come late, stay away for a round, ask for a bye, and do not turn up for games that are drawn; the
director locks pairs and forbids some. What the rounds must hold whatever happens is checked afterwards, from what
was asked and answered, so that checking is not part of the time that is taken.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import rustworkx

from tournaments.pairing import (
    ClubRule,
    Competitor,
    Contention,
    KingOfTheHill,
    Meeting,
    PairingRequest,
    PairingResult,
    PastBye,
    Swiss,
    System,
    pair,
    request_from_json,
    request_to_json,
)
from tournaments.pairing.chances import Contestant, RoundShape, Situation, gibson_of_caps, prepare
from tournaments.standings import AMATH, EntryInfo, Line, Outcome, Table, standings

FORFEIT = 100
BYE = 100
CLUBS_APART = 3


@dataclass
class Event:
    """`asked` and `answered` are the rounds as they were paired."""

    size: int
    rounds: int
    random: Random
    here: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    lines: list[Line] = field(default_factory=list)
    history: list[Meeting] = field(default_factory=list)
    byes: list[PastBye] = field(default_factory=list)
    club: dict[int, int] = field(default_factory=dict)
    strength: dict[int, float] = field(default_factory=dict)
    asked: list[PairingRequest] = field(default_factory=list)
    answered: list[PairingResult] = field(default_factory=list)

    def enter(self, count: int) -> None:
        for number in range(len(self.here | self.gone) + 1, len(self.here | self.gone) + 1 + count):
            self.here.add(number)
            self.club[number] = self.random.randrange(max(3, self.size // 12))
            self.strength[number] = self.random.gauss(0, 60)

    def table(self) -> Table:
        entries = [EntryInfo(n, n, active=n in self.here) for n in sorted(self.here | self.gone)]
        return standings(entries, self.lines, AMATH)


def play_event(size: int = 400, rounds: int = 8, seed: int = 1) -> Event:
    """All rounds: Swiss, then two of contention, then king of the hill."""
    event = Event(size, rounds, Random(seed))
    event.enter(size)
    for round_ in range(1, rounds + 1):
        if round_ > 1:
            _come_and_go(event, round_)
        request = _request(event, round_)
        result = pair(request)
        event.asked.append(request)
        event.answered.append(result)
        _play(event, round_, request, result)
    return event


def _come_and_go(event: Event, round_: int) -> None:
    leaving = [n for n in sorted(event.here) if event.random.random() < 0.01]
    if len(event.here) - len(leaving) > 4:
        event.here -= set(leaving)
        event.gone |= set(leaving)
    if round_ <= event.rounds // 2:
        event.enter(event.random.randint(0, max(1, event.size // 100)))
    returning = [n for n in sorted(event.gone) if event.random.random() < 0.05]
    event.gone -= set(returning)
    event.here |= set(returning)


def _request(event: Event, round_: int) -> PairingRequest:
    random = event.random
    table = event.table()
    rank = {row.entry: (row.rank, int(row.points)) for row in table.rows}
    state = dict.fromkeys(event.here, "plays")
    for number in sorted(event.here):
        drawn = random.random()
        if drawn < 0.01 and round_ > 1:
            state[number] = "absent"
        elif drawn < 0.015:
            state[number] = "requested_bye"
    players = [n for n in sorted(event.here) if state[n] == "plays"]
    picked = random.sample(players, min(6, len(players) // 3))
    met = {frozenset((m.first, m.second)) for m in event.history if m.played}
    lock = [] if len(picked) < 2 or frozenset(picked[:2]) in met else [(picked[0], picked[1])]
    return PairingRequest(
        event="whole",
        round=round_,
        system=_system(event, round_, table),
        competitors=tuple(
            Competitor(
                id=1000 + n, rank=rank[n][0], points=rank[n][1], number=n, club=event.club[n], state=state[n]
            )
            for n in event.here
        ),
        history=tuple(Meeting(m.round, 1000 + m.first, 1000 + m.second, m.played) for m in event.history),
        byes=tuple(PastBye(b.round, 1000 + b.competitor, b.requested) for b in event.byes),
        locked_pairs=tuple((1000 + a, 1000 + b) for a, b in lock),
        forbidden_pairs=tuple((1000 + a, 1000 + b) for a, b in zip(picked[2::2], picked[3::2], strict=False)),
        clubs_apart=ClubRule(CLUBS_APART),
        seed=event.size,
    )


def _system(event: Event, round_: int, table: Table) -> System:
    left = event.rounds - round_ + 1
    if left == 1:
        return KingOfTheHill()
    if left > 3 or event.rounds < 4:
        return Swiss()
    shapes = tuple(RoundShape(cap=AMATH.cap(r)) for r in range(round_, event.rounds + 1))
    contestants = tuple(
        Contestant(row.number, int(row.points), row.capped_spread, active=row.active) for row in table.rows
    )
    asked = Contention(prizes=tuple((n, n) for n in range(1, 11)), gibson_spread=gibson_of_caps(shapes))
    return prepare(asked, Situation(contestants, shapes), round_=round_, seed=event.size).system


def _play(event: Event, round_: int, request: PairingRequest, result: PairingResult) -> None:
    random = event.random
    for game in result.pairs:
        first, second = game.first - 1000, game.second - 1000
        drawn = random.random()
        if drawn < 0.02:
            scores = [(FORFEIT, 0), (0, FORFEIT)] if drawn < 0.015 else [(-FORFEIT, 0), (-FORFEIT, 0)]
            outcome = Outcome.FORFEIT if drawn < 0.015 else Outcome.DOUBLE_FORFEIT
        else:
            margin = round(random.gauss(event.strength[first] - event.strength[second], 150))
            scores, outcome = [(400 + margin, 400), (400, 400 + margin)], Outcome.PLAYED
        for (own, against), one, other in zip(scores, (first, second), (second, first), strict=True):
            event.lines.append(Line(one, round_, other, outcome, own, against))
        event.history.append(Meeting(round_, first, second, played=outcome is Outcome.PLAYED))
    asked_for = {c.id for c in request.competitors if c.state == "requested_bye"}
    for id_ in result.byes:
        event.lines.append(Line(id_ - 1000, round_, None, Outcome.BYE, BYE, 0))
        event.byes.append(PastBye(round_, id_ - 1000, id_ in asked_for))


def violations(event: Event) -> list[str]:
    """Everything a round may not do and did; empty is right."""
    found = []
    for request, result in zip(event.asked, event.answered, strict=True):
        found += [f"round {request.round}: {what}" for what in _wrong_in(request, result)]
    return found


def _wrong_in(request: PairingRequest, result: PairingResult) -> Iterator[str]:
    games = [(game.first, game.second) for game in result.pairs]
    seated = Counter(id_ for game in games for id_ in game) + Counter(result.byes)
    present = {c.id for c in request.present}
    if set(seated) != present or max(seated.values(), default=0) > 1:
        yield "somebody is missing, twice in it, or should not be"
    if any(first == second for first, second in games):
        yield "somebody meets himself"
    given = set(request.given_byes)
    free_count = len(present) - len(given) - 2 * len(request.locked_pairs)
    if set(result.byes) - set(result.automatic_byes) != given or len(result.automatic_byes) != free_count % 2:
        yield "byes are not those given and one for an odd field"
    if not set(request.locked_pairs) <= set(games):
        yield "a locked pair was not kept"
    forbidden = {frozenset(couple) for couple in request.forbidden_pairs}
    if any(frozenset(game) in forbidden and game not in request.locked_pairs for game in games):
        yield "a forbidden pair was made"
    yield from _wrong_repeats(request, result, present - given)
    yield from _wrong_byes(request, result)
    yield from _wrong_starts(request, result)
    again = pair(request_from_json(request_to_json(request)))
    if again != result:
        yield "the stored request is paired otherwise"


def _wrong_repeats(request: PairingRequest, result: PairingResult, playing: set[int]) -> Iterator[str]:
    met = {frozenset((m.first, m.second)) for m in request.history if m.played}
    repeats = [(g.first, g.second) for g in result.pairs if frozenset((g.first, g.second)) in met and not g.locked]
    if not repeats:
        return
    bye = set(result.automatic_byes)
    locked = {id_ for couple in request.locked_pairs for id_ in couple}
    forbidden = met | {frozenset(couple) for couple in request.forbidden_pairs}
    free = sorted(playing - locked - bye)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(free)
    graph.add_edges_from(
        [
            (i, j, 1)
            for i, one in enumerate(free)
            for j, other in enumerate(free[:i])
            if frozenset((one, other)) not in forbidden
        ]
    )
    if len(free) // 2 - len(rustworkx.max_weight_matching(graph, max_cardinality=True)) < len(repeats):
        yield f"{len(repeats)} repeats, and fewer were possible"


def _wrong_byes(request: PairingRequest, result: PairingResult) -> Iterator[str]:
    had = Counter(bye.competitor for bye in request.byes)
    locked = {id_ for couple in request.locked_pairs for id_ in couple}
    free = [c for c in request.present if c.id not in locked and c.id not in request.given_byes]
    for id_ in result.automatic_byes:
        fewest = min(had[c.id] for c in free)
        if had[id_] > fewest:
            yield "a further bye before everybody had one"
        lowest = max((c for c in free if had[c.id] == fewest), key=lambda c: c.rank).rank
        if next(c.rank for c in free if c.id == id_) < lowest and not result.repeats:
            yield "the bye did not go to the lowest of those due"


def _wrong_starts(request: PairingRequest, result: PairingResult) -> Iterator[str]:
    difference: Counter[int] = Counter()
    for meeting in request.history:
        if meeting.played and meeting.starts_known:
            difference[meeting.first] += 1
            difference[meeting.second] -= 1
    for game in result.pairs:
        if not game.locked and difference[game.first] > difference[game.second]:
            yield "whoever had started more starts again"
