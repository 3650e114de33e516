"""Whole rosters at once: pasted, from a file or from TSH. Looked at first, then stored all or not at all.

roster_read(data, filename=…) -> Roster            what the file says; problems are in it, nothing raises
roster_preview(division, roster) -> RosterPreview  what storing it would do; writes nothing
roster_import(division_id=…, rows=…, actor=…)      stores it; a problem in any row refuses every row
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Item, Refused
from common.text import clean, lookalike_key, match_key
from players.models import Club, Player
from players.provinces import province_read
from players.services import about_check, player_draft

from ..formats.levels import level_of
from ..formats.rows import Roster, RosterLimits, RosterRow, RowProblem, read_roster
from ..formats.sheets import SheetError, read_sheet
from ..formats.tsh import Severity, TshError, is_archive, read_players_file
from ..models import Division, EntryMember
from .entering import NewEntry, PeopleBook, entries_write, next_round_number
from .roster_words import problem_text
from .touch import division_lock, division_log, division_touch

_TSH_LIMIT = 2 * 1024 * 1024
_IN_A_BOX = 2000


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """``status``: ``new`` (somebody nobody knew), ``known`` (``player`` of earlier events), ``here`` (in the
    division already, as ``entry``) or ``repeat`` (the same as row ``repeats``). Only the first two are added.
    """

    row: RosterRow
    status: str
    notices: tuple[RowProblem, ...] = ()
    problems: tuple[RowProblem, ...] = ()
    player: int | None = None
    entry: int | None = None
    repeats: int | None = None

    @property
    def adds(self) -> bool:
        return self.status in ("new", "known") and not self.problems


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """``problems`` stop the import, ``notices`` do not; both in the order of the rows, the file (row 0) first."""

    rows: tuple[PreviewRow, ...] = ()
    problems: tuple[RowProblem, ...] = ()
    notices: tuple[RowProblem, ...] = ()
    first_round: int = 1

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def adding(self) -> tuple[PreviewRow, ...]:
        return tuple(row for row in self.rows if row.adds)

    def count(self, status: str) -> int:
        return sum(row.status == status for row in self.rows)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """``added`` numbers of the new entries; ``here`` and ``repeats`` rows that were there already."""

    added: tuple[int, ...]
    here: int
    repeats: int
    notices: tuple[RowProblem, ...] = ()


# --- Reading --------------------------------------------------------------------------------------------


def roster_read(data: bytes | str, *, filename: str = "", keep_numbers: bool = True) -> Roster:
    """A roster from pasted text, a CSV or XLSX file, or TSH's ``.t`` (by its name). ``keep_numbers``: the lines
    of a ``.t`` file number its players.
    """
    if isinstance(data, bytes) and _is_tsh(filename):
        return _from_tsh(data, filename, keep_numbers)
    return read_roster(data, filename=filename, clean=clean, name_key=match_key, lookalike_key=lookalike_key)


def _is_tsh(filename: str) -> bool:
    return filename.lower().endswith((".t", ".tsh"))


def roster_text(data: bytes, *, filename: str) -> str:
    """A table's cells as text to paste, row by row where they stood, "" for what is no table or too long for a box.

    What cannot be stored as it is comes back like this, to be put right in the page.
    """
    limits = RosterLimits()
    if _is_tsh(filename):
        return ""
    try:
        sheet = read_sheet(data, filename=filename, max_bytes=limits.max_bytes, max_rows=_IN_A_BOX)
    except SheetError:
        return ""
    if sheet.cut_off is not None or not sheet.rows:
        return ""
    lines = [""] * sheet.rows[-1][0]
    for number, cells in sheet.rows:
        lines[number - 1] = "\t".join(" ".join(cell.split()) for cell in cells)
    return "\n".join(lines)


def _from_tsh(data: bytes, filename: str, keep_numbers: bool) -> Roster:
    if len(data) > _TSH_LIMIT:
        return Roster(problems=(RowProblem(0, "", "file.too_big", {"limit": _TSH_LIMIT}),))
    if filename.lower().endswith(".tsh") or is_archive(data):
        return Roster(problems=(RowProblem(0, "", "tsh.whole_event"),))
    try:
        event = read_players_file(filename, data)
    except TshError as error:
        found = [i for i in error.issues if i.severity is Severity.ERROR]
        return Roster(problems=tuple(RowProblem(i.line, "", i.code, dict(i.params)) for i in found))
    [division] = event.divisions
    rows, problems = [], []
    for entry in division.entries:
        name = clean(entry.name)
        if len(name) > 120:
            figures: dict[str, str | int] = {"limit": 120, "length": len(name)}
            problems.append(RowProblem(entry.line, "name", "row.too_long", figures))
        if entry.rating is not None and not 0 <= entry.rating <= 4000:
            figures = {"value": entry.rating, "low": 0, "high": 4000}
            problems.append(RowProblem(entry.line, "rating", "row.rating", figures))
        number = entry.number if keep_numbers else None
        rows.append(RosterRow(entry.line, name, school=clean(entry.team)[:120], rating=entry.rating, number=number))
    notices = [RowProblem(0, "", "tsh.games_left_out", {"rounds": len(division.rounds)})] if division.rounds else []
    if not rows:
        problems.append(RowProblem(0, "", "no_rows"))
    return Roster(rows=tuple(rows), problems=tuple(problems), notices=tuple(notices), encoding="tsh")


# --- Looking --------------------------------------------------------------------------------------------


def roster_preview(division: Division, roster: Roster) -> RosterPreview:
    """What storing the roster would do now. A handful of queries, whatever the size."""
    look = _Look(division, roster.rows)
    rows = tuple(look.at(row) for row in roster.rows)
    notices = [*roster.notices, *(notice for row in rows for notice in row.notices)]
    if levels := [row.row_number for row in roster.rows if level_of(row.level) is None]:
        notices.append(RowProblem(0, "level", "column.not_kept", {"rows": len(levels)}))
    problems = [*roster.problems, *(problem for row in rows for problem in row.problems)]
    return RosterPreview(
        rows=rows,
        problems=tuple(sorted(problems, key=lambda problem: problem.row)),
        notices=tuple(sorted(notices, key=lambda notice: notice.row)),
        first_round=next_round_number(division),
    )


class _Look:
    """One pass over the rows with everybody who could be meant at hand."""

    def __init__(self, division: Division, rows: Sequence[RosterRow]) -> None:
        self.book = PeopleBook(name for row in rows for name in row.names)
        wanted = {match_key(row.school) for row in rows if row.school}
        self.clubs = dict(Club.objects.filter(name_key__in=wanted).values_list("name_key", "pk"))
        #: Who is in: by player, as which entry, or in which row of this very roster.
        self.entry_of: dict[int, int] = {}
        self.row_of: dict[int, int] = {}
        self.entries: dict[tuple[str, ...], list[tuple[str | None, int]]] = {}
        self.taken: set[int] = set()
        self.looks: dict[str, list[tuple[str, str, int]]] = {}
        self.seen: dict[tuple[str, ...], list[RosterRow]] = {}
        self._load(division)

    def _load(self, division: Division) -> None:
        groups: dict[int, list[Player]] = {}
        club_of: dict[int, str | None] = {}
        for member in EntryMember.objects.filter(division=division).select_related("player", "entry__club"):
            entry, player = member.entry, member.player
            self.entry_of[player.pk] = entry.number
            self.looks.setdefault(player.lookalike_key, []).append((player.match_key, player.name, entry.number))
            groups.setdefault(entry.number, []).append(player)
            club_of[entry.number] = entry.club.name_key if entry.club else None
        self.taken = set(division.entries.values_list("number", flat=True))
        for number, players in groups.items():
            keys = tuple(sorted(player.match_key for player in players))
            self.entries.setdefault(keys, []).append((club_of[number], number))

    def at(self, row: RosterRow) -> PreviewRow:
        keys = tuple(sorted(match_key(name) for name in row.names))
        school = match_key(row.school) if row.school else None
        for club, number in self.entries.get(keys, ()):
            if school is None or club is None or school == club:
                told = RowProblem(row.row_number, "name", "row.here", {"number": number, "name": row.name})
                return PreviewRow(row, "here", (told,), entry=number)
        for other in self.seen.get(keys, ()):
            if not school or not other.school or match_key(other.school) == school:
                figures: dict[str, str | int] = {"repeats": other.row_number, "name": row.name}
                told = RowProblem(row.row_number, "name", "row.duplicate", figures)
                return PreviewRow(row, "repeat", (told,), repeats=other.row_number)
        self.seen.setdefault(keys, []).append(row)
        notices = [*self._namesakes(row, keys, school)]
        problems: list[RowProblem] = []
        players = [self._person(row, name, school, notices, problems) for name in row.names]
        if row.number is not None:
            if row.number in self.taken:
                problems.append(RowProblem(row.row_number, "number", "row.number_taken", {"value": row.number}))
            self.taken.add(row.number)
        problems += _about(row)
        known = players[0].number if players[0].pk else None
        status = "known" if known else "new"
        return PreviewRow(row, status, tuple(notices), tuple(problems), player=known)

    def _namesakes(self, row: RosterRow, keys: tuple[str, ...], school: str | None) -> list[RowProblem]:
        """The same name is in the division already, for another club: two people, but worth a look."""
        return [
            RowProblem(row.row_number, "name", "row.namesake_here", {"number": number, "name": row.name})
            for club, number in self.entries.get(keys, ())
            if club != school
        ]

    def _person(
        self,
        row: RosterRow,
        name: str,
        school: str | None,
        notices: list[RowProblem],
        problems: list[RowProblem],
    ) -> Player:
        # A club that nobody has played for yet gets a number below 0, each its own.
        club_id = None if school is None else self.clubs.setdefault(school, -1 - len(self.clubs))
        player = self.book.find(name, club_id)
        for key, other, number in self.looks.get(lookalike_key(name), ()):
            if key != match_key(name):
                figures: dict[str, str | int] = {"name": name, "other": other, "number": number}
                notices.append(RowProblem(row.row_number, "name", "row.lookalike_here", figures))
        if player is None:
            elsewhere = [known for known in self.book.named(name) if known.pk and known.pk not in self.entry_of]
            if elsewhere:
                clubs = ", ".join(known.club.name if known.club else "–" for known in elsewhere[:3])
                figures = {"name": name, "clubs": clubs}
                notices.append(RowProblem(row.row_number, "name", "row.namesake", figures))
            player = player_draft(name=name)
            player.club_id = club_id
            self.book.add(player)
        elif player.club_id is None:
            player.club_id = club_id
        if player.pk in self.entry_of:
            figures = {"name": name, "number": self.entry_of[player.pk]}
            problems.append(RowProblem(row.row_number, "name", "row.player_here", figures))
        elif id(player) in self.row_of:
            figures = {"name": name, "repeats": self.row_of[id(player)]}
            problems.append(RowProblem(row.row_number, "name", "row.player_twice", figures))
        self.row_of.setdefault(id(player), row.row_number)
        return player


def _about(row: RosterRow) -> list[RowProblem]:
    """What cannot be of what a row says about a person."""
    if province_read(row.province) is None:
        return [RowProblem(row.row_number, "province", "row.province", {"value": row.province[:60]})]
    try:
        about_check(country=row.country, province=province_read(row.province) or "", born=row.born)
    except Refused as error:
        value = row.province if error.field == "province" else str(row.born)
        code = "row.province_abroad" if error.code == "player.province_abroad" else f"row.{error.field}"
        return [RowProblem(row.row_number, error.field or "", code, {"value": value[:60]})]
    return []


# --- Storing --------------------------------------------------------------------------------------------


@transaction.atomic
def roster_import(*, division_id: int, rows: Sequence[RosterRow], actor: Actor, source: str = "") -> ImportReport:
    """Store every row that is not there yet, in one transaction with one log entry (``source``: the file's name).

    Whoever is in the division already is left alone, so the same roster a second time adds nobody. Raises
    ``roster.invalid`` with an item for every problem, and then nothing is stored.
    """
    division = division_lock(division_id)
    preview = roster_preview(division, Roster(rows=tuple(rows)))
    if not preview.ok:
        raise roster_refusal(preview.problems)
    news = [
        NewEntry(
            names=found.row.names,
            club=found.row.school,
            country=found.row.country,
            rating=found.row.rating,
            number=found.row.number,
            team_name=found.row.team_name,
            team=found.row.team,
            province=province_read(found.row.province) or "",
            level=level_of(found.row.level) or "",
            born=found.row.born,
        )
        for found in preview.adding
    ]
    entries = entries_write(division, news) if news else []
    if entries:
        data = {
            "source": clean(source)[:120],
            "count": len(entries),
            "first_round": entries[0].first_round,
            "entries": [
                {"number": e.number, "name": " / ".join(n.names), "club": n.club, "rating": e.rating}
                for e, n in zip(entries, news, strict=True)
            ],
        }
        division_log(division, "entries.imported", actor, kind="division", pk=division.pk, data=data)
        division_touch(division.pk)
    return ImportReport(
        added=tuple(entry.number for entry in entries),
        here=preview.count("here"),
        repeats=preview.count("repeat"),
        notices=preview.notices,
    )


def roster_refusal(problems: Sequence[RowProblem]) -> Refused:
    """Problems of rows as one error, each with its row and column."""
    items = [
        Item(problem.code, problem_text(problem), field=problem.column, row=problem.row, params=problem.params)
        for problem in problems
    ]
    return Refused("roster.invalid", _("Nothing was stored: some rows need another look."), items=items)
