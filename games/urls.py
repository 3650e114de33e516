"""The rules, for everybody."""

from django.urls import path

from .views import rules

app_name = "games"
urlpatterns = [
    path("", rules.games, name="rules"),
    path("<slug:game>/", rules.game, name="rules_of"),
]
