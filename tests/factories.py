"""Rows for tests, made through the services that make them on the site, and a fixed cast of people.

``cast(tournament)`` gives a director, a director of another event, an assistant, a scorer, a player in the event, a
player not in it, and a stranger; anonymous is nobody.
"""

import datetime
import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from common.actor import Actor
from players.models import Player, User
from players.services import player_create
from tournaments.models import Division, Entry, Pairing, Result, Role, Round, Tournament
from tournaments.services.drafts import round_pair
from tournaments.services.events import division_create, tournament_create
from tournaments.services.registration import NewEntry, entry_add
from tournaments.services.reports import Report
from tournaments.services.results import Entered, result_enter
from tournaments.services.rounds import round_publish

TEST = Actor.system("test")
DAY = datetime.date(2026, 11, 29)
_count = itertools.count(1)


def make_user(name: str = "", **fields: Any) -> User:
    return User.objects.create_user(username=name or f"user{next(_count)}", password="number-tiles", **fields)


def actor_for(user: User) -> Actor:
    return Actor(kind="user", label=str(user), user_id=user.pk)


def make_tournament(
    *, director: User | None = None, slug: str = "", public: bool = True, **more: Any
) -> Tournament:
    return tournament_create(
        name=more.pop("name", "School cup"),
        slug=slug or f"cup{next(_count)}",
        starts_on=more.pop("starts_on", DAY),
        is_public=public,
        actor=actor_for(director) if director else TEST,
        **more,
    )


def make_division(
    tournament: Tournament | None = None, *, entries: int = 0, names: Sequence[str] = (), **settings: Any
) -> Division:
    """A division with ``entries`` numbered players, or those named, none of them rated."""
    tournament = tournament or make_tournament()
    division = division_create(
        tournament_id=tournament.pk,
        name=settings.pop("name", f"Division {next(_count)}"),
        ruleset=settings.pop("ruleset", "amath"),
        actor=TEST,
        **settings,
    )
    for name in names or [f"Player {division.pk} {number}" for number in range(1, entries + 1)]:
        make_entry(division, name)
    return division


def make_entry(division: Division, name: str, **more: Any) -> Entry:
    return entry_add(division_id=division.pk, new=NewEntry(names=(name,), **more), actor=TEST)


def entry_named(division: Division, name: str) -> Entry:
    return Entry.objects.get(division=division, members__player__name=name)


def publish_round(division: Division, number: int, **options: Any) -> Round:
    round_ = round_pair(division_id=division.pk, number=number, actor=TEST, seed=options.pop("seed", 1), **options)
    return round_publish(round_id=round_.pk, actor=TEST)


def fixed_round(division: Division, number: int, pairs: Sequence[tuple[str, str]], *, bye: str = "") -> Round:
    """A published round with just these pairs; the first of each starts."""
    locked = [(entry_named(division, a).pk, entry_named(division, b).pk) for a, b in pairs]
    byes = [entry_named(division, bye).pk] if bye else []
    return publish_round(division, number, locked_pairs=locked, locked_byes=byes)


def pairing_of(round_: Round, name: str) -> Pairing:
    return Pairing.objects.get(round=round_, seats__entry__members__player__name=name)


def enter(pairing: Pairing, first: int, second: int, *, actor: Actor = TEST, **more: Any) -> Entered:
    """A result from the desk, as of the version that is there."""
    version = Result.objects.filter(pairing=pairing).count()
    report = Report(first=first, second=second, components=more.pop("components", None))
    return result_enter(
        pairing_id=pairing.pk,
        report=report,
        actor=actor,
        source=Result.Source.DESK,
        expected_version=more.pop("expected_version", version),
        **more,
    )


def enter_named(round_: Round, name: str, own: int, other: int, **more: Any) -> Entered:
    """A result as somebody would say it: this player's score, then the opponent's."""
    pairing = pairing_of(round_, name)
    first = pairing.seats.get(entry__members__player__name=name).place == 0
    return enter(pairing, *((own, other) if first else (other, own)), **more)


def play_round(
    division: Division, number: int, *, score: Callable[[random.Random], int] | None = None, **options: Any
) -> Round:
    """Pair, publish and play a round with seeded scores."""
    round_ = publish_round(division, number, **options)
    rng = random.Random(number)
    draw = score or (lambda r: r.randint(180, 520))
    for pairing in round_.pairings.exclude(table=None).order_by("table"):
        enter(pairing, draw(rng), draw(rng))
    return round_


@dataclass(frozen=True)
class Cast:
    director: User
    assistant: User
    scorer: User
    viewer: User
    other_director: User
    player_inside: User
    player_outside: User
    stranger: User
    superuser: User


def cast(tournament: Tournament) -> Cast:
    """Everybody of the permission matrix; whoever has a role here has it in ``tournament`` only."""
    other = make_tournament()

    def staff(kind: str, event: Tournament) -> User:
        user = make_user(f"{kind}-{event.slug}-{next(_count)}")
        Role.objects.create(user=user, tournament=event, role=kind)
        return user

    inside, outside = make_user(), make_user()
    member = Player.objects.filter(memberships__entry__division__tournament=tournament, user=None).first()
    member = member or player_create(name="Player inside")
    Player.objects.filter(pk=member.pk).update(user=inside)
    Player.objects.filter(pk=player_create(name=f"Outsider {next(_count)}").pk).update(user=outside)
    return Cast(
        director=staff(Role.Kind.DIRECTOR, tournament),
        assistant=staff(Role.Kind.ASSISTANT, tournament),
        scorer=staff(Role.Kind.SCORER, tournament),
        viewer=staff(Role.Kind.VIEWER, tournament),
        other_director=staff(Role.Kind.DIRECTOR, other),
        player_inside=inside,
        player_outside=outside,
        stranger=make_user(),
        superuser=make_user(f"root{next(_count)}", is_superuser=True, is_staff=True),
    )
