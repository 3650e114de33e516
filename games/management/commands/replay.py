"""``replay FILE``: a game record played through, with the board, every score and whatever is wrong."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any
from unicodedata import category, east_asian_width

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from games.engine import Play, Position, Problem
from games.engine.notation import (
    Entry,
    Fault,
    Record,
    Remark,
    UnreadableRecord,
    draw_board,
    read_record,
)
from games.engine.notation.acts import write_act
from games.engine.notation.texts import write_number
from games.management.files import content
from games.wording import event_label, fault_sentence, sentence


class Command(BaseCommand):
    help = (
        "Play a game record through (docs/notation.md): print the board, each move with its score, the totals, and "
        "every problem with its line."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
        parser.add_argument(
            "--verdicts", action="store_true", help="say which plays are wrong, whether or not they were challenged"
        )
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, choices=dict(settings.LANGUAGES))

    def handle(self, *, file: str, verdicts: bool, language: str, **options: Any) -> None:
        faults: tuple[Fault, ...] = ()
        with translation.override(language):
            try:
                record: Record | None = read_record(content(file))
            except UnreadableRecord as unreadable:
                record, faults = unreadable.record, unreadable.faults
            if record is not None:
                self._show(record, verdicts=verdicts)
            if faults and record is not None:
                self.stdout.write("")
            for fault in faults:
                self.stdout.write(fault_sentence(fault, None if record is None else record.rules))
        if faults:
            sys.exit(1)

    def _show(self, record: Record, *, verdicts: bool) -> None:
        position = record.replay()
        names = [name or _("Side %(number)s") % {"number": side} for side, name in enumerate(record.players, 1)]
        self.stdout.write(f"{record.rules.title} ({record.rules.id})")
        for key, value in record.tags:
            self.stdout.write(f"{key}: {value}")
        self.stdout.write(f"\n{draw_board(position)}\n\n")

        judged = _verdicts(record) if verdicts else {}
        width = max(map(_width, names))
        acts = {number: _act(record, line) for number, line in enumerate(record.lines) if isinstance(line, Entry)}
        act_width = max(map(len, acts.values()), default=0)
        for number, line in enumerate(record.lines):
            if isinstance(line, Remark):
                self.stdout.write(f"# {line.text}")
                continue
            name = _padded("" if line.side is None else names[line.side], width)
            self.stdout.write(f"{name}  {acts[number]:<{act_width}}{_figures(line)}".rstrip())
            for problem in judged.get(number, ()):
                self.stdout.write(f"{'':{width}}  {sentence(problem, record.rules)}")

        self.stdout.write("")
        for name, points in zip(names, position.total, strict=True):
            self.stdout.write(f"{_padded(name, width)}  {points:>5}")
        self.stdout.write(_standing(position, names))
        for flag in position.flags:
            self.stdout.write(sentence(flag, record.rules))


def _width(text: str) -> int:
    """How many columns a terminal gives a text: none to a mark above or below a letter, two to a wide letter."""
    wide = sum(east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(category(char) in ("Mn", "Me", "Cf") for char in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _act(record: Record, entry: Entry) -> str:
    """What happened, without side and rack."""
    return event_label(entry.name) if entry.move is None else write_act(record.rules, entry.move)


def _figures(entry: Entry) -> str:
    remark = f"  # {entry.note}" if entry.note else ""
    if entry.total is None:
        return remark
    return f"  {write_number(entry.points):>5}  {entry.total:>5}{remark}"


def _verdicts(record: Record) -> dict[int, tuple[Problem, ...]]:
    """The problems of each wrong play, by the place of its line among the record's."""
    found = {}
    for number, play, position in _plays(record):
        if problems := position.judge(play):
            found[number] = problems
    return found


def _plays(record: Record) -> Iterator[tuple[int, Play, Position]]:
    position = record.rules.opening(sides=len(record.players), settings=record.settings)
    for number, line in enumerate(record.lines):
        if isinstance(line, Remark) or line.move is None:
            continue
        if isinstance(line.move, Play):
            yield number, line.move, position
        position = position.play(line.move)


def _standing(position: Position, names: list[str]) -> str:
    outcome = position.outcome
    if outcome is None:
        turn = {"name": names[position.to_move], "bag": position.bag_count}
        return _("The game goes on: it is the turn of %(name)s. Tiles in the bag: %(bag)s.") % turn
    if outcome.forfeited is not None:
        late = {"name": names[outcome.forfeited]}
        return _("%(name)s has lost by the clock.") % late
    if outcome.winner is None:
        return _("The game is a tie.")
    return _("%(name)s has won.") % {"name": names[outcome.winner]}
