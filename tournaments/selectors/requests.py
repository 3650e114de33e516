"""From rows to the pairing core: the whole question of one round, as plain data."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

from ..models import Absence, Division, Entry, PairingRule, Result, Round, Seat
from ..pairing import (
    ByeRule,
    ClubRule,
    Competitor,
    Contention,
    Meeting,
    PairingRequest,
    PairResult,
    PastBye,
    State,
    System,
    TeamRoundRobin,
    request_from_json,
)
from ..pairing.chances import Situation, prepare
from ..pairing.field import build_field
from ..pairing.plan import Plan, PlanError, RoundPlan
from ..pairing.plan.model import placed
from ..pairing.settings import TableSystem
from ..pairing.starts import who_starts
from ..standings import Table
from .seats import seated_table, teams_of
from .situation import situation_of, spread_ranks_next
from .standings import division_table, standings_rules

CONTENTION_SECONDS = 5.0
"""What a contention round may take to count its chances."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the director settles of this round alone, by entry id."""

    locked_pairs: Sequence[tuple[int, int]] = ()
    locked_byes: Sequence[int] = ()
    forbidden_pairs: Sequence[tuple[int, int]] = ()
    #: Rules of the event that are left out this once.
    without_rules: frozenset[int] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Figures:
    """What contention counted, and from which situation: good for a request as long as that has not changed."""

    situation: Situation
    seed: int
    asked: Contention
    system: Contention


def round_plan(division: Division, number: int, system: System | None = None) -> RoundPlan:
    """By which system a round is paired and from which standings: as the schedule says, or by another system, which
    goes by the standings after the round before. Raises PlanError for a round that the schedule cannot have.

    A round beyond the schedule goes on with its last step. Where that cannot go on (its table ends, its blocks are
    full) another system still can.
    """
    try:
        scheduled = _schedule_through(division, number).round_plan(number)
    except PlanError:
        if system is None:
            raise
        last = division.schedule.steps[-1]
        repeats, starts = last.repeats, last.starts
    else:
        if system is None or replace_placed(system, scheduled.system) == scheduled.system:
            return scheduled
        repeats, starts = scheduled.repeats, scheduled.starts
    first = _first_round(division, number, system)
    system = placed(system, first)
    second = isinstance(system, PairResult) and system.is_second_match(number)
    return RoundPlan(
        round=number,
        system=system,
        standings_after=max(0, number - 2) if second else number - 1,
        based_on=None,
        seats_after=first - 1 if isinstance(system, TableSystem) else None,
        recent_since=number - 2 if second else None,
        repeats=repeats,
        starts=starts,
    )


def _schedule_through(division: Division, number: int) -> Plan:
    plan = division.schedule
    if number <= plan.rounds:
        return plan
    last = replace(plan.steps[-1], to_round=number)
    return Plan(number, (*plan.steps[:-1], last))


def replace_placed(system: System, like: System) -> System:
    """The system, beginning in the round in which the other one does, if both can begin anywhere."""
    first = getattr(like, "first_round", None)
    return placed(system, first) if isinstance(first, int) and type(system) is type(like) else system


def _first_round(division: Division, number: int, system: System) -> int:
    """Where a table, or blocks, put in beside the schedule began: the round before, if that was the same."""
    if number > 1:
        before = Round.objects.filter(division=division, number=number - 1).first()
        if before is not None and before.request and before.system == system.kind:
            stored = request_from_json(before.request).system
            first = getattr(stored, "first_round", number)
            if placed(system, first) == _as_chosen(stored, system):
                return int(first)
    return number


def _as_chosen(stored: System, like: System) -> System:
    """A system of a stored request without what was found when its first round was paired."""
    if isinstance(stored, TeamRoundRobin) and isinstance(like, TeamRoundRobin) and not like.first_side:
        stored = replace(stored, first_side=0)
    return replace(stored, seats=()) if isinstance(stored, TableSystem) else stored


def results_needed_through(number: int, based_on: int | None) -> int:
    """The last round whose results this one cannot do without: a lagged one is paired while later ones go on."""
    return number - 1 if based_on is None else based_on


