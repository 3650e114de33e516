"""Rounds of any system, asked for in any of the ways a director may ask."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tests.pairing.support import requests
from tournaments.pairing import (
    AustralianDraw,
    ByeRule,
    Casement,
    ClubRule,
    Contention,
    Factor,
    Fontes,
    KingOfTheHill,
    Manual,
    PairingRequest,
    PairResult,
    Quads,
    QueenOfTheHill,
    RandomDraw,
    RepeatRule,
    RoundRobin,
    ShrinkingFactor,
    SnakeGroups,
    StartRule,
    Swiss,
    System,
    TeamRoundRobin,
)

MATCHED: tuple[System, ...] = (
    Swiss(),
    Swiss(odd_group="float_down"),
    Swiss(within="fold"),
    Swiss(within="neighbours", odd_group="float_down"),
    Casement(),
    KingOfTheHill(),
    QueenOfTheHill(),
    RandomDraw(),
    RandomDraw(mix_clubs=False),
    Factor(factor=1),
    Factor(factor=3, odd_group="float_down"),
    ShrinkingFactor(constant=6),
    PairResult(opening="lot"),
    PairResult(opening="neighbours", first_round=2),
    PairResult(opening="halves"),
    AustralianDraw(),
    AustralianDraw(reset_round=2),
    Manual(),
    Contention(rounds_left=3),
    Contention(prizes=((1, 1), (2, 4)), gibson_spread=(100,), leader=1, leader_meets=(3,)),
)
"""Systems that pair whoever is there, one bye for an odd number."""

TABLES: tuple[System, ...] = (
    RoundRobin(),
    RoundRobin(cycles=2, leftovers="pair"),
    TeamRoundRobin(),
    TeamRoundRobin(split="odd_even", leftovers="pair"),
    Fontes(rounds=3),
    Fontes(rounds=5, deal="lot"),
    Quads(),
    Quads(size=3, leftovers="bye"),
    SnakeGroups(groups=3),
    SnakeGroups(groups=2, cycles=2, leftovers="pair"),
)


def seated(system: System, ids: Sequence[int], round_: int, random: Random) -> System:
    """A table made for the field in some earlier round, or in this one, with or without its seats."""
    first = random.randint(max(1, round_ - 4), round_)
    seats = tuple(random.sample(ids, len(ids)))
    if first == round_ and random.random() < 0.3:
        seats = ()
    return replace(system, seats=seats, first_round=first)


@st.composite
def any_requests(
    draw: st.DrawFn,
    *,
    systems: Sequence[System] = (*MATCHED, *TABLES),
    largest: int = 14,
    smallest: int = 2,
    rounds: int = 9,
    directed: bool = True,
    everybody: bool = False,
    rules: bool = True,
) -> PairingRequest:
    """`everybody` keeps all present; `directed` locks and forbids a few; `rules` varies the event's rules."""
    request = draw(requests(largest=largest, smallest=smallest, rounds=rounds, directed=directed))
    random = draw(st.randoms(use_true_random=False))
    system = draw(st.sampled_from(systems))
    locked = {i for two in request.locked_pairs for i in two} | set(request.locked_byes)
    states = ("plays",) if everybody else ("plays",) * 7 + ("requested_bye", "absent", "not_arrived", "withdrawn")
    competitors = tuple(
        replace(
            one,
            team=random.choice((None, 1, 2)),
            table=random.choice((None, None, None, random.randint(1, 9))),
            recent=random.choice((None, 0, 1, 2)),
            state="plays" if one.id in locked else random.choice(states),
        )
        for one in request.competitors
    )
    ids = [c.id for c in competitors]
    if hasattr(system, "seats"):
        system = seated(system, ids, request.round, random)
    request = replace(request, system=system, competitors=competitors)
    if not rules:
        return request
    return replace(
        request,
        byes=tuple(replace(bye, requested=random.random() < 0.2) for bye in request.byes),
        based_on=draw(st.sampled_from((None, None, max(0, request.round - 2)))),
        teams_apart=ClubRule(draw(st.sampled_from((0, None)))),
        repeats=RepeatRule(draw(st.sampled_from((0, 0, 1, None))), draw(st.booleans())),
        starts=StartRule(
            by_draw=draw(st.sampled_from((False, False, True))),
            head_to_head=draw(st.booleans()),
            longest_run=draw(st.sampled_from((None, 2, 3))),
        ),
        bye_rule=ByeRule(draw(st.booleans())),
    )
