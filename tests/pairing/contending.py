"""Small fields for contention: a table, its request, and the round made of it."""

from tournaments.pairing import Competitor, Contention, PairingRequest, PairingResult, pair
from tournaments.pairing.chances.prepare import prepare
from tournaments.pairing.chances.situation import Contestant, RoundShape, Situation

KOTH = RoundShape("king_of_the_hill", cap=350)


def table(*rows, classes=(), gone=()) -> tuple[Contestant, ...]:
    """Contestants 1, 2, 3 … of (points, spread), in the order given."""
    return tuple(
        Contestant(n, points, spread, prize_class=7 if n in classes else None, active=n not in gone)
        for n, (points, spread) in enumerate(rows, 1)
    )


def situation_of(contestants, rounds=1) -> Situation:
    return Situation(contestants, (RoundShape("factor", 2, cap=350),) * (rounds - 1) + (KOTH,) * min(rounds, 1))


def request_of(system: Contention, contestants, **changes) -> PairingRequest:
    return PairingRequest(
        **{
            "event": "contention",
            "round": 9,
            "system": system,
            "competitors": tuple(
                Competitor(id=100 + c.number, rank=rank, points=c.points, number=c.number)
                for rank, c in enumerate(contestants, 1)
                if c.active
            ),
            **changes,
        }
    )


def round_of(contestants, *, rounds=1, history=(), round_=9, **settings) -> PairingResult:
    settings = {"prizes": ((1, 1), (2, 2), (3, 3)), "gibson_spread": (350,), **settings}
    prepared = prepare(Contention(**settings), situation_of(contestants, rounds), round_=round_, seed=3)
    return pair(request_of(prepared.system, contestants, round=round_, history=history))


def met(result: PairingResult) -> set[tuple[int, int]]:
    """Pairs by entry number, the smaller first."""
    return {tuple(sorted((game.first - 100, game.second - 100))) for game in result.pairs}
