"""Every address of the site × everybody who may ask: who gets an answer. ``docs/permissions.md`` is made from it.

    python -m tests.web.route_table > docs/permissions.md

A route is its URL name with its namespaces. ``get`` and ``post`` (``put``, ``patch``, ``delete``) say who is
answered; None says that the address does not know the method.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.support.actors import ACTORS, ANONYMOUS, ASSISTANT, DIRECTOR, PLAYER_INSIDE, SCORER, SUPERUSER, VIEWER

if TYPE_CHECKING:
    from tests.support.stage import Scene

OK, LOGIN = "ok", "login"


@dataclass(frozen=True, slots=True)
class Access:
    """Who is answered, and what the others get: a status, or ``login`` (sent to the login page).

    ``colleagues`` are the event's own staff without this right: they know that it is there. ``hidden`` says who is
    answered where the event is not public; None: the same people.
    """

    words: str
    allowed: frozenset[str]
    anonymous: int | str = LOGIN
    outsiders: int | str = 404
    colleagues: int | str = 403
    hidden: frozenset[str] | None = None
    #: What the game's own players get where they know that it is there; None: the same as outsiders.
    parties: int | None = None

    def expects(self, actor: str, *, hidden: bool = False) -> int | str:
        closed = hidden and self.hidden is not None
        allowed = self.hidden if closed and self.hidden is not None else self.allowed
        if actor in allowed:
            return OK
        if actor == ANONYMOUS:
            return 404 if closed and ANONYMOUS in self.allowed else self.anonymous
        if actor == PLAYER_INSIDE and self.parties is not None and not hidden:
            return self.parties
        return self.colleagues if actor in STAFF else self.outsiders


EVERYBODY = frozenset(ACTORS)
MEMBERS = EVERYBODY - {ANONYMOUS}
STAFF = frozenset({VIEWER, SCORER, ASSISTANT, DIRECTOR, SUPERUSER})
SCORERS = STAFF - {VIEWER}
RUNNERS = SCORERS - {SCORER}
DIRECTORS = RUNNERS - {ASSISTANT}

PUBLIC = Access("everybody", EVERYBODY)
EVENT = Access("everybody; the event's staff while it is not public", EVERYBODY, hidden=STAFF)
PUBLISHED = Access("everybody, once the event is public", EVERYBODY, colleagues=404, hidden=frozenset())
DRAFTS = Access("the event's staff, on a page that others know", STAFF, anonymous=404, hidden=STAFF)
LOGGED_IN = Access("whoever is logged in", MEMBERS)
OWNER = Access("whose it is", frozenset({DIRECTOR}), colleagues=404)
LOOK = Access("the event's staff", STAFF)
SCORE = Access("scorers and above", SCORERS)
RUN = Access("assistants and the director", RUNNERS)
DIRECT = Access("the director", DIRECTORS)
PLAYERS = Access("the entry's own players", frozenset({PLAYER_INSIDE}), colleagues=404)
OFFICE = Access("rating officers and superusers", frozenset({SUPERUSER}), colleagues=404)
ROOT = Access("superusers", frozenset({SUPERUSER}), outsiders=LOGIN, colleagues=LOGIN)

# The API asks who you are instead of sending you to a page.
API_LOGGED_IN = Access("whoever is logged in", MEMBERS, anonymous=401)
API_OWNER = Access("whose it is", frozenset({DIRECTOR}), anonymous=401, colleagues=404)
API_RUN = Access("assistants and the director", RUNNERS, anonymous=401)
API_LOOK = Access("the event's staff", STAFF, anonymous=401)
API_DEVICE = Access("the device itself, by its token", frozenset(), anonymous=401, colleagues=404)
API_DIRECT = Access("the director", DIRECTORS, anonymous=401)
API_OFFICE = Access("rating officers and superusers", frozenset({SUPERUSER}), anonymous=401, colleagues=404)
API_SHEETS = Access("scorers and above", SCORERS, anonymous=401, parties=403)
API_PARTY = Access(
    "scorers and above, and the game's own players", SCORERS | {PLAYER_INSIDE}, anonymous=401, hidden=SCORERS
)

PAGE, FRAGMENT, FILE, MOVE, API = "page", "fragment", "file", "move", "api"


@dataclass(frozen=True, slots=True)
class Row:
    """``kind``: a whole page, a fragment for htmx, a file, a mere move to another page, or the API.

    ``values`` fills the address: a parameter's name → a key of ``Scene.values`` (or a value of its own).
    ``data`` is what a POST must hold to be about anything at all, filled like ``values``.
    ``csrf`` is False where a form from elsewhere may be sent: it can then change nothing of value.
    ``ours`` is False for pages whose text is not this project's.
    ``moves``: some readers are sent on to where they meant to go.
    """

    get: Access | None = None
    post: Access | None = None
    put: Access | None = None
    patch: Access | None = None
    delete: Access | None = None
    kind: str = PAGE
    values: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)
    csrf: bool = True
    moves: bool = False
    ours: bool = True

    def access(self, method: str) -> Access | None:
        found: Access | None = getattr(self, method.lower())
        return found

    @property
    def of_event(self) -> bool:
        return any(
            access is not None and (access.hidden is not None or access in (LOOK, SCORE, RUN, DIRECT))
            for access in (self.get, self.post, self.put, self.patch, self.delete)
        )

    @property
    def in_event(self) -> bool:
        """Whether the address begins with the event's own."""
        return self.of_event and PUBLISHED not in (self.get, self.post)


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

