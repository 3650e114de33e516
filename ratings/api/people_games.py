"""A player's games, opponents and records."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.openapi import PAGING, listing, number_parameter, operation
from common.pagination import page_of_list
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView
from players.models import Player

from ..models import RatingList
from ..selectors.foretold import Foretold, foretold
from ..selectors.meetings import Meetings, best_wins, meetings_with, opponents_of
from ..selectors.people import HistoryLine, history_of, kept_player, lists_of
from ..selectors.played import PlayedGame, games_against, played_games
from ..selectors.player_csv import result_word
from ..selectors.records import GameRecords, Tally, game_records, rating_records
from . import examples_people as examples
from .answers_people import MeetingsOut, PlayedGameOut, RecordsOut
from .shared import player_data

NUMBER = number_parameter("number", "The player's number.", maximum=999_999_999)
OTHER = number_parameter("other", "The opponent's number.", maximum=999_999_999)
_SLUG = r"[-a-zA-Z0-9_]+"


class GamesQuery(QueryShape):
    opponent = QueryWhole(min_value=1, max_value=999_999_999, required=False)
    tournament = serializers.RegexField(rf"^{_SLUG}$", max_length=50, required=False)
    division = serializers.RegexField(rf"^{_SLUG}$", max_length=50, required=False)
    ruleset = serializers.RegexField(rf"^{_SLUG}$", max_length=30, required=False)
    list = serializers.RegexField(rf"^{_SLUG}$", max_length=40, required=False)


def _text(name: str, most: int, description: str) -> OpenApiParameter:
    schema = {"type": "string", "pattern": f"^{_SLUG}$", "maxLength": most}
    return OpenApiParameter(name, schema, description=description)


LIST = _text("list", 40, "The rating list to take `expected` and `actual` from; without it the player's first.")


def public_player(number: int) -> Player:
    """The player of an address, or whoever that player was found to be. 404: the public knows neither."""
    player = kept_player(number)
    if player is None:
        raise Http404
    return player


class PlayerGames(ApiView):
    @operation(
        "players_games",
        "List a player's games",
        tag="players",
        answers={200: listing(PlayedGameOut)},
        example={"items": [examples.GAME], "next": None},
        problems=["not_found"],
        parameters=[
            NUMBER,
            *PAGING,
            OpenApiParameter(
                "opponent",
                {"type": "integer", "minimum": 1, "maximum": 999_999_999},
                description="Only games against this player.",
            ),
            _text("tournament", 50, "Only games of this event."),
            _text("division", 50, "Only games of divisions with this address."),
            _text("ruleset", 30, "Only games of this game, such as amath, in any edition of its rules."),
            LIST,
        ],
    )
    def get(self, request: Request, number: int) -> Response:
        """Every game that was played and that everybody may see, the latest first."""
        player = public_player(number)
        asked = query_of(request, GamesQuery)
        games = [game for game in played_games(player) if _asked_for(game, asked)]
        page = page_of_list(request, games, _place)
        known = _expected(player, page.items, asked.get("list"))
        return Response({"items": [_game(game, known) for game in page.items], "next": page.next})


def _asked_for(game: PlayedGame, asked: Any) -> bool:
    return (
        ("opponent" not in asked or any(one.number == asked["opponent"] for one in game.opponents))
        and asked.get("tournament", game.slug) == game.slug
        and asked.get("division", game.division) == game.division
        and asked.get("ruleset", game.ruleset) == game.ruleset
    )


def _place(game: PlayedGame) -> tuple[int, ...]:
    return (-game.day.toordinal(), -game.division_id, -game.round_number)


def _rated_lists(player: Player) -> list[RatingList]:
    return [each for each in lists_of(player) if not each.is_external]


def _expected(player: Player, games: list[PlayedGame], slug: str | None) -> dict[int, Foretold]:
    """By round. A list that does not know the player has nothing to say, as one that there is not."""
    found = next((each for each in _rated_lists(player) if slug in (None, each.slug)), None)
    return foretold(found, player, {game.division_id for game in games}) if found else {}


def _game(game: PlayedGame, known: dict[int, Foretold]) -> dict[str, Any]:
    counted = known.get(game.round_id) if game.alone else None
    return {
        **_which(game),
        "team": game.team or None,
        "opponents": [{"number": one.number, "name": one.name, "public": one.seen} for one in game.opponents],
        "starts": game.starts,
        "score": game.own,
        "opponent_score": game.other,
        "spread": game.spread,
        "result": result_word(game),
        "expected": round(counted.expected, 3) if counted else None,
        "actual": round(counted.actual, 3) if counted else None,
    }


def _which(game: PlayedGame) -> dict[str, Any]:
    return {
        "day": game.day.isoformat(),
        "event": game.event,
        "tournament": game.slug,
        "division": game.division,
        "round": game.round_number,
    }


class PlayerOpponents(ApiView):
    @operation(
        "players_opponents",
        "List a player's opponents",
        tag="players",
        answers={200: listing(MeetingsOut)},
        example={"items": [examples.MEETINGS], "next": None},
        problems=["not_found"],
        parameters=[NUMBER, *PAGING],
    )
    def get(self, request: Request, number: int) -> Response:
        """Whoever the player met alone in games that everybody may see, the most met first."""
        met = opponents_of(played_games(public_player(number)))
        page = page_of_list(request, met, lambda one: (-one.games, -one.last.toordinal(), one.opponent.number))
        return Response({"items": [_meetings(each) for each in page.items], "next": page.next})


class PlayerOpponent(ApiView):
    @operation(
        "players_opponent",
        "Read what stands between two players",
        tag="players",
        answers={200: MeetingsOut},
        example=examples.MEETINGS,
        problems=["not_found"],
        parameters=[NUMBER, OTHER],
    )
    def get(self, request: Request, number: int, other: int) -> Response:
        """From the first player's side. 404 where they never met in a game that everybody may see.

        The games themselves: `/players/{number}/games?opponent={other}`.
        """
        player, opponent = public_player(number), public_player(other)
        games = games_against(played_games(player), opponent)
        if not games:
            raise Http404
        return Response(_meetings(meetings_with(games[0].opponent, games)))


def _meetings(each: Meetings) -> dict[str, Any]:
    return {
        "opponent": {"number": each.opponent.number, "name": each.opponent.name, "public": each.opponent.seen},
        "games": each.games,
        "wins": each.wins,
        "ties": each.ties,
        "losses": each.losses,
        "average_spread": each.average,
        "last": each.last.isoformat(),
    }


class PlayerRecords(ApiView):
    @operation(
        "players_records",
        "Read a player's records",
        tag="players",
        answers={200: RecordsOut},
        example=examples.RECORDS,
        problems=["not_found"],
        parameters=[NUMBER],
    )
    def get(self, request: Request, number: int) -> Response:
        """The best ratings and wins by list, and the best of the games that everybody may see."""
        player = public_player(number)
        games = played_games(player)
        records = game_records(games)
        return Response(
            {
                "player": player_data(player),
                "lists": [_in_list(player, each, games) for each in _rated_lists(player)],
                "games": _records(records) if records else None,
            }
        )


def _in_list(player: Player, rating_list: RatingList, games: list[PlayedGame]) -> dict[str, Any]:
    records = rating_records(history_of(player, rating_list))
    return {
        "list": rating_list.slug,
        "highest": _line(records.highest),
        "gain": _line(records.gain),
        "best_wins": [{"rating": win.rating, "game": _game(win.game, {})} for win in best_wins(games, rating_list)],
    }


def _line(line: HistoryLine | None) -> dict[str, Any] | None:
    if line is None:
        return None
    return {
        "day": line.day.isoformat(),
        "event": line.name or None,
        "rating": line.after,
        "change": line.change,
        "provisional": line.provisional,
    }


def _records(records: GameRecords) -> dict[str, Any]:
    run, bingos, play = records.run, records.most_bingos, records.play
    return {
        "events": records.events,
        "all": _tally(records.all),
        "starting": _tally(records.starting),
        "not_starting": _tally(records.replying),
        "average_score": records.average,
        "highest_score": _game(records.highest, {}),
        "largest_win": _game(records.widest, {}) if records.widest else None,
        "longest_run": {"games": run.length, "first": _which(run.first), "last": _which(run.last)} if run else None,
        "highest_play": {"points": play.points, "table": play.table, "game": _game(play.game, {})}
        if play
        else None,
        "most_bingos": {"bingos": bingos[1], "game": _game(bingos[0], {})} if bingos else None,
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {"games": tally.games, "wins": tally.wins, "ties": tally.ties, "losses": tally.losses}
