"""One small event seen by everybody of the permission matrix, made once for a module and rolled back after it.

Three events of the same shape: ``own`` (public), ``hidden`` (not public, the same staff) and ``foreign`` (public,
another director's). Names, places and logins hold no Latin letter, so that whatever Latin a page shows is the
program's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from common.actor import Actor
from common.scopes import READ
from common.tokens import token_create
from games.engine.adjustments import SideComponents
from games.models import GameEvent
from games.ports import Rights
from games.services.log import Sent
from games.services.recording import event_record
from games.services.records import record_import, record_read
from players.models import Player, User
from players.services import password_reset_path_parts, player_create
from ratings.models import RatedEvent, RatingList
from ratings.services import list_enqueue
from ratings.services.imports import external_import, ratings_read
from ratings.tasks import recompute_list
from tests import factories
from tests.factories import cast, enter, make_division, make_tournament, publish_round
from tests.support.actors import ACTORS, ANONYMOUS, DIRECTOR, OTHER_DIRECTOR, PLAYER_INSIDE, STRANGER
from tournaments.models import Division, EntryMember, Pairing, Result, Role, Tournament
from tournaments.services.chances import chances_enqueue
from tournaments.services.constraints import rule_add
from tournaments.services.devices import device_create, device_enrol
from tournaments.services.drafts import round_pair
from tournaments.services.identities import players_merge
from tournaments.services.registration import entry_update, entry_withdraw
from tournaments.services.reports import Report
from tournaments.services.results import result_enter
from tournaments.services.roles import invitation_create
from tournaments.services.rounds import round_close

#: Whoever made all this, by a name without a Latin letter.
HAND = Actor.system("ผู้จัด")
OWN, HIDDEN, FOREIGN = "own", "hidden", "foreign"
_OF_GAMES = (
    *(
        "api:game",
        "api:game-events",
        "api:game-events-batch",
        "api:game-claim",
        "api:game-record",
        "api:game-proof",
    ),
    *("api:result", "api:result-confirm", "api:result-reject", "api:result-override"),
)
_OF_OFFICERS = tuple(
    f"ratings_desk:{what}"
    for what in (
        *("list_edit", "restart", "event", "event_accept", "event_return"),
        *("run", "progress", "run_csv", "run_publish", "run_discard"),
    )
)
_OF_DEVICES = tuple(f"desk:device{what}" for what in ("", "_code", "_roll", "_end"))
_OF_API_DEVICES = tuple(f"api:device-{what}" for what in ("code", "roll", "revoke"))
_THAI = "กขคงจฉชซ"


@dataclass(frozen=True, slots=True)
class Scene:
    """An event and what its addresses are made of; ``special`` by route, where a word alone does not say it."""

    tournament: Tournament
    division: Division
    values: Mapping[str, Any]
    special: dict[str, dict[str, Any]] = field(default_factory=dict)

    def values_for(self, route: str) -> dict[str, Any]:
        return {**self.values, **self.special.get(route, {})}


@dataclass(slots=True)
class Stage:
    scenes: dict[str, Scene]
    users: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def log_in(self) -> None:
        """Everybody's browser; it gives whatever went wrong as a status, never as a traceback."""
        for actor in ACTORS:
            self.clients[actor] = Client(raise_request_exception=False)
            if actor != ANONYMOUS:
                self.clients[actor].force_login(self.users[actor], "django.contrib.auth.backends.ModelBackend")

    def ask(self, actor: str, method: str, path: str, **more: Any) -> Any:
        """An answer, with whatever it wrote undone and no page or bucket kept from before."""
        cache.clear()
        client = self.clients[actor]
        jar = SimpleCookie({name: morsel.value for name, morsel in client.cookies.items()})
        with transaction.atomic():
            answer = getattr(client, method.lower())(path, **more)
            # A lazy answer would be read after its rows are gone.
            if getattr(answer, "streaming", False):
                answer.whole = b"".join(answer.streaming_content)
            transaction.set_rollback(True)
        client.cookies = jar
        return answer