DRAFT = {"number": "draft"}
CLOSED = {"number": "closed"}
BUSY = {"division": "busy", "number": "busy_round"}
RATED = {"slug": "rating_list", "number": "rated_event"}
RATING_RUN = {"number": "rating_run"}
SHEET = {**BUSY, "table": "sheet"}
SOMEBODY = {"number": "player"}

#: A name may be followed by ``#`` and what is special about this row: the same address of another thing.
ROUTES: dict[str, Row] = {
    # --- What everybody reads
    "home": Row(PUBLIC),
    "tournaments:list": Row(PUBLIC),
    "tournaments:event": Row(EVENT),
    "tournaments:division": Row(EVENT, kind=MOVE),
    "tournaments:entries": Row(EVENT),
    "tournaments:entry": Row(EVENT),
    "tournaments:round": Row(EVENT),
    "tournaments:round#draft": Row(DRAFTS, values=DRAFT),
    "tournaments:round#under way": Row(EVENT, values=BUSY),
    "tournaments:standings": Row(EVENT),
    "tournaments:standings_after": Row(EVENT, values=CLOSED),
    "tournaments:chances": Row(EVENT),
    "tournaments:chances_after": Row(EVENT, values=CLOSED),
    "tournaments:clubs": Row(EVENT),
    "tournaments:clubs_after": Row(EVENT, values=CLOSED),
    "tournaments:clubs_csv": Row(EVENT, kind=FILE, values=CLOSED),
    "tournaments:game": Row(EVENT),
    "tournaments:game#with a sheet": Row(EVENT, values=SHEET),
    "tournaments:entry_pin": Row(PLAYERS, PLAYERS),
    "ratings:players": Row(PUBLIC),
    "ratings:player": Row(PUBLISHED),
    "ratings:player_games": Row(PUBLISHED),
    "ratings:player_games_csv": Row(PUBLISHED, kind=FILE),
    "ratings:player_opponents": Row(PUBLISHED),
    "ratings:player_against": Row(PUBLISHED),
    "ratings:player_events_csv": Row(PUBLISHED, kind=FILE),
    "ratings:player_list": Row(PUBLISHED),
    "ratings:lists": Row(PUBLIC),
    "ratings:list": Row(PUBLIC),
    "ratings:list_csv": Row(PUBLIC, kind=FILE),
    "ratings:events": Row(PUBLIC),
    "ratings:event": Row(PUBLISHED),
    "ratings:event_csv": Row(PUBLISHED, kind=FILE),
    "ratings:why": Row(PUBLISHED),
    "games:rules": Row(PUBLIC),
    "games:rules_of": Row(PUBLIC, values={"game": "amath"}),
    "games:rules_of#the other game": Row(PUBLIC, values={"game": "summy"}),
    "problem": Row(PUBLIC, values={"code": "round.not_published"}),
    "set_language": Row(PUBLIC, PUBLIC, kind=MOVE, csrf=False, ours=False),
    "enrol": Row(PUBLIC),
    # --- One's own account
    "login": Row(PUBLIC, PUBLIC, moves=True),
    "logout": Row(None, PUBLIC, kind=MOVE),
    "join": Row(PUBLIC, PUBLIC),
    "account": Row(LOGGED_IN, LOGGED_IN),
    "password_change": Row(LOGGED_IN, LOGGED_IN),
    "password_reset_confirm": Row(PUBLIC, PUBLIC, moves=True),
    "token_create": Row(None, LOGGED_IN),
    "token_revoke": Row(None, OWNER, kind=MOVE),
    # --- The rating officer's desk
    "ratings_desk:overview": Row(OFFICE),
    "ratings_desk:list_new": Row(OFFICE, OFFICE),
    "ratings_desk:lists": Row(OFFICE),
    "ratings_desk:list_edit": Row(OFFICE, OFFICE, values=RATED),
    "ratings_desk:restart": Row(OFFICE, OFFICE, values=RATED),
    "ratings_desk:events": Row(OFFICE),
    "ratings_desk:events_accept": Row(None, OFFICE, kind=MOVE),
    "ratings_desk:event": Row(OFFICE, values=RATED),
    "ratings_desk:event_accept": Row(OFFICE, OFFICE, values=RATED),
    "ratings_desk:event_return": Row(OFFICE, OFFICE, values=RATED),
    "ratings_desk:runs": Row(OFFICE),
    "ratings_desk:run": Row(OFFICE, values=RATING_RUN),
    "ratings_desk:progress": Row(OFFICE, kind=FRAGMENT, values=RATING_RUN),
    "ratings_desk:run_csv": Row(OFFICE, kind=FILE, values=RATING_RUN),
    "ratings_desk:run_publish": Row(None, OFFICE, kind=MOVE, values=RATING_RUN),
    "ratings_desk:run_discard": Row(None, OFFICE, kind=MOVE, values=RATING_RUN),
    "ratings_desk:log": Row(OFFICE),
    "ratings_desk:people": Row(OFFICE),
    "ratings_desk:changes": Row(OFFICE),
    "ratings_desk:identity_undo": Row(OFFICE, OFFICE),
    "ratings_desk:person": Row(OFFICE, values=SOMEBODY),
    "ratings_desk:split": Row(OFFICE, OFFICE, values=SOMEBODY),
    "ratings_desk:merge": Row(OFFICE, OFFICE, values={"keep": "player"}),
    "ratings_desk:dismissed": Row(OFFICE),
    "ratings_desk:dismiss": Row(None, OFFICE, kind=MOVE, values={"one": "player"}),
    "ratings_desk:bring_back": Row(None, OFFICE, kind=MOVE, values={"one": "player"}),
    "ratings_desk:imports": Row(OFFICE),
    "ratings_desk:import": Row(OFFICE, OFFICE),
    "ratings_desk:export": Row(OFFICE, kind=FILE, values={"form": "csv"}),
    "ratings_desk:members": Row(OFFICE),
    "ratings_desk:member_link": Row(None, OFFICE, kind=MOVE),
    "ratings_desk:repin": Row(DIRECT, DIRECT),
    # --- The desk: events, divisions, entries, staff, log
    "desk:home": Row(LOGGED_IN),
    "desk:event_new": Row(LOGGED_IN, LOGGED_IN),
    "desk:event": Row(LOOK),
    "desk:event_edit": Row(DIRECT, DIRECT),
    "desk:event_delete": Row(DIRECT, DIRECT),
    "desk:division_new": Row(DIRECT, DIRECT),
    "desk:division_edit": Row(DIRECT, DIRECT),
    "division_ratings:page": Row(DIRECT, DIRECT),
    "desk:schedule": Row(LOOK, DIRECT),
    "desk:constraints": Row(LOOK),
    "desk:constraint_pair": Row(None, RUN, kind=MOVE),
    "desk:constraint_absence": Row(None, RUN, kind=MOVE),
    "desk:constraint_table": Row(None, RUN, kind=MOVE),
    "desk:constraint_apart": Row(None, DIRECT, kind=MOVE),
    "desk:constraint_remove": Row(None, RUN, kind=MOVE),
    "desk:entries_find": Row(LOOK, kind=FRAGMENT),
    "desk:entries": Row(LOOK),
    "desk:entry": Row(LOOK, RUN),
    "desk:entry_new": Row(RUN, RUN),
    "desk:entries_import": Row(RUN, RUN),
    "desk:entries_csv": Row(LOOK, kind=FILE),
    "desk:entries_number": Row(None, RUN, kind=MOVE),
    "desk:entry_withdraw": Row(None, RUN, kind=MOVE),
    "desk:entry_return": Row(None, RUN, kind=MOVE),
    "desk:entry_missed": Row(None, DIRECT, kind=MOVE),
    "desk:entry_remove": Row(None, RUN, kind=MOVE),
    "desk:staff": Row(DIRECT, DIRECT),
    "desk:invite": Row(None, DIRECT, data={"player": "player"}),
    "desk:uninvite": Row(None, DIRECT, kind=MOVE),
    "desk:role_revoke": Row(None, DIRECT, kind=MOVE),
    "desk:reset_link": Row(None, DIRECT),
    "desk:devices": Row(DIRECT),
    "desk:device_new": Row(DIRECT, DIRECT),
    "desk:device_tables": Row(DIRECT, DIRECT),
    "desk:device_codes": Row(None, DIRECT),
    "desk:devices_end": Row(DIRECT, DIRECT),
    "desk:device": Row(DIRECT),
    "desk:device_code": Row(None, DIRECT),
    "desk:device_roll": Row(None, DIRECT),
    "desk:device_end": Row(None, DIRECT, kind=MOVE),
    "desk:pins": Row(DIRECT, DIRECT),
    "desk:pin_reset": Row(None, DIRECT),
    "desk:log": Row(LOOK),
    "desk:log_csv": Row(LOOK, kind=FILE),
    # --- The desk: rounds and results
    "desk:round": Row(LOOK),
    "desk:round#draft": Row(LOOK, values=DRAFT),
    "desk:round#closed": Row(LOOK, values=CLOSED),
    "desk:round#under way": Row(LOOK, values=BUSY),
    "desk:round_pair": Row(None, RUN, kind=MOVE, values=DRAFT),
    "desk:round_swap": Row(None, RUN, kind=MOVE, values=DRAFT),
    "desk:round_move": Row(None, RUN, kind=MOVE, values=DRAFT),
    "desk:round_lock": Row(None, RUN, kind=MOVE, values=DRAFT),
    "desk:round_rest": Row(None, RUN, kind=MOVE, values=DRAFT),
    "desk:round_undo": Row(None, RUN, kind=MOVE, values=DRAFT),
    "desk:round_relax": Row(None, RUN, kind=MOVE, values=DRAFT),
    "desk:round_publish": Row(RUN, RUN, values=DRAFT),
    "desk:round_correct": Row(DIRECT, DIRECT),
    "desk:round_close": Row(RUN, RUN),
    "desk:round_delete": Row(RUN, RUN, values=DRAFT),
    "desk:why": Row(LOOK),
    "desk:why#of a draft": Row(LOOK, values={**DRAFT, "table": "first_table"}),
    "desk:why_bye": Row(LOOK, values=CLOSED),
    "desk:why_not": Row(LOOK, values=DRAFT),
    "desk:round_proof": Row(LOOK, kind=FRAGMENT, values=DRAFT),
    "desk:explore": Row(LOOK, values=DRAFT),
    "desk:contention": Row(LOOK, values={"division": "contention", "number": "first_table"}),
    "desk:chances": Row(LOOK),
    "desk:chances_after": Row(LOOK, values=CLOSED),
    "desk:chances_count": Row(None, RUN, kind=MOVE, values=CLOSED),
    "desk:chances_cancel": Row(None, RUN, kind=MOVE, values=CLOSED),
    "desk:results": Row(SCORE, SCORE),
    "desk:results#under way": Row(SCORE, SCORE, values=BUSY),
    "desk:result": Row(LOOK, SCORE),
    "desk:result#disputed": Row(LOOK, SCORE, values={**BUSY, "table": "disputed"}),
    "desk:sheet": Row(LOOK, DIRECT),
    "desk:sheet#with events": Row(LOOK, DIRECT, values=SHEET),
    "desk:sheet_record": Row(SCORE, SCORE),
    "desk:result_confirm": Row(None, SCORE, kind=MOVE),
    "desk:result_settle": Row(None, DIRECT, kind=MOVE),
    "desk:result_undo": Row(None, SCORE, kind=MOVE),
    "desk:bye": Row(LOOK, SCORE, values=CLOSED),
    # --- The API
    "api:root": Row(PUBLIC, kind=API),
    "api:docs": Row(PUBLIC, ours=False),
    "api:schema": Row(PUBLIC, kind=FILE),
    "api:schema-json": Row(PUBLIC, kind=FILE),
    "api:ruleset": Row(PUBLIC, kind=API, values={"ruleset": "amath"}),
    "api:tokens": Row(API_LOGGED_IN, API_LOGGED_IN, kind=API),
    "api:token": Row(None, delete=API_OWNER, kind=API),
    "api:device-enrol": Row(None, PUBLIC, kind=API),
    "api:device-me": Row(API_DEVICE, kind=API),
    "api:devices": Row(API_DIRECT, API_DIRECT, kind=API),
    "api:devices-revoke-all": Row(None, API_DIRECT, kind=API),
    "api:device-code": Row(None, API_DIRECT, kind=API),
    "api:device-roll": Row(None, API_DIRECT, kind=API),
    "api:device-revoke": Row(None, API_DIRECT, kind=API),
    "api:tournaments": Row(PUBLIC, API_LOGGED_IN, kind=API),
    "api:tournament": Row(EVENT, patch=API_DIRECT, kind=API),
    "api:access": Row(EVENT, kind=API),
    "api:log": Row(API_LOOK, kind=API),
    "api:divisions": Row(EVENT, API_DIRECT, kind=API),
    "api:division": Row(EVENT, patch=API_DIRECT, kind=API),
    "api:pairing-systems": Row(PUBLIC, kind=API),
    "api:pairing-presets": Row(PUBLIC, kind=API),
    "api:plan": Row(EVENT, put=API_DIRECT, kind=API),
    "api:rules": Row(API_LOOK, API_RUN, kind=API),
    "api:rule": Row(API_LOOK, patch=API_RUN, delete=API_RUN, kind=API),
    "api:absences": Row(API_LOOK, kind=API),
    "api:absence": Row(None, put=API_RUN, delete=API_RUN, kind=API),
    "api:entries": Row(EVENT, API_RUN, kind=API),
    "api:entries-batch": Row(None, API_RUN, kind=API),
    "api:entry": Row(EVENT, patch=API_RUN, kind=API),
    "api:entry-withdraw": Row(None, API_RUN, kind=API),
    "api:entry-return": Row(None, API_RUN, kind=API),
    "api:rounds": Row(EVENT, kind=API),
    "api:round#with results": Row(EVENT, delete=API_DIRECT, kind=API),
    "api:round#draft": Row(DRAFTS, delete=API_RUN, kind=API, values=DRAFT),
    "api:pairings": Row(EVENT, kind=API),
    "api:pairings#draft": Row(DRAFTS, kind=API, values=DRAFT),
    "api:draft": Row(API_LOOK, kind=API, values=DRAFT),
    "api:draft-swap": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:draft-move": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:draft-lock": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:draft-unlock": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:draft-undo": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:draft-repair-rest": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:round-correct": Row(None, API_DIRECT, kind=API),
    "api:round-relax": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:round-why": Row(API_LOOK, kind=API),
    "api:round-certificate": Row(EVENT, kind=API),
    "api:round-certificate#draft": Row(DRAFTS, kind=API, values=DRAFT),
    "api:round-explore": Row(None, API_LOOK, kind=API),
    "api:round-pair": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:round-publish": Row(None, API_RUN, kind=API, values=DRAFT),
    "api:round-close": Row(None, API_RUN, kind=API),
    "api:standings": Row(EVENT, kind=API),
    "api:club-standings": Row(EVENT, kind=API),
    "api:players": Row(PUBLIC, kind=API),
    "api:player": Row(PUBLISHED, kind=API),
    "api:player-ratings": Row(PUBLISHED, kind=API),
    "api:player-games": Row(PUBLISHED, kind=API),
    "api:player-opponents": Row(PUBLISHED, kind=API),
    "api:player-opponent": Row(PUBLISHED, kind=API),
    "api:player-records": Row(PUBLISHED, kind=API),
    "api:division-ratings": Row(EVENT, put=API_DIRECT, kind=API),
    "api:ratings": Row(PUBLIC, kind=API),
    "api:rating-list": Row(PUBLIC, kind=API),
    "api:rating-events": Row(PUBLIC, kind=API),
    "api:rating-event": Row(PUBLISHED, kind=API),
    "api:rating-why": Row(PUBLISHED, kind=API),
    "api:job": Row(API_LOOK, kind=API),
    "api:job#of a rating list": Row(API_OFFICE, kind=API, values={"job": "rating_job"}),
    "api:equations-check": Row(None, PUBLIC, kind=API, csrf=False),
    "api:game": Row(EVENT, kind=API),
    "api:game-events": Row(EVENT, API_PARTY, kind=API),
    "api:game-events-batch": Row(None, API_PARTY, kind=API),
    "api:game-record": Row(EVENT, API_SHEETS, put=API_SHEETS, kind=API),
    "api:game-proof": Row(EVENT, kind=API),
    "api:event-records": Row(EVENT, kind=API),
    "api:entry-provenance": Row(EVENT, kind=API),
    "api:game-claim": Row(None, API_PARTY, delete=API_PARTY, kind=API),
    "api:result": Row(EVENT, API_PARTY, kind=API),
    "api:result-confirm": Row(None, API_PARTY, kind=API),
    "api:result-reject": Row(None, API_PARTY, kind=API),
    "api:result-override": Row(None, API_DIRECT, kind=API),
    # --- Django's own back room, as one
    "admin": Row(ROOT, ours=False),
}


