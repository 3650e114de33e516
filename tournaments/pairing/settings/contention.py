"""Contention: who can still win what, and the figures that say so.

The first settings are the director's. The others are figures that `chances.prepare` writes before a round is
paired: they are stored with the request, so that pairing it again needs no simulation, and gives the same round.
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from .base import SettingError, check_settings, whole, yes_no

MOST_RUNS = 1_000_000


class Standing(NamedTuple):
    """A row of the table as the round finds it, in order. `points` are whole numbers of the smallest share of a
    match point that the event knows. `hopeful` and `class_hopeful` are places, 0 where nothing was simulated."""

    number: int
    points: int
    spread: int
    active: bool = True
    prize_class: int | None = None
    hopeful: int = 0
    class_hopeful: int = 0


def _listed(wanted: str) -> dict[str, Any]:
    """Metadata: `bands` are places from and to, `class_bands` have the class before them, `numbers` are whole
    numbers from 0, and `figures` are not asked of anybody."""
    return {"wanted": wanted}


@dataclass(frozen=True, slots=True)
class Contention:
    """Prizes are decided between those who can still win them.

    `prizes` are places from and to, each such run one prize of equal worth: ((1, 1), (2, 2), (3, 8)).
    `class_prizes` are the same inside a prize class: (class, from, to). `gibson_spread` is the largest spread of
    a game that is reckoned with, by rounds left, the last round first; its last value repeats, and empty
    means no limit. `spread_counts`: spread ranks next after points.

    `simulations` 0 goes by what is possible at all. With a number of runs, a place counts as possible if it was
    reached in at least so many runs of a thousand as `hopefulness` says, by rounds left as above.
    From round `control_from` on, the leader meets the lowest contender for first place who would otherwise
    lose control: whose chance of ending first, if he wins all his games, would fall by `control_threshold`
    in a thousand (`control_simulations` runs) if he and the leader were kept apart now.

    Figures: `rounds_left` with this one, `swing` (match points most and least, spread or None: what all of them
    can bring one competitor), `standings`, `leader` and whom he may meet (`leader_meets`; entry numbers), and
    how much was simulated from which seed.
    """

    kind: ClassVar[str] = "contention"
    by_points: ClassVar[bool] = False

    prizes: tuple[tuple[int, int], ...] = field(default=((1, 1), (2, 2), (3, 3)), metadata=_listed("bands"))
    class_prizes: tuple[tuple[int, int, int], ...] = field(default=(), metadata=_listed("class_bands"))
    gibson_spread: tuple[int, ...] = field(default=(250, 200), metadata=_listed("numbers"))
    spread_counts: bool = field(default=True, metadata=yes_no())
    simulations: int = field(default=0, metadata=whole(0, MOST_RUNS))
    hopefulness: tuple[int, ...] = field(default=(100, 100, 50, 20, 10), metadata=_listed("numbers"))
    control_from: int | None = field(default=None, metadata=whole(1, 999, unset=True))
    control_threshold: int = field(default=250, metadata=whole(1, 1000))
    control_simulations: int = field(default=1000, metadata=whole(1, MOST_RUNS))
    rounds_left: int = field(default=1, metadata=_listed("figures"))
    swing: tuple[int, int, int | None] | None = field(default=None, metadata=_listed("figures"))
    standings: tuple[Standing, ...] = field(default=(), metadata=_listed("figures"))
    leader: int | None = field(default=None, metadata=_listed("figures"))
    leader_meets: tuple[int, ...] = field(default=(), metadata=_listed("figures"))
    runs: int = field(default=0, metadata=_listed("figures"))
    simulation_seed: int = field(default=0, metadata=_listed("figures"))

    def __post_init__(self) -> None:
        check_settings(self)
        for name in ("prizes", "class_prizes"):
            bands = [tuple(band) for band in getattr(self, name)]
            self._check_whole(name, bands)
            object.__setattr__(self, name, tuple(sorted(bands)))
        for name in ("gibson_spread", "hopefulness", "leader_meets"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "standings", tuple(Standing(*row) for row in self.standings))
        if self.swing is not None:
            most, least, spread = self.swing
            object.__setattr__(self, "swing", (most, least, spread))
        self._check_bands("prizes", [(0, *band) for band in self.prizes])
        self._check_bands("class_prizes", list(self.class_prizes))
        self._check_range("gibson_spread", self.gibson_spread, 0, 10_000)
        self._check_range("hopefulness", self.hopefulness, 1, 1000)
        self._check_range("rounds_left", (self.rounds_left,), 0, 999)
        if not self.hopefulness:
            raise self._wrong("hopefulness", (), 1, 1000)

    def hope(self) -> int:
        """The share of runs, in a thousand, from which a place counts as possible this round."""
        return self.hopefulness[min(max(self.rounds_left, 1), len(self.hopefulness)) - 1]

    def _check_whole(self, name: str, bands: list[tuple[int, ...]]) -> None:
        for band in bands:
            if not all(type(value) is int for value in band):
                wanted = "bands" if name == "prizes" else "class_bands"
                raise SettingError(
                    "setting.wrong_type",
                    f"{name} of {self.kind} are whole numbers, not {band!r}",
                    system=self.kind,
                    setting=name,
                    value=band,
                    wanted=wanted,
                )

    def _check_bands(self, name: str, bands: list[tuple[int, int, int]]) -> None:
        """From 1, no place twice, and sorted already."""
        before: tuple[int, int] | None = None
        for group, first, last in bands:
            after = before[1] if before is not None and before[0] == group else 0
            if not after < first <= last <= 9999:
                raise self._wrong(name, (first, last), after + 1, 9999)
            before = group, last

    def _check_range(self, name: str, values: tuple[int, ...], low: int, high: int) -> None:
        for value in values:
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise self._wrong(name, value, low, high)

    def _wrong(self, name: str, value: Any, low: int, high: int) -> SettingError:
        return SettingError(
            "setting.out_of_range",
            f"{name} of {self.kind} is from {low} to {high}, not {value}",
            system=self.kind,
            setting=name,
            value=value,
            low=low,
            high=high,
        )
