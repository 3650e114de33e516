"""A list as rows of a file: in public by the names that people let be shown, for officers by their full names."""

from collections.abc import Sequence

from players.models import Player

from ..formats import OutRow
from ..models import ExternalRating, Rating, RatingList, StartRating
from .people import public_players

#: Before the number made for a member whose federation gives none.
NAMELESS = "~"


def export_rows(rating_list: RatingList, *, full_names: bool) -> Sequence[OutRow]:
    """Best first. Without ``full_names`` only players whom the public may see, by their public names.

    Of an own list the settled numbers, unrounded for officers, in whole points for everybody; officers also get the
    starts that were imported for players with no game rated yet. Such a file read in again gives everybody the same
    start. Of a federation's list officers get every member, everybody else those who are players here.
    """
    found = _external(rating_list, full_names) if rating_list.is_external else _own(rating_list, full_names)
    return sorted(found, key=lambda row: (-row.rating, row.name, row.number))


def _club(player: Player) -> str:
    return player.club.name if player.club else ""


def _name(player: Player, full_names: bool) -> str:
    return player.name if full_names else player.public_name


def _own(rating_list: RatingList, full_names: bool) -> list[OutRow]:
    ratings = Rating.objects.filter(rating_list=rating_list).select_related("player__club")
    if not full_names:
        ratings = ratings.filter(player__in=public_players())
    rows = [
        OutRow(
            str(r.player.number),
            _name(r.player, full_names),
            r.rating if full_names else round(r.rating),
            _club(r.player),
            r.rd if full_names else round(r.rd),
            r.games,
            r.day,
        )
        for r in ratings
    ]
    if full_names:
        rated = ratings.values("player_id")
        starts = StartRating.objects.filter(rating_list=rating_list, replaced_by=None).exclude(player__in=rated)
        rows += [
            OutRow(str(s.player.number), s.player.name, s.rating, _club(s.player), s.rd or None, s.games, s.day)
            for s in starts.select_related("player__club")
        ]
    return rows


def _external(rating_list: RatingList, full_names: bool) -> list[OutRow]:
    rows = ExternalRating.objects.filter(rating_list=rating_list).select_related("player__club")
    if not full_names:
        rows = rows.filter(player__in=public_players())
    return [
        OutRow(
            "" if row.number.startswith(NAMELESS) else row.number,
            row.name if full_names or row.player is None else row.player.public_name,
            row.rating,
            _club(row.player) if row.player else "",
            None,
            row.games,
            row.as_of,
        )
        for row in rows
    ]
