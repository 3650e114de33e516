"""A table with a scoring device: an event's first game, recorded through the API."""

import datetime
import itertools
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from common.scopes import CONFIRM, GAME_READ, RECORD, RESULT
from common.tokens import token_create
from games.models import Game, GameEvent, Sheet
from games.selectors.chain import chain_faults
from players.models import Player, User
from tests import factories
from tests.api.client import Answer, Api
from tests.api.event import Event
from tournaments.models import Device

DEVICE_SCOPES = (GAME_READ, RECORD, RESULT, CONFIRM)
_count = itertools.count(1)


def make_device(
    event: Event, *, tables: tuple[int, ...] = (1,), label: str = "", scopes: tuple[str, ...] = DEVICE_SCOPES
) -> Api:
    """An enrolled tablet of these tables."""
    label = label or f"Tablet {next(_count)}"
    until = timezone.now() + datetime.timedelta(days=30)
    token, text = token_create(
        label=label, kind="dev", scopes=scopes, scope_key=event.tournament.log_chain, expires_at=until
    )
    Device.objects.create(
        tournament=event.tournament,
        division=event.division,
        tables=list(tables),
        label=label,
        scopes=list(scopes),
        token=token,
        expires_at=until,
    )
    return Api(text)


def tiles(text: str) -> list[Any]:
    """``tiles("7 +/-:- 2 ?:= 5 .")``: as a client sends them, a dot for one that is there."""
    return [None if token == "." else token for token in text.split()]


def play(start: Any, text: str, direction: str = "across", **more: Any) -> dict[str, Any]:
    return {"type": "play", "start": start, "dir": direction, "tiles": tiles(text), **more}


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is gone afterwards, so that the same can be tried in another way."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


@dataclass
class Table:
    """``send`` gives each event an id and the next number, as an app does."""

    event: Event
    number: int = 1
    device: Api = field(default_factory=Api)

    @classmethod
    def make(cls, *, public: bool = True, entries: int = 4, **settings: Any) -> "Table":
        settings.setdefault("judging_mode", "challenge")
        if settings.get("ruleset") == "summy":
            settings["judging_mode"] = "auto"
        event = Event.make(public=public, entries=entries, **settings)
        return cls(event, 1, make_device(event))

    @cached_property
    def game_id(self) -> int:
        game_id = self.event.pairing(self.number).game_id
        assert game_id is not None
        return game_id

    @property
    def path(self) -> str:
        return f"/games/g{self.game_id}"

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.game_id)

    @property
    def head(self) -> int:
        return Sheet.objects.filter(pk=self.game_id).values_list("head_seq", flat=True).first() or 0

    @cached_property
    def director(self) -> Api:
        return Api.of(self.event.director)

    def player(self, place: int) -> Api:
        """The login of whoever sits there."""
        seat = self.event.pairing(self.number).seats.get(place=place)
        user: User = factories.make_user()
        Player.objects.filter(memberships__entry=seat.entry).update(user=user)
        return Api.of(user)

    def body(self, move: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"client_event_id": str(uuid.uuid4()), "seq": self.head + 1, **move, **more}

    def post(self, body: dict[str, Any], by: Api | None = None, *, dry: bool = False) -> Answer:
        return (by or self.device).post(f"{self.path}/events{'?dry_run=1' if dry else ''}", body)

    def send(self, move: dict[str, Any], by: Api | None = None, **more: Any) -> Answer:
        return self.post(self.body(move, **more), by)

    def done(self, move: dict[str, Any], by: Api | None = None, **more: Any) -> Answer:
        answer = self.send(move, by, **more)
        assert answer.status == 201, answer
        return answer

    def tried(self, move: dict[str, Any], by: Api | None = None, **more: Any) -> Answer:
        return self.post(self.body(move, **more), by, dry=True)

    def batch(self, items: list[dict[str, Any]], by: Api | None = None) -> Answer:
        return (by or self.device).post(f"{self.path}/events:batch", {"items": items})

    def numbered(self, *moves: dict[str, Any], after: int | None = None) -> list[dict[str, Any]]:
        """Events one after the other, as an app that is offline keeps them."""
        first = (self.head if after is None else after) + 1
        return [self.body(move, seq=first + place) for place, move in enumerate(moves)]

    def state(self, by: Api | None = None) -> Answer:
        return (by or self.device).get(self.path)

    def log(self, by: Api | None = None, after: int = 0) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = (by or self.device).get(f"{self.path}/events?after={after}")["items"]
        return items

    @property
    def totals(self) -> dict[str, int]:
        totals: dict[str, int] = self.state()["totals"]
        return totals

    def rows(self) -> list[GameEvent]:
        return list(GameEvent.objects.filter(game_id=self.game_id).order_by("seq"))

    def assert_whole(self) -> None:
        """The log has no gap and no fork, and its points are the totals."""
        rows = self.rows()
        sheet = Sheet.objects.filter(pk=self.game_id).first()
        assert list(chain_faults(rows, sheet.head_hash if sheet else "")) == []
        assert [row.seq for row in rows] == list(range(1, self.head + 1))
        summed = {"p1": sum(row.first_points for row in rows), "p2": sum(row.second_points for row in rows)}
        assert summed == self.totals
