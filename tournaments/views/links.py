"""A secret link on a page: its whole address, and a QR that a phone's camera opens."""

from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

_LOCAL = {"localhost", "127.0.0.1", "[::1]"}


@dataclass(frozen=True, slots=True)
class ShownLink:
    """``local``: the address works on this machine alone; phones need the one that the network knows."""

    url: str
    qr: SafeString
    local: bool


def shown_link(request: HttpRequest, path: str) -> ShownLink:
    url = request.build_absolute_uri(path)
    # Modules only: the address itself is not written into the drawing.
    drawing = segno.make(url, error="m", micro=False).svg_inline(
        border=2, omitsize=True, svgclass=None, lineclass=None
    )
    host = request.get_host().rsplit(":", 1)[0]
    return ShownLink(url, mark_safe(drawing), host in _LOCAL)  # noqa: S308
