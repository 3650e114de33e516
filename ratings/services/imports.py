"""Ratings that come from files: what players start our lists with, and a federation's own numbers.

ratings_read(list, data, filename=…) -> RatingFile       what the file says; nothing raises
starts_preview / external_preview -> ImportPreview       what storing it would do; writes nothing
starts_import / external_import -> ImportReport          stores it, all rows or none
external_link                                            says who a member of a federation is
"""

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Item, Missing, Refused
from common.log import SITE_CHAIN, log_append
from common.text import clean, match_key
from players.models import Player
from players.services import clubs_ensure, player_draft, players_store
from tournaments.formats.rows import RowProblem

from ..formats import RatingFile, RatingLimits, RatingRow, read_ratings
from ..models import ExternalRating, RatingImport, RatingList, StartRating
from ..selectors.exports import NAMELESS
from .import_words import problem_text
from .matching import Match, Matcher, chunks, kept_player, without_repeats
from .stale import lists_mark

#: A rating of ours has no floor inside; one that is pinned to entries has.
_OWN_LIMITS = RatingLimits(min_rating=-2000, max_rating=6000)
_EXTERNAL_LIMITS = RatingLimits()
#: What the log keeps of one import; the rows themselves keep the rest.
_LOGGED = 200


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """``status``: ``new``, ``changed``, ``same``, ``older`` (what is stored is newer, and stays) or ``left``
    (nobody to store it for). ``was`` is the rating that is stored; ``number`` the one it is stored under."""

    row: RatingRow
    match: Match
    status: str
    was: float | None = None
    number: str = ""

    @property
    def writes(self) -> bool:
        return self.status in ("new", "changed")


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """``problems`` stop the import, ``notices`` do not. ``seen``: the very same file was read in earlier."""

    rows: tuple[PreviewRow, ...] = ()
    problems: tuple[RowProblem, ...] = ()
    notices: tuple[RowProblem, ...] = ()
    seen: RatingImport | None = None

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def changes(self) -> int:
        return sum(row.writes for row in self.rows)

    def count(self, status: str) -> int:
        return sum(row.status == status for row in self.rows)

    @property
    def unmatched(self) -> int:
        return sum(row.match.how == "none" for row in self.rows)

    @property
    def ambiguous(self) -> int:
        return sum(row.match.ambiguous for row in self.rows)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was done. ``source`` None: nothing, everything was there already."""

    source: RatingImport | None
    new: int
    changed: int
    unmatched: int
    ambiguous: int


def ratings_read(rating_list: RatingList, data: bytes, *, filename: str) -> RatingFile:
    """A file as this list takes it."""
    limits = _EXTERNAL_LIMITS if rating_list.is_external else _OWN_LIMITS
    return read_ratings(data, filename=filename, limits=limits, clean=clean, name_key=match_key)


# --- Looking --------------------------------------------------------------------------------------------------


def import_preview(
    rating_list: RatingList, file: RatingFile, as_of: datetime.date, *, add_players: bool = False
) -> ImportPreview:
    """What reading the file into this list would do, whichever kind it is."""
    if rating_list.is_external:
        return external_preview(rating_list, file, as_of)
    return starts_preview(rating_list, file, as_of, add_players=add_players)


def starts_preview(
    rating_list: RatingList, file: RatingFile, as_of: datetime.date, *, add_players: bool = False
) -> ImportPreview:
    """Rows by the players whom they are. ``add_players``: names that nobody here has become new players."""
    matcher = Matcher(file.rows, numbers_are_ours=True)
    matches = without_repeats([matcher.find(row) for row in file.rows])
    live = {
        start.player_id: start for start in StartRating.objects.filter(rating_list=rating_list, replaced_by=None)
    }
    rows = []
    for row, match in zip(file.rows, matches, strict=True):
        start = live.get(match.player.pk) if match.player is not None else None
        if match.player is None:
            status = "new" if add_players and match.how == "none" else "left"
        elif start is None:
            status = "new"
        else:
            same = (start.rating, start.rd, start.games, start.day) == _start_values(row, as_of)
            status = "same" if same else "changed"
        rows.append(PreviewRow(row, match, status, was=start.rating if start else None))
    return _preview(rating_list, file, rows, as_of)


def _start_values(row: RatingRow, as_of: datetime.date) -> tuple[float, float, int, datetime.date]:
    return row.rating, row.rd or 0.0, row.games or 0, row.as_of or as_of


def external_preview(rating_list: RatingList, file: RatingFile, as_of: datetime.date) -> ImportPreview:
    """Rows by their numbers there. A member stays who he is known to be; others are found where that is certain."""
    stored = {
        known.number.casefold(): known
        for known in ExternalRating.objects.filter(rating_list=rating_list).select_related("player__club")
    }
    holders = {known.player_id: number for number, known in stored.items() if known.player_id}
    matcher = Matcher(file.rows, numbers_are_ours=False)
    numbers = [row.number or number_of_name(row) for row in file.rows]
    matches = []
    for row, number in zip(file.rows, numbers, strict=True):
        known = stored.get(number.casefold())
        match = Match("linked", known.player) if known and known.player else matcher.find(row)
        if match.how != "linked" and match.player and holders.get(match.player.pk, number) != number:
            match = Match("taken", candidates=(match.player,))
        matches.append(match)
    rows = [
        _external_row(row, number, match, stored.get(number.casefold()), as_of)
        for row, number, match in zip(file.rows, numbers, without_repeats(matches), strict=True)
    ]
    return _preview(rating_list, file, rows, as_of)


def number_of_name(row: RatingRow) -> str:
    """What stands for a number where a federation gives none: the same for the same name and club."""
    person = f"{match_key(row.name)}\n{match_key(row.club)}"
    return NAMELESS + hashlib.sha256(person.encode()).hexdigest()[:16]


def _external_row(
    row: RatingRow, number: str, match: Match, known: ExternalRating | None, as_of: datetime.date
) -> PreviewRow:
    if known is None:
        return PreviewRow(row, match, "new", number=number)
    day = row.as_of or as_of
    games = known.games if row.games is None else row.games
    if known.as_of > day:
        status = "older"
    elif (known.name, known.rating, known.games) != (row.name, _whole(row.rating), games):
        status = "changed"
    else:
        # Found out now who it is, or the same number as of a later day: worth storing, no change of a value.
        status = "changed" if match.player is not None and known.player_id is None else "same"
    return PreviewRow(row, match, status, was=known.rating, number=known.number)


def _whole(rating: float) -> int:
    return int(rating + 0.5)


def _preview(
    rating_list: RatingList, file: RatingFile, rows: Sequence[PreviewRow], as_of: datetime.date
) -> ImportPreview:
    problems = list(file.problems)
    today = timezone.localdate()
    problems += [
        RowProblem(row.row_number, "as_of", "row.as_of_future") for row in file.rows if (row.as_of or as_of) > today
    ]
    seen = RatingImport.objects.filter(rating_list=rating_list, digest=file.digest).first() if file.digest else None
    return ImportPreview(
        rows=tuple(rows),
        problems=tuple(sorted(problems, key=lambda problem: problem.row)),
        notices=file.notices,
        seen=seen,
    )


# --- Storing --------------------------------------------------------------------------------------------------


@transaction.atomic
def starts_import(
    *, list_id: int, file: RatingFile, as_of: datetime.date, actor: Actor, add_players: bool = False
) -> ImportReport:
    """Store what players start one of our own lists with; the list is worked out anew from its beginning.

    A start that differs from the one there replaces it, and the old one is kept. The same file a second time
    changes nothing.
    """
    rating_list = _list_locked(list_id)
    if rating_list.is_external:
        raise Conflict(
            "ratings.list_external",
            _("This is a federation's list: it takes that federation's numbers and no others."),
        )
    preview = starts_preview(rating_list, file, as_of, add_players=add_players)
    _check(preview)
    writing = [row for row in preview.rows if row.writes]
    if not writing:
        return _report(preview, None)
    _players_locked(writing)
    source = _source(rating_list, file, as_of, preview, actor)
    people = _people(writing)
    for some in chunks([player.pk for player in people]):
        StartRating.objects.filter(rating_list=rating_list, player_id__in=some, replaced_by=None).update(
            replaced_by=source
        )
    StartRating.objects.bulk_create(
        [_start(rating_list, player, row.row, as_of, source) for player, row in zip(people, writing, strict=True)],
        batch_size=1000,
    )
    lists_mark([rating_list.pk], None)
    changes = [
        {"player": player.number, "before": row.was, "after": row.row.rating}
        for player, row in zip(people[:_LOGGED], writing[:_LOGGED], strict=True)
    ]
    _log("ratings.starts_imported", actor, rating_list, source, preview, changes)
    return _report(preview, source)


def _players_locked(writing: Sequence[PreviewRow]) -> None:
    """Hold the players of these rows, by id, so that none is merged with another before this is stored."""
    wanted = sorted({row.match.player.pk for row in writing if row.match.player is not None})
    for some in chunks(wanted):
        rows = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=some).order_by("pk")
        if any(player.merged_into_id is not None for player in rows):
            raise _merged_meanwhile()


def _merged_meanwhile() -> Conflict:
    words = _("These players or their entries have changed in the meantime. Look at them again.")
    return Conflict("identity.changed", words)


def _people(writing: Sequence[PreviewRow]) -> list[Player]:
    """The player of each row; those nobody knows are stored."""
    unknown = [row.row for row in writing if row.match.player is None]
    clubs = clubs_ensure(names=[row.club for row in unknown])
    drafts = [player_draft(name=row.name, club=clubs.get(match_key(row.club))) for row in unknown]
    players_store(drafts=drafts)
    made = iter(drafts)
    return [row.match.player or next(made) for row in writing]


def _start(
    rating_list: RatingList, player: Player, row: RatingRow, as_of: datetime.date, source: RatingImport
) -> StartRating:
    rating, rd, games, day = _start_values(row, as_of)
    return StartRating(
        rating_list=rating_list, player=player, rating=rating, rd=rd, games=games, day=day, source=source
    )


@transaction.atomic
def external_import(*, list_id: int, file: RatingFile, as_of: datetime.date, actor: Actor) -> ImportReport:
    """Store a federation's numbers by the numbers of its members. Nobody is removed: who left keeps the last one.

    The log keeps each value that changed. The same file a second time changes nothing.
    """
    rating_list = _list_locked(list_id)
    if not rating_list.is_external:
        raise Conflict(
            "ratings.list_own", _("This list is rated here. A federation's numbers go into a list of their own.")
        )
    preview = external_preview(rating_list, file, as_of)
    _check(preview)
    stored = {known.number: known for known in ExternalRating.objects.filter(rating_list=rating_list)}
    dated = [
        row for row in preview.rows if row.status == "same" and (row.row.as_of or as_of) > stored[row.number].as_of
    ]
    writing = [row for row in preview.rows if row.writes]
    if not writing and not dated:
        return _report(preview, None)
    _players_locked(writing)
    source = _source(rating_list, file, as_of, preview, actor)
    new: list[ExternalRating] = []
    changed: list[ExternalRating] = []
    for row in [*writing, *dated]:
        known = stored.get(row.number)
        (changed if known else new).append(
            _external(known or ExternalRating(rating_list=rating_list, number=row.number), row, as_of, source)
        )
    ExternalRating.objects.bulk_create(new, batch_size=1000)
    ExternalRating.objects.bulk_update(
        changed, ["name", "match_key", "player", "rating", "games", "as_of", "source"], batch_size=500
    )
    changes = [
        {"number": row.number, "before": row.was, "after": _whole(row.row.rating)}
        for row in writing
        if row.was is not None
    ]
    _log("ratings.external_imported", actor, rating_list, source, preview, changes[:_LOGGED])
    return _report(preview, source)


def _external(known: ExternalRating, row: PreviewRow, as_of: datetime.date, source: RatingImport) -> ExternalRating:
    known.name = row.row.name
    known.match_key = match_key(row.row.name)
    if row.match.player is not None:
        known.player = row.match.player
    known.rating = _whole(row.row.rating)
    known.games = known.games if row.row.games is None else row.row.games
    known.as_of = row.row.as_of or as_of
    known.source = source
    return known


@transaction.atomic
def external_link(*, external_id: int, player_id: int | None, actor: Actor) -> ExternalRating:
    """Say which player a member of a federation is; None: nobody whom we know."""
    player = None
    if player_id is not None:
        found = Player.objects.select_related("merged_into").filter(pk=player_id).first()
        if found is None:
            raise Missing("player.missing", _("There is no such player."))
        # The player before the member: who merges players holds them first.
        player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=kept_player(found).pk)
        if player.merged_into_id is not None:
            raise _merged_meanwhile()
    known = ExternalRating.objects.select_for_update(of=("self",)).filter(pk=external_id).first()
    if known is None:
        raise Missing("ratings.external_missing", _("There is no such member in this list."))
    if player is not None:
        other = (
            ExternalRating.objects.filter(rating_list_id=known.rating_list_id, player=player)
            .exclude(pk=known.pk)
            .first()
        )
        if other is not None:
            raise Conflict(
                "ratings.external_taken",
                _("This player is number %(number)s of this list already. Take that link away first.")
                % {"number": shown_number(other)},
                field="player",
            )
    before, after = known.player_id, player.pk if player else None
    if before == after:
        return known
    known.player = player
    known.save(update_fields=["player"])
    log_append(
        chain=SITE_CHAIN,
        action="ratings.external_linked",
        actor=actor,
        object_kind="external_rating",
        object_id=known.pk,
        data={"number": known.number, "before": before, "after": after},
    )
    return known


def shown_number(known: ExternalRating) -> str:
    """The number there, or the name where the federation gives none."""
    return known.name if known.number.startswith(NAMELESS) else known.number


def _list_locked(list_id: int) -> RatingList:
    found = RatingList.objects.select_for_update(no_key=True, of=("self",)).filter(pk=list_id).first()
    if found is None:
        raise Missing("ratings.list_missing", _("There is no such rating list."))
    return found


def _check(preview: ImportPreview) -> None:
    if preview.problems:
        items = [
            Item(problem.code, problem_text(problem), field=problem.column, row=problem.row, params=problem.params)
            for problem in preview.problems
        ]
        raise Refused("ratings.file_invalid", _("Nothing was stored: some rows need another look."), items=items)


def _source(
    rating_list: RatingList, file: RatingFile, as_of: datetime.date, preview: ImportPreview, actor: Actor
) -> RatingImport:
    return RatingImport.objects.create(
        rating_list=rating_list,
        file_name=clean(file.name)[:200],
        digest=file.digest,
        as_of=as_of,
        rows=len(preview.rows),
        changed=preview.changes,
        by_id=actor.user_id,
    )


def _report(preview: ImportPreview, source: RatingImport | None) -> ImportReport:
    return ImportReport(
        source, preview.count("new"), preview.count("changed"), preview.unmatched, preview.ambiguous
    )


def _log(
    action: str,
    actor: Actor,
    rating_list: RatingList,
    source: RatingImport,
    preview: ImportPreview,
    changes: Sequence[Mapping[str, object]],
) -> None:
    data = {
        "list": rating_list.slug,
        "file": source.file_name,
        "digest": source.digest,
        "as_of": source.as_of,
        "rows": source.rows,
        "new": preview.count("new"),
        "changed": preview.count("changed"),
        "changes": changes,
    }
    log_append(
        chain=SITE_CHAIN, action=action, actor=actor, object_kind="rating_import", object_id=source.pk, data=data
    )
