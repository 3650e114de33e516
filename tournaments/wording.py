"""A pairing system in words: what it does, what its settings are called, and a schedule step by step.

Every kind, setting and choice of the pairing core has its words here; tests/web/test_schedule_words.py holds them
against ``settings_of``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from .models import Division
from .pairing import (
    AustralianDraw,
    Casement,
    Contention,
    Factor,
    Fontes,
    KingOfTheHill,
    Manual,
    PairResult,
    Quads,
    QueenOfTheHill,
    RandomDraw,
    RoundRobin,
    ShrinkingFactor,
    SnakeGroups,
    Swiss,
    System,
    TeamRoundRobin,
)
from .pairing.plan import Plan, Step

Words = str | Promise

_ODD_GROUP: Mapping[str, Words] = {
    "pull_up": gettext_lazy("the best of the next group is pulled up"),
    "float_down": gettext_lazy("its own last floats down"),
}
_LEFTOVERS: Mapping[str, Words] = {
    "bye": gettext_lazy("has a bye"),
    "pair": gettext_lazy("is paired with others left over"),
}

#: Setting → its name and, where that does not say it all, its help.
SETTINGS: Mapping[str, tuple[Words, Words]] = {
    "odd_group": (gettext_lazy("An odd group"), ""),
    "within": (gettext_lazy("Inside a group"), ""),
    "cycles": (gettext_lazy("How often everybody meets"), ""),
    "rounds": (
        gettext_lazy("Rounds of the table"),
        gettext_lazy("Empty: as many as it takes for everybody to meet everybody."),
    ),
    "leftovers": (gettext_lazy("Whoever has no opponent by the table"), ""),
    "split": (
        gettext_lazy("The two sides"),
        gettext_lazy("Where everybody belongs to one of two teams, the halves are these teams."),
    ),
    "first_side": (
        gettext_lazy("Entries of the first side"),
        gettext_lazy("Two teams of any size, the first in the order before the other. 0: by the choice beside."),
    ),
    "deal": (gettext_lazy("Dealt into the groups"), ""),
    "size": (gettext_lazy("Entries in a group"), ""),
    "groups": (gettext_lazy("Groups"), ""),
    "mix_clubs": (gettext_lazy("Mix schools: as few of one school meet as can be"), ""),
    "opening": (gettext_lazy("The first match of a block"), ""),
    "reset_round": (
        gettext_lazy("Forget the games through round"),
        gettext_lazy("0: nobody meets twice while that can be helped."),
    ),
    "rest": (gettext_lazy("Whoever is in no pair set by hand"), ""),
    "factor": (
        gettext_lazy("Factor"),
        gettext_lazy("Rank 1 meets the rank below by so many; so do the others above."),
    ),
    "constant": (
        gettext_lazy("Constant"),
        gettext_lazy("The factor is this less the round. One more than the rounds: the last round pairs 1 and 2."),
    ),
    "prizes": (
        gettext_lazy("Prizes"),
        gettext_lazy("Places by their worth: 1, 2, 3-8 is three prizes, the last one for places 3 to 8."),
    ),
    "class_prizes": (
        gettext_lazy("Prizes of classes"),
        gettext_lazy("The class, then its places: 2: 1, 2-3; 3: 1. Empty: none."),
    ),
    "gibson_spread": (
        gettext_lazy("Largest spread of a game that is reckoned with"),
        gettext_lazy("With one round left, with two, …; the last one repeats. Empty: no limit."),
    ),
    "spread_counts": (gettext_lazy("Spread ranks next after points"), ""),
    "simulations": (
        gettext_lazy("Simulated endings"),
        gettext_lazy("0: by what is possible at all, which is harder to lose."),
    ),
    "hopefulness": (
        gettext_lazy("Endings in a thousand from which a prize counts as possible"),
        gettext_lazy("With one round left, with two, …; the last one repeats."),
    ),
    "control_from": (
        gettext_lazy("Control loss from round"),
        gettext_lazy("The leader meets the lowest who would else lose control. Empty: never."),
    ),
    "control_threshold": (
        gettext_lazy("Control is lost from"),
        gettext_lazy("By so much in a thousand must the chance to win the event fall."),
    ),
    "control_simulations": (gettext_lazy("Simulated endings for control loss"), ""),
}

#: Setting → choice → what the page calls it.
CHOICES: Mapping[str, Mapping[str, Words]] = {
    "odd_group": {
        "pull_up": gettext_lazy("pulls up the best of the next"),
        "float_down": gettext_lazy("lets its last float down"),
    },
    "within": {
        "halves": gettext_lazy("upper half against lower half: 1-5, 2-6, 3-7, 4-8"),
        "fold": gettext_lazy("first against last: 1-8, 2-7, 3-6, 4-5"),
        "neighbours": gettext_lazy("neighbours: 1-2, 3-4, 5-6, 7-8"),
    },
    "leftovers": _LEFTOVERS,
    "split": {
        "halves": gettext_lazy("the upper and the lower half of the order"),
        "odd_even": gettext_lazy("the odd and the even places of the order"),
    },
    "deal": {
        "order": gettext_lazy("by the order"),
        "lot": gettext_lazy("by lot, one of each part of the order"),
    },
    "opening": {
        "lot": gettext_lazy("drawn by lot"),
        "neighbours": gettext_lazy("neighbours in the table"),
        "halves": gettext_lazy("as in Swiss: halves of the score groups"),
    },
    "rest": {
        "pair": gettext_lazy("meets a neighbour in the table"),
        "refuse": gettext_lazy("is named, and the round waits"),
    },
}
#: Whole numbers that are better chosen than typed.
NUMBERS: Mapping[str, Mapping[int, Words]] = {
    "cycles": {1: pgettext_lazy("how often", "once"), 2: pgettext_lazy("how often", "twice, starts reversed")}
}


def system_name(kind: str) -> str:
    return str(dict(Division.System.choices).get(kind, kind))


def system_words(system: System) -> str:
    """A system with its settings, as one or two sentences without its name and without a full stop at the end."""
    return _SYSTEMS[type(system)](system)


def _swiss(system: Swiss) -> str:
    within = {
        "halves": _("equal points meet, the upper half of a group the lower half (of eight: 1-5, 2-6, 3-7, 4-8)"),
        "fold": _("equal points meet, the first of a group the last (of eight: 1-8, 2-7, 3-6, 4-5)"),
        "neighbours": _("equal points meet, neighbours in a group (of eight: 1-2, 3-4, 5-6, 7-8)"),
    }[system.within]
    return _joined(within, _odd(system.odd_group))


def _odd(choice: str) -> str:
    return _("where a group is odd, %(how)s") % {"how": _ODD_GROUP[choice]}


def _round_robin(system: RoundRobin) -> str:
    words = (
        _("everybody meets everybody twice, with starts reversed")
        if system.cycles == 2
        else _("everybody meets everybody once")
    )
    if system.rounds is not None:
        part = ngettext(
            "the first %(n)s round of that table", "the first %(n)s rounds of that table", system.rounds
        )
        words = _joined(words, part % {"n": system.rounds})
    return _joined(words, _left(system.leftovers))


def _left(choice: str) -> str:
    return _("whoever has no opponent by the table %(what)s") % {"what": _LEFTOVERS[choice]}


def _team_round_robin(system: TeamRoundRobin) -> str:
    sides = {
        "halves": _(
            "two sides, two teams or else the upper and the lower half: everyone meets everyone of the other side"
        ),
        "odd_even": _("two sides, the odd and the even places: everyone meets everyone of the other side"),
    }[system.split]
    if system.first_side:
        sides = _("two sides, the first %(n)s of the order and the rest: everyone meets everyone of the other side")
        sides %= {"n": system.first_side}
    return _joined(sides, _left(system.leftovers))


def _fontes(system: Fontes) -> str:
    dealt = {
        "order": _("groups of %(size)s with one from each part of the order, everybody in a group meets"),
        "lot": _("groups of %(size)s with one from each part of the order by lot, everybody in a group meets"),
    }[system.deal]
    return _joined(
        dealt % {"size": system.rounds + 1}, _("whoever is over joins the last group"), _left(system.leftovers)
    )


def _quads(system: Quads) -> str:
    words = _("groups of %(size)s neighbours (1 to %(size)s, and so on), everybody in a group meets")
    return _joined(
        words % {"size": system.size}, _("whoever is over joins the last group"), _left(system.leftovers)
    )


def _snake_groups(system: SnakeGroups) -> str:
    words = ngettext(
        "%(n)s group in which everybody meets",
        "%(n)s groups dealt to and fro (of three: 1 6 7, 2 5 8, 3 4 9), everybody in a group meets",
        system.groups,
    )
    twice = _("twice, with starts reversed") if system.cycles == 2 else ""
    return _joined(words % {"n": system.groups}, twice, _left(system.leftovers))


def _random(system: RandomDraw) -> str:
    words = _("drawn by a lot that is kept with the round")
    return _joined(words, _("as few of one school meet as can be") if system.mix_clubs else "")


def _factor(system: Factor) -> str:
    words = _("rank 1 meets rank %(next)s, and so on to rank %(factor)s, the rest as in Swiss")
    return _joined(words % {"next": system.factor + 1, "factor": system.factor}, _odd(system.odd_group))


def _shrinking_factor(system: ShrinkingFactor) -> str:
    words = _(
        "the upper ranks meet those a factor below, the rest as in Swiss; the factor is %(constant)s less the "
        "number of the round"
    )
    return _joined(words % {"constant": system.constant}, _odd(system.odd_group))


def _pair_result(system: PairResult) -> str:
    opening = {
        "lot": _("blocks of two matches, the first drawn by lot"),
        "neighbours": _("blocks of two matches, the first between neighbours in the table"),
        "halves": _("blocks of two matches, the first as in Swiss"),
    }[system.opening]
    return _joined(opening, _("in the second, winners of near tables meet, and so do the losers"))


def _australian_draw(system: AustralianDraw) -> str:
    words = _("from the top, each meets the best whom he has not met")
    if system.reset_round:
        forgotten = _("games through round %(round)s are forgotten") % {"round": system.reset_round}
        return _joined(words, forgotten)
    return words


def _manual(system: Manual) -> str:
    rest = {
        "pair": _("whoever is in no pair meets a neighbour in the table"),
        "refuse": _("a round in which somebody is without a pair is refused"),
    }[system.rest]
    return _joined(_("the pairs and byes set by hand"), rest)


def _contention(system: Contention) -> str:
    parts = [
        _("those who can still win a prize meet for it"),
        _("prizes: %(prizes)s") % {"prizes": bands_text(system.prizes)},
        _("in classes: %(prizes)s") % {"prizes": class_bands_text(system.class_prizes)}
        if system.class_prizes
        else "",
        _("what can be won by %(n)s simulated endings") % {"n": system.simulations}
        if system.simulations
        else _("what can be won by every ending that is possible"),
        _("a leader close to losing control meets whom he must from round %(round)s on")
        % {"round": system.control_from}
        if system.control_from is not None
        else "",
    ]
    return _joined(*parts)


_SYSTEMS: Mapping[type, Callable[[Any], str]] = {
    Swiss: _swiss,
    KingOfTheHill: lambda _system: _("neighbours in the table meet: 1-2, 3-4, 5-6 and so on"),
    QueenOfTheHill: lambda _system: _("next but one in the table: 1-3, 2-4, 5-7, 6-8 and so on"),
    RoundRobin: _round_robin,
    TeamRoundRobin: _team_round_robin,
    RandomDraw: _random,
    Casement: lambda _system: _("the upper half of the table meets the lower half, whatever the points"),
    Fontes: _fontes,
    Quads: _quads,
    SnakeGroups: _snake_groups,
    Factor: _factor,
    ShrinkingFactor: _shrinking_factor,
    PairResult: _pair_result,
    AustralianDraw: _australian_draw,
    Manual: _manual,
    Contention: _contention,
}


def bands_text(bands: Sequence[tuple[int, int]]) -> str:
    """Places as people write them: ``1, 2, 3-8``."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in bands)