# --- The addresses that are there -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    pattern: str
    parameters: tuple[str, ...] = ()
    callback: Any = None


def routes() -> list[Route]:
    """Every route of the URL resolver; the admin's are one."""
    return sorted(_walk(get_resolver()), key=lambda route: (route.name, route.pattern))


def _walk(resolver: URLResolver, prefix: str = "", spaces: tuple[str, ...] = ()) -> Iterator[Route]:
    for each in resolver.url_patterns:
        pattern = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            name = ":".join([*spaces, each.name or pattern])
            yield Route(name, pattern, tuple(each.pattern.converters), each.callback)
        elif each.app_name == "admin":
            yield Route("admin", pattern)
        else:
            yield from _walk(each, pattern, (*spaces, each.namespace) if each.namespace else spaces)


def names() -> list[str]:
    return sorted({route.name for route in routes()})


def plain(name: str) -> str:
    """The route of a row."""
    return name.partition("#")[0]


@cache
def pattern_of(name: str) -> str:
    return max((route.pattern for route in routes() if route.name == plain(name)), key=len)


def parameters(name: str) -> tuple[str, ...]:
    """What stands in the address of a route, from left to right, whichever ``include`` it comes from."""
    return tuple(re.findall(r"<(?:\w+:)?(\w+)>", pattern_of(name)))


