"""REST about games, under /api/v1/."""

from django.urls import path

from . import equations, records, sheets

_game = "games/<game_id:game>"

urlpatterns = [
    path("equations:check", equations.EquationsCheck.as_view(), name="equations-check"),
    path(_game, sheets.OneGame.as_view(), name="game"),
    path(f"{_game}/events", sheets.GameEvents.as_view(), name="game-events"),
    path(f"{_game}/events:batch", sheets.GameEventsBatch.as_view(), name="game-events-batch"),
    path(f"{_game}/record", records.GameRecord.as_view(), name="game-record"),
    path(f"{_game}/proof", records.GameProof.as_view(), name="game-proof"),
    path(f"{_game}/claim", sheets.GameClaim.as_view(), name="game-claim"),
]
