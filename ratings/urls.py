"""Players and ratings, for everybody."""

from django.urls import path

from .views import events, lists, people, people_files

app_name = "ratings"
urlpatterns = [
    path("players/", people.players, name="players"),
    path("players/<int:number>/", people.player, name="player"),
    path("players/<int:number>/games/", people.player_games, name="player_games"),
    path("players/<int:number>/games/csv/", people_files.player_games_csv, name="player_games_csv"),
    path("players/<int:number>/opponents/", people.player_opponents, name="player_opponents"),
    path("players/<int:number>/against/<int:other>/", people.player_against, name="player_against"),
    path("players/<int:number>/ratings/csv/", people_files.player_events_csv, name="player_events_csv"),
    path("players/<int:number>/ratings/<slug:slug>/", people.player_list, name="player_list"),
    path("ratings/", lists.lists, name="lists"),
    path("ratings/<slug:slug>/", lists.rating_list, name="list"),
    path("ratings/<slug:slug>/csv/", lists.rating_list_csv, name="list_csv"),
    path("ratings/<slug:slug>/events/", events.events, name="events"),
    path("ratings/<slug:slug>/events/<int:number>/", events.event, name="event"),
    path("ratings/<slug:slug>/events/<int:number>/csv/", events.event_file, name="event_csv"),
    path("ratings/<slug:slug>/events/<int:number>/why/<int:player>/", events.event_why, name="why"),
]
