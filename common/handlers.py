"""What is answered when no view could: a page for people, a problem document for programs."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views import defaults

from .problems import fault_response

API_PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception, **options: Any) -> HttpResponseBase:
    if request.path.startswith(API_PREFIX):
        return fault_response(request, "request.unreadable", _("The request is not readable."), 400)
    return defaults.bad_request(request, exception, **options)


def forbidden(request: HttpRequest, exception: Exception, **options: Any) -> HttpResponseBase:
    if request.path.startswith(API_PREFIX):
        return fault_response(request, "auth.not_allowed", _("You may not do this."), 403)
    return defaults.permission_denied(request, exception, **options)


def not_found(request: HttpRequest, exception: Exception, **options: Any) -> HttpResponseBase:
    if request.path.startswith(API_PREFIX):
        return fault_response(request, "not_found", _("There is nothing here."), 404)
    return defaults.page_not_found(request, exception, **options)


def server_error(request: HttpRequest, **options: Any) -> HttpResponseBase:
    if request.path.startswith(API_PREFIX):
        return fault_response(request, "fault", _("Something broke on our side. It has been logged."), 500)
    return defaults.server_error(request, **options)
