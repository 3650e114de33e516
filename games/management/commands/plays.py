"""``plays --rack "…"``: the best plays with a rack, on an empty board or where a game's record has come to."""

import time
from argparse import ArgumentParser
from dataclasses import replace
from math import isfinite
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import AUTO, IllegalMove, Play, Position, Problem, UnknownRuleset, Unreadable, get_ruleset
from games.engine.notation import UnreadableRecord, as_recorded, draw_board, read_record
from games.engine.notation.acts import write_act
from games.engine.search import Found, SearchLimit, legal_plays
from games.management.files import content
from games.wording import fault_sentence, sentence


class Command(BaseCommand):
    help = "List the legal plays of the highest score with a rack: place, tiles, points and the lines they make."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rack", required=True, metavar="TILES", help="with blanks between them: '7 +/- ? ='")
        parser.add_argument("--ruleset", default="amath", help="amath, amath-primary or summy")
        parser.add_argument("--record", metavar="FILE", help="a game record to go on from; - reads standard input")
        parser.add_argument("--top", type=int, default=10, metavar="N", help="how many plays to list (10)")
        parser.add_argument("--seconds", type=_seconds, default=10, metavar="S", help="how long to look (10)")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, choices=dict(settings.LANGUAGES))

    def handle(
        self,
        *,
        rack: str,
        ruleset: str,
        record: str | None,
        top: int,
        seconds: float,
        language: str,
        **options: Any,
    ) -> None:
        with translation.override(language):
            position = self._position(ruleset, record)
            try:
                kinds = position.rules.tiles.kinds(rack)
                position = position.with_rack(position.to_move, kinds)
            except Unreadable as fault:
                raise CommandError(sentence(fault.problem, position.rules), returncode=2) from None
            except IllegalMove as refusal:
                words = " ".join(sentence(problem, position.rules) for problem in refusal.problems)
                raise CommandError(words, returncode=2) from None
            until = time.monotonic() + seconds
            found = legal_plays(position, kinds, limit=SearchLimit(stop=lambda: time.monotonic() > until))
            self._show(position, found, max(top, 0))

    def _position(self, ruleset: str, file: str | None) -> Position:
        """Where to play: after the record, or on an empty board. Wrong plays are of no use, so all are judged."""
        if file is None:
            try:
                rules = get_ruleset(ruleset)
            except UnknownRuleset as unknown:
                problem = Problem(unknown.code, figures={"name": ruleset})
                raise CommandError(sentence(problem), returncode=2) from None
            return rules.opening(settings=replace(rules.settings(), judging=AUTO))
        try:
            position = read_record(content(file)).position
        except UnreadableRecord as unreadable:
            rules_read = None if unreadable.record is None else unreadable.record.rules
            words = "\n".join(fault_sentence(fault, rules_read) for fault in unreadable.faults)
            raise CommandError(words, returncode=2) from None
        if position.ended is not None or position.due is not None:
            raise CommandError(_("This game is over."), returncode=2)
        return position

    def _show(self, position: Position, found: Found, top: int) -> None:
        if position.board:
            self.stdout.write(draw_board(position) + "\n\n")
        ranked = found.best(top)
        shown = [(_text(position, play), str(score.total), score) for play, score in ranked]
        width = max((len(text) for text, _points, _score in shown), default=0)
        for text, points, score in shown:
            lines = ", ".join(line.line.equation for line in score.lines)
            bingo = f"  +{score.bingo}" if score.bingo else ""
            self.stdout.write(f"{points:>4}  {text:<{width}}  {lines}{bingo}".rstrip())
        count = len(found)
        told = ngettext("%(count)s play in all.", "%(count)s plays in all.", count) % {"count": count}
        self.stdout.write(("\n" if shown else "") + (told if count else _("No play is possible.")))
        if not found.complete:
            self.stdout.write(_("There was no time to look at everything: there may be better ones."))


def _seconds(text: str) -> float:
    """A time that ends: nan and inf would never."""
    seconds = float(text)
    if not isfinite(seconds):
        raise ValueError(text)
    return seconds


def _text(position: Position, play: Play) -> str:
    """Place and tiles, the whole line of them."""
    return write_act(position.rules, as_recorded(position, play))
