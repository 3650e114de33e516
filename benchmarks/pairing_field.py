"""The field that the pairing figures are taken on: seven rounds played by chance and strength, odd, with clubs."""

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from tournaments.pairing import ClubRule, Competitor, Meeting, PairingRequest, PastBye, Swiss, pair

ROUNDS = 7


@dataclass(slots=True)
class Season:
    """`outcome[round][competitor]` is (opponent, started, half points); a bye has opponent 0."""

    size: int
    points: dict[int, int]
    spread: dict[int, int]
    club: dict[int, int]
    history: list[Meeting] = field(default_factory=list)
    byes: list[PastBye] = field(default_factory=list)
    outcome: list[dict[int, tuple[int, bool, int]]] = field(default_factory=list)

    def ranked(self, active: list[int]) -> list[int]:
        return sorted(active, key=lambda n: (-self.points[n], -self.spread[n], n))

    def request(self, round_: int, active: list[int]) -> PairingRequest:
        return PairingRequest(
            event="bench",
            round=round_,
            system=Swiss(),
            competitors=tuple(
                Competitor(id=n, rank=rank, points=self.points[n], number=n, club=self.club[n])
                for rank, n in enumerate(self.ranked(active), 1)
            ),
            history=tuple(self.history),
            byes=tuple(self.byes),
            clubs_apart=ClubRule(None),
        )


@lru_cache(maxsize=2)
def season(size: int) -> Season:
    random = Random(size)
    everybody = list(range(1, size + 1))
    strength = {n: random.gauss(0, 60) for n in everybody}
    made = Season(
        size,
        points=dict.fromkeys(everybody, 0),
        spread=dict.fromkeys(everybody, 0),
        club={n: random.randrange(max(4, size // 12)) for n in everybody},
    )
    for round_ in range(1, ROUNDS + 1):
        result = pair(made.request(round_, everybody))
        played: dict[int, tuple[int, bool, int]] = {}
        for game in result.pairs:
            margin = round(random.gauss(strength[game.first] - strength[game.second], 80))
            for one, other, own in ((game.first, game.second, margin), (game.second, game.first, -margin)):
                scored = 2 * (own > 0) + (own == 0)
                made.points[one] += scored
                made.spread[one] += own
                played[one] = (other, one == game.first, scored)
            made.history.append(Meeting(round_, game.first, game.second))
        for n in result.byes:
            made.points[n] += 2
            made.byes.append(PastBye(round_, n))
            played[n] = (0, False, 2)
        made.outcome.append(played)
    return made


def round_eight(size: int) -> PairingRequest:
    """The last one to enter has left."""
    return season(size).request(ROUNDS + 1, list(range(1, size)))


def tournament_report(size: int) -> str:
    """The same event in the chess federation's report format, which other pairing programs read.

    A win is 1, a tie 0.5; the one who left has no game in the round to be paired.
    """
    made = season(size)
    lines = ["012 bench", f"XXR {ROUNDS + 1}", "XXC white1"]
    ranked = made.ranked(list(range(1, size + 1)))
    for n in range(1, size + 1):
        games = []
        for played in made.outcome:
            other, started, scored = played[n]
            if not other:
                games.append("  0000 - U")
                continue
            games.append(f"  {other:>4} {'w' if started else 'b'} {'0=1'[scored]}")
        if n == size:
            games.append("  0000 - Z")
        points = made.points[n] / 2
        head = f"001 {n:>4}      Player {n:<26} {2400 - n // 4:>4} {'':3} {'':11} {'':10} {points:>4.1f} "
        lines.append(head + f"{ranked.index(n) + 1:>4}" + "".join(games))
    return "\n".join(lines) + "\n"
