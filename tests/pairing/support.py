"""Builders for pairing requests, small tournaments played by rule, and a second opinion on costs.

The second opinion is written from the definitions in the design, pair by pair and without matrices, so that
it shares no code and no shape with what it checks.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tournaments.pairing import (
    ClubRule,
    Competitor,
    KingOfTheHill,
    Meeting,
    PairingError,
    PairingRequest,
    PairingResult,
    PastBye,
    Swiss,
    pair,
)

Game = tuple[int, int]


def field(count: int, points: Sequence[int] | None = None, clubs: Sequence[int | None] | None = None):
    """Competitors 1..count, ranked by their number."""
    return tuple(
        Competitor(
            id=n,
            rank=n,
            points=points[n - 1] if points else 0,
            number=n,
            club=clubs[n - 1] if clubs else None,
        )
        for n in range(1, count + 1)
    )


def played(round_: int, *games: Game) -> tuple[Meeting, ...]:
    return tuple(Meeting(round_, first, second) for first, second in games)


def request_of(competitors: tuple[Competitor, ...], **changes) -> PairingRequest:
    given = {"event": "test", "round": 1, "system": Swiss(), **changes}
    return PairingRequest(competitors=competitors, **given)


def pair_or_code(request: PairingRequest) -> PairingResult | str:
    """The round, or the code it was refused with."""
    try:
        return pair(request)
    except PairingError as error:
        return error.code


def pairs_of(result: PairingResult) -> set[frozenset[int]]:
    return {frozenset((game.first, game.second)) for game in result.pairs}


def couples(*games: Game) -> set[frozenset[int]]:
    return {frozenset(game) for game in games}


def codes_of(result: PairingResult) -> list[str]:
    return [note.code for note in result.notes]


def notes_of(result: PairingResult, code: str) -> list[dict[str, int | str]]:
    return [note.figures for note in result.notes if note.code == code]


class Event:
    """A tournament played round by round: the better number wins by 10, unless `winner` says otherwise."""

    def __init__(self, count: int, winner: Callable[[int, int], int] = min, **settings) -> None:
        self.active = set(range(1, count + 1))
        self.points = dict.fromkeys(self.active, 0)
        self.spread = dict.fromkeys(self.active, 0)
        self.winner = winner
        self.settings = settings
        self.history: list[Meeting] = []
        self.byes: list[PastBye] = []
        self.round = 1

    def request(self, **changes) -> PairingRequest:
        order = sorted(self.active, key=lambda n: (-self.points[n], -self.spread[n], n))
        competitors = tuple(
            Competitor(id=n, rank=rank, points=self.points[n], number=n) for rank, n in enumerate(order, 1)
        )
        return request_of(
            competitors,
            **{
                "round": self.round,
                "history": tuple(self.history),
                "byes": tuple(self.byes),
                **self.settings,
                **changes,
            },
        )

    def play(self, **changes) -> PairingResult:
        result = pair(self.request(**changes))
        self.enter(result)
        return result

    def enter(self, result: PairingResult) -> None:
        for game in result.pairs:
            self.score(game.first, game.second, self.winner(game.first, game.second))
        for competitor in result.byes:
            self.points[competitor] += 2
            self.byes.append(PastBye(self.round, competitor))
        self.round += 1

    def score(self, first: int, second: int, winner: int, spread: int = 10) -> None:
        loser = second if winner == first else first
        self.points[winner] += 2
        self.spread[winner] += spread
        self.spread[loser] -= spread
        self.history.append(Meeting(self.round, first, second))


@st.composite
def requests(
    draw: st.DrawFn,
    *,
    largest: int = 9,
    smallest: int = 2,
    rounds: int = 7,
    directed: bool = False,
    systems: Sequence[Swiss | KingOfTheHill] = (Swiss(), Swiss(odd_group="float_down"), KingOfTheHill()),
) -> PairingRequest:
    """A round of an event that was paired carelessly so far: repeats, second byes, bad starts and all.

    `directed` adds locked pairs, locked byes and forbidden pairs, never so many that nothing is left.
    """
    count = draw(st.integers(smallest, largest))
    before = rounds - draw(st.integers(0, rounds))
    random = draw(st.randoms(use_true_random=False))
    points = sorted((random.randint(0, before) * 2 for _ in range(count)), reverse=True)
    clubs = [random.choice((None, 1, 2, 3)) for _ in range(count)]
    numbers = random.sample(range(1, count + 1), count)
    competitors = tuple(
        Competitor(id=100 + numbers[i], rank=i + 1, points=points[i], number=numbers[i], club=clubs[i])
        for i in range(count)
    )
    history, byes = _careless_history(random, [c.id for c in competitors], before)
    request = PairingRequest(
        event="property",
        round=before + 1,
        system=draw(st.sampled_from(systems)),
        competitors=competitors,
        history=tuple(history),
        byes=tuple(byes),
        clubs_apart=ClubRule(draw(st.sampled_from((0, 3, None)))),
        seed=draw(st.integers(0, 3)),
    )
    return _direct(random, request) if directed else request


def _careless_history(random: Random, ids: list[int], rounds: int) -> tuple[list[Meeting], list[PastBye]]:
    history: list[Meeting] = []
    byes: list[PastBye] = []
    for round_ in range(1, rounds + 1):
        seated = random.sample(ids, len(ids))
        if len(seated) % 2:
            byes.append(PastBye(round_, seated.pop()))
        for first, second in zip(seated[::2], seated[1::2], strict=True):
            history.append(
                Meeting(
                    round_,
                    first,
                    second,
                    played=random.random() > 0.1,
                    starts_known=random.random() > 0.1,
                )
            )
    return history, byes


def _direct(random: Random, request: PairingRequest) -> PairingRequest:
    ids = [c.id for c in request.competitors]
    random.shuffle(ids)
    locked_pairs = [(ids.pop(), ids.pop()) for _ in range(random.randint(0, 1)) if len(ids) > 3]
    locked_byes = [ids.pop() for _ in range(random.randint(0, 2)) if len(ids) > 3]
    possible = list(itertools.combinations(sorted(ids), 2))
    forbidden = random.sample(possible, min(len(possible), random.randint(0, 3)))
    return replace(
        request,
        locked_pairs=tuple(locked_pairs),
        locked_byes=tuple(locked_byes),
        forbidden_pairs=tuple(forbidden),
    )


# --- The second opinion -----------------------------------------------------------------------------------


def all_rounds(request: PairingRequest) -> Iterator[tuple[list[Game], int | None]]:
    """Every way to pair those who are not locked, with the bye if their number is odd; ranks must differ."""
    free = free_order(request)
    forbidden = {frozenset(couple) for couple in request.forbidden_pairs}
    ids = [c.id for c in free]
    for bye in ids if len(ids) % 2 else [None]:
        for games in _matchings([i for i in ids if i != bye]):
            if not any(frozenset(game) in forbidden for game in games):
                yield games, bye


def _matchings(ids: list[int]) -> Iterator[list[Game]]:
    if not ids:
        yield []
        return
    first, *rest = ids
    for index, other in enumerate(rest):
        for games in _matchings(rest[:index] + rest[index + 1 :]):
            yield [(first, other), *games]


def free_order(request: PairingRequest) -> list[Competitor]:
    locked = {i for couple in request.locked_pairs for i in couple} | set(request.locked_byes)
    by_points = isinstance(request.system, Swiss)
    return sorted(
        (c for c in request.competitors if c.id not in locked),
        key=lambda c: (-c.points if by_points else 0, c.rank),
    )


class SecondOpinion:
    """The cost of a whole round, as a tuple in the order of the levels."""

    def __init__(self, request: PairingRequest) -> None:
        self.request = request
        self.free = free_order(request)
        self.index = {c.id: i for i, c in enumerate(self.free)}
        real = [m for m in request.history if m.played]
        self.met = Counter(frozenset((m.first, m.second)) for m in real)
        self.beside = {frozenset((m.first, m.second)) for m in real if m.round == request.round - 1}
        self.byes = Counter(b.competitor for b in request.byes)
        self.starts: Counter[int] = Counter()
        for m in real:
            if m.starts_known:
                self.starts[m.first] += 1
                self.starts[m.second] -= 1
        self.expected_bye: int | None = None
        if len(self.free) % 2:
            fewest = min(self.byes[c.id] for c in self.free)
            self.expected_bye = [c.id for c in self.free if self.byes[c.id] == fewest][-1]
        self.brackets = self._brackets() if isinstance(request.system, Swiss) else []

    def cost(self, games: Sequence[Game], bye: int | None) -> tuple[int, ...]:
        fewest = min(self.byes[c.id] for c in self.request.competitors)
        return (
            self.byes[bye] - fewest if bye is not None else 0,
            sum(self.met[frozenset(g)] > 0 for g in games),
            sum(frozenset(g) in self.beside for g in games),
            sum(_stairs(self.met[frozenset(g)] - 1) for g in games),
            len(self.free) - 1 - self.index[bye] if bye is not None else 0,
            sum(self._clubmates(g) for g in games),
            *self._system(games),
            sum(self._excess(g) for g in games),
        )

    def _clubmates(self, game: Game) -> bool:
        through = self.request.clubs_apart.through_round
        if through is not None and self.request.round > through:
            return False
        one, other = (self.free[self.index[i]].club for i in game)
        return one is not None and one == other

    def _system(self, games: Sequence[Game]) -> tuple[int, ...]:
        if not isinstance(self.request.system, Swiss):
            return (sum(max(0, abs(self._place(a) - self._place(b)) - 1) ** 2 for a, b in games),)
        totals = [0, 0, 0]
        levels = sorted({c.points for c in self.free}, reverse=True)
        for game in games:
            groups = [levels.index(self.free[self.index[i]].points) for i in game]
            totals[0] += _stairs(abs(groups[0] - groups[1]))
            in_bracket = [next(k for k, b in enumerate(self.brackets) if i in b) for i in game]
            apart = abs(self._place(game[0]) - self._place(game[1]))
            if in_bracket[0] == in_bracket[1]:
                members = [i for i in self.brackets[in_bracket[0]] if i != self.expected_bye]
                half = len(members) // 2
                totals[1] += len({self._stand_in(i) in members[:half] for i in game}) == 1
                totals[2] += (apart - half) ** 2
            else:
                totals[1] += 1
                totals[2] += max(0, apart - 1) ** 2
        return tuple(totals)

    def _stand_in(self, id_: int) -> int:
        """Whoever is expected to have the bye counts where the next above him is, at the top the next below."""
        if id_ != self.expected_bye:
            return id_
        place = self.index[id_]
        return self.free[place - 1 if place else 1].id

    def _place(self, id_: int) -> int:
        """Counted without the one who is expected to have the bye, who shares the next place."""
        place = self.index[id_]
        later = self.expected_bye is not None and place > self.index[self.expected_bye]
        return place - later

    def _brackets(self) -> list[list[int]]:
        playing = [c for c in self.free if c.id != self.expected_bye]
        groups = [[c.id for c in run] for _, run in itertools.groupby(playing, key=lambda c: c.points)]
        brackets: list[list[int]] = []
        while groups:
            group = groups.pop(0)
            if len(group) % 2 and self.request.system.odd_group == "pull_up":
                group.append(groups[0].pop(0))
                groups = [g for g in groups if g]
            elif len(group) % 2:
                groups[0].insert(0, group.pop())
            if group:
                brackets.append(group)
        if self.expected_bye is not None and brackets:
            beside = self._stand_in(self.expected_bye)
            next(b for b in brackets if beside in b).append(self.expected_bye)
        return brackets

    def _excess(self, game: Game) -> int:
        less, more = sorted(self.starts[i] for i in game)
        return max(0, abs(less + 1) - 2) + max(0, abs(more - 1) - 2)


def _stairs(steps: int) -> int:
    return max(0, steps) * (max(0, steps) + 1) // 2
