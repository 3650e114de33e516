"""The addresses base.html links to, so that the gallery renders without the pages behind them."""

from django.http import HttpResponse
from django.urls import include, path


def here(request: object) -> HttpResponse:
    return HttpResponse("here")


urlpatterns = [
    path("", here, name="home"),
    path("login/", here, name="login"),
    path("logout/", here, name="logout"),
    path("account/", here, name="account"),
    path("lang/", here, name="set_language"),
    path("events/", include(([path("", here, name="list")], "tournaments"))),
    path("rules/", include(([path("", here, name="rules")], "games"))),
    path("players/", include(([path("", here, name="players")], "ratings"))),
    path("desk/", include(([path("", here, name="home")], "desk"))),
]
