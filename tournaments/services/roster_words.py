"""What the readers of rosters have to say, as sentences. The codes are theirs: formats/rows.py, formats/tsh.py."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..formats.rows import RowProblem

COLUMNS: Mapping[str, str | Promise] = {
    "name": _("name"),
    "given_name": _("given name"),
    "family_name": _("family name"),
    "name2": _("second name"),
    "name3": _("third name"),
    "team": _("team"),
    "team_of": _("team it belongs to"),
    "school": _("school or club"),
    "country": _("country"),
    "rating": _("rating"),
    "number": _("number"),
    "level": _("level"),
    "province": _("province"),
    "born": _("year of birth"),
}

_SENTENCES: Mapping[str, str | Promise] = {
    # The file as a whole
    "no_rows": _("There are no rows in it."),
    "no_header": _("The first row must name the columns (name, school, country, rating). It says: %(found)s"),
    "no_name_column": _("No column is called name. The columns are: %(found)s"),
    "column.twice": _("Two columns mean the same thing. Keep one of them."),
    "column.unknown": _("The column “%(heading)s” is not used."),
    "column.not_kept": _(
        "In %(rows)s rows the level is none that is known here, and is left out. Known are such as ป.6, ม.3, "
        "upper secondary, university and adult."
    ),
    "file.too_big": _("The file is too big: at most %(limit)s bytes can be read."),
    "file.too_many_rows": _("There are too many rows: at most %(limit)s can be read at once."),
    "file.is_zip": _("This is a ZIP archive, whatever its name says. Unpack it and choose the CSV file in it."),
    "file.is_workbook": _("This is an Excel workbook with another ending. Call it .xlsx, or save it as CSV."),
    "file.is_old_workbook": _("This is an old Excel workbook (.xls). Save it as .xlsx or CSV."),
    "file.bad_workbook": _("This Excel workbook cannot be opened. Save it again, or save it as CSV."),
    "file.binary": _("This is not a text file: CSV, XLSX and TSH .t files can be read."),
    "file.encoding": _("The letters in this file cannot be read. Save it as CSV UTF-8."),
    "file.bad_quotes": _("A quotation mark is opened here and never closed."),
    "file.other_sheet": _("Only the first sheet is read; “%(sheet)s” is left out."),
    # Rows
    "row.above_headings": _("This row stands above the headings and is left out."),
    "row.extra_cells": _("%(cells)s cells more than there are columns, beginning with “%(value)s”."),
    "row.no_name": _("The name is missing."),
    "row.too_long": _("Too long: %(length)s letters; %(limit)s are allowed."),
    "row.character": _("A character that no name has: %(character)s."),
    "row.rating": _("“%(value)s” is not a rating: digits 0-9, from %(low)s to %(high)s, or empty."),
    "row.number": _("“%(value)s” is not a number: digits 0-9, from %(low)s to %(high)s, or empty."),
    "row.born": _("“%(value)s” is not a year of birth: four digits, such as 2555 or 2012, or empty."),
    "row.province": _("“%(value)s” is not a province of Thailand: a name in Thai or English, or empty."),
    "row.province_abroad": _("Only players of Thailand have a province: take “%(value)s” or the country away."),
    "row.country": _("“%(value)s” is not a country code of two letters, such as TH."),
    "row.number_twice": _("Number %(value)s stands in row %(repeats)s too."),
    "row.number_taken": _("Number %(value)s is taken in this division."),
    "row.same_person_twice": _("The same person is named twice in this row."),
    "row.conflict": _("%(name)s stands in row %(repeats)s with another value."),
    "row.duplicate": _("%(name)s is the same person as in row %(repeats)s."),
    "row.lookalike": _("%(name)s looks like %(other)s in row %(repeats)s: one person or two?"),
    "row.here": _("%(name)s is in the division already, as number %(number)s."),
    "row.player_here": _("%(name)s plays in this division already, in the entry with number %(number)s."),
    "row.player_twice": _("%(name)s plays in row %(repeats)s already."),
    "row.lookalike_here": _("%(name)s looks like %(other)s, number %(number)s here: one person or two?"),
    "row.namesake_here": _("Another %(name)s is in the division for another club, as number %(number)s."),
    "row.namesake": _("Somebody else called %(name)s is known (%(clubs)s). This will be a new player."),
    # TSH
    "tsh.whole_event": _("This holds a whole event. Choose the .t file of one division."),
    "tsh.games_left_out": _("Only the names and ratings are read. The results of %(rounds)s rounds are left out."),
    "tsh.not_a_player": _("This line is not a player: “%(text)s”"),
    "tsh.control_character": _("There is a control character in this line."),
    "tsh.no_scores": _("There are opponents but no scores: “%(text)s”"),
    "tsh.rating": _("“%(text)s” is not a rating."),
    "tsh.opponent": _("“%(text)s” is not the number of an opponent."),
    "tsh.score": _("“%(text)s” is not a score."),
    "tsh.key": _("“%(key)s” is not a word that can stand there."),
    "tsh.name_too_long": _("The name is too long."),
    "tsh.own_opponent": _("Round %(round)s: the player is paired against himself."),
    "tsh.unknown_opponent": _("Round %(round)s: there is no player %(opponent)s."),
    "tsh.not_mutual": _("Round %(round)s: player %(opponent)s has another opponent."),
    "tsh.half_result": _("Round %(round)s: only one of the two scores is there."),
    "tsh.score_without_opponent": _("Round %(round)s: a score without an opponent."),
    "tsh.too_many_rounds": _("There are more rounds than can be read."),
}


def problem_text(problem: RowProblem) -> str:
    """The sentence for a problem or a notice; its code where a reader has a new one."""
    sentence = _SENTENCES.get(problem.code)
    if sentence is None:
        return problem.code
    try:
        return str(sentence) % problem.params
    except KeyError:
        return str(sentence)


def column_text(problem: RowProblem) -> str:
    """The column it is about, "" for the row as a whole."""
    return str(COLUMNS.get(problem.column, problem.column))