def path(name: str, scene: "Scene", **values: Any) -> str:
    """The address of a route in an event. ``values`` replace what the scene would give."""
    if name == "admin":
        return reverse("admin:index")
    given = scene.values_for(plain(name))
    own = {key: given.get(value, value) for key, value in ROUTES[name].values.items()}
    wanted = {}
    for parameter in parameters(name):
        if parameter in values:
            wanted[parameter] = values[parameter]
        elif parameter in own:
            wanted[parameter] = own[parameter]
        elif parameter == "number":
            wanted[parameter] = given[_noun(pattern_of(name))]
        else:
            wanted[parameter] = given[parameter]
    return reverse(plain(name), kwargs=wanted)


def _noun(pattern: str) -> str:
    """Whose number ``<int:number>`` is: the word before it says so."""
    word = re.split(r"<\w+:number>", pattern)[0].rstrip("/").rpartition("/")[2]
    return {"entries": "entry", "players": "player"}.get(word, "round")


def is_login(answer: Any) -> bool:
    from django.shortcuts import resolve_url

    location = answer.headers.get("Location", "")
    doors = (resolve_url(settings.LOGIN_URL), reverse("admin:login"))
    return answer.status_code == 302 and location.split("?")[0] in doors and "?next=" in location


# --- For people -------------------------------------------------------------------------------------------