@contextmanager
def raised() -> Iterator[Stage]:
    """The stage, within a transaction that is rolled back at the end."""
    with transaction.atomic(), patch.object(factories, "TEST", HAND):
        cache.clear()
        own = _scene("own-event", "งานของเรา", entries=7)
        hidden = _scene("hidden-event", "งานที่ยังไม่ประกาศ", entries=7, public=False)
        foreign = _scene("foreign-event", "งานของคนอื่น", entries=9)
        people = cast(own.tournament)
        users = {actor: getattr(people, actor) for actor in ACTORS if actor != ANONYMOUS}
        for role in Role.objects.filter(tournament=own.tournament):
            Role.objects.create(user=role.user, tournament=hidden.tournament, role=role.role)
        Role.objects.create(user=people.other_director, tournament=foreign.tournament, role=Role.Kind.DIRECTOR)
        for number, user in enumerate(users.values(), start=1):
            user.username, user.display_name = f"ผู้ใช้{number}", f"คุณ{_THAI[number % len(_THAI)]}{number}"
            user.save()
        Tournament.objects.exclude(pk__in=[s.tournament.pk for s in (own, hidden, foreign)]).update(name="งานเปล่า")
        Player.objects.filter(name__startswith="Outsider").update(name="คนนอก")
        stage = Stage({OWN: own, HIDDEN: hidden, FOREIGN: foreign}, users)
        stage.log_in()
        for scene in (own, hidden, foreign):
            _staff_things(scene, users)
        _rate(own, hidden, foreign)
        yield stage
        transaction.set_rollback(True)
    cache.clear()


def _scene(slug: str, name: str, *, entries: int, public: bool = True) -> Scene:
    tournament = make_tournament(slug=slug, name=name, public=public, venue="หอประชุม")
    division = make_division(
        tournament,
        name=f"รุ่น{name}",
        slug=f"{slug}-open",
        rounds_planned=5,
        club_best=2,
        names=[f"{name} {letter}" for letter in (_THAI + "ฌญฎ")[:entries]],
    )
    for place, entry in enumerate(division.entries.order_by("number")[:4]):
        entry_update(entry_id=entry.pk, club=f"โรงเรียน{_THAI[place // 3]}", actor=HAND)
    first = publish_round(division, 1)
    tables = list(first.pairings.exclude(table=None).order_by("table"))
    sides = (
        SideComponents(plays=350, bingos=1, rack=10, final=400),
        SideComponents(plays=300, overtime=-10, final=290),
    )
    enter(tables[0], 400, 290, components=sides, actor=HAND)
    enter(tables[1], 333, 333, actor=HAND)
    enter(tables[1], 333, 334, reason="บวกเลขผิด", actor=HAND)
    _report(tables[2], Report(outcome=Result.Outcome.FORFEIT, winner=0))
    for left in tables[3:]:
        enter(left, -20, 15, actor=HAND)
    round_close(round_id=first.pk, actor=HAND)
    entry_withdraw(entry_id=division.entries.order_by("number").last().pk, reason="ไม่สบาย", actor=HAND)
    second = publish_round(division, 2)
    tables = list(second.pairings.exclude(table=None).order_by("table"))
    for number, pairing in enumerate(tables):
        enter(pairing, 410 - number, 388, actor=HAND)
    draft = round_pair(division_id=division.pk, number=3, actor=HAND, seed=3)
    entry = division.entries.order_by("number").first()
    player = entry.members.get().player
    busy = _busy(tournament, slug, name)
    others = [one.pk for one in division.entries.order_by("number")[1:3]]
    rule = rule_add(
        division_id=division.pk, kind="forbidden", one=others[0], other=others[1], from_round=5, actor=HAND
    )
    values = {
        "rule": rule.pk,
        "round_number": 4,
        "busy": busy.slug,
        "contention": _contention(tournament, slug, name).slug,
        "first_table": 1,
        "busy_round": 1,
        "disputed": 3,
        "sheet": 1,
        "slug": tournament.slug,
        "division": division.slug,
        "entry": entry.number,
        "round": second.number,
        "draft": draft.number,
        "closed": first.number,
        "table": tables[0].table,
        "player": player.number,
        "bye": first.pairings.get(table=None).seats.get().entry.number,
        "last_entry": division.entries.order_by("number").last().number,
    }
    return Scene(tournament, division, values)