def rules_of_round(division: Division, number: int) -> list[PairingRule]:
    last = Q(to_round=None) | Q(to_round__gte=number)
    return list(
        PairingRule.objects.filter(last, division=division, from_round__lte=number)
        .select_related("one", "other")
        .order_by("pk")
    )


def pairing_request(
    division: Division,
    number: int,
    *,
    seed: int,
    system: System | None = None,
    wishes: Wishes | None = None,
    figures: Figures | None = None,
) -> PairingRequest:
    """Everything the pairing of round ``number`` depends on. Ids are entry ids. Raises PlanError.

    ``figures`` are what ``contention_figures`` counted beforehand; they are counted here where they are missing or
    of another situation.
    """
    wishes = wishes or Wishes()
    plan = round_plan(division, number, system)
    table = division_table(division, plan.standings_after)
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=division)}
    states = _states(division, entries, number)
    rules = [rule for rule in rules_of_round(division, number) if rule.pk not in wishes.without_rules]
    forbidden = {(rule.one_id, rule.other_id) for rule in rules if rule.kind == PairingRule.Kind.FORBIDDEN}
    meetings, byes = _history(division, plan)
    request = PairingRequest(
        event=f"{division.tournament.slug}/{division.slug}",
        round=number,
        system=plan.system,
        competitors=_competitors(division, plan, table, entries, states),
        history=meetings,
        byes=byes,
        locked_pairs=tuple(wishes.locked_pairs),
        locked_byes=tuple(wishes.locked_byes),
        forbidden_pairs=(*wishes.forbidden_pairs, *sorted(forbidden)),
        clubs_apart=ClubRule(through_round=division.clubs_apart_rounds),
        teams_apart=ClubRule(through_round=division.teams_apart_rounds),
        repeats=plan.repeats,
        starts=plan.starts,
        bye_rule=ByeRule(requested_count=division.requested_byes_count),
        seed=seed,
        based_on=plan.based_on,
    )
    request = seated_table(division, plan, request, entries)
    request = _forced(request, [rule for rule in rules if rule.kind == PairingRule.Kind.FORCED])
    if isinstance(plan.system, Contention):
        found = _counted(division, plan, plan.system, seed, table, figures)
        request = replace(request, system=found.system if found else plan.system)
    return request


def contention_figures(
    division: Division, number: int, *, seed: int, system: System | None = None
) -> Figures | None:
    """What takes time about a contention round, counted before anything is locked; None for any other."""
    try:
        plan = round_plan(division, number, system)
    except PlanError:
        return None
    if not isinstance(plan.system, Contention) or not (plan.system.simulations or plan.system.control_from):
        return None
    return _counted(division, plan, plan.system, seed, division_table(division, plan.standings_after), None)


def _counted(
    division: Division, plan: RoundPlan, system: Contention, seed: int, table: Table, known: Figures | None
) -> Figures | None:
    situation = situation_of(division, plan.standings_after, table=table, pairing=plan.round)
    if situation is None:
        return None
    counts = system.spread_counts and spread_ranks_next(standings_rules(division))
    asked = replace(system, spread_counts=counts)
    if known is not None and (known.situation, known.seed, known.asked) == (situation, seed, asked):
        return known
    made = prepare(asked, situation, round_=plan.round, seed=seed, seconds=CONTENTION_SECONDS, clock=time.monotonic)
    return Figures(situation, seed, asked, made.system)


def _states(division: Division, entries: Mapping[int, Entry], number: int) -> dict[int, State]:
    """Who is in the round or would be: playing, with a bye that was asked for, or away this once."""
    states: dict[int, State] = {pk: "plays" for pk, entry in entries.items() if entry.plays_in(number)}
    absences = Absence.objects.filter(entry__division=division, round_number=number)
    for pk, kind in absences.values_list("entry_id", "kind"):
        if pk in states:
            states[pk] = "requested_bye" if kind == Absence.Kind.REQUESTED_BYE else "absent"
    return states


def _pairing_ranks(table: Table, ratings: Mapping[int, int | None]) -> dict[int, int]:
    """The order to pair by: the table's, and inside a shared rank by rating. Only who is equal in both is left to
    the pairing's lot, so that round 1 goes by rating and a new draw still changes something among equals.
    """
    ranks: dict[int, int] = {}
    last: tuple[int, int | None] | None = None
    rank = 0
    for place, row in enumerate((row for row in table.rows if row.entry in ratings), start=1):
        key = (row.rank, ratings[row.entry])
        rank = rank if key == last else place
        ranks[row.entry], last = rank, key
    return ranks


