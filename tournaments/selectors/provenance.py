"""Where an entry's figures come from: round by round the result, the sheet behind it, and each of its events."""

from dataclasses import dataclass

from games.models import Game, GameEvent
from games.selectors.story import Story, story_of

from ..models import Division, Pairing, Result, Round
from .public import Who
from .public_entry import EntryRound, entry_rounds


@dataclass(frozen=True, slots=True)
class Source:
    """One round of an entry. ``numbers`` are those of the entries at the table, by place."""

    round: EntryRound
    pairing: Pairing | None
    numbers: tuple[int, ...]
    result: Result | None
    story: Story | None

    @property
    def agrees(self) -> bool | None:
        """Whether the sheet's totals are the result's scores; None where there is nothing to compare."""
        if self.story is None or not self.story.over or self.result is None:
            return None
        scores = (self.result.first_final, self.result.second_final)
        return self.story.broken_seq is None and self.story.position.total == scores


def entry_sources(division: Division, who: Who, people: dict[int, Who], number: int | None = None) -> list[Source]:
    """Every published round, or one of them, the sheets judged anew. Eight queries, whatever the number."""
    rounds = entry_rounds(division, who, people)
    if number is not None:
        rounds = [each for each in rounds if each.number == number]
    pairings = {
        pairing.round.number: pairing
        for pairing in Pairing.objects.filter(
            seats__entry_id=who.pk, round__number__in=[each.number for each in rounds]
        )
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round", "game")
        .prefetch_related("seats")
    }
    results = {
        result.pairing_id: result
        for result in Result.objects.filter(pairing__in=pairings.values(), state__in=Result.LIVE)
    }
    events = _events([pairing.game for pairing in pairings.values() if pairing.game is not None])
    return [_source(each, pairings.get(each.number), people, results, events) for each in rounds]


def _events(games: list[Game]) -> dict[int, list[GameEvent]]:
    found: dict[int, list[GameEvent]] = {}
    for row in GameEvent.objects.filter(game__in=games).order_by("game_id", "seq"):
        found.setdefault(row.game_id, []).append(row)
    return found


def _source(
    round_: EntryRound,
    pairing: Pairing | None,
    people: dict[int, Who],
    results: dict[int, Result],
    events: dict[int, list[GameEvent]],
) -> Source:
    if pairing is None:
        return Source(round_, None, (), None, None)
    seats = sorted(pairing.seats.all(), key=lambda seat: seat.place)
    rows = events.get(pairing.game_id or 0)
    story = story_of(pairing.game, rows) if pairing.game is not None and rows else None
    numbers = tuple(people[seat.entry_id].number for seat in seats)
    return Source(round_, pairing, numbers, results.get(pairing.pk), story)
