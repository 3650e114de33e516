"""What everybody may read, without a login."""

from django.urls import path

from ..views import public, public_entries, public_rounds, public_standings

app_name = "tournaments"
_division = "<slug:slug>/<slug:division>/"
# What a hall asks for most comes first: addresses are tried one by one.
urlpatterns = [
    path(f"{_division}rounds/<int:number>/", public_rounds.round_page, name="round"),
    path(f"{_division}standings/", public_standings.standings, name="standings"),
    path("", public.event_list, name="list"),
    path("<slug:slug>/", public.event, name="event"),
    path(_division, public.division, name="division"),
    path(f"{_division}entries/", public_entries.entries, name="entries"),
    path(f"{_division}entries/<int:number>/", public_entries.entry, name="entry"),
    path(f"{_division}standings/<int:number>/", public_standings.standings, name="standings_after"),
]
