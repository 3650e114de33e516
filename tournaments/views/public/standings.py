"""The standings of a division, as of any published round.

Anonymous readers see them where standings are public, the event's staff always.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from common.pages import kept_page

from ...selectors.public import Waiting, Who, last_played_round, shown_entries, waiting_games
from ...selectors.public_state import division_state
from ...selectors.standings import division_tables
from ...standings import Criterion, Row, Table, movement
from .frame import PAGE, PAPER, DivisionPage, more_query, rows_shown
from .policy import policy

TABLES_NAMED = 12


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the table. ``move`` is places gained (positive) or lost in the last round, 0 for none."""

    row: Row
    who: Who
    move: int
    out: bool
    waits: str

    @property
    def rank(self) -> str:
        return f"{self.row.rank}=" if self.row.shared else str(self.row.rank)

    @property
    def moved(self) -> int:
        return abs(self.move)


@require_safe
@kept_page(division_state, params={**PAGE, **PAPER})
def standings(request: HttpRequest, slug: str, division: str, number: int | None = None) -> HttpResponse:
    """As of round ``number``; without it, as of the last round that anybody has played."""
    frame = DivisionPage(request, slug, division, "standings")
    after = last_played_round(frame.division) if number is None else frame.round(number).number
    context = {**frame.context("standings"), "after": after, "number": number}
    if after:
        context |= _table_context(request, frame, after)
    return render(request, "tournaments/standings.html", context)


def _table_context(request: HttpRequest, frame: DivisionPage, after: int) -> dict[str, Any]:
    # Round 0 has nobody moved yet, and costs nothing when asked for with the other.
    table, before = division_tables(frame.division, after, after - 1)
    people = shown_entries(frame.division)
    waiting = waiting_games(frame.division, after)
    shown, page = rows_shown(request, list(table.rows))
    info = frame.round(after)
    return {
        "round": info,
        "rounds": frame.pills("standings_after", after, drafts=False),
        "rules": table.rules,
        "places": _places(table, before, shown, people, waiting),
        "waiting": waiting_words(waiting),
        "capped": Criterion.CAPPED_SPREAD in table.rules.order and bool(table.rules.caps),
        "policy": policy(frame.division, table.rules),
        "list_page": page,
        "query": more_query(),
    }


def _places(
    table: Table, before: Table, rows: list[Row], people: dict[int, Who], waiting: list[Waiting]
) -> list[Place]:
    after = table.after_round
    moves = movement(table, before) if after > 1 else {}
    waits = {pk: game.state for game in waiting for pk in game.entries}
    return [
        Place(
            row=row,
            who=people[row.entry],
            move=moves.get(row.entry) or 0,
            out=people[row.entry].left_by(after),
            waits=waits.get(row.entry, ""),
        )
        for row in rows
    ]


def waiting_words(games: list[Waiting]) -> list[tuple[str, str]]:
    """``("pending", "round 4: tables 2, 9")``, by state and round; a dozen tables of a round are named."""
    told = []
    for state, of_state in groupby(sorted(games, key=lambda game: game.state), key=lambda game: game.state):
        for number, of_round in groupby(of_state, key=lambda game: game.round):
            tables = [str(game.table or "–") for game in of_round]
            shown = ", ".join(tables[:TABLES_NAMED]) + (" …" if len(tables) > TABLES_NAMED else "")
            sentence = ngettext(
                "round %(round)s, table %(tables)s", "round %(round)s, tables %(tables)s", len(tables)
            )
            told.append((state, sentence % {"round": number, "tables": shown}))
    return told
