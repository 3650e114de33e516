"""What somebody reports of a game, checked as a whole before anything is written."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from django.utils.translation import gettext_lazy as _

from common.errors import Item, Refused
from games.engine.adjustments import ComponentSettings, Problem, SideComponents, check_components
from games.engine.rulesets import SCORE_MAX, SCORE_MIN, Ruleset, get_ruleset

from ..models import Division, Result

SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Report:
    """An outcome with its scores; ``first`` is the side that starts.

    Scores may be left out (None) for everything but a played game: the division says what a bye or a forfeit is
    worth. ``winner`` (0 or 1) is needed for a forfeit only. ``components`` are given for both sides or for none.
    """

    outcome: str = Result.Outcome.PLAYED
    first: int | None = None
    second: int | None = None
    winner: int | None = None
    components: tuple[SideComponents, SideComponents] | None = None

    def digest(self, pairing_id: int) -> str:
        """Equal for equal reports of one pairing: the same client id with another digest is another report."""
        text = json.dumps([pairing_id, asdict(self)], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Settled:
    """A checked report with every value in place, as a result's row holds it."""

    outcome: str
    first: int
    second: int | None = None
    winner: int | None = None
    components: tuple[SideComponents, SideComponents] | None = None


def _ruleset(division: Division) -> Ruleset:
    return get_ruleset(division.ruleset)


def component_settings(division: Division) -> ComponentSettings:
    rules = _ruleset(division)
    overtime = rules.overtime
    if not division.overtime_forfeits:
        overtime = replace(overtime, cap=None, forfeit_after_ms=None)
    return ComponentSettings(clock_ms=division.clock_ms, overtime=overtime)


def settled_report(division: Division, report: Report, *, seats: int) -> Settled:
    """The report with every value in place, or every fault of it at once.

    Raises :class:`Refused` ``result.invalid`` with an item per fault.
    """
    items = list(_faults(division, report, seats))
    if items:
        raise Refused("result.invalid", _("This result cannot be accepted."), items=items)
    outcome = Result.Outcome(report.outcome)
    if outcome is Result.Outcome.BYE:
        return Settled(outcome, division.bye_spread if report.first is None else report.first)
    if outcome is Result.Outcome.FORFEIT:
        return _forfeit(division, report, seats)
    if outcome is Result.Outcome.DOUBLE_FORFEIT:
        each = division.double_forfeit_spread
        return Settled(outcome, each, each if seats == 2 else None)
    first, second = report.first or 0, report.second or 0
    if outcome is Result.Outcome.VOID:
        return Settled(outcome, 0, 0 if seats == 2 else None)
    winner = None if first == second else int(second > first)
    return Settled(outcome, first, second, winner, report.components)


def _forfeit(division: Division, report: Report, seats: int) -> Settled:
    outcome = Result.Outcome.FORFEIT
    if seats == 1:
        # Alone in the round: present (winner 0) or not; a spread may be given, as an event brought in has it.
        won = report.winner == 0 if report.first is None else report.first > 0
        spread = division.forfeit_spread if won else -division.forfeit_spread
        return Settled(outcome, spread if report.first is None else report.first, None, 0 if won else 1)
    scores = [0, 0]
    scores[report.winner or 0] = division.forfeit_spread
    return Settled(outcome, scores[0], scores[1], report.winner)


def _faults(division: Division, report: Report, seats: int) -> Iterator[Item]:
    try:
        outcome = Result.Outcome(report.outcome)
    except ValueError:
        yield Item("result.outcome_unknown", _("Unknown outcome."), field="outcome")
        return
    if outcome is Result.Outcome.BYE and seats != 1:
        yield Item("result.not_a_bye", _("This pairing has two sides: it cannot be a bye."), field="outcome")
    if outcome is Result.Outcome.PLAYED and seats != 2:
        yield Item("result.no_opponent", _("There is no opponent: nothing can be played."), field="outcome")
    if outcome is Result.Outcome.FORFEIT and report.winner not in (0, 1) and (seats == 2 or report.first is None):
        yield Item("result.winner_missing", _("Say who wins by forfeit."), field="winner")
    needed = outcome is Result.Outcome.PLAYED and seats == 2
    for name in SIDES:
        score = getattr(report, name)
        if score is None:
            if needed:
                yield Item("result.score_missing", _("A score is missing."), field=name)
        elif not SCORE_MIN <= score <= SCORE_MAX:
            yield Item(
                "result.score_out_of_range",
                _("A score is a whole number from %(low)s to %(high)s.") % {"low": SCORE_MIN, "high": SCORE_MAX},
                field=name,
                params={"low": SCORE_MIN, "high": SCORE_MAX},
            )
    if needed and report.components is not None and report.first is not None and report.second is not None:
        finals = (report.first, report.second)
        sides = [replace(side, final=final) for side, final in zip(report.components, finals, strict=True)]
        for problem in check_components(_ruleset(division), component_settings(division), sides):
            yield _item(problem)


_SENTENCES = {
    "result.score_out_of_range": _("The final score is outside what is possible."),
    "result.plays_invalid": _("The points of the plays cannot be negative or that high."),
    "result.bingos_invalid": _("That many bingos are not possible."),
    "result.rack_invalid": _("This rack adjustment is not possible."),
    "result.rack_inconsistent": _(
        "The rack adjustments do not fit together: either one side went out and alone gains, or nobody gains."
    ),
    "result.overtime_invalid": _("Overtime takes away 10 for each started minute, within the limit."),
    "result.components_do_not_add_up": _("The parts come to %(sum)s, not to %(final)s."),
}


def _item(problem: Problem) -> Item:
    side = "" if problem.side is None else SIDES[problem.side]
    figures = dict(problem.figures)
    return Item(
        problem.code,
        _SENTENCES[problem.code] % figures,
        field=f"{side}_{problem.field}" if side else problem.field,
        pointer=f"/components/{side}/{problem.field}" if side else f"/components/{problem.field}",
        params=figures,
    )
