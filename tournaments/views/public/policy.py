"""How a division's table is made, in sentences: what ranks, what pairs, what byes, forfeits and caps are worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ...models import Division
from ...pairing.settings import TableSystem
from ...standings import ByeCredit, ClubTable, Criterion, StandingsRules
from ...templatetags.scores import points, spread
from ...wording import ended, plan_lines, step_words

CRITERIA: dict[Criterion, str | Promise] = {
    Criterion.POINTS: gettext_lazy("match points"),
    Criterion.WINS: gettext_lazy("wins"),
    Criterion.LOSSES: gettext_lazy("fewer losses"),
    Criterion.CAPPED_SPREAD: gettext_lazy("capped spread"),
    Criterion.SPREAD: gettext_lazy("spread"),
    Criterion.TOTAL: gettext_lazy("points scored"),
    Criterion.AVERAGE: gettext_lazy("average score"),
    Criterion.HIGH_GAME: gettext_lazy("highest score of a game"),
    Criterion.OPPONENTS: gettext_lazy("match points of the opponents"),
}


@dataclass(frozen=True, slots=True)
class Clause:
    term: str
    text: str


def policy(division: Division, rules: StandingsRules) -> list[Clause]:
    """What the page says about itself. The same settings give the same sentences."""
    return list(_clauses(division, rules))


def _clauses(division: Division, rules: StandingsRules) -> Iterator[Clause]:
    order = ", ".join(str(CRITERIA[criterion]) for criterion in rules.order)
    yield Clause(
        _("Ranking"),
        _(
            "By %(order)s. Who is equal in all of these shares a rank, and stands in the list by rating, then by a "
            "lot that stays the same."
        )
        % {"order": order},
    )
    yield Clause(
        _("Match points"),
        _("A win %(win)s, a tie %(tie)s, a loss %(loss)s.")
        % {"win": points(rules.win, rules), "tie": points(rules.tie, rules), "loss": points(rules.loss, rules)},
    )
    yield from _pairing(division)
    yield Clause(_("Spread"), _caps(rules))
    yield Clause(
        _("Byes"),
        _("%(credit)s The average, the highest game and the opponents' points leave byes and forfeits out.")
        % {"credit": _bye(division, rules)},
    )
    yield Clause(
        _("Forfeits"),
        _(
            "Who is there wins with %(win)s, who is not loses with %(loss)s; where neither is, both lose with "
            "%(both)s. No cap applies, and the game is not rated."
        )
        % {
            "win": spread(division.forfeit_spread),
            "loss": spread(-division.forfeit_spread),
            "both": spread(division.double_forfeit_spread),
        },
    )
    yield Clause(
        _("Missed rounds"), _("A round before a late entry or after a withdrawal has no game and no points.")
    )
    yield Clause(
        _("Reported results"),
        _("They count at once and are marked until they are confirmed.")
        if division.pending_counts
        else _("They are shown as waiting, and count once they are confirmed."),
    )


def club_policy(table: ClubTable) -> list[Clause]:
    """The same of the table of clubs."""
    order = ", ".join(str(CRITERIA[criterion]) for criterion in table.rules.order)
    told = [
        Clause(_("What counts"), _club_counts(table.best)),
        Clause(
            _("Ranking"),
            _(
                "By %(order)s, over all that counts of a club. Of clubs equal in all of these the one whose best "
                "entry stands higher is first; where these share a rank, so do the clubs."
            )
            % {"order": order},
        ),
    ]
    if table.best > 1:
        lost = Criterion.LOSSES in table.rules.order
        told.append(
            Clause(
                _("Too few entries"),
                _("A club with fewer is marked; an entry that it lacks has no points and has lost every round.")
                if lost
                else _("A club with fewer is marked; an entry that it lacks has no points."),
            )
        )
    return told


def _club_counts(best: int) -> str:
    if not best:
        return _("All entries of a club, withdrawn and late ones too.")
    return ngettext(
        "The entry of a club that stands highest in the standings.",
        "The %(best)s entries of a club that stand highest in the standings.",
        best,
    ) % {"best": best}


def _pairing(division: Division) -> Iterator[Clause]:
    """The schedule step by step, then what holds in all of its rounds. Rules for single entries are nobody's
    business but the staff's."""
    plan = division.schedule
    always = " ".join(_always(division))
    if len(plan.steps) == 1:
        yield Clause(_("Pairing"), f"{ended(step_words(plan.steps[0]))} {always}")
        return
    for rounds, words in plan_lines(plan):
        yield Clause(rounds, ended(words))
    yield Clause(_("In all rounds"), always)


def _always(division: Division) -> Iterator[str]:
    steps = division.schedule.steps
    if any(step.repeats.limit == 0 and not isinstance(step.system, TableSystem) for step in steps):
        yield _("Nobody meets the same opponent twice while that can be helped.")
    yield from _apart(
        division.clubs_apart_rounds,
        _("Entries of one school do not meet while that can be helped."),
        _("Entries of one school do not meet in the first %(n)s rounds, while that can be helped."),
    )
    yield from _apart(
        division.teams_apart_rounds,
        _("Entries of one team do not meet while that can be helped."),
        _("Entries of one team do not meet in the first %(n)s rounds, while that can be helped."),
    )
    yield _("Who shares a rank is placed by a lot that is kept with the round, so that it can be drawn again.")


def _apart(through: int | None, always: str, so_long: str) -> Iterator[str]:
    if through is None:
        yield always
    elif through:
        yield so_long % {"n": through}


def _bye(division: Division, rules: StandingsRules) -> str:
    values = {"spread": spread(division.bye_spread)}
    match rules.bye_credit:
        case ByeCredit.WIN:
            return _("A bye counts as a win with a spread of %(spread)s, uncapped.") % values
        case ByeCredit.TIE:
            return _("A bye counts as a tie with a spread of %(spread)s, uncapped.") % values
        case ByeCredit.BY_SPREAD_OR_TIE:
            return _("A bye counts by its own spread: above 0 a win, below 0 a loss, at 0 a tie.")
        case _:
            return _("A bye counts by its own spread: above 0 a win, below 0 a loss, at 0 as nothing.")


def _caps(rules: StandingsRules) -> str:
    if not rules.caps or Criterion.CAPPED_SPREAD not in rules.order:
        return _("The difference of a game counts in full.")
    limits = "; ".join(_limits(rules))
    return _(
        "The table counts at most %(limits)s of one game. The scores stay as played, and so does the full spread."
    ) % {"limits": limits}


def _limits(rules: StandingsRules) -> Iterator[str]:
    """``350 in round 1; 300 in rounds 2 to 5; 150 from round 6 on``; one cap for all rounds stands alone."""
    numbered = list(enumerate(rules.caps, start=1))
    while len(numbered) > 1 and numbered[-1][1] == numbered[-2][1]:
        numbered.pop()
    for cap, same in groupby(numbered, key=lambda item: item[1]):
        rounds = [number for number, _cap in same]
        first, last = rounds[0], rounds[-1]
        shown = _("everything") if cap is None else str(cap)
        if last == numbered[-1][0]:
            yield shown if first == 1 else _("%(cap)s from round %(first)s on") % {"cap": shown, "first": first}
        elif first == last:
            yield _("%(cap)s in round %(first)s") % {"cap": shown, "first": first}
        else:
            yield _("%(cap)s in rounds %(first)s to %(last)s") % {"cap": shown, "first": first, "last": last}
