"""The rules of the games, from ``docs/rules-*.md`` in the reader's language. Everybody may read them."""

from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from common.pages import kept_page
from games.engine import get_ruleset

from ..models import ruleset_title
from .rule_blocks import RuleText
from .rule_text import read_rule_text

#: The games with a page, as their address has them, in the order they are offered in.
GAMES = ("amath", "summy")
LANGUAGES = ("en", "th")


def rule_file(game: str, language: str) -> Path:
    suffix = "" if language == "en" else f".{language}"
    return Path(settings.BASE_DIR, "docs", f"rules-{game}{suffix}.md")


def rule_text(game: str, language: str | None) -> RuleText:
    """The rules of a game, read once for as long as their files stay as they are; English for other languages."""
    language = language if language in LANGUAGES else "en"
    changed = tuple(rule_file(game, each).stat().st_mtime_ns for each in ("en", language))
    return _read(game, language or "en", changed)


@lru_cache(maxsize=16)
def _read(game: str, language: str, changed: tuple[int, ...]) -> RuleText:
    tiles = get_ruleset(game).tile_points
    english = read_rule_text(rule_file(game, "en").read_text("utf-8"), tiles)
    if language == "en":
        return english
    # The parts of a page are called alike in every language, so that a link leads to the same place in all.
    parts = [section.id for section in english.contents]
    return read_rule_text(rule_file(game, language).read_text("utf-8"), tiles, parts)


def _state(game: str | None = None) -> Hashable | None:
    wanted = GAMES if game is None else (game,)
    if any(each not in GAMES for each in wanted):
        return None
    return tuple(rule_text(each, get_language()).digest for each in wanted)


@require_safe
@kept_page(_state)
def games(request: HttpRequest) -> HttpResponse:
    """The games that have rules here."""
    language = get_language()
    cards = [{"game": game, "title": ruleset_title(game), "text": rule_text(game, language)} for game in GAMES]
    return render(request, "games/rules.html", {"cards": cards, "language": _spoken(language)})


@require_safe
@kept_page(_state)
def game(request: HttpRequest, game: str) -> HttpResponse:
    """One game's rules, from beginning to end."""
    if game not in GAMES:
        raise Http404
    language = get_language()
    title = ruleset_title(game)
    context: dict[str, Any] = {
        "game": game,
        "title": title,
        "text": rule_text(game, language),
        "language": _spoken(language),
        "crumbs": [{"label": gettext("Rules"), "url": reverse("games:rules")}, {"label": title, "url": ""}],
    }
    return render(request, "games/rules_of.html", context)


def _spoken(language: str | None) -> str:
    return language if language in LANGUAGES else "en"