def _busy(tournament: Tournament, slug: str, name: str) -> Division:
    """A second division, its round under way: a table confirmed, one waits, one is disputed, one has nothing."""
    division = make_division(
        tournament,
        name=f"รุ่นเล็ก{name}",
        slug=f"{slug}-busy",
        names=[f"น้อง {name} {letter}" for letter in _THAI],
    )
    tables = list(publish_round(division, 1).pairings.exclude(table=None).order_by("table"))
    enter(tables[0], 410, 388, actor=HAND)
    _report(tables[1], Report(first=355, second=341), place=0)
    _report(tables[2], Report(first=355, second=341), place=0)
    _report(tables[2], Report(first=355, second=351), place=1)
    _sheet(tables[0])
    return division


def _contention(tournament: Tournament, slug: str, name: str) -> Division:
    """A third division, whose first round was paired by contention."""
    division = make_division(
        tournament,
        name=f"รุ่นใหญ่{name}",
        slug=f"{slug}-contention",
        names=[f"พี่ {name} {letter}" for letter in _THAI[:4]],
        rounds_planned=2,
        system="contention",
    )
    publish_round(division, 1)
    return division


def _sheet(pairing: Pairing) -> None:
    """One of each: a play, an exchange, a clock, points, something replaced and something taken back."""
    brought = "\n".join(
        [
            *("kradan game record 1", f"ruleset: {pairing.game.ruleset}", "side 1:", "side 2:", ""),
            *("8E 7 × 2 = 1 4", "pass", "exchange 3 +", "clock 23:01", "pass"),
            *("2 | | adjust arbiter -5 # มาสาย", "exchange 2 tiles", "pass"),
        ]
    ).replace("clock 23:01", "1 | | clock 23:01")
    rights = Rights(may_record=True, looks=True, directs=True)
    record_import(
        game_id=pairing.game_id,
        record=record_read(brought),
        actor=HAND,
        rights=rights,
        chain=pairing.round.division.tournament.log_chain,
        reason="ใบกระดาษ",
    )
    for seq, kind, payload in ((2, "replace", {"type": "exchange", "data": {"count": 1}}), (9, "void", {})):
        head = GameEvent.objects.filter(game=pairing.game).count()
        sent = Sent(uuid4(), head + 1, kind, payload=payload, target_seq=seq, reason="จดผิดไป")
        event_record(game_id=pairing.game_id, sent=sent, actor=HAND, rights=rights)


def _staff_things(scene: Scene, users: dict[str, User]) -> None:
    """What has an owner: an invitation, a role, a token, a link for a new password, a game."""
    director = users[DIRECTOR if scene.values["slug"] != "foreign-event" else OTHER_DIRECTOR]
    player = Player.objects.filter(user=users[PLAYER_INSIDE]).first()
    invitation, secret = invitation_create(
        tournament=scene.tournament, actor=HAND, role=Role.Kind.VIEWER, label="คนดู"
    )
    role = Role.objects.filter(tournament=scene.tournament).order_by("-pk").first()
    token, _secret = token_create(label="ป้ายคะแนน", user_id=director.pk, scopes=[READ])
    device, code = device_create(tournament=scene.tournament, label="แท็บเล็ต", tables=[1], actor=HAND)
    _enrolled, device_token = device_enrol(code=code, actor=HAND)
    mine = EntryMember.objects.filter(player=player, division__tournament=scene.tournament).first()
    own = {"division": mine.division.slug, "entry": mine.entry.number} if mine is not None else {}
    uid, reset = password_reset_path_parts(users[STRANGER])
    game = Pairing.objects.filter(round__division=scene.division, round__state="published").exclude(table=None)
    if scene.values["slug"] == "own-event":
        game = game.filter(seats__entry__members__player=player)
    pairing = game.order_by("table").first()
    scene.special.update(
        {
            "join": {"secret": secret},
            "desk:uninvite": {"pk": invitation.pk},
            "desk:role_revoke": {"pk": role.pk},
            "desk:reset_link": {"pk": role.user_id},
            **{route: {"pk": device.pk} for route in _OF_DEVICES},
            **{route: {"device": device.pk} for route in _OF_API_DEVICES},
            "device": {"token": device_token},
            "tournaments:entry_pin": own,
            "token_revoke": {"id8": token.id8},
            "api:token": {"id8": token.id8},
            "password_reset_confirm": {"uidb64": uid, "token": reset},
            **{route: {"game": pairing.game_id, "version": 1} for route in _OF_GAMES},
        }
    )


