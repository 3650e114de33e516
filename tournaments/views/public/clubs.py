"""The table of a division's schools and clubs, where its settings want one.

Anonymous readers see it where standings are public, the event's staff always. A division without it has no such
page.
"""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.pages import kept_page

from ...formats.csv_out import csv_bytes
from ...selectors.clubs import club_csv, division_clubs
from ...selectors.public import Who, last_played_round, shown_entries, waiting_games
from ...selectors.public_state import division_state
from ...standings import ClubRow, Criterion, Row
from .frame import PAGE, PAPER, DivisionPage, more_query, rows_shown
from .policy import club_policy
from .standings import waiting_words


@dataclass(frozen=True, slots=True)
class Member:
    """An entry of a club with its line of the standings."""

    who: Who
    row: Row

    @property
    def rank(self) -> str:
        return f"{self.row.rank}=" if self.row.shared else str(self.row.rank)


@dataclass(frozen=True, slots=True)
class ClubPlace:
    """A line of the table. ``move`` is places gained (positive) or lost in the last round, 0 for none."""

    row: ClubRow
    name: str
    counting: tuple[Member, ...]
    beyond: tuple[Member, ...]
    move: int

    @property
    def rank(self) -> str:
        return f"{self.row.rank}=" if self.row.shared else str(self.row.rank)

    @property
    def moved(self) -> int:
        return abs(self.move)


def _frame(request: HttpRequest, slug: str, division: str) -> DivisionPage:
    frame = DivisionPage(request, slug, division, "standings")
    if frame.division.club_best is None:
        raise Http404
    return frame


@require_safe
@kept_page(division_state, params={**PAGE, **PAPER})
def clubs(request: HttpRequest, slug: str, division: str, number: int | None = None) -> HttpResponse:
    """As of round ``number``; without it, as of the last round that anybody has played."""
    frame = _frame(request, slug, division)
    after = last_played_round(frame.division) if number is None else frame.round(number).number
    context = {**frame.context("clubs"), "after": after, "number": number}
    if after:
        context |= _table_context(request, frame, after)
    return render(request, "tournaments/clubs.html", context)


def _table_context(request: HttpRequest, frame: DivisionPage, after: int) -> dict[str, Any]:
    table, before = division_clubs(frame.division, after, after - 1)
    people = shown_entries(frame.division)
    shown, page = rows_shown(request, list(table.rows))
    moves = table.movement(before) if after > 1 else {}
    return {
        "round": frame.round(after),
        "rounds": frame.pills("clubs_after", after, drafts=False),
        "rules": table.rules,
        "table": table,
        "places": [_place(row, people, moves) for row in shown],
        "waiting": waiting_words(waiting_games(frame.division, after)),
        "capped": Criterion.CAPPED_SPREAD in table.rules.order and bool(table.rules.caps),
        "policy": club_policy(table),
        "standings_url": frame.url("standings_after", after),
        "csv_url": frame.url("clubs_csv", after),
        "list_page": page,
        "query": more_query(),
    }


def _place(row: ClubRow, people: dict[int, Who], moves: dict[int, int]) -> ClubPlace:
    return ClubPlace(
        row=row,
        name=people[row.counting[0].entry].club,
        counting=tuple(Member(people[each.entry], each) for each in row.counting),
        beyond=tuple(Member(people[each.entry], each) for each in row.beyond),
        move=moves.get(row.club, 0),
    )


@require_safe
def clubs_csv(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """The whole table as of a round, as a file."""
    frame = _frame(request, slug, division)
    after = frame.round(number).number
    [table] = division_clubs(frame.division, after)
    answer = HttpResponse(csv_bytes(club_csv(table, shown_entries(frame.division))))
    answer["Content-Type"] = "text/csv; charset=utf-8"
    name = f"{frame.tournament.slug}-{frame.division.slug}-clubs-{after}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-cache"
    return answer
