"""What every public page of a division stands in: where it is, what else there is, and who may see it."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import EmptyPage, Page, Paginator
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ...models import Division, Tournament
from ...selectors.public import RoundInfo, shown_rounds
from ..access import public_division

#: A list longer than this is cut into pages; most divisions fit on one, and one page can be searched by eye.
CROWDED = 250
PAGE_ROWS = 100
#: Two rows of rounds on a phone; of more, those next to the one shown, the first and the last.
PILLS, PILLS_NEAR = 12, 4
#: Parameters that pages share, by the pattern of their values (for ``kept_page``).
PAGE = {"page": r"[1-9]\d{0,3}"}
PAPER = {"all": "1", "big": "1"}


class DivisionPage:
    """One request for a page of a division: the division, its reader, and what that reader may see of it.

    404 where the division, or the ``part`` of it (``entries``, ``pairings``, ``standings``), is not public and the
    reader is none of its staff.
    """

    def __init__(self, request: HttpRequest, slug: str, division: str, part: str = "") -> None:
        self.request = request
        self.division: Division = public_division(request, slug, division)
        self.tournament: Tournament = self.division.tournament
        user = request.user
        self.is_staff: bool = user.is_authenticated and user.has_perm("tournaments.look", self.tournament)
        self.part = part
        if part and not self.shows(part):
            raise Http404
        self._rounds: list[RoundInfo] | None = None

    def shows(self, part: str) -> bool:
        return self.is_staff or bool(getattr(self.division, f"{part}_public"))

    @property
    def rounds(self) -> list[RoundInfo]:
        """Rounds this reader may know of: published ones, and drafts for staff."""
        if self._rounds is None:
            self._rounds = shown_rounds(self.division, drafts=self.is_staff)
        return self._rounds

    @property
    def current(self) -> RoundInfo | None:
        """The latest published round."""
        published = [round_ for round_ in self.rounds if round_.state != "draft"]
        return published[-1] if published else None

    def round(self, number: int) -> RoundInfo:
        found = next((round_ for round_ in self.rounds if round_.number == number), None)
        if found is None:
            raise Http404
        return found

    def url(self, name: str, *more: int) -> str:
        return reverse(f"tournaments:{name}", args=(self.tournament.slug, self.division.slug, *more))

    def pills(self, name: str, at: int, *, drafts: bool) -> list[dict[str, Any]]:
        """The row of rounds, each leading to its page ``name``; on a phone, ``far`` ones of many are left out."""
        rounds = [each for each in self.rounds if drafts or each.state != "draft"]
        return [
            {
                "number": each.number,
                "state": each.state,
                "url": self.url(name, each.number),
                "far": len(rounds) > PILLS
                and abs(each.number - at) > PILLS_NEAR
                and each not in (rounds[0], rounds[-1]),
            }
            for each in rounds
        ]

    def tabs(self) -> list[dict[str, Any]]:
        tabs = []
        if self.shows("pairings") and self.current is not None:
            tabs.append({"here": "pairings", "label": _("Pairings"), "url": self.url("round", self.current.number)})
        if self.shows("standings"):
            tabs.append({"here": "standings", "label": _("Standings"), "url": self.url("standings")})
            if self._still_open():
                tabs.append({"here": "chances", "label": _("Chances"), "url": self.url("chances")})
            if self.division.club_best is not None:
                tabs.append({"here": "clubs", "label": _("Clubs"), "url": self.url("clubs")})
        if self.shows("entries"):
            tabs.append({"here": "entries", "label": _("Entries"), "url": self.url("entries")})
        return tabs

    def _still_open(self) -> bool:
        """Whether a round is closed, and a later one is still to be played."""
        closed = [round_.number for round_ in self.rounds if round_.state == "closed"]
        return bool(closed) and closed[-1] < self.division.rounds_planned

    def context(self, here: str = "") -> dict[str, Any]:
        return {
            "frame": self,
            "tournament": self.tournament,
            "division": self.division,
            "tabs": self.tabs(),
            "here": here,
            "crumbs": [*event_crumbs(self.tournament), {"label": self.division.name, "url": ""}],
            "is_staff": self.is_staff,
            "hidden": bool(self.part) and not getattr(self.division, f"{self.part}_public"),
            # Where an entry's own page is: this and its number. "" where the reader may not see entries.
            "entries_url": self.url("entries") if self.shows("entries") else "",
            # When this page was made: what the stale line says while the site cannot be reached.
            "at": timezone.localtime(),
            "big": self.request.GET.get("big") == "1",
        }


def event_crumbs(tournament: Tournament) -> list[dict[str, str]]:
    return [
        {"label": _("Events"), "url": reverse("tournaments:list")},
        {"label": tournament.name, "url": reverse("tournaments:event", args=(tournament.slug,))},
    ]


def page_of(request: HttpRequest, rows: Any, *, size: int = PAGE_ROWS) -> Page[Any]:
    """The page that is asked for; one that does not exist is 404, so that nobody can make up addresses to keep."""
    number = request.GET.get("page", "1")
    try:
        return Paginator(rows, size).page(int(number))
    except (EmptyPage, ValueError) as error:
        raise Http404 from error


def rows_shown(request: HttpRequest, rows: list[Any]) -> tuple[list[Any], Page[Any] | None]:
    """All rows where they are few, one page of them where they are many; ``?all=1`` (for paper) asks for all."""
    if len(rows) <= CROWDED or request.GET.get("all") == "1":
        return rows, None
    page = page_of(request, rows)
    return list(page.object_list), page


def more_query(**values: Any) -> str:
    """``&q=…``, for what must stay when a page is turned."""
    given = {name: value for name, value in values.items() if value}
    return f"&{urlencode(given)}" if given else ""


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for the list alone."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.boosted


def asked_for(request: HttpRequest) -> str:
    """What is searched for."""
    return request.GET.get("q", "").strip()[:80]
