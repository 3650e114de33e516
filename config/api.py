"""Everything under /api/v1/, and the document that describes it."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import include, path, register_converter
from django.utils.translation import override
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView

from common.converters import DeviceId, GameId, JobId, Number
from common.job_api import OneJob
from games.api.views import OneRuleset, Root


@cache
def document(form: str = "yaml") -> bytes:
    """The OpenAPI document of this very program; docs/openapi.yaml holds the same text."""
    with override("en"):
        schema: Any = SchemaGenerator().get_schema(request=None, public=True)
    renderer = OpenApiJsonRenderer() if form == "json" else OpenApiYamlRenderer()
    return bytes(renderer.render(schema, renderer_context={}))


@require_safe
def schema(request: HttpRequest, form: str = "yaml") -> HttpResponse:
    """The OpenAPI document, to anyone."""
    kind = "application/vnd.oai.openapi" + ("+json" if form == "json" else "")
    return HttpResponse(
        document(form),
        content_type=f"{kind}; charset=utf-8",
        headers={"Cache-Control": "no-cache, public", "Content-Disposition": f'inline; filename="kradan.{form}"'},
    )


class Docs(SpectacularSwaggerSplitView):
    """The document to read and try, from this site's own files."""

    authentication_classes = ()
    throttle_classes = ()
    url_name = "api:schema"


register_converter(DeviceId, "device_id")
register_converter(GameId, "game_id")
register_converter(JobId, "job_id")
register_converter(Number, "natural")

app_name = "api"
urlpatterns = [
    path("", Root.as_view(), name="root"),
    path("schema", schema, name="schema"),
    path("schema.json", schema, {"form": "json"}, name="schema-json"),
    path("docs", Docs.as_view(), name="docs"),
    path("rulesets/<str:ruleset>", OneRuleset.as_view(), name="ruleset"),
    path("jobs/<job_id:job>", OneJob.as_view(), name="job"),
    path("", include("games.api.urls")),
    path("", include("tournaments.urls.api")),
    path("", include("ratings.api.urls")),
]
