"""Rows as several answers give them."""

from typing import Any

from players.models import Player

from ..selectors.table import ListRow


def player_data(player: Player) -> dict[str, Any]:
    return {
        "number": player.number,
        "name": player.public_name,
        "club": player.club.name if player.club else None,
        "country": player.country,
    }


def row_data(row: ListRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "shared": row.shared,
        "rating": row.rating,
        "rd": row.rd,
        "games": row.games,
        "day": row.day.isoformat(),
        "standing": row.standing,
        "live": row.live,
        "live_games": row.live_games,
    }
