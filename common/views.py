"""The page behind the address that every problem document names as its type."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .problem_codes import PROBLEMS


@require_safe
def problem_page(request: HttpRequest, code: str) -> HttpResponse:
    """What a code of the API means. For anyone; in English, as the API's documents are."""
    kind = PROBLEMS.get(code)
    if kind is None:
        raise Http404
    return render(request, "common/problem.html", {"code": code, "kind": kind})
