"""What the pairing tells about a draft, in sentences with names. Codes: tournaments/pairing/notes.py."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ...models import Entry
from ...pairing import Note

Names = Callable[[object], str]
Words = str | Promise


@dataclass(frozen=True, slots=True)
class Sentence:
    """``state`` is the badge: ``wait`` for what a director should weigh, ``info`` for what is only told."""

    state: str
    badge: Words
    text: Words


_REPEAT: Mapping[str, Words] = {
    "locked": _("They were put together by hand."),
    "bye_rule": _("Without this repeat somebody would have a second bye before everybody has had one."),
    "unavoidable": _("No pairing has fewer repeats."),
    "schedule": _("The table asks for it."),
    "allowed": _("The schedule lets two meet so often."),
    "reset": _("The draw counts only later games."),
}
_SECOND_BYE: Mapping[str, Words] = {
    "director": _("It was given by hand."),
    "requested": _("It was asked for."),
    "all_have_had_one": _("Everybody has had one."),
    "unavoidable": _("Nobody else could have it."),
}


def note_sentences(notes: Sequence[Note], entries: Mapping[int, Entry]) -> list[Sentence]:
    """One sentence a note, what a director should weigh first."""

    def name(pk: object) -> str:
        entry = entries.get(pk) if isinstance(pk, int) else None
        return "?" if entry is None else f"{entry.number} {entry.full_name}"

    told = [sentence for note in notes if (sentence := _sentence(note, name)) is not None]
    return sorted(told, key=lambda sentence: sentence.state != "wait")


def _sentence(note: Note, name: Names) -> Sentence | None:
    figures = note.figures
    text: Words
    pair = {"first": name(figures.get("first")), "second": name(figures.get("second"))}
    one = {"entry": name(figures.get("competitor"))}
    match note.code:
        case "repeat":
            met = int(figures["met"])
            text = ngettext(
                "%(first)s and %(second)s have met %(met)s time.",
                "%(first)s and %(second)s have met %(met)s times.",
                met,
            ) % {**pair, "met": met}
            return Sentence("wait", _("Repeat"), _with(text, _REPEAT.get(str(figures["reason"]))))
        case "back_to_back":
            text = _("%(first)s and %(second)s met in the round before. No pairing with as few repeats avoids it.")
            return Sentence("wait", _("Twice running"), text % pair)
        case "clubmates":
            text = _(
                "%(first)s and %(second)s come from one school. Every pairing that keeps them apart has more "
                "repeats or a less fair bye."
            )
            return Sentence("wait", _("One school"), text % pair)
        case "teammates":
            text = _(
                "%(first)s and %(second)s are of one team. Every pairing that keeps them apart has more repeats or "
                "a less fair bye."
            )
            return Sentence("wait", _("One team"), text % pair)
        case "lock_over_forbidden":
            text = _("%(first)s and %(second)s were both put together and kept apart by hand: they meet.")
            return Sentence("wait", _("By hand"), text % pair)
        case "off_schedule":
            text = _("%(first)s and %(second)s meet outside the table: set by hand, or both were left over.")
            return Sentence("info", _("Table"), text % pair)
        case "second_bye":
            had = int(figures["byes"])
            text = ngettext(
                "%(entry)s has had %(had)s bye already.", "%(entry)s has had %(had)s byes already.", had
            ) % {**one, "had": had}
            return Sentence("wait", _("Bye"), _with(text, _SECOND_BYE.get(str(figures["reason"]))))
        case "bye" | "opponent_absent" | "schedule_bye" | "left_over" | "no_group":
            return _bye(note, one, name)
        case _:
            return _of_the_round(note, one, pair)


def _of_the_round(note: Note, one: dict[str, str], pair: dict[str, str]) -> Sentence | None:
    figures = note.figures
    match note.code:
        case "prize_settled":
            best, worst = figures["best"], figures["worst"]
            text = (
                _("%(entry)s has place %(best)s for certain.")
                if best == worst
                else _("%(entry)s ends between places %(best)s and %(worst)s for certain: that prize is settled.")
            )
            return Sentence("info", _("Prize"), text % {**one, "best": best, "worst": worst})
        case "control":
            text = _("%(first)s leads, and meets %(second)s, who would otherwise lose control of the first place.")
            return Sentence("info", _("Control"), text % pair)
        case "reset_raised":
            text = _(
                "No round without a repeat was left: games through round %(to)s are forgotten, not only those "
                "through round %(from)s."
            )
            return Sentence("wait", _("Repeat"), text % {"from": figures["from"], "to": figures["to"]})
        case "table_conflict":
            told = {**one, "wanted": figures["wanted"], "table": figures["table"]}
            text = (
                _("%(entry)s needs table %(wanted)s; the opponent needs table %(table)s, where they play.")
                if figures["reason"] == "opponent"
                else _("%(entry)s needs table %(wanted)s, which a higher game needs too; it is at table %(table)s.")
            )
            return Sentence("wait", _("Table"), text % told)
        case _:
            return None


def _bye(note: Note, one: dict[str, str], name: Names) -> Sentence | None:
    figures = note.figures
    match note.code:
        case "bye":
            return Sentence("info", _("Bye"), _automatic_bye(one, figures))
        case "opponent_absent":
            text = _("%(entry)s has a bye: %(absent)s, whom the table names, is not playing.")
            return Sentence("info", _("Bye"), text % {**one, "absent": name(figures["absent"])})
        case "schedule_bye":
            return Sentence("info", _("Bye"), _("%(entry)s has the bye of the table.") % one)
        case "no_group":
            text = _("%(entry)s has a bye: the groups were made without this entry, and nobody is left over.")
            return Sentence("info", _("Bye"), text % one)
        case "left_over":
            text = _("%(entry)s has a bye: nobody is left whom this entry may meet.")
            return Sentence("info", _("Bye"), text % one)
        case _:
            return None


def _automatic_bye(one: dict[str, str], figures: Mapping[str, object]) -> Words:
    words: Words = _("%(entry)s has the bye: of those with the fewest byes, the lowest in the table.") % one
    if over := int(str(figures["passed_over"])):
        words = _with(
            words,
            ngettext("%(n)s lower entry has had more byes.", "%(n)s lower entries have had more byes.", over)
            % {"n": over},
        )
    if repeats := int(str(figures["for_repeats"])):
        text = ngettext(
            "%(n)s lower entry was passed over: a repeat would have followed.",
            "%(n)s lower entries were passed over: a repeat would have followed.",
            repeats,
        )
        words = _with(words, text % {"n": repeats})
    return words


def _with(text: Words, more: Words | None) -> Words:
    return text if more is None else f"{text} {more}"


#: Why this side starts, by the pairing's own code.
START_WORDS: Mapping[str, Words] = {
    "fewer_starts": _("has started less"),
    "reverse_of_last": _("went second when they last met"),
    "second_more_recently": _("went second more recently"),
    "run": _("would otherwise go second too often running"),
    "head_to_head": _("has started fewer of their own games"),
    "lot": _("by lot"),
    "draw": _("drawn for this game"),
    "schedule": _("by the table"),
    "locked": _("set by hand"),
}
