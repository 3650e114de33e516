"""Who is shown how in a list: rules for readers, which no rating depends on."""

from dataclasses import dataclass

from ratings.systems.parameters import Parameters


@dataclass(frozen=True, slots=True)
class Policy(Parameters):
    """Provisional: a deviation above `provisional_rd` rating points, or fewer games than `provisional_games`.
    Ranked: not provisional, and `ranked_games` in the last `ranked_months`. Nobody is shown below `floor`; the
    number itself has none.
    """

    provisional_rd: float = 110.0
    provisional_games: float = 30.0
    ranked_games: float = 30.0
    ranked_months: float = 24.0
    floor: float = 100.0

    def limits(self) -> dict[str, bool]:
        return {
            "provisional_rd": 0 < self.provisional_rd <= 1000,
            "provisional_games": 0 <= self.provisional_games <= 10_000,
            "ranked_games": 0 <= self.ranked_games <= 10_000,
            "ranked_months": 1 <= self.ranked_months <= 1200 and self.ranked_months.is_integer(),
            "floor": abs(self.floor) <= 10_000,
        }

    def is_provisional(self, rd: float, games: int) -> bool:
        """
        >>> Policy().is_provisional(60.0, 29), Policy().is_provisional(110.0, 30)
        (True, False)
        """
        return rd > self.provisional_rd or games < self.provisional_games
