"""Players and ratings, for everybody."""

from django.urls import path

from .views import events, lists, people

app_name = "ratings"
urlpatterns = [
    path("players/", people.players, name="players"),
    path("players/<int:number>/", people.player, name="player"),
    path("ratings/", lists.lists, name="lists"),
    path("ratings/<slug:slug>/", lists.rating_list, name="list"),
    path("ratings/<slug:slug>/events/", events.events, name="events"),
    path("ratings/<slug:slug>/events/<int:number>/", events.event, name="event"),
]
