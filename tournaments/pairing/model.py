"""What a pairing is asked with and what it answers: plain, frozen, comparable, and the same in any process.

Competitors carry two names. `id` is whatever the caller uses to find them again; nothing is decided by it.
`number` is the entry number inside the division: it survives a backup and a move to another installation,
so lots are drawn from it. `rank` is the order to pair by; competitors who share a rank are separated by lot.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, get_args

from .settings import (
    AustralianDraw,
    Casement,
    Contention,
    Factor,
    Fontes,
    KingOfTheHill,
    Manual,
    OddGroup,
    PairResult,
    Quads,
    QueenOfTheHill,
    RandomDraw,
    RoundRobin,
    ShrinkingFactor,
    SnakeGroups,
    Standing,
    Swiss,
    System,
    TeamRoundRobin,
)

__all__ = [
    "AustralianDraw",
    "ByeRule",
    "Casement",
    "ClubRule",
    "Competitor",
    "Contention",
    "Cost",
    "Factor",
    "Figure",
    "Fontes",
    "KingOfTheHill",
    "Manual",
    "Meeting",
    "Note",
    "OddGroup",
    "Pair",
    "PairResult",
    "PairingRequest",
    "PairingResult",
    "PastBye",
    "Quads",
    "QueenOfTheHill",
    "RandomDraw",
    "RepeatRule",
    "RoundRobin",
    "ShrinkingFactor",
    "SnakeGroups",
    "Standing",
    "StartReason",
    "StartRule",
    "State",
    "Swiss",
    "System",
    "TeamRoundRobin",
]
State = Literal["plays", "requested_bye", "absent", "not_arrived", "withdrawn"]
"""`plays` is paired. `requested_bye` has the bye that was asked for, which counts by `ByeRule`. The others are in
no game and have no bye: `absent` this round, `not_arrived` yet, or `withdrawn` for good."""

PRESENT: frozenset[str] = frozenset({"plays", "requested_bye"})


@dataclass(frozen=True, slots=True)
class Competitor:
    """Somebody of the field. Whoever does not play this round may be left out, or be there in another `state`.

    `points` is the key of the score group: equal points, same group; more is better. `team` is a further
    membership beside the club. `table` is the table a competitor needs, wherever the game would have been.
    `recent` are the match points of the first match of a block, which `PairResult` reads and nobody else.
    """

    id: int
    rank: int
    points: int | Fraction
    number: int
    club: int | None = None
    team: int | None = None
    table: int | None = None
    state: State = "plays"
    recent: int | Fraction | None = None

    def __post_init__(self) -> None:
        if self.state not in get_args(State):
            raise ValueError(f"there is no state {self.state!r}")
        if self.table is not None and self.table < 1:
            raise ValueError(f"tables are numbered from 1, not {self.table}")


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of an earlier round; `first` started it. Ids of competitors no longer active are welcome.

    `played` false is a forfeit that never took place: the two have not met, and nobody started.
    `starts_known` false is a game whose start nobody wrote down: they have met, and nobody started.
    `table` is where it was played; only `PairResult` asks.
    """

    round: int
    first: int
    second: int
    played: bool = True
    starts_known: bool = True
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PastBye:
    """A bye that was had, given by hand or not; an absence or a missed round is none.

    `requested` is one that its holder asked for: whether it counts towards fairness is the event's `ByeRule`.
    """

    round: int
    competitor: int
    requested: bool = False


@dataclass(frozen=True, slots=True)
class ClubRule:
    """Club-mates are kept apart, while possible, up to this round: 0 never, None in every round."""

    through_round: int | None = 0

    def applies(self, round_: int) -> bool:
        return self.through_round is None or round_ <= self.through_round


@dataclass(frozen=True, slots=True)
class RepeatRule:
    """How often two may meet again as if for the first time: `limit` 0 never, None however often.

    Beyond the limit, repeats are as few as can be. `back_to_back` False: not in two rounds running either, while
    that costs no repeat.
    """

    limit: int | None = 0
    back_to_back: bool = False

    def __post_init__(self) -> None:
        if self.limit is not None and not 0 <= self.limit <= MOST_REPEATS:
            raise ValueError(f"a limit of repeats is from 0 to {MOST_REPEATS}, not {self.limit}")

    def allows(self, met: int) -> bool:
        """Whether a further game of two who have met so often is within the limit."""
        return self.limit is None or met <= self.limit