def _rate(*scenes: Scene) -> None:
    """Ratings, as the worker would work them out."""
    found = RatingList.objects.get()
    found.name = "บัญชีหลัก"
    found.save()
    job = list_enqueue(found.pk)
    recompute_list(job.pk)
    found.refresh_from_db()
    for scene in scenes:
        count = chances_enqueue(division_id=scene.division.pk, after_round=1)
        assert count is not None
        scene.special["api:job"] = {"job": count.pk, "rating_job": job.pk}
        rated = RatedEvent.objects.get(rating_list=found, division=scene.division)
        own = {"rating_list": found.slug, "rated_event": rated.pk, "rating_run": found.current_run_id}
        for route in _OF_OFFICERS:
            scene.special[route] = own
        for route in ("ratings:event", "ratings:event_csv", "api:rating-event", "ratings:why", "api:rating-why"):
            scene.special[route] = {"slug": found.slug, "round": rated.pk}
        for route in ("ratings:list", "ratings:list_csv", "ratings:events", "ratings:player_list"):
            scene.special[route] = {"slug": found.slug}
        for route in ("api:rating-list", "api:rating-events"):
            scene.special[route] = {"slug": found.slug}
        for route in ("ratings:player_against", "api:player-opponent"):
            scene.special[route] = {"other": _met_by_the_player(scene)}
    _read_in(scenes, found)
    _found_to_be_one(scenes)


def _found_to_be_one(scenes: Sequence[Scene]) -> None:
    """Two of whom nobody has heard, merged, and a third who may be the scene's player."""
    kept, gone, third = (player_create(name=f"คนที่ {number}") for number in (1, 2, 3))
    change = players_merge(keep_id=kept.pk, gone_id=gone.pk, actor=HAND, reason="ชื่อเดิม")
    for scene in scenes:
        scene.special["ratings_desk:identity_undo"] = {"change": change.pk}
        scene.special["ratings_desk:merge"] = {"gone": third.number}
        for route in ("ratings_desk:dismiss", "ratings_desk:bring_back"):
            scene.special[route] = {"other": third.number}


def _read_in(scenes: Sequence[Scene], found: RatingList) -> None:
    """A federation's list with somebody in it."""
    official = RatingList.objects.create(
        slug="federation", name="บัญชีสหพันธ์", ruleset=found.ruleset, system="external", order=9
    )
    text = "เลขสมาชิก,ชื่อ,เรตติ้ง\n0001,สมาชิก คนหนึ่ง,1500\n"
    file = ratings_read(official, text.encode(), filename="รายชื่อ")
    external_import(list_id=official.pk, file=file, as_of=timezone.localdate(), actor=HAND)
    member = official.external_ratings.get()
    for scene in scenes:
        for route in ("ratings_desk:import", "ratings_desk:export"):
            scene.special[route] = {"slug": found.slug}
        scene.special["ratings_desk:members"] = {"slug": official.slug}
        scene.special["ratings_desk:member_link"] = {"member": member.pk}


def _met_by_the_player(scene: Scene) -> int:
    """The number of whoever the scene's player met in the first round."""
    pairing = Pairing.objects.get(
        round__division=scene.division,
        round__number=1,
        seats__entry__members__player__number=scene.values["player"],
    )
    members = EntryMember.objects.filter(entry__seats__pairing=pairing)
    return members.exclude(player__number=scene.values["player"]).get().player.number


def _report(pairing: Any, report: Report, *, place: int | None = None) -> None:
    result_enter(
        pairing_id=pairing.pk,
        report=report,
        actor=HAND,
        source=Result.Source.DESK if place is None else Result.Source.PLAYER,
        reported_by_place=place,
        expected_version=0 if place is None else None,
    )


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with django_db_blocker.unblock(), raised() as made:
        yield made
