"""What a pairing is asked with and what it answers: plain, frozen, comparable, and the same in any process.

Competitors carry two names. `id` is whatever the caller uses to find them again; nothing is decided by it.
`number` is the entry number inside the division: it survives a backup and a move to another installation,
so lots are drawn from it. `rank` is the order to pair by; competitors who share a rank are separated by lot.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal

OddGroup = Literal["pull_up", "float_down"]


@dataclass(frozen=True, slots=True)
class Competitor:
    """Somebody who plays this round. Whoever is withdrawn, absent or not yet there is left out.

    `points` is the key of the score group: equal points, same group; more is better.
    """

    id: int
    rank: int
    points: int | Fraction
    number: int
    club: int | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of an earlier round; `first` started it. Ids of competitors no longer active are welcome.

    `played` false is a forfeit that never took place: the two have not met, and nobody started.
    `starts_known` false is a game whose start nobody wrote down: they have met, and nobody started.
    """

    round: int
    first: int
    second: int
    played: bool = True
    starts_known: bool = True


@dataclass(frozen=True, slots=True)
class PastBye:
    """A bye that counts towards fairness, given by hand or not; an absence or a missed round is none."""

    round: int
    competitor: int


@dataclass(frozen=True, slots=True)
class ClubRule:
    """Club-mates are kept apart, while possible, up to this round: 0 never, None in every round."""

    through_round: int | None = 0

    def applies(self, round_: int) -> bool:
        return self.through_round is None or round_ <= self.through_round


@dataclass(frozen=True, slots=True)
class Swiss:
    """Inside a score group the top half meets the bottom half in order: of eight, 1-5, 2-6, 3-7, 4-8.

    An odd group pulls up the best of the next group, or lets its own last float down.
    """

    kind: ClassVar[str] = "swiss"
    odd_group: OddGroup = "pull_up"

    def __post_init__(self) -> None:
        if self.odd_group not in ("pull_up", "float_down"):
            raise ValueError(f"an odd group is pulled up or floats down, not {self.odd_group!r}")


@dataclass(frozen=True, slots=True)
class KingOfTheHill:
    """1-2, 3-4, 5-6 and so on, whatever the score groups."""

    kind: ClassVar[str] = "king_of_the_hill"


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Berger tables over fixed seats.

    `seats` are the ids of everybody the table was made for, in seat order, the withdrawn too: a seat is
    never closed up, for that would change every later round. Whoever was to meet a competitor who is not
    active has a bye instead. Of an odd field the last place is empty, and a late entry may be added there;
    a late entry may also take the seat of somebody who left. `cycles` 2 plays every pair twice, starts
    reversed. `first_round` is the round in which the table's round 1 is played.
    """

    kind: ClassVar[str] = "round_robin"
    seats: tuple[int, ...]
    cycles: int = 1
    first_round: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(self.seats))
        if self.cycles not in (1, 2):
            raise ValueError(f"a round robin has 1 or 2 cycles, not {self.cycles}")
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("a competitor has two seats")


System = Swiss | KingOfTheHill | RoundRobin


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """Everything a round is paired from. The same request gives the same result, anywhere and always.

    `locked_pairs` are (first, second) and stand verbatim, who starts too; `locked_byes` have a bye whatever
    else; `forbidden_pairs` (either order) are never made, except where the same pair is locked.
    `event` and `seed` feed the lots. Rows are put in a canonical order here, so that their order on the way in
    means nothing and equal requests compare equal.

    Raises ValueError for what only a fault in the caller can produce (a competitor twice, a game of the round
    itself in the history); what a director can do wrong is a `PairingError` of `pair`.
    """

    event: str
    round: int
    system: System
    competitors: tuple[Competitor, ...]
    history: tuple[Meeting, ...] = ()
    byes: tuple[PastBye, ...] = ()
    locked_pairs: tuple[tuple[int, int], ...] = ()
    locked_byes: tuple[int, ...] = ()
    forbidden_pairs: tuple[tuple[int, int], ...] = ()
    clubs_apart: ClubRule = field(default_factory=ClubRule)
    seed: int = 0

    def __post_init__(self) -> None:
        def put(name: str, rows: Iterable[Any]) -> None:
            object.__setattr__(self, name, tuple(rows))

        put("competitors", sorted(self.competitors, key=lambda c: c.number))
        put("history", sorted(self.history, key=lambda m: (m.round, m.first, m.second)))
        put("byes", sorted(self.byes, key=lambda b: (b.round, b.competitor)))
        put("locked_pairs", sorted((first, second) for first, second in self.locked_pairs))
        put("locked_byes", sorted(set(self.locked_byes)))
        put("forbidden_pairs", sorted({(min(a, b), max(a, b)) for a, b in self.forbidden_pairs}))
        if len({c.id for c in self.competitors}) != len(self.competitors):
            raise ValueError("a competitor is in the request twice")
        if len({c.number for c in self.competitors}) != len(self.competitors):
            raise ValueError("two competitors share an entry number")
        for meeting in self.history:
            if meeting.round == self.round:
                raise ValueError(f"the history holds a game of round {self.round}, which is being paired")
            if meeting.first == meeting.second:
                raise ValueError(f"competitor {meeting.first} meets himself in round {meeting.round}")
        if any(bye.round == self.round for bye in self.byes):
            raise ValueError(f"the byes hold one of round {self.round}, which is being paired")


Figure = int | str


@dataclass(frozen=True, slots=True)
class Note:
    """Something the director should read beside the draft: a stable code and its figures.

    Codes are listed in `notes.py`, which writes them.
    """

    code: str
    params: tuple[tuple[str, Figure], ...] = ()

    @property
    def figures(self) -> dict[str, Figure]:
        return dict(self.params)


Cost = tuple[tuple[str, int], ...]
"""Named levels, the most important first; two costs of one system compare level by level."""

StartReason = Literal["locked", "schedule", "fewer_starts", "reverse_of_last", "second_more_recently", "lot"]


@dataclass(frozen=True, slots=True)
class Pair:
    """One game: `first` starts. `met` counts their earlier games, `cost` is this pair's share of the whole."""

    first: int
    second: int
    start_reason: StartReason
    locked: bool = False
    met: int = 0
    cost: Cost = ()


@dataclass(frozen=True, slots=True)
class PairingResult:
    """A paired round. `pairs` are in table order, the best rank at table 1; `byes` in rank order.

    `automatic_byes` are those of `byes` that no director gave. `repeats` are the pairs, as (first, second),
    that met before without a schedule asking for it. `cost` sums the pairs that the system chose and its bye.
    """

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...]
    automatic_byes: tuple[int, ...]
    repeats: tuple[tuple[int, int], ...]
    cost: Cost
    notes: tuple[Note, ...]
    solver: str
    digest: str
