from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("ratings.urls")),
    path("events/", include("tournaments.urls.public")),
    path("desk/", include("tournaments.urls.desk")),
    path("account/", include("players.urls")),
    path("api/v1/", include("tournaments.urls.api")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