def _competitors(
    division: Division,
    plan: RoundPlan,
    table: Table,
    entries: Mapping[int, Entry],
    states: Mapping[int, State],
) -> tuple[Competitor, ...]:
    rows = table.by_entry()
    ranks = _pairing_ranks(table, {pk: entries[pk].rating for pk in states})
    recent: dict[int, int] = {}
    if plan.recent_since is not None:
        since, now = (division_table(division, after) for after in (plan.recent_since, plan.round - 1))
        before = {row.entry: row.points for row in since.rows}
        recent = {row.entry: int((row.points - before.get(row.entry, 0)) * 10) for row in now.rows}
    teams = teams_of(entries.values())
    return tuple(
        Competitor(
            id=pk,
            rank=ranks[pk],
            points=int(rows[pk].points * 10),
            number=entries[pk].number,
            club=entries[pk].club_id,
            team=teams.get(pk),
            table=entries[pk].table,
            state=state,
            recent=recent.get(pk),
        )
        for pk, state in states.items()
    )


def _forced(request: PairingRequest, rules: Sequence[PairingRule]) -> PairingRequest:
    """Games that a rule of the event asks for, as locks; the usual rule says who starts. A rule for somebody who
    does not play, or whom the director has put elsewhere this round, waits."""
    taken = {one for pair in request.locked_pairs for one in pair} | set(request.locked_byes)
    playing = {one.id for one in request.competitors if one.state == "plays"} - taken
    wanted = [(rule.one_id, rule.other_id) for rule in rules if {rule.one_id, rule.other_id} <= playing]
    if not wanted:
        return request
    held = build_field(request)
    locks = list(request.locked_pairs)
    for one, other in wanted:
        first, second, _reason = who_starts(held, held.place[one], held.place[other])
        locks.append((held.id(first), held.id(second)))
    return replace(request, locked_pairs=tuple(locks))


def _history(division: Division, plan: RoundPlan) -> tuple[tuple[Meeting, ...], tuple[PastBye, ...]]:
    """Games and byes of every earlier round. Of rounds after the standings that this one goes by nothing is known
    but who meets whom, so that the question is the same however they end."""
    outcomes: dict[int, str] = dict(
        Result.objects.filter(pairing__round__division=division, state__in=Result.LIVE).values_list(
            "pairing_id", "outcome"
        )
    )
    asked = set(
        Absence.objects.filter(entry__division=division, kind=Absence.Kind.REQUESTED_BYE).values_list(
            "entry_id", "round_number"
        )
    )
    seats: dict[int, dict[int, int]] = {}
    facts: dict[int, tuple[int, bool, int | None]] = {}
    for pairing_id, number, known, table, place, entry_id in Seat.objects.filter(
        round__division=division, round__number__lt=plan.round
    ).values_list("pairing_id", "round__number", "pairing__starts_known", "pairing__table", "place", "entry_id"):
        seats.setdefault(pairing_id, {})[place] = entry_id
        facts[pairing_id] = (number, known, table if isinstance(plan.system, PairResult) else None)
    not_played = {Result.Outcome.FORFEIT, Result.Outcome.DOUBLE_FORFEIT, Result.Outcome.VOID}
    meetings: list[Meeting] = []
    byes: list[PastBye] = []
    for pairing_id, places in seats.items():
        number, starts_known, table = facts[pairing_id]
        open_ = plan.based_on is not None and number > plan.based_on
        outcome = Result.Outcome.PLAYED if open_ else outcomes.get(pairing_id, Result.Outcome.PLAYED)
        if len(places) == 2:
            played = outcome not in not_played
            meetings.append(Meeting(number, places[0], places[1], played, starts_known, table))
        elif outcomes.get(pairing_id) == Result.Outcome.BYE:
            holder = next(iter(places.values()))
            byes.append(PastBye(number, holder, requested=(holder, number) in asked))
    return tuple(meetings), tuple(byes)
