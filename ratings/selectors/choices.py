"""For which lists a division counts: by its game and kind, or as its director has named them."""

from collections import Counter
from dataclasses import dataclass

from tournaments.models import Division, DivisionKind

from ..models import EXTERNAL, DivisionChoice, RatedEvent, RatingList, StaleMark
from .lists import lists_of_ruleset, ruleset_name
from .unrated import unrated_games

#: Kinds of division at a list of juniors.
SCHOOL = frozenset({DivisionKind.PRIMARY, DivisionKind.LOWER_SECONDARY, DivisionKind.UPPER_SECONDARY})


@dataclass(frozen=True, slots=True)
class DivisionList:
    """A list that a division could count for. ``event`` None: nothing of the division has come to it.

    ``counts``: it does, or will with the first result. ``by_default``: it would if nobody had named lists.
    ``state``: ``unrated`` (the division's games are not), ``left_out``, ``later`` (with the first result),
    ``waiting``, ``returned`` (``event.reason`` says why), ``nothing`` (no rated game yet), ``projection`` or
    ``published``. ``stale``: new numbers are being worked out. ``unrated`` counts games by reason.
    """

    rating_list: RatingList
    event: RatedEvent | None
    counts: bool
    by_default: bool
    state: str
    stale: bool
    games: int
    unrated: tuple[tuple[str, int], ...]


def own_lists(division: Division) -> list[RatingList]:
    """The lists of its game in which games are rated."""
    return [found for found in lists_of_ruleset(division.ruleset) if not found.is_external]


def suits(kind_of_list: str, kind_of_division: str) -> bool:
    """Whether a list counts divisions of a kind by itself: the open list counts all.

    >>> suits("open", "primary"), suits("juniors", "primary"), suits("juniors", "adult"), suits("adult", "open")
    (True, True, False, False)
    """
    if kind_of_list == RatingList.Kind.JUNIORS:
        return kind_of_division in SCHOOL
    return kind_of_list in (RatingList.Kind.OPEN, kind_of_division)


def choice_of(division: Division) -> DivisionChoice:
    """What the director has named; an unsaved row where nothing is."""
    found = DivisionChoice.objects.select_related("seeds_from").filter(division=division).first()
    return found or DivisionChoice(division=division)


def lists_to_open(division: Division) -> list[RatingList]:
    """The lists that take the division when it begins to play, where nobody has named any: by game and kind."""
    if DivisionChoice.objects.filter(division=division, lists_named=True).exists():
        return []
    return [found for found in own_lists(division) if suits(found.kind, division.kind)]


def lists_of_division(division: Division) -> list[DivisionList]:
    """Every own list of its game, with how the division stands in it. A handful of queries, and five more a list
    that knows the division.
    """
    named = choice_of(division).lists_named
    events = {event.rating_list_id: event for event in RatedEvent.objects.filter(division=division)}
    stale = set(StaleMark.objects.filter(division_id=division.pk).values_list("rating_list_id", flat=True))
    found = []
    for rating_list in own_lists(division):
        event = events.get(rating_list.pk)
        default = suits(rating_list.kind, division.kind)
        counts = event.state != RatedEvent.State.LEFT_OUT if event else default and not named
        state = _state(division, event, counts)
        reasons: Counter[str] = Counter()
        if event is not None and state in ("nothing", "projection", "published"):
            event.division = division
            reasons = Counter(game.reason for game in unrated_games(event))
        found.append(
            DivisionList(
                rating_list=rating_list,
                event=event,
                counts=counts,
                by_default=default,
                state=state,
                stale=rating_list.pk in stale,
                games=event.games if event else 0,
                unrated=tuple(reasons.most_common()),
            )
        )
    return found


def _state(division: Division, event: RatedEvent | None, counts: bool) -> str:
    if not division.rated:
        return "unrated"
    if not counts:
        return "left_out"
    if event is None:
        return "later"
    if event.state == RatedEvent.State.WAITING:
        return "waiting"
    if event.state == RatedEvent.State.REFUSED:
        return "returned"
    if not event.games:
        return "nothing"
    return "published" if event.over else "projection"


def seeding_choices(division: Division) -> list[RatingList]:
    """Lists whose numbers can be pinned to the division's entries: own ones and federations'."""
    lists = RatingList.objects.filter(ruleset=ruleset_name(division.ruleset))
    return sorted(lists, key=lambda found: (found.system == EXTERNAL, found.order, found.pk))
