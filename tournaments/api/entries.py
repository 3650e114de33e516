"""Registration: entries one by one or many at once, changes, leaving and coming back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import DomainError, Item, Refused, Unreadable
from common.http import actor_of
from common.openapi import IF_MATCH, PAGING, listing, number_parameter, operation
from common.pagination import page_of
from common.preconditions import etag_of, if_match, match_or_fail, stale_is_412
from common.rest import ApiView
from common.text import clean
from players.models import Player

from ..formats.rows import RosterRow
from ..models import Division
from ..selectors.rest import entries_with_people
from ..services.registration import NewEntry, entry_add, entry_return, entry_update, entry_withdraw
from ..services.roster import roster_import
from . import examples
from .access import division_access, entry_in, writing_division
from .answers import BatchOut, EntryOut, entry_data
from .events import DIVISION, EVENT
from .shapes import EntryBatch, EntryChange, EntryNew, Nothing, Withdrawal

NUMBER = number_parameter("number", "The entry's number in the division.")
_REFUSALS = ["not_found", "entry.number_taken", "name.missing", "name.too_long"]
_ABOUT = ["player.province_abroad", "player.born_out_of_range"]


def _shown(division: Division, number: int, *, full: bool) -> dict[str, Any]:
    entry = entries_with_people(division).filter(number=number).first()
    if entry is None:
        raise Http404
    return entry_data(entry, full=full)


class Entries(ApiView):
    @operation(
        "entries_list",
        "List entries",
        tag="entries",
        answers={200: listing(EntryOut)},
        example={"items": [examples.ENTRY], "next": None},
        problems=["not_found"],
        parameters=[EVENT, DIVISION, *PAGING],
    )
    def get(self, request: Request, slug: str, division: str) -> Response:
        """By number. Where entries are not public, for the event's staff only."""
        access, found = division_access(request, slug, division)
        access.sees(found.entries_public)
        page = page_of(request, entries_with_people(found), ("number",))
        items = [entry_data(entry, full=access.looks) for entry in page.items]
        return Response({"items": items, "next": page.next})

    @operation(
        "entries_create",
        "Register an entry",
        tag="entries",
        login=True,
        body=EntryNew,
        sends=examples.ENTRY_NEW,
        answers={201: EntryOut},
        example=examples.ENTRY,
        problems=[
            *_REFUSALS,
            *_ABOUT,
            "entry.members",
            "entry.player_twice",
            "entry.same_person_twice",
            "player.missing",
            "player.number_taken",
        ],
        parameters=[EVENT, DIVISION],
    )
    def post(self, request: Request, slug: str, division: str) -> Response:
        """One to three people as one. A late entry plays from the next round on."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        shape = EntryNew(data=request.data)
        shape.is_valid(raise_exception=True)
        with _fields_to_pointers():
            new = _new(dict(shape.validated_data), request.user)
            entry = entry_add(division_id=found.pk, new=new, actor=actor_of(request))
        return Response(_shown(found, entry.number, full=True), status=201)


def _new(values: dict[str, Any], user: Any) -> NewEntry:
    numbers = values.pop("players", None)
    names = values.pop("names", None)
    if numbers is None and names is None:
        item = Item("field.required", _("This field is required."), pointer="/names")
        raise Unreadable("request.invalid", _("Some values cannot be accepted."), items=[item])
    if numbers is not None and names is not None:
        raise Refused("entry.members", _("Name one to three people, by names or by players."), field="names")
    if numbers is not None:
        people = Player.objects.filter(number__in=numbers).select_related("merged_into")
        known = {player.number: player.kept for player in people}
        for place, number in enumerate(numbers):
            player = known.get(number)
            if player is not None and user.has_perm("tournaments.know", player):
                continue
            message = (
                _("There is no player %(number)s.")
                if player is None
                else _("Player %(number)s does not show the full name: register by name instead.")
            )
            item = Item("player.missing", message % {"number": number}, pointer=f"/players/{place}")
            raise Refused("player.missing", item.message, items=[item])
        return NewEntry(player_ids=tuple(known[number].pk for number in numbers), **values)
    return NewEntry(names=tuple(names or ()), **values)


@contextmanager
def _fields_to_pointers() -> Iterator[None]:
    """The services name a form's fields; the API says where in the body they stand."""
    try:
        yield
    except DomainError as error:
        error.items = tuple(_placed(item) for item in error.items)
        raise


def _placed(item: Item) -> Item:
    pointer = _pointer(item.field) if item.field and item.pointer in ("", f"/{item.field}") else item.pointer
    if item.row is not None:
        pointer = f"/entries/{item.row - 1}{pointer}"
    return Item(item.code, item.message, pointer=pointer, row=item.row, params=item.params)


def _pointer(field: str) -> str:
    if field in ("name", "name1"):
        return "/names/0"
    if field in ("name2", "name3"):
        return f"/names/{int(field[-1]) - 1}"
    return "/players" if field == "player_ids" else f"/{'club' if field == 'school' else field}"


