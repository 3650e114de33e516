"""The ratings of a division, at the desk of its event."""

from django.urls import path

from .division import division_ratings

app_name = "division_ratings"
urlpatterns = [path("", division_ratings, name="page")]
