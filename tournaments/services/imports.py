"""Bringing in a whole event that was run elsewhere, all of it or nothing."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from common.actor import Actor
from common.log import log_append
from players.models import Player
from players.services import club_ensure, player_create

from ..formats.tsh_event import ImportedDivision, ImportedEvent
from ..formats.tsh_rounds import ImportedRound
from ..models import Division, Entry, EntryMember, Pairing, Result, Round, Seat, Tournament
from .entering import people_hold
from .events import division_create, tournament_create
from .registration import player_match
from .rounds import make_games
from .touch import results_touch

_DATE_FORMS = ("%Y-%m-%d", "%B %d, %Y", "%d %B %Y", "%b %d, %Y", "%d %b %Y", "%m/%d/%Y", "%Y/%m/%d")


@dataclass(frozen=True, slots=True)
class ImportedCounts:
    """What came in: for the report after the import."""

    divisions: int
    entries: int
    rounds: int
    games: int


def date_of(text: str) -> datetime.date | None:
    """The day an event says it was on, where that can be read.

    >>> date_of("February 19, 2020")
    datetime.date(2020, 2, 19)
    """
    for form in _DATE_FORMS:
        try:
            return datetime.datetime.strptime(text.strip(), form).date()
        except ValueError:
            continue
    return None


@transaction.atomic
def event_import(
    *,
    event: ImportedEvent,
    slug: str,
    actor: Actor,
    name: str = "",
    day: datetime.date | None = None,
    ruleset: str = "amath",
    rated: bool = False,
) -> tuple[Tournament, ImportedCounts]:
    """Make a tournament of an event that was read from files.

    Rounds with every result in are closed and their results final; the last one stays open where results are
    missing. The event is unrated unless ``rated``: another program's event may be of another game.
    """
    tournament = tournament_create(
        name=name or event.name or slug,
        starts_on=day or date_of(event.date) or timezone.localdate(),
        slug=slug,
        is_public=True,
        actor=actor,
    )
    counts = [_division(tournament, division, actor, ruleset, rated) for division in event.divisions]
    total = ImportedCounts(
        len(counts), sum(c[0] for c in counts), sum(c[1] for c in counts), sum(c[2] for c in counts)
    )
    log_append(
        chain=tournament.log_chain,
        action="tournament.imported",
        actor=actor,
        object_kind="tournament",
        object_id=tournament.pk,
        data={
            "entries": total.entries,
            "rounds": total.rounds,
            "games": total.games,
            "remarks": [str(issue) for issue in event.issues],
        },
    )
    return tournament, total


def _division(
    tournament: Tournament, source: ImportedDivision, actor: Actor, ruleset: str, rated: bool
) -> tuple[int, int, int]:
    rules = source.rules
    division = division_create(
        tournament_id=tournament.pk,
        name=source.name.upper(),
        slug=source.name.lower() if source.name.isascii() and source.name.isalnum() else "",
        ruleset=ruleset,
        actor=actor,
        rounds_planned=max(1, min(source.planned_rounds, 60)),
        win_points=rules.win,
        tie_points=rules.tie,
        loss_points=rules.loss,
        bye_credit=str(rules.bye_credit),
        bye_spread=source.bye_spread or 0,
        spread_caps=list(rules.caps),
        tie_breaks=[str(criterion) for criterion in rules.order],
        rated=rated,
    )
    entries = _entries(division, source)
    games = sum(_round(division, played, entries) for played in source.rounds)
    results_touch(division=division, from_round=0, actor=actor)
    Round.objects.filter(division=division).update(made_from_older_results=False)
    return len(entries), len(source.rounds), games


def _entries(division: Division, source: ImportedDivision) -> dict[int, Entry]:
    """Rows of the entries, by number. A person met twice in one file is two people."""
    taken: set[int] = set()
    made: dict[int, Entry] = {}
    members: list[EntryMember] = []
    for row in source.entries:
        player: Player | None = player_match(row.name, None)
        if player is None or player.pk in taken:
            player = player_create(name=row.name)
        taken.add(player.pk)
        first = row.from_round or 1
        entry = Entry(
            division=division,
            number=row.number,
            club=club_ensure(name=row.team) if row.team else None,
            rating=row.rating,
            first_round=first,
            withdrawn_from=None if row.active else max(first, (row.until_round or 0) + 1),
        )
        made[row.number] = entry
        members.append(EntryMember(entry=entry, division=division, player=player))
    people_hold([[member.player for member in members]])
    Entry.objects.bulk_create(made.values())
    EntryMember.objects.bulk_create(members)
    return made


def _tables(played: ImportedRound) -> Iterator[int]:
    """A table for each game: the file's, where it names one that is still free."""
    wanted = {game.table for game in played.games if game.table}
    spare = (table for table in range(1, 2 * len(played.games) + len(wanted) + 2) if table not in wanted)
    used: set[int] = set()
    for game in played.games:
        table = game.table if game.table and game.table not in used else next(spare)
        used.add(table)
        yield table


def _round(division: Division, played: ImportedRound, entries: dict[int, Entry]) -> int:
    complete = all(g.first_score is not None for g in played.games) and all(
        b.spread is not None for b in played.byes
    )
    now = timezone.now()
    round_ = Round.objects.create(
        division=division,
        number=played.number,
        system="manual",
        state=Round.State.CLOSED if complete else Round.State.PUBLISHED,
        published_at=now,
        closed_at=now if complete else None,
    )
    state = Result.State.FINAL if complete else Result.State.CONFIRMED
    pairings: list[Pairing] = []
    seats: list[Seat] = []
    results: list[Result] = []

    def seat(pairing: Pairing, numbers: Iterable[int]) -> None:
        pairings.append(pairing)
        for place, number in enumerate(numbers):
            seats.append(Seat(round=round_, pairing=pairing, entry=entries[number], place=place))

    def result(
        pairing: Pairing, outcome: str, first: int, second: int | None, winner: int | None, **more: int
    ) -> None:
        results.append(
            Result(
                pairing=pairing,
                version=1,
                state=state,
                outcome=outcome,
                source=Result.Source.IMPORT,
                first_final=first,
                second_final=second,
                winner=winner,
                **more,
            )
        )

    for game, table in zip(played.games, _tables(played), strict=True):
        pairing = Pairing(round=round_, table=table, starts_known=game.starts_known)
        seat(pairing, (game.first, game.second))
        if game.first_score is not None and game.second_score is not None:
            one, two = game.first_score, game.second_score
            result(
                pairing,
                Result.Outcome.PLAYED,
                one,
                two,
                None if one == two else int(two > one),
                first_penalty=game.first_penalty,
                second_penalty=game.second_penalty,
            )
    for bye in played.byes:
        pairing = Pairing(round=round_)
        seat(pairing, (bye.entry,))
        if bye.spread is not None:
            result(pairing, Result.Outcome.BYE, bye.spread, None, None, first_penalty=bye.penalty)
    for lost in played.forfeits:
        pairing = Pairing(round=round_)
        seat(pairing, (lost.entry,))
        result(pairing, Result.Outcome.FORFEIT, lost.spread, None, 1, first_penalty=lost.penalty)
    Pairing.objects.bulk_create(pairings)
    Seat.objects.bulk_create(seats)
    Result.objects.bulk_create(results)
    make_games(round_)
    return len(played.games)