_HEADS = {
    "anonymous": "anonymous",
    "stranger": "stranger",
    "player_outside": "player elsewhere",
    "other_director": "director elsewhere",
    "player_inside": "player in it",
    "viewer": "viewer",
    "scorer": "scorer",
    "assistant": "assistant",
    "director": "director",
    "superuser": "superuser",
}


def matrix() -> str:
    """``docs/permissions.md``."""
    known = {route.name: "/" + route.pattern for route in routes()}
    lines = [
        "# Who may do what",
        "",
        "Made from `tests/web/route_table.py`, which the tests hold against every address of the site:",
        "`python -m tests.web.route_table > docs/permissions.md`.",
        "",
        "✓ answered · login: sent to the login page · 401 the API asks who you are · 403 one's own event, but not",
        "this right · 404 not there, or not yours to know about: the same answer for both · ◐ while the event is",
        "not public, those without a role in it get 404.",
        "",
        "| address | | " + " | ".join(_HEADS[actor] for actor in ACTORS) + " |",
        "|---|---|" + ":-:|" * len(ACTORS),
    ]
    for name, row in ROUTES.items():
        for method in METHODS:
            access = row.access(method)
            if access is None:
                continue
            cells = ["✓" if access.expects(actor) == OK else str(access.expects(actor)) for actor in ACTORS]
            mark = " ◐" if access.hidden is not None else ""
            special = f" ({name.partition('#')[2]})" if "#" in name else ""
            lines.append(
                f"| `{known.get(plain(name), name)}`{special}{mark} | {method} | " + " | ".join(cells) + " |"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import os
    import sys

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    sys.stdout.write(matrix())
