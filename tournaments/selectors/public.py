"""What the public pages show of a division: names as people let them be shown, rounds and tables."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Count, Max, Q, QuerySet

from common.text import lookalike_key, match_key, sort_key
from games.models import Sheet
from games.selectors.scores import Running, running_sheets
from players.models import Player

from ..models import Division, Entry, EntryMember, Pairing, Result, Round, Seat, won_on_time
from .standings import counting_results

State, Outcome = Result.State, Result.Outcome


@dataclass(frozen=True, slots=True)
class Who:
    """An entry as everybody may see it. ``players``: the members' site-wide numbers and the names they show."""

    pk: int
    number: int
    name: str
    club: str
    rating: int | None
    first_round: int
    withdrawn_from: int | None
    players: tuple[tuple[int, str], ...]
    named: bool

    @property
    def order(self) -> tuple[bool, str, int]:
        """Thai dictionary order of what is *shown*: the place in a list must not tell a hidden name."""
        return (not self.named, sort_key(self.name) if self.named else "", self.number)

    @property
    def people(self) -> str:
        """Who plays under a name of their own, as they let themselves be shown; "" where it says so already."""
        shown = " / ".join(name for _number, name in self.players)
        return "" if shown == self.name else shown

    def late(self) -> bool:
        return self.first_round > 1

    def left_by(self, round_number: int) -> bool:
        """Whether it plays no round after this one."""
        return self.withdrawn_from is not None and self.withdrawn_from <= round_number + 1


@dataclass(frozen=True, slots=True)
class RoundInfo:
    """A round of the row of rounds. ``tables`` and ``done`` count games, not byes."""

    number: int
    state: str
    tables: int = 0
    done: int = 0

    @property
    def complete(self) -> bool:
        return self.state == Round.State.CLOSED or (self.tables == self.done and self.state != Round.State.DRAFT)


@dataclass(frozen=True, slots=True)
class Side:
    who: Who
    score: int | None = None
    won: bool = False
    starts: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A table of a round, or a bye (``second`` None, no table).

    ``state`` is "" for a settled or unplayed game, else what makes it special: ``pending``, ``disputed``,
    ``forfeit``, ``double_forfeit``, ``bye``, ``void``, ``on_time`` (the clock decided a played game) or ``live``:
    its scoresheet is running, and the scores are those so far. Without an opponent ``first.score`` is the spread.
    ``differs``: its scoresheet says something else than the result, and a director has not decided yet.
    """

    table: int | None
    first: Side
    second: Side | None
    state: str = ""
    played: bool = False
    differs: bool = False

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    def seen_by(self, pk: int) -> "Game":
        """The same game with this entry named first."""
        if self.second is None or self.first.who.pk == pk:
            return self
        return replace(self, first=self.second, second=self.first)


@dataclass(frozen=True, slots=True)
class LiveResult:
    """What a pairing ends with just now; tuples by place."""

    state: str
    outcome: str
    scores: tuple[int, int | None]
    winner: int | None
    penalties: tuple[int, int]
    differs: bool = False

    def counts(self, division: Division) -> bool:
        """As ``counting_results`` says it."""
        settled = self.state in (State.CONFIRMED, State.FINAL) or (
            self.state == State.PENDING and division.pending_counts
        )
        return settled and self.outcome != Outcome.VOID


def shown_entries(division: Division) -> dict[int, Who]:
    """The division's entries by id, in the order of their numbers. Two queries."""
    entries = Entry.objects.filter(division=division).order_by("number")
    members = EntryMember.objects.filter(division=division).order_by("entry_id", "place")
    people: dict[int, list[Player]] = {}
    for entry_id, number, name, mode in members.values_list(
        "entry_id", "player__number", "player__name", "player__public_name_mode"
    ):
        people.setdefault(entry_id, []).append(Player(number=number, name=name, public_name_mode=mode))
    return {
        pk: Who(
            pk=pk,
            number=number,
            name=team or " / ".join(player.public_name for player in people.get(pk, ())),
            club=club or "",
            rating=rating,
            first_round=first,
            withdrawn_from=left,
            players=tuple((player.number, player.public_name) for player in people.get(pk, ())),
            named=bool(team)
            or any(player.public_name_mode != Player.PublicName.NUMBER for player in people.get(pk, ())),
        )
        for pk, number, team, club, rating, first, left in entries.values_list(
            "pk", "number", "team_name", "club__name", "rating", "first_round", "withdrawn_from"
        )
    }


def matching(people: Iterable[Who], asked: str) -> set[int]:
    """Ids of the entries with this number, or with this text in what is shown of them."""
    word = match_key(asked)
    if not word:
        return set()
    if word.isdecimal():
        mark = f"#{int(word)}"
        return {
            who.pk
            for who in people
            if who.number == int(word) or any(mark == name for _number, name in who.players)
        }
    # Spelt like it, or only looking like it: a phone's keyboard puts Thai marks in any order.
    look = lookalike_key(asked)
    return {
        who.pk
        for who in people
        for text in (who.name, who.people, who.club)
        if word in match_key(text) or (look and look in lookalike_key(text))
    }


