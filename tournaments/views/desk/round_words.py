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
    "schedule": _("The round-robin table asks for it."),
}
_SECOND_BYE: Mapping[str, Words] = {
    "director": _("It was given by hand."),
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
        case "lock_over_forbidden":
            text = _("%(first)s and %(second)s were both put together and kept apart by hand: they meet.")
            return Sentence("wait", _("By hand"), text % pair)
        case "off_schedule":
            text = _("%(first)s and %(second)s meet outside the round-robin table, as set by hand.")
            return Sentence("info", _("By hand"), text % pair)
        case "second_bye":
            had = int(figures["byes"])
            text = ngettext(
                "%(entry)s has had %(had)s bye already.", "%(entry)s has had %(had)s byes already.", had
            ) % {**one, "had": had}
            return Sentence("wait", _("Bye"), _with(text, _SECOND_BYE.get(str(figures["reason"]))))
        case _:
            return _bye(note, one, name)


def _bye(note: Note, one: dict[str, str], name: Names) -> Sentence | None:
    figures = note.figures
    match note.code:
        case "bye":
            return Sentence("info", _("Bye"), _automatic_bye(one, figures))
        case "opponent_absent":
            text = _("%(entry)s has a bye: %(absent)s, whom the table names, is not playing.")
            return Sentence("info", _("Bye"), text % {**one, "absent": name(figures["absent"])})
        case "schedule_bye":
            return Sentence("info", _("Bye"), _("%(entry)s has the bye of the round-robin table.") % one)
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
    "lot": _("by lot"),
    "schedule": _("by the round-robin table"),
    "locked": _("set by hand"),
}
