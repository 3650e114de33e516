"""``equation "7 × 2 = 5 + 9"``: is it right, and if not, what is wrong where."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from games.engine import Problem, Ruleset, Tile, UnknownRuleset, get_ruleset
from games.engine.equations import side_values
from games.engine.notation.texts import refused_character
from games.wording import line_problems, sentence

MARK = "^"


class Command(BaseCommand):
    help = "Judge one equation: print what each side comes to, and every problem with a mark at its tile."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("line", metavar="EQUATION", help="the tiles with blanks between them: '7 × 2 = 1 4'")
        parser.add_argument(
            "--ruleset", default="amath", help="amath, amath-primary or summy; amath@1 for a version"
        )
        parser.add_argument("--strict-zero-sign", action="store_true", help="allow no 9+0 and no 5-0 either")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, choices=dict(settings.LANGUAGES))

    def handle(self, *, line: str, ruleset: str, strict_zero_sign: bool, language: str, **options: Any) -> None:
        with translation.override(language):
            try:
                rules = get_ruleset(ruleset)
            except UnknownRuleset as unknown:
                problem = Problem(unknown.code, figures={"name": ruleset})
                raise CommandError(sentence(problem), returncode=2) from None
            if refused := refused_character(line):
                raise CommandError(sentence(refused), returncode=2)
            problems = rules.check_line(line, strict_zero_sign=strict_zero_sign)
            self._show(rules, line.split(), problems, strict_zero_sign=strict_zero_sign)
        if problems:
            sys.exit(1)

    def _show(
        self, rules: Ruleset, tokens: list[str], problems: Sequence[Problem], *, strict_zero_sign: bool
    ) -> None:
        tiles, unknown = rules.tiles.look_up(tokens[: rules.longest_line])
        readable = not unknown and len(tokens) <= rules.longest_line
        if len(tokens) <= rules.longest_line:
            self._write_line([str(tile) for tile in tiles] if readable else tokens, problems)
        if readable and tiles and all(tile.declared for tile in tiles):
            grammar = rules.strict_grammar if strict_zero_sign else rules.grammar
            self._write_values(tiles, side_values(grammar, tiles))
            problems = line_problems(problems, tiles)
        self.stdout.write("\n" + (_("Valid.") if not problems else ""))
        for problem in problems:
            self.stdout.write(sentence(problem, rules))

    def _write_line(self, tokens: Sequence[str], problems: Sequence[Problem]) -> None:
        marked = {problem.pos for problem in problems}
        marks = " ".join((MARK if pos in marked else "").ljust(len(token)) for pos, token in enumerate(tokens))
        for line in (" ".join(tokens), marks.rstrip()):
            if line:
                self.stdout.write(f"  {line}")

    def _write_values(self, tiles: Sequence[Tile], values: Sequence[str | None]) -> None:
        sides = "".join(tile.face for tile in tiles).split("=")
        width, none = max(map(len, sides)), _("no value")
        for side, value in zip(sides, values, strict=True):
            self.stdout.write(f"  {side:<{width}}  {none if value is None else value}")
