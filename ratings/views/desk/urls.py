"""Addresses of the officer's desk. ``/desk/ratings/`` stands before events: no event may be called that."""

from django.urls import path

from . import overview

app_name = "ratings_desk"
urlpatterns = [
    path("", overview.overview, name="overview"),
]
