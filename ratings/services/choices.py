"""What a director names for a division, and what follows from what a division and its players are."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Refused
from tournaments.models import Division, EntryMember
from tournaments.services.touch import division_lock, division_log

from ..models import DivisionChoice, RatedEvent, RatingList
from ..selectors.choices import choice_of, own_lists, seeding_choices, suits
from .stale import division_results_changed, event_open, lists_mark

State = RatedEvent.State


@transaction.atomic
def division_lists_set(
    *, division_id: int, list_ids: Collection[int] | None, seeds_from: int | None, actor: Actor
) -> DivisionChoice:
    """Name the lists for which a division counts (None: again those that follow from its game and kind), and the
    list whose numbers its new entries get (None: the game's own for its kind).

    A list that is left out is rated without the division, one that comes back or is added with it, once its officer
    has no word against it: what was returned stays returned.
    """
    division = division_lock(division_id)
    known = {found.pk: found for found in own_lists(division)}
    seeding = {found.pk: found for found in seeding_choices(division)}
    if list_ids is not None and not set(list_ids) <= known.keys():
        raise Refused("ratings.list_of_other_game", _("There is no such list of this game."), field="lists")
    if seeds_from is not None and seeds_from not in seeding:
        raise Refused("ratings.list_of_other_game", _("There is no such list of this game."), field="seeds_from")
    choice = choice_of(division)
    before = _told(division, choice)
    choice.lists_named, choice.seeds_from = list_ids is not None, seeding[seeds_from] if seeds_from else None
    choice.save()
    wanted = _by_kind(division) if list_ids is None else {known[pk].pk for pk in list_ids}
    _bring_about(division, wanted, open_new=list_ids is not None)
    after = _told(division, choice)
    if after != before:
        data = {"before": before, "after": after}
        division_log(division, "division.ratings_set", actor, kind="division", pk=division.pk, data=data)
    return choice


@transaction.atomic
def division_lists_follow(*, division_id: int) -> None:
    """The division is for others than it was: other lists count it, unless its director has named them; and its
    newcomers may start elsewhere. Before its first report there is nothing to change.
    """
    division = Division.objects.select_related("tournament").filter(pk=division_id).first()
    if division is None or not RatedEvent.objects.filter(division=division).exists():
        return
    if not choice_of(division).lists_named:
        _bring_about(division, _by_kind(division), open_new=False)
    division_results_changed(division_id=division_id)


@transaction.atomic
def players_born_changed(*, player_ids: Iterable[int]) -> None:
    """Lists that go by age are rated anew from the first event of each of these players on."""
    divisions = EntryMember.objects.filter(player_id__in=list(player_ids)).values("division_id")
    rated = (
        RatedEvent.objects.filter(Q(state=State.ACCEPTED) | Q(games__gt=0), division__in=divisions)
        .select_related("rating_list")
        .order_by("division__tournament__starts_on", "division_id")
    )
    first: dict[int, int] = {}
    for event in rated:
        if event.division_id is not None and goes_by_age(event.rating_list):
            first.setdefault(event.rating_list_id, event.division_id)
    for list_id, division_id in first.items():
        lists_mark([list_id], division_id)


def goes_by_age(rating_list: RatingList) -> bool:
    """Whether any of the list's parameters, of any day, asks how old a player is."""
    return "_by_age" in str(rating_list.parameters)


def _by_kind(division: Division) -> set[int]:
    return {found.pk for found in own_lists(division) if suits(found.kind, division.kind)}


def _bring_about(division: Division, wanted: set[int], *, open_new: bool) -> None:
    """Let the division count for the wanted lists and for no others. An officer's refusal stays."""
    events = {
        event.rating_list_id: event for event in RatedEvent.objects.select_for_update().filter(division=division)
    }
    touched = []
    for rating_list in own_lists(division):
        event = events.get(rating_list.pk)
        if event is None:
            # Named lists have an event each, so that it can be seen who is in and who is left out; lists that
            # follow by themselves take the division with its first report.
            if open_new or (events and rating_list.pk in wanted):
                event = event_open(rating_list, division)
                if rating_list.pk not in wanted:
                    _set(event, State.LEFT_OUT)
                touched += [rating_list.pk] if event.state == State.ACCEPTED else []
        elif rating_list.pk in wanted and event.state == State.LEFT_OUT:
            back = event.decided_at is not None or rating_list.accepts_by_itself
            _set(event, State.ACCEPTED if back else State.WAITING)
            touched += [rating_list.pk] if back else []
        elif rating_list.pk not in wanted and event.state in (State.ACCEPTED, State.WAITING):
            counted = event.state == State.ACCEPTED or event.games > 0
            _set(event, State.LEFT_OUT)
            touched += [rating_list.pk] if counted else []
    lists_mark(touched, division.pk)


def _set(event: RatedEvent, state: RatedEvent.State) -> None:
    event.state = state
    event.save(update_fields=["state"])


def _told(division: Division, choice: DivisionChoice) -> dict[str, object]:
    """The choice as the log shows it."""
    events = RatedEvent.objects.filter(division=division).exclude(state=State.LEFT_OUT)
    named = list(events.order_by("rating_list").values_list("rating_list__name", flat=True))
    return {
        "lists": named if choice.lists_named else None,
        "seeds_from": choice.seeds_from.name if choice.seeds_from else None,
    }
