"""What everybody may read, without a login."""

from django.urls import path

from ..views.public import chances, clubs, entries, events, games, pin, rounds, standings

app_name = "tournaments"
_division = "<slug:slug>/<slug:division>/"
# What a hall asks for most comes first: addresses are tried one by one.
urlpatterns = [
    path(f"{_division}rounds/<int:number>/", rounds.round_page, name="round"),
    path(f"{_division}standings/", standings.standings, name="standings"),
    path("", events.event_list, name="list"),
    path("<slug:slug>/", events.event, name="event"),
    path(_division, events.division, name="division"),
    path(f"{_division}entries/", entries.entries, name="entries"),
    path(f"{_division}entries/<int:number>/", entries.entry, name="entry"),
    path(f"{_division}entries/<int:number>/pin/", pin.entry_pin, name="entry_pin"),
    path(f"{_division}rounds/<int:number>/tables/<int:table>/", games.game_page, name="game"),
    path(f"{_division}chances/", chances.chances, name="chances"),
    path(f"{_division}chances/<int:number>/", chances.chances, name="chances_after"),
    path(f"{_division}standings/<int:number>/", standings.standings, name="standings_after"),
    path(f"{_division}clubs/", clubs.clubs, name="clubs"),
    path(f"{_division}clubs/<int:number>/", clubs.clubs, name="clubs_after"),
    path(f"{_division}clubs/<int:number>/csv/", clubs.clubs_csv, name="clubs_csv"),
]
