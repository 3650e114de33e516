from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from common.views import problem_page
from tournaments.views.enrol import enrol
from tournaments.views.join import join
from tournaments.views.public.events import home

urlpatterns = [
    path("", home, name="home"),
    # First what thousands of phones ask for: addresses are tried one by one.
    path("events/", include("tournaments.urls.public")),
    path("", include("ratings.urls")),
    path("rules/", include("games.urls")),
    path("desk/ratings/", include("ratings.views.desk.urls")),
    path("desk/<slug:slug>/<slug:division>/ratings/", include("ratings.views.desk.division_urls")),
    path("desk/", include("tournaments.urls.desk")),
    path("account/", include("players.urls")),
    path("join/<str:secret>/", join, name="join"),
    path("enrol/", enrol, name="enrol"),
    path("api/v1/", include("config.api")),
    path("problems/<str:code>", problem_page, name="problem"),
    # Choosing a language changes nothing but a cookie; without a token in its form an anonymous page is the
    # same for everybody, and an ETag can say so.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("admin/", admin.site.urls),
]

handler400 = "common.handlers.bad_request"
handler403 = "common.handlers.forbidden"
handler404 = "common.handlers.not_found"
handler500 = "common.handlers.server_error"
