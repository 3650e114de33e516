"""Players and ratings under /api/v1/."""

from django.urls import path

from . import choices, events, lists, people, people_games

urlpatterns = [
    path("players", people.Players.as_view(), name="players"),
    path("players/<natural:number>", people.OnePlayer.as_view(), name="player"),
    path("players/<natural:number>/ratings", people.PlayerRatings.as_view(), name="player-ratings"),
    path("players/<natural:number>/games", people_games.PlayerGames.as_view(), name="player-games"),
    path("players/<natural:number>/opponents", people_games.PlayerOpponents.as_view(), name="player-opponents"),
    path(
        "players/<natural:number>/opponents/<natural:other>",
        people_games.PlayerOpponent.as_view(),
        name="player-opponent",
    ),
    path("players/<natural:number>/records", people_games.PlayerRecords.as_view(), name="player-records"),
    path(
        "tournaments/<slug:slug>/divisions/<slug:division>/ratings",
        choices.DivisionRatings.as_view(),
        name="division-ratings",
    ),
    path("ratings", lists.Lists.as_view(), name="ratings"),
    path("ratings/<slug:slug>", lists.OneList.as_view(), name="rating-list"),
    path("ratings/<slug:slug>/events", events.Events.as_view(), name="rating-events"),
    path("ratings/<slug:slug>/events/<natural:number>", events.OneEvent.as_view(), name="rating-event"),
    path(
        "ratings/<slug:slug>/events/<natural:number>/why/<natural:player>",
        events.EventWhy.as_view(),
        name="rating-why",
    ),
]
