"""A list as rows of a file: in public by the names that people let be shown, for officers by their full names."""

from collections.abc import Sequence

from players.models import Player

from ..formats import OutRow
from ..models import ExternalRating, RatingList, StartRating
from .lists import policy_of, shown
from .people import public_players
from .settled import settled

#: Before the number made for a member whose federation gives none.
NAMELESS = "~"


def export_rows(rating_list: RatingList, *, full_names: bool) -> Sequence[OutRow]:
    """Best first. Without ``full_names`` only players whom the public may see, by their public names.

    Of an own list the settled numbers, which no event in play has moved: unrounded for officers, for everybody else
    in whole points as the list shows them. Officers also get the starts that were imported for players with no game
    settled yet. Such a file read in again gives everybody the same start. Of a federation's list officers get every
    member, everybody else those who are players here.
    """
    found = _external(rating_list, full_names) if rating_list.is_external else _own(rating_list, full_names)
    return sorted(found, key=lambda row: (-row.rating, row.name, row.number))


def _club(player: Player) -> str:
    return player.club.name if player.club else ""


def _name(player: Player, full_names: bool) -> str:
    return player.name if full_names else player.public_name


def _own(rating_list: RatingList, full_names: bool) -> list[OutRow]:
    people = Player.objects.all() if full_names else public_players()
    known = {p.pk: p for p in people.filter(ratings__rating_list=rating_list).select_related("club")}
    floor = policy_of(rating_list).floor
    rated = {pk: one for pk, one in settled(rating_list).items() if one.games}
    rows = [
        OutRow(
            str(known[pk].number),
            _name(known[pk], full_names),
            one.rating if full_names else shown(one.rating, floor),
            _club(known[pk]),
            one.rd if full_names else round(one.rd),
            one.games,
            one.rd_day,
        )
        for pk, one in rated.items()
        if pk in known
    ]
    if full_names:
        starts = StartRating.objects.filter(rating_list=rating_list, replaced_by=None)
        rows += [
            OutRow(str(s.player.number), s.player.name, s.rating, _club(s.player), s.rd or None, s.games, s.day)
            for s in starts.select_related("player__club")
            if s.player_id not in rated
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
