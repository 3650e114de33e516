"""One game as its public page shows it: who plays, what is reported, and the sheet."""

from dataclasses import dataclass

from games.models import Game as PlayedGame
from games.models import Sheet
from games.selectors.story import Story, story_of

from ..models import Division, Pairing, Result, Round
from .public import Game, LiveResult, Who, live_results, shown_game


@dataclass(frozen=True, slots=True)
class GamePage:
    """``shown`` is the row of the round's list; ``closed``: nobody but a director changes anything any more."""

    game: PlayedGame
    sheet: Sheet | None
    story: Story
    shown: Game
    result: LiveResult | None
    closed: bool

    @property
    def open_racks(self) -> bool:
        """Racks are everybody's once the game is over."""
        return self.story.over or self.closed


def public_game(division: Division, people: dict[int, Who], number: int, table: int) -> GamePage | None:
    """None where no published round has such a table. Four queries."""
    pairing = (
        Pairing.objects.filter(round__division=division, round__number=number, table=table, game__isnull=False)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round", "game__sheet")
        .prefetch_related("seats")
        .first()
    )
    if pairing is None or pairing.game is None:
        return None
    seats = sorted(pairing.seats.all(), key=lambda seat: seat.place)
    result = live_results(Result.objects.filter(pairing=pairing)).get(pairing.pk)
    sheet: Sheet | None = getattr(pairing.game, "sheet", None)
    settled = result is not None and result.state in (Result.State.CONFIRMED, Result.State.FINAL)
    return GamePage(
        game=pairing.game,
        sheet=sheet,
        story=story_of(pairing.game, None if sheet is not None and sheet.head_seq else []),
        shown=shown_game(table, pairing.starts_known, [people[seat.entry_id] for seat in seats], result),
        result=result,
        closed=settled or pairing.round.state == Round.State.CLOSED,
    )
