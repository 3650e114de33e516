"""Players and ratings under /api/v1/."""

from django.urls import path

from . import lists, people

urlpatterns = [
    path("players", people.Players.as_view(), name="players"),
    path("players/<natural:number>", people.OnePlayer.as_view(), name="player"),
    path("players/<natural:number>/ratings", people.PlayerRatings.as_view(), name="player-ratings"),
    path("ratings", lists.Lists.as_view(), name="ratings"),
    path("ratings/<slug:slug>", lists.OneList.as_view(), name="rating-list"),
]