def class_bands_text(bands: Sequence[tuple[int, int, int]]) -> str:
    """``2: 1, 2-3; 3: 1``"""
    groups: dict[int, list[tuple[int, int]]] = {}
    for group, first, last in bands:
        groups.setdefault(group, []).append((first, last))
    return "; ".join(f"{group}: {bands_text(places)}" for group, places in groups.items())


def rounds_words(first: int, last: int) -> str:
    if first == last:
        return _("Round %(round)s") % {"round": first}
    return _("Rounds %(first)s–%(last)s") % {"first": first, "last": last}


def step_words(step: Step) -> str:
    """What a step of a schedule does, with all that is not as usual."""
    words = f"{system_name(step.system.kind)}: {system_words(step.system)}"
    return sentences(words, *map(capital, _further(step)))


def plan_lines(plan: Plan) -> list[tuple[str, str]]:
    """Every step as its rounds and its words."""
    return [(rounds_words(step.from_round, step.to_round), step_words(step)) for step in plan.steps]


def _further(step: Step) -> Iterator[str]:
    if step.based_on is not None:
        yield (
            _("by the table after round %(round)s") % {"round": step.based_on}
            if step.based_on
            else _("by the order at the start")
        )
    elif step.lag:
        lag = ngettext(
            "by the table of one round earlier, so that the next sheet is ready before a round ends",
            "by the table of %(n)s rounds earlier, so that the next sheet is ready before a round ends",
            step.lag,
        )
        yield lag % {"n": step.lag}
    limit = step.repeats.limit
    if limit is None:
        yield _("two may meet again as often as it comes")
    elif limit:
        again = ngettext("two may meet once more", "two may meet %(n)s times more", limit)
        yield again % {"n": limit}
    if step.repeats.back_to_back:
        yield _("even in two rounds running")
    starts = step.starts
    if starts.by_draw:
        yield _("who starts is drawn for each game")
        return
    if starts.head_to_head:
        yield _("of equals, whoever started fewer of their own games starts")
    if starts.longest_run is not None:
        run = ngettext(
            "nobody starts, or goes second, twice running",
            "nobody starts, or goes second, more than %(n)s times running",
            starts.longest_run,
        )
        yield run % {"n": starts.longest_run}


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def sentences(*parts: str) -> str:
    """One after the other. The last has no full stop, and in Thai none has."""
    thai = (get_language() or "").startswith("th")
    return (" " if thai else ". ").join(parts)


def ended(words: str) -> str:
    """A sentence with its full stop, where the language has one."""
    return words if (get_language() or "").startswith("th") else f"{words}."


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
