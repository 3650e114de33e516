"""How good a round is proved to be, in words: "the best there is", or by how much another may be better."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.models import Job

from ...models import Pairing, Round
from ...services.certificates import TASK, proof_key
from .explain_words import RuleWords, rule_words

Words = str | Promise


@dataclass(frozen=True, slots=True)
class ProofRow:
    """A rule: what the round costs there, and what no round can undercut; None where nothing is proved of it."""

    words: RuleWords
    cost: int
    bound: int | None
    short: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """``state`` is the badge, ``text`` the whole answer; ``by_hand`` tables were changed after the proof."""

    state: str
    badge: Words
    text: Words
    rows: tuple[ProofRow, ...] = ()
    by_hand: int = 0
    waits: bool = False
    facts: tuple[tuple[Words, str], ...] = ()

    @property
    def costly(self) -> list[ProofRow]:
        """Rules that the round does not keep altogether, or that the proof ends at."""
        return [row for row in self.rows if row.cost or row.short]

    @property
    def kept(self) -> str:
        return ", ".join(str(row.words.title) for row in self.rows if not row.cost and not row.short)


def round_proof(round_: Round) -> Proof | None:
    """None for a round that no system paired. Two queries."""
    if not round_.request:
        return None
    by_hand = sum(
        any(reason.get("manual") for reason in reasons)
        for reasons in Pairing.objects.filter(round=round_).values_list("reasons", flat=True)
    )
    known = round_.certificate
    if known is None:
        return _without(round_, by_hand)
    state, badge, text = _told(known, round_.system)
    return Proof(state, badge, text, _rows(round_, known), by_hand, facts=_facts(round_, known))


def _without(round_: Round, by_hand: int) -> Proof:
    job = Job.objects.filter(task=TASK, key=proof_key(round_.pk)).order_by("-pk").first()
    rows, facts = _rows(round_, {}), _facts(round_, {})
    if job is not None and job.state in (Job.State.QUEUED, Job.State.RUNNING):
        text = _("Whether a better round exists is being proved. The round can be published meanwhile.")
        return Proof("running", _("Being proved"), text, rows, by_hand, waits=True, facts=facts)
    if job is not None and job.state == Job.State.FAILED:
        text = _("The proof failed. The round is as the system made it, and nobody knows of a better one.")
        return Proof("failed", _("Not proved"), text, rows, by_hand, facts=facts)
    text = _("This round was paired before rounds were proved.")
    return Proof("planned", _("Not proved"), text, rows, by_hand, facts=facts)


def _told(known: Mapping[str, Any], kind: str) -> tuple[str, Words, Words]:
    if known.get("method") == "none":
        text = gettext_lazy(
            "A round that is read off a table, or drawn from the top, is not weighed against others."
        )
        return "planned", gettext_lazy("By its own rule"), text
    match known.get("status"):
        case "optimal":
            text = gettext_lazy("No pairing of these entries is better by the rules of this round. It is proved.")
            return "ok", gettext_lazy("The best there is"), text
        case "gap":
            level, short = next(((name, value) for name, value in known["gap"].items() if value), ("", 0))
            rule = str(rule_words(level, kind).title)
            text = _(
                "No pairing is better by more than %(short)s on “%(rule)s”, and none is better on the rules above."
            )
            badge = _("Within %(short)s of the best") % {"short": short}
            return "info", badge, text % {"short": short, "rule": rule}
        case _:
            text = gettext_lazy("The proof ran out of time: a better round may exist, and nobody knows of one.")
            return "planned", gettext_lazy("Not proved"), text


def _rows(round_: Round, known: Mapping[str, Any]) -> tuple[ProofRow, ...]:
    bound, gap = known.get("bound") or {}, known.get("gap") or {}
    end = next((k for k, level in enumerate(bound) if gap.get(level)), len(bound))
    return tuple(
        ProofRow(
            rule_words(level, round_.system),
            int(value),
            bound.get(level) if level in bound and list(bound).index(level) <= end else None,
            bool(gap.get(level)),
        )
        for level, value in round_.cost.items()
    )


def _facts(round_: Round, known: Mapping[str, Any]) -> tuple[tuple[Words, str], ...]:
    told: list[tuple[Words, str]] = []
    if round_.seconds is not None:
        told.append((_("Pairing took"), _("%(n)s s") % {"n": f"{round_.seconds:.2f}"}))
    if known.get("seconds") is not None:
        told.append((_("Proof took"), _("%(n)s s") % {"n": f"{known['seconds']:.2f}"}))
    if known.get("method") == "complete":
        told.append((_("How"), _("every possible pair was weighed")))
    elif known.get("method") == "prices":
        told.append((_("How"), _("a bound that no pairing can undercut (linear program)")))
    if round_.solver:
        told.append((_("Made with"), _as_it_is(round_.solver)))
    if round_.request_digest:
        told.append((_("Digest of the request"), _as_it_is(round_.request_digest[:16])))
    return tuple(told)


def _as_it_is(text: str) -> str:
    """What is the same in every language."""
    return format_html("<code>{}</code>", text)
