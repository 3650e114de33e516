"""A game: the board as it stands, every move with what it was worth, and what the sheet proves.

Anonymous readers see it where pairings are public, as soon as the round is published. While the game goes on
nothing here tells what is on a rack, or whether a play that nobody has challenged is right.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.pages import kept_page
from games.selectors.proof import proof_of
from games.views.sheet_blocks import moves_shown, sheet_board

from ...selectors.public import shown_entries
from ...selectors.public_game import GamePage, public_game
from ...selectors.public_state import game_state
from .frame import DivisionPage


@require_safe
@kept_page(game_state)
def game_page(request: HttpRequest, slug: str, division: str, number: int, table: int) -> HttpResponse:
    """One table of a round. Without a sheet it says so, with the result."""
    frame = DivisionPage(request, slug, division, "pairings")
    info = frame.round(number)
    found = public_game(frame.division, shown_entries(frame.division), number, table)
    if found is None:
        raise Http404
    context = {
        **frame.context("pairings"),
        "round": info,
        "table": table,
        "game": found.shown,
        "result": found.result,
        "running": info.state == "published" and not found.closed,
        "live": f"{frame.division.version}-{found.story.head_seq}",
        **sheet_context(found),
    }
    context["crumbs"] = [
        *context["crumbs"][:-1],
        {"label": frame.division.name, "url": frame.url("division")},
        {"label": _("Round %(number)s") % {"number": number}, "url": frame.url("round", number)},
        {"label": _("Table %(table)s") % {"table": table}, "url": ""},
    ]
    return render(request, "tournaments/game.html", context)


def sheet_context(found: GamePage, *, racks: bool | None = None) -> dict[str, Any]:
    """What ``tournaments/_sheet.html`` shows: the board, the moves, the proof."""
    story, position = found.story, found.story.position
    open_racks = found.open_racks if racks is None else racks
    names = [side.who.name for side in found.shown.sides]
    if not story.rows:
        return {"sheet": None, "names": names, "game_id": found.game.pk}
    caption = _("The board: %(first)s against %(second)s") % {"first": names[0], "second": names[1]}
    board = sheet_board(story, caption)
    shown = [lying.since for spot in board.spots for lying in spot.tiles if not lying.gone]
    return {
        "sheet": story,
        "game_id": found.game.pk,
        "names": names,
        "totals": position.total,
        "to_move": None if story.over else names[position.to_move],
        "bag": position.bag_count,
        "board": board,
        "last_step": max(shown, default=0),
        "moves": moves_shown(story, racks=open_racks),
        "proof": proof_of(found.game, found.sheet, racks=open_racks, story=story),
    }
