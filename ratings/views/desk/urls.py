"""Addresses of the officer's desk. ``/desk/ratings/`` stands before events: no event may be called that."""

from django.urls import path

from . import events, imports, lists, log, overview, people, repin, runs

app_name = "ratings_desk"
urlpatterns = [
    path("", overview.overview, name="overview"),
    path("new/", lists.list_new, name="list_new"),
    path("lists/", lists.lists, name="lists"),
    path("lists/<slug:slug>/", lists.list_edit, name="list_edit"),
    path("lists/<slug:slug>/restart/", runs.restart, name="restart"),
    path("events/", events.events, name="events"),
    path("events/accept/", events.events_accept, name="events_accept"),
    path("events/<int:number>/", events.event, name="event"),
    path("events/<int:number>/accept/", events.event_count, name="event_accept"),
    path("events/<int:number>/return/", events.event_return, name="event_return"),
    path("runs/", runs.runs, name="runs"),
    path("runs/<int:number>/", runs.run, name="run"),
    path("runs/<int:number>/progress/", runs.progress, name="progress"),
    path("runs/<int:number>/csv/", runs.run_csv, name="run_csv"),
    path("runs/<int:number>/publish/", runs.publish, name="run_publish"),
    path("runs/<int:number>/discard/", runs.discard, name="run_discard"),
    path("people/", people.people, name="people"),
    path("people/changes/", people.changes, name="changes"),
    path("people/changes/<int:change>/undo/", people.undo, name="identity_undo"),
    path("people/apart/", people.dismissed, name="dismissed"),
    path("people/<int:number>/", people.person, name="person"),
    path("people/<int:number>/split/", people.split, name="split"),
    path("people/<int:keep>/with/<int:gone>/", people.merge, name="merge"),
    path("people/<int:one>/apart/<int:other>/", people.dismiss, name="dismiss"),
    path("people/<int:one>/apart/<int:other>/undo/", people.bring_back, name="bring_back"),
    path("log/", log.log, name="log"),
    path("imports/", imports.imports, name="imports"),
    path("imports/members/<int:member>/", imports.member_link, name="member_link"),
    path("imports/<slug:slug>/", imports.import_file, name="import"),
    path("imports/<slug:slug>/export/<str:form>/", imports.export_file, name="export"),
    path("imports/<slug:slug>/members/", imports.members, name="members"),
    path("repin/<slug:slug>/<slug:division>/", repin.repin, name="repin"),
]