class EntriesBatch(ApiView):
    @operation(
        "entries_batch",
        "Register many entries",
        tag="entries",
        login=True,
        body=EntryBatch,
        sends=examples.BATCH,
        answers={201: BatchOut, 200: BatchOut},
        example={"added": [32, 33], "here": 0, "repeats": 0},
        problems=["not_found", "roster.invalid", "name.missing", "player.number_taken"],
        parameters=[EVENT, DIVISION],
    )
    def post(self, request: Request, slug: str, division: str) -> Response:
        """All or none. Whoever is in the division already is left alone, so sending a list twice adds nobody twice.

        `row` in an error is the place in the list, from 1. The answer is 200 where nobody was added.
        """
        _access, found = writing_division(request, slug, division, "tournaments.run")
        shape = EntryBatch(data=request.data)
        shape.is_valid(raise_exception=True)
        rows = [
            RosterRow(
                row_number=place,
                name=clean(item["names"][0]),
                school=clean(item["club"]),
                country=item["country"].upper(),
                rating=item["rating"],
                number=item["number"],
                team_name=clean(item["team_name"]),
                members=tuple(clean(name) for name in item["names"][1:]),
                team=clean(item["team"]),
                province=item["province"],
                level=item["level"],
                born=item["born"],
            )
            for place, item in enumerate(shape.validated_data["entries"], start=1)
        ]
        with _fields_to_pointers():
            _names_check(rows)
            report = roster_import(division_id=found.pk, rows=rows, actor=actor_of(request), source="API")
        data = {"added": list(report.added), "here": report.here, "repeats": report.repeats}
        return Response(data, status=201 if report.added else 200)


def _names_check(rows: list[RosterRow]) -> None:
    items = [
        Item("name.missing", _("A name is needed."), row=row.row_number, pointer=f"/names/{place}")
        for row in rows
        for place, name in enumerate(row.names)
        if not name
    ]
    if items:
        raise Refused("roster.invalid", _("Nothing was stored: some rows need another look."), items=items)


class OneEntry(ApiView):
    @operation(
        "entries_read",
        "Read an entry",
        tag="entries",
        answers={200: EntryOut},
        example=examples.ENTRY,
        problems=["not_found"],
        parameters=[EVENT, DIVISION, NUMBER],
    )
    def get(self, request: Request, slug: str, division: str, number: int) -> Response:
        """One entry by its number."""
        access, found = division_access(request, slug, division)
        access.sees(found.entries_public)
        return Response(_shown(found, number, full=access.looks))

    @operation(
        "entries_update",
        "Change an entry",
        tag="entries",
        login=True,
        body=EntryChange,
        sends={"club": "Hilltop", "rating": 1480},
        answers={200: EntryOut},
        example=examples.ENTRY,
        problems=[*_REFUSALS, "precondition.required", "precondition.failed", "precondition.unreadable"],
        parameters=[EVENT, DIVISION, NUMBER, IF_MATCH],
    )
    def patch(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Club, number, team, prize class, the table that it needs, or the rating pinned at entry. Who plays does
        not change.
        """
        _access, found = writing_division(request, slug, division, "tournaments.run")
        entry = entry_in(found, number)
        tags = if_match(request)
        shape = EntryChange(data=request.data)
        shape.is_valid(raise_exception=True)
        match_or_fail(tags, lambda: _shown(found, number, full=True))
        changes: dict[str, Any] = dict(shape.validated_data)
        with stale_is_412(lambda: _current(found, number)), _fields_to_pointers():
            changed = entry_update(
                entry_id=entry.pk,
                actor=actor_of(request),
                expected_version=None if tags == ["*"] else entry.version,
                set_rating="rating" in changes,
                set_table="table" in changes,
                set_prize_class="prize_class" in changes,
                **changes,
            )
        return Response(_shown(found, changed.number, full=True))


def _current(division: Division, number: int) -> tuple[Any, str]:
    data = _shown(division, number, full=True)
    return data, etag_of(data)


class EntryWithdraw(ApiView):
    @operation(
        "entries_withdraw",
        "Withdraw an entry",
        tag="entries",
        login=True,
        body=Withdrawal,
        sends={"reason": "ill"},
        answers={200: EntryOut},
        example={**examples.ENTRY, "withdrawn_from": 4},
        problems=["not_found", "entry.withdrawn"],
        parameters=[EVENT, DIVISION, NUMBER],
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """Out from the next game it has not played; where that is paired already, the opponent wins by forfeit."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        entry = entry_in(found, number)
        shape = Withdrawal(data=request.data)
        shape.is_valid(raise_exception=True)
        entry_withdraw(entry_id=entry.pk, actor=actor_of(request), **shape.validated_data)
        return Response(_shown(found, number, full=True))


class EntryReturn(ApiView):
    @operation(
        "entries_return",
        "Bring an entry back",
        tag="entries",
        login=True,
        body=Nothing,
        sends={},
        answers={200: EntryOut},
        example=examples.ENTRY,
        problems=["not_found", "entry.active"],
        parameters=[EVENT, DIVISION, NUMBER],
    )
    def post(self, request: Request, slug: str, division: str, number: int) -> Response:
        """From the next round on; the rounds in between stay missed."""
        _access, found = writing_division(request, slug, division, "tournaments.run")
        entry = entry_in(found, number)
        Nothing(data=request.data).is_valid(raise_exception=True)
        entry_return(entry_id=entry.pk, actor=actor_of(request))
        return Response(_shown(found, number, full=True))