def shown_rounds(division: Division, *, drafts: bool = False) -> list[RoundInfo]:
    """The rounds the public sees, with how many of their games are in. Two queries."""
    rounds = Round.objects.filter(division=division).order_by("number")
    if not drafts:
        rounds = rounds.exclude(state=Round.State.DRAFT)
    tables = Count("pairings", filter=Q(pairings__table__isnull=False))
    done: dict[int, int] = dict(
        settled_games(division).values_list("pairing__round__number").annotate(Count("pk")).order_by()
    )
    return [
        RoundInfo(number, state, count, done.get(number, 0))
        for number, state, count in rounds.annotate(tables=tables).values_list("number", "state", "tables")
    ]


def settled_games(division: Division) -> QuerySet[Result]:
    """Results of tables that need no further hand: those that count, and voids."""
    states = [State.CONFIRMED, State.FINAL, *([State.PENDING] if division.pending_counts else [])]
    return Result.objects.filter(pairing__round__division=division, state__in=states).exclude(pairing__table=None)


def last_played_round(division: Division) -> int:
    """The last round with a counting result that is not a bye; 0 before the first.

    A bye is known when its round is published: taken for a played round, it would lift its holder over those who
    have not sat down yet.
    """
    played = counting_results(division).exclude(outcome=Outcome.BYE)
    return played.aggregate(last=Max("pairing__round__number"))["last"] or 0


def round_games(round_: Round, people: dict[int, Who]) -> list[Game]:
    """The tables of a round by number, byes last. Four queries."""
    seats: dict[int, dict[int, int]] = {}
    for pairing_id, place, entry_id in Seat.objects.filter(round=round_).values_list(
        "pairing_id", "place", "entry_id"
    ):
        seats.setdefault(pairing_id, {})[place] = entry_id
    results = live_results(Result.objects.filter(pairing__round=round_))
    running = running_sheets(Sheet.objects.filter(game__pairing__round=round_))
    games = [
        shown_game(
            table,
            starts_known,
            [people[entry] for _, entry in sorted(seats[pk].items())],
            results.get(pk),
            running.get(game_id or 0),
        )
        for pk, table, starts_known, game_id in Pairing.objects.filter(round=round_).values_list(
            "pk", "table", "starts_known", "game_id"
        )
        if pk in seats
    ]
    return sorted(games, key=lambda game: (game.table is None, game.table or game.first.who.number))


def live_results(results: QuerySet[Result]) -> dict[int, LiveResult]:
    """The live ones of these results, by pairing."""
    rows = results.filter(state__in=Result.LIVE).values_list(
        "pairing_id",
        "state",
        "outcome",
        "first_final",
        "second_final",
        "winner",
        "first_penalty",
        "second_penalty",
        "log_first",
        "log_accepted",
    )
    return {
        pk: LiveResult(state, outcome, (first, second), winner, (penalty, other), log is not None and not accepted)
        for pk, state, outcome, first, second, winner, penalty, other, log, accepted in rows
    }


def shown_game(
    table: int | None,
    starts_known: bool,
    seated: list[Who],
    result: LiveResult | None,
    running: Running | None = None,
) -> Game:
    """``running`` is the game's scoresheet where that goes on; a result, whoever gave it, comes before it."""
    alone = len(seated) == 1
    starts = starts_known and not alone
    sides = [Side(who, starts=starts and place == 0) for place, who in enumerate(seated)]
    state, played = "", False
    if result is not None:
        # Two sides that differ have no score yet; a game taken out of the count has none any more.
        told = result.state != State.DISPUTED and result.outcome != Outcome.VOID
        if told:
            sides = [
                replace(side, score=result.scores[place], won=result.winner == place and not alone)
                for place, side in enumerate(sides)
            ]
        played = told and result.outcome == Outcome.PLAYED
        state = "" if result.outcome == Outcome.PLAYED else result.outcome
        first, second = result.scores
        if played and second is not None and result.winner is not None:
            state = "on_time" if won_on_time((first, second), result.winner) else ""
        if result.state in (State.PENDING, State.DISPUTED):
            state = result.state
    elif running is not None:
        state = "live"
        if running.total is not None:
            sides = [replace(side, score=points) for side, points in zip(sides, running.total, strict=False)]
    return Game(
        table, sides[0], None if alone else sides[1], state, played, differs=result is not None and result.differs
    )


@dataclass(frozen=True, slots=True)
class Waiting:
    """A result up to a round that is not settled: ``state`` is ``pending`` or ``disputed``."""

    round: int
    table: int | None
    state: str
    entries: tuple[int, ...]


def waiting_games(division: Division, until: int) -> list[Waiting]:
    """What is reported and not counted, up to a round; what counts already is not waiting. Two queries."""
    states = [State.DISPUTED, *([] if division.pending_counts else [State.PENDING])]
    rows = list(
        Result.objects.filter(
            pairing__round__division=division, pairing__round__number__lte=until, state__in=states
        )
        .order_by("pairing__round__number", "pairing__table")
        .values_list("pairing_id", "pairing__round__number", "pairing__table", "state")
    )
    seated: dict[int, list[int]] = {}
    if rows:
        for pairing_id, entry_id in Seat.objects.filter(pairing__in=[row[0] for row in rows]).values_list(
            "pairing_id", "entry_id"
        ):
            seated.setdefault(pairing_id, []).append(entry_id)
    return [Waiting(number, table, state, tuple(seated.get(pk, ()))) for pk, number, table, state in rows]
