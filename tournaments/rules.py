"""Who may do what in an event: predicates over (user, tournament)."""

import rules

from players.models import Player, User

from .models import Role, Tournament

DIRECTOR, ASSISTANT, SCORER, VIEWER = Role.Kind.DIRECTOR, Role.Kind.ASSISTANT, Role.Kind.SCORER, Role.Kind.VIEWER


def roles_of(user: User, tournament: Tournament) -> frozenset[str]:
    """The user's roles here, read once per user object and event."""
    if not user.is_authenticated:
        return frozenset()
    kept: dict[int, frozenset[str]] = user.__dict__.setdefault("_roles_by_tournament", {})
    if tournament.pk not in kept:
        kept[tournament.pk] = frozenset(
            Role.objects.filter(user=user, tournament=tournament).values_list("role", flat=True)
        )
    return kept[tournament.pk]


def _one_of(*kinds: str) -> rules.Predicate:
    @rules.predicate(f"one of {', '.join(kinds)}")
    def has(user: User, tournament: Tournament | None) -> bool:
        if tournament is None or not user.is_active:
            return False
        return user.is_superuser or not roles_of(user, tournament).isdisjoint(kinds)

    return has


is_director = _one_of(DIRECTOR)
is_staff = _one_of(DIRECTOR, ASSISTANT)
is_scorer = _one_of(DIRECTOR, ASSISTANT, SCORER)
is_anyone = _one_of(DIRECTOR, ASSISTANT, SCORER, VIEWER)

#: Settings, roles, deleting, corrections of closed rounds.
rules.add_perm("tournaments.direct", is_director)
#: Registration, pairing, publishing, closing.
rules.add_perm("tournaments.run", is_staff)
#: Results of an open round.
rules.add_perm("tournaments.score", is_scorer)
#: The desk's pages, drafts and the log.
rules.add_perm("tournaments.look", is_anyone)


@rules.predicate("runs every event the player is in")
def runs_all_of(user: User, player: Player | None) -> bool:
    if player is None or not user.is_active:
        return False
    if user.is_superuser:
        return True
    events = set(player.memberships.values_list("division__tournament_id", flat=True))
    run = Role.objects.filter(user=user, tournament__in=events, role__in=(DIRECTOR, ASSISTANT))
    return events == set(run.values_list("tournament_id", flat=True))


@rules.predicate("the name is shown to everybody, or in an event of theirs")
def knows_name_of(user: User, player: Player | None) -> bool:
    if player is None or not user.is_active:
        return False
    if player.public_name_mode == Player.PublicName.FULL or user.is_superuser or player.user_id == user.pk:
        return True
    events = player.memberships.values("division__tournament_id")
    return Role.objects.filter(user=user, tournament__in=events).exists()


#: Whoever may read a hidden name already: a number alone must not open it.
rules.add_perm("tournaments.know", knows_name_of)
#: A person's name, which every event shows, and the login that speaks for the person; the object is a Player.
rules.add_perm("tournaments.rename", runs_all_of)
