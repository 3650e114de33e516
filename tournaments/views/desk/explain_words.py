"""Why a pair was made, in words: every rule a round is weighed by, and every answer of the core to "why".

Codes: ``tournaments/pairing/explain.py``; the names of the rules: ``levels.py`` and ``systems/`` there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from ...models import Entry
from ...pairing.explain import Difference, Reason
from ...selectors.explained import Explained

Words = str | Promise


@dataclass(frozen=True, slots=True)
class RuleWords:
    """``title`` stands in a table, ``asks`` says what the rule wants."""

    title: Words
    asks: Words


#: Rules of every system, the most important first; then those of one or the other.
RULES: Mapping[str, RuleWords] = {
    "second_bye": RuleWords(
        gettext_lazy("Second bye"), gettext_lazy("Nobody has another bye before everybody has had one.")
    ),
    "repeats": RuleWords(gettext_lazy("Repeats"), gettext_lazy("Nobody meets an opponent again.")),
    "back_to_back": RuleWords(
        gettext_lazy("Twice running"), gettext_lazy("Who must meet again does not do so in two rounds running.")
    ),
    "times_met": RuleWords(
        gettext_lazy("Times met"), gettext_lazy("Who must meet again are those who have met least often.")
    ),
    "bye_rank": RuleWords(
        gettext_lazy("Rank of the bye"), gettext_lazy("The bye goes to the lowest of those who may have it.")
    ),
    "clubs": RuleWords(gettext_lazy("One school"), gettext_lazy("Entries of one school do not meet.")),
    "teams": RuleWords(gettext_lazy("One team"), gettext_lazy("Team-mates do not meet.")),
    "group_gap": RuleWords(
        gettext_lazy("Score groups"),
        gettext_lazy("Entries with equal points meet: 1 for the next group, 3 for the next but one, then 6."),
    ),
    "off_plan": RuleWords(
        gettext_lazy("Halves of a group"),
        gettext_lazy("Opponents come from one group, as the system divides it."),
    ),
    "fold": RuleWords(
        gettext_lazy("Places in the group, squared"),
        gettext_lazy("Each meets the one whose place answers to its own: the square of how far off it is."),
    ),
    "distance": RuleWords(
        gettext_lazy("Distance"),
        gettext_lazy("Opponents stand as near as the system asks, farther ones counting by the square."),
    ),
    "result_gap": RuleWords(
        gettext_lazy("Results of the match before"), gettext_lazy("Winners meet winners and losers meet losers.")
    ),
    "control": RuleWords(
        gettext_lazy("Control"), gettext_lazy("The leader meets the one who would otherwise lose control.")
    ),
    "settled": RuleWords(
        gettext_lazy("Settled prizes"),
        gettext_lazy("Whose prize is settled does not meet anybody who still plays for one."),
    ),
    "out_of_reach": RuleWords(
        gettext_lazy("Within reach"),
        gettext_lazy("Who plays for a prize meets somebody whom it can catch, or who can catch it."),
    ),
    "class_rival": RuleWords(
        gettext_lazy("Rivals of a class"),
        gettext_lazy("In the last round, those with only a prize of their class to win meet among themselves."),
    ),
    "runs": RuleWords(
        gettext_lazy("Runs of starts"), gettext_lazy("Nobody starts, or goes second, too often running.")
    ),
    "starts": RuleWords(
        gettext_lazy("Balance of starts"),
        gettext_lazy("Nobody starts over two games more often than it goes second, or the other way."),
    ),
}
#: What distance is in a system where it is not plain nearness.
DISTANCE: Mapping[str, RuleWords] = {
    "king_of_the_hill": RuleWords(
        gettext_lazy("Neighbours"), gettext_lazy("Neighbours in the table meet: 1 and 2, 3 and 4.")
    ),
    "queen_of_the_hill": RuleWords(
        gettext_lazy("Next but one"), gettext_lazy("The next but one in the table meet: 1 and 3, 2 and 4.")
    ),
    "random": RuleWords(gettext_lazy("Order drawn"), gettext_lazy("Neighbours in the order drawn by lot meet.")),
    "pair_result": RuleWords(
        gettext_lazy("Tables of the match before"), gettext_lazy("Those from neighbouring tables meet.")
    ),
    "contention": RuleWords(
        gettext_lazy("Nearness"), gettext_lazy("Near in the table meet, those who play for a prize nearest of all.")
    ),
    "manual": RuleWords(
        gettext_lazy("Neighbours"),
        gettext_lazy("Whoever is in no pair set by hand meets a neighbour in the table."),
    ),
}


def rule_words(level: str, kind: str) -> RuleWords:
    """A rule in a system. A rule nobody has words for is shown by its own name."""
    if level == "distance" and kind in DISTANCE:
        return DISTANCE[kind]
    return RULES.get(level) or RuleWords(level, "")


def level_title(level: str, kind: str = "") -> str:
    return str(rule_words(level, kind).title)


def _more_of(level: str, n: int) -> str | None:
    """How much dearer the other round is, where a number of things can be counted."""
    match level:
        case "second_bye":
            return ngettext("a bye too many", "%(n)s byes too many", n) % {"n": n}
        case "repeats":
            return ngettext("%(n)s repeat more", "%(n)s repeats more", n) % {"n": n}
        case "back_to_back":
            return ngettext(
                "%(n)s repeat of the round before more", "%(n)s repeats of the round before more", n
            ) % {"n": n}
        case "bye_rank":
            return ngettext(
                "a bye %(n)s place higher in the table", "a bye %(n)s places higher in the table", n
            ) % {"n": n}
        case "clubs":
            return ngettext(
                "%(n)s game more between entries of one school", "%(n)s games more between entries of one school", n
            ) % {"n": n}
        case "teams":
            return ngettext("%(n)s game more between team-mates", "%(n)s games more between team-mates", n) % {
                "n": n
            }
        case "out_of_reach":
            return ngettext(
                "%(n)s game more between entries of which one cannot catch the other",
                "%(n)s games more between entries of which one cannot catch the other",
                n,
            ) % {"n": n}
        case "settled":
            return ngettext(
                "%(n)s game more of a settled prize against one still open",
                "%(n)s games more of a settled prize against one still open",
                n,
            ) % {"n": n}
        case "control":
            return _("the leader away from the one who would lose control")
        case _:
            return None


def difference_words(difference: Difference, kind: str) -> str:
    """``Repeats: 2 instead of 1 (1 repeat more)``"""
    words = _("%(rule)s: %(then)s instead of %(now)s") % {
        "rule": level_title(difference.level, kind),
        "then": difference.alternative,
        "now": difference.round,
    }
    more = difference.alternative - difference.round
    counted = _more_of(difference.level, more) if more > 0 else None
    return f"{words} ({counted})" if counted else words


@dataclass(frozen=True, slots=True)
class Verdict:
    """``state`` is the badge: ``ok`` chosen by the rules, ``wait`` something is better, ``info`` only told."""

    state: str
    badge: Words
    text: str
    more: str = ""


def verdict(found: Explained) -> Verdict:
    """The answer in a sentence, and what it costs to have it otherwise in a second one."""
    reason = found.reason
    first = next(iter(reason.alternative.differences), None) if reason.alternative else None
    words = difference_words(first, found.kind) if first else ""
    builders = {"pair": _pair, "bye": _bye, "not": _not, "no_bye": _no_bye}
    return builders[found.about](found, reason, words)


def _name(found: Explained, id_: int) -> str:
    entry: Entry | None = found.entries.get(id_)
    return "?" if entry is None else f"{entry.number} {entry.full_name}"


def _names(found: Explained, ids: tuple[int, ...]) -> str:
    return ", ".join(_name(found, id_) for id_ in ids)


def _by_rule(code: str) -> Verdict | None:
    """What no cost decided, whatever was asked."""
    match code:
        case "by_table":
            text = _(
                "This round is read off a table made beforehand: it says who meets whom, and nothing else counts."
            )
            return Verdict("info", _("By the table"), text)
        case "from_the_top":
            text = _(
                "This round is drawn from the top: each in turn meets the best whom it has not met. No other round "
                "was weighed against it."
            )
            return Verdict("info", _("From the top"), text)
        case _:
            return None


def _pair(found: Explained, reason: Reason, words: str) -> Verdict:
    match reason.code:
        case "locked":
            return Verdict("info", _("By hand"), _("They were put together by hand and kept: no rule was asked."))
        case "only_choice":
            text = _("They have to meet: without this game somebody could not be paired at all.")
            return Verdict("ok", _("Only choice"), text)
        case "equal":
            text = _(
                "Another round without this game is just as good by every rule. The order, or the lot, decided."
            )
            return Verdict("ok", _("As good as another"), text)
        case "better":
            text = _("A round without this game is better: this one was changed by hand, or made in another way.")
            return Verdict("wait", _("Not the best"), text, words)
        case "cost":
            text = _("Every round without this game is worse. The best of them:")
            return Verdict("ok", _("Chosen by the rules"), text, words)
        case code:
            return _by_rule(code) or Verdict("info", code, "")


def _bye(found: Explained, reason: Reason, words: str) -> Verdict:
    match reason.code:
        case "locked":
            return Verdict("info", _("By hand"), _("This bye was given by hand, or asked for: no rule was asked."))
        case "only_choice":
            text = _("Nobody else can have the bye: the others could not be paired.")
            return Verdict("ok", _("Only choice"), text)
        case "equal":
            text = _("With another bye a round is just as good by every rule. The order, or the lot, decided.")
            return Verdict("ok", _("As good as another"), text)
        case "better":
            text = _("With another bye the round is better: this one was changed by hand, or made in another way.")
            return Verdict("wait", _("Not the best"), text, words)
        case "cost":
            text = _("Every round in which somebody else has the bye is worse. The best of them:")
            return Verdict("ok", _("Chosen by the rules"), text, words)
        case code:
            return _by_rule(code) or Verdict("info", code, "")


def _cannot(found: Explained, reason: Reason) -> Verdict | None:
    """What stands before any weighing, for a pair or a bye that was not made."""
    who = _names(found, reason.holders)
    match reason.code:
        case "locked":
            text = _("Set by hand for this round, and kept: %(entries)s.") % {"entries": who}
            return Verdict("info", _("By hand"), text)
        case "away":
            return Verdict(
                "info", pgettext("round", "Away"), _("Not in this round: %(entries)s.") % {"entries": who}
            )
        case "unknown":
            text = _("Not an entry yet when this round was paired: %(entries)s.") % {"entries": who}
            return Verdict("info", _("Not there"), text)
        case "itself":
            return Verdict("info", _("The same"), _("Nobody meets itself. Type another entry."))
        case code:
            return _by_rule(code)


def _not(found: Explained, reason: Reason, words: str) -> Verdict:
    if told := _cannot(found, reason):
        return told
    match reason.code:
        case "as_asked":
            return Verdict("ok", _("They meet"), _("These two do meet in this round."))
        case "forbidden":
            text = _("These two must not meet: a rule of the event says so.")
            more = _("If they might, the best round with that game would have: %(words)s.") % {"words": words}
            return Verdict("info", _("Must not meet"), text, more if words else "")
        case "only_choice":
            text = _("If these two met, somebody else could not be paired at all.")
            return Verdict("ok", _("Not possible"), text)
        case "equal":
            text = _("A round with that game is just as good by every rule. The order, or the lot, decided.")
            return Verdict("ok", _("As good as another"), text)
        case "better":
            text = _("A round with that game is better: this one was changed by hand, or made in another way.")
            return Verdict("wait", _("Not the best"), text, words)
        case _:
            text = _("Every round in which these two meet is worse. The best of them:")
            return Verdict("ok", _("Decided by the rules"), text, words)


def _no_bye(found: Explained, reason: Reason, words: str) -> Verdict:
    if told := _cannot(found, reason):
        return told
    match reason.code:
        case "as_asked":
            return Verdict("ok", _("Has the bye"), _("This entry does have the bye."))
        case "even":
            text = _("An even number is paired: nobody needs a bye.")
            return Verdict("info", _("No bye"), text)
        case "only_choice":
            text = _("If this entry had the bye, the others could not be paired.")
            return Verdict("ok", _("Not possible"), text)
        case "equal":
            text = _("With this entry's bye a round is just as good by every rule. The order, or the lot, decided.")
            return Verdict("ok", _("As good as another"), text)
        case "better":
            text = _("With this entry's bye the round is better: it was changed by hand, or made in another way.")
            return Verdict("wait", _("Not the best"), text, words)
        case _:
            text = _("Every round in which this entry has the bye is worse. The best of them:")
            return Verdict("ok", _("Decided by the rules"), text, words)