MOST_REPEATS = 15


@dataclass(frozen=True, slots=True)
class StartRule:
    """Who starts, beside the difference between games started and not (the smaller starts).

    `head_to_head`: of two with equal differences, whoever started fewer of their own games. `longest_run`: nobody
    starts, or goes second, more often running than this, while it is possible. `by_draw`: nothing of that, a lot
    for every game, as a last round may be decided.
    """

    by_draw: bool = False
    head_to_head: bool = False
    longest_run: int | None = None

    def __post_init__(self) -> None:
        if self.longest_run is not None and not 1 <= self.longest_run <= LONGEST_RUN:
            raise ValueError(f"a longest run is from 1 to {LONGEST_RUN}, not {self.longest_run}")


LONGEST_RUN = 10


@dataclass(frozen=True, slots=True)
class ByeRule:
    """`requested_count`: whoever asked for a bye has had one when the automatic ones go round."""

    requested_count: bool = True


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """Everything a round is paired from. The same request gives the same result, anywhere and always.

    `locked_pairs` are (first, second) and stand verbatim, who starts too; `locked_byes` have a bye whatever
    else; `forbidden_pairs` (either order) are never made, except where the same pair is locked.
    `event` and `seed` feed the lots. Rows are put in a canonical order here, so that their order on the way in
    means nothing and equal requests compare equal.

    `based_on` is the round after which ranks and points were taken, None the round before this one. Whatever came
    after it is known as a pairing only: its games count as met and as starts whether they were played or not, so
    that a sheet made while a round is running is the same however that round ends.

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
    based_on: int | None = None
    teams_apart: ClubRule = field(default_factory=ClubRule)
    repeats: RepeatRule = field(default_factory=RepeatRule)
    starts: StartRule = field(default_factory=StartRule)
    bye_rule: ByeRule = field(default_factory=ByeRule)

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
        if self.based_on is not None and not 0 <= self.based_on < self.round:
            raise ValueError(f"round {self.round} cannot be based on round {self.based_on}")

    @property
    def present(self) -> tuple[Competitor, ...]:
        """Those who play or sit out at their own wish; the others appear in no game and no bye."""
        return tuple(one for one in self.competitors if one.state in PRESENT)

    @property
    def given_byes(self) -> tuple[int, ...]:
        """Everybody who has a bye whatever else: by hand, or asked for."""
        asked = (one.id for one in self.competitors if one.state == "requested_bye")
        return tuple(sorted({*self.locked_byes, *asked}))

    @property
    def clubs_kept_apart(self) -> bool:
        """Whether club-mates are kept apart in this round: by the rule, or because the draw mixes clubs."""
        mixed = isinstance(self.system, RandomDraw) and self.system.mix_clubs
        return mixed or self.clubs_apart.applies(self.round)

    @property
    def teams_kept_apart(self) -> bool:
        return self.teams_apart.applies(self.round)

    def only_paired(self, round_: int) -> bool:
        """Whether this pairing may know nothing of how the games of that round ended."""
        return self.based_on is not None and round_ > self.based_on


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

StartReason = Literal[
    "locked",
    "schedule",
    "fewer_starts",
    "run",
    "head_to_head",
    "reverse_of_last",
    "second_more_recently",
    "lot",
    "draw",
]


@dataclass(frozen=True, slots=True)
class Pair:
    """One game: `first` starts. `met` counts their earlier games, `cost` is this pair's share of the whole.

    `table` is its number: 1, 2, 3 … down the ranks, but for those who need a certain one.
    """

    first: int
    second: int
    start_reason: StartReason
    locked: bool = False
    met: int = 0
    cost: Cost = ()
    table: int = 0


@dataclass(frozen=True, slots=True)
class PairingResult:
    """A paired round. `pairs` are in table order, the best rank at table 1; `byes` in rank order.

    `automatic_byes` are those of `byes` that nobody gave or asked for. `repeats` are the pairs, as (first, second),
    that met before without a schedule asking for it. `cost` sums the pairs that the system chose and its bye.
    `away` are those in the request who are in no game and have no bye.
    """

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...]
    automatic_byes: tuple[int, ...]
    repeats: tuple[tuple[int, int], ...]
    cost: Cost
    notes: tuple[Note, ...]
    solver: str
    digest: str
    away: tuple[int, ...] = ()
