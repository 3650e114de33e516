"""Players and ratings under /api/v1/."""

from django.urls import path

from . import views

urlpatterns = [
    path("players", views.Players.as_view(), name="players"),
    path("players/<natural:number>", views.OnePlayer.as_view(), name="player"),
    path("players/<natural:number>/ratings", views.PlayerRatings.as_view(), name="player-ratings"),
    path("ratings", views.Lists.as_view(), name="ratings"),
    path("ratings/<slug:slug>", views.OneList.as_view(), name="rating-list"),
]
