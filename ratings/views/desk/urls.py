"""Addresses of the officer's desk. ``/desk/ratings/`` stands before events: no event may be called that."""

from django.urls import path

from . import imports, overview, repin

app_name = "ratings_desk"
urlpatterns = [
    path("", overview.overview, name="overview"),
    path("imports/", imports.imports, name="imports"),
    path("imports/members/<int:member>/", imports.member_link, name="member_link"),
    path("imports/<slug:slug>/", imports.import_file, name="import"),
    path("imports/<slug:slug>/export/<str:form>/", imports.export_file, name="export"),
    path("imports/<slug:slug>/members/", imports.members, name="members"),
    path("repin/<slug:slug>/<slug:division>/", repin.repin, name="repin"),
]
