"""What the readers of rating lists have to say, as sentences. The codes are theirs: formats/reading.py."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.rows import RowProblem
from tournaments.services import roster_words

_COLUMNS: Mapping[str, str | Promise] = {
    "our_number": _("our number"),
    "club": _("school or club"),
    "rd": _("deviation"),
    "games": _("games"),
    "as_of": _("as of"),
}
_SENTENCES: Mapping[str, str | Promise] = {
    "no_header": _("The first row must name the columns (number, name, club, rating). It says: %(found)s"),
    "no_rating_column": _("No column is called rating. The columns are: %(found)s"),
    "row.no_rating": _("The rating is missing."),
    "row.rating": _("“%(value)s” is not a rating: digits and at most one point, from %(low)s to %(high)s."),
    "row.rd": _("“%(value)s” is not a deviation: a number from %(low)s to %(high)s, or empty."),
    "row.games": _("“%(value)s” is not a number of games: digits 0-9, from %(low)s to %(high)s, or empty."),
    "row.our_number": _("“%(value)s” is not a player's number here: digits 0-9, or empty."),
    "row.member_number": _("“%(value)s” is not a member's number: at most 20 letters A-Z and digits, or empty."),
    "row.as_of": _("“%(value)s” is not a day: write 2026-11-30 or 30/11/2026."),
    "row.as_of_future": _("This rating is as of a day that has not come yet."),
    "row.number_twice": _("Number %(value)s stands in row %(repeats)s too, with something else beside it."),
    "row.person_twice": _(
        "%(name)s stands in row %(repeats)s too, with other values. A club or a number tells them apart."
    ),
}
_MATCHES: Mapping[str, str | Promise] = {
    "linked": _("known by this number"),
    "number": _("known by our number"),
    "name": _("known by name"),
    "none": _("nobody here has this name"),
    "many": _("several people here have this name"),
    "club": _("the only one here with this name belongs to another club"),
    "no_number": _("nobody here has the number that the file gives"),
    "twice": _("another row is the same person"),
    "taken": _("this person has another number in the list"),
}
_STATUSES: Mapping[str, str | Promise] = {
    "new": _("new"),
    "changed": _("changed"),
    "same": _("as it is"),
    "older": _("older than what is stored"),
    "left": _("left out"),
}


def problem_text(problem: RowProblem) -> str:
    """The sentence for a problem or a notice."""
    sentence = _SENTENCES.get(problem.code)
    if sentence is None:
        return roster_words.problem_text(problem)
    try:
        return str(sentence) % problem.params
    except KeyError:
        return str(sentence)


def column_text(problem: RowProblem) -> str:
    """The column it is about, "" for the row as a whole."""
    own = _COLUMNS.get(problem.column)
    return roster_words.column_text(problem) if own is None else str(own)


def match_text(how: str) -> str:
    """How a row's person was found, or why nobody was."""
    return str(_MATCHES[how])


def status_text(status: str) -> str:
    """What storing a row would do."""
    return str(_STATUSES[status])
