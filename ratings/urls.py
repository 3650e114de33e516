"""Players and ratings, for everybody."""

from django.urls import path

from . import views

app_name = "ratings"
urlpatterns = [
    path("players/", views.players, name="players"),
    path("players/<int:number>/", views.player, name="player"),
    path("ratings/", views.lists, name="lists"),
    path("ratings/<slug:slug>/", views.rating_list, name="list"),
    path("ratings/<slug:slug>/events/", views.events, name="events"),
    path("ratings/<slug:slug>/events/<int:number>/", views.event, name="event"),
]
