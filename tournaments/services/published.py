"""A published round put right by a director: two entries change places where nobody has played, with a reason."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.actor import Actor
from common.errors import Conflict, Refused
from games.models import Sheet, Side, SidePlayer
from games.services.log import sheets_make

from ..models import EntryMember, Pairing, Result, Round, Seat
from .chances import chances_enqueue
from .result_store import reason_given
from .rounds import check_version, round_locked
from .touch import division_log, division_touch, results_touch

_BY_HAND = [{"manual": True}]


@transaction.atomic
def published_swap(
    *, round_id: int, entry_a: int, entry_b: int, reason: str, actor: Actor, expected_version: int | None = None
) -> Round:
    """Let two entries of a published round change places; two at one table change who starts.

    Only where neither game has a result or an event on its scoresheet: what was played stays with who played it. A
    bye goes over with the credit it gives. Errors: ``round.not_published``, ``round.closed``, ``round.stale``,
    ``round.swap_invalid``, ``round.played_already`` with the tables, ``result.reason_missing``.
    """
    why = reason_given(reason)
    _sheets_lock(round_id, (entry_a, entry_b))
    round_ = round_locked(round_id)
    check_version(round_, expected_version)
    _check_state(round_)
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry_id__in=(entry_a, entry_b)).select_related(
            "entry", "pairing"
        )
    }
    if entry_a == entry_b or len(seats) != 2:
        raise Refused("round.swap_invalid", _("Choose two different entries of this round."), field="entry")
    one, two = seats[entry_a], seats[entry_b]
    pairings = [one.pairing, two.pairing] if one.pairing_id != two.pairing_id else [one.pairing]
    _check_unplayed(pairings)
    # An entry has one seat and a seat one entry: take both away, then set them down anew.
    Seat.objects.filter(pk__in=(one.pk, two.pk)).delete()
    Seat.objects.bulk_create(
        [
            Seat(round=round_, entry_id=entry_a, pairing_id=two.pairing_id, place=two.place),
            Seat(round=round_, entry_id=entry_b, pairing_id=one.pairing_id, place=one.place),
        ]
    )
    Pairing.objects.filter(pk__in=[pairing.pk for pairing in pairings]).update(reasons=_BY_HAND)
    for pairing in pairings:
        _seat_players(pairing)
    round_.version += 1
    round_.save(update_fields=["version"])
    data = {
        "round": round_.number,
        "entries": [one.entry.number, two.entry.number],
        "tables": sorted(pairing.table for pairing in pairings if pairing.table is not None),
        "reason": why,
    }
    division_log(round_.division, "round.corrected", actor, kind="round", pk=round_.pk, data=data)
    if any(pairing.table is None for pairing in pairings):
        results_touch(division=round_.division, from_round=round_.number, actor=actor)
    else:
        division_touch(round_.division_id)
    chances_enqueue(division_id=round_.division_id, after_round=round_.number - 1)
    return round_


def _sheets_lock(round_id: int, entries: tuple[int, int]) -> None:
    """Whoever records holds the sheet and then asks for the division: the same order here. A game without a sheet
    gets one, or its first event would come in between.
    """
    games = Pairing.objects.filter(round_id=round_id, seats__entry_id__in=entries).exclude(game=None)
    ids = sorted({game for game in games.values_list("game_id", flat=True) if game is not None})
    sheets_make(ids)
    list(Sheet.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk", flat=True))


def _check_state(round_: Round) -> None:
    if round_.state == Round.State.DRAFT:
        raise Conflict("round.not_published", _("This round is not published yet."))
    if round_.state == Round.State.CLOSED:
        raise Conflict("round.closed", _("This round is closed: who met whom stays as it is."))


def _check_unplayed(pairings: list[Pairing]) -> None:
    with_results = (
        Result.objects.filter(pairing__in=pairings, state__in=Result.LIVE)
        .exclude(source=Result.Source.SYSTEM, outcome=Result.Outcome.BYE)
        .values_list("pairing_id", flat=True)
    )
    games = [pairing.game_id for pairing in pairings if pairing.game_id is not None]
    begun = set(Sheet.objects.filter(pk__in=games, head_seq__gt=0).values_list("pk", flat=True))
    played = {*with_results, *(pairing.pk for pairing in pairings if pairing.game_id in begun)}
    tables = sorted(pairing.table or 0 for pairing in pairings if pairing.pk in played)
    if tables:
        raise Conflict(
            "round.played_already",
            _("There is a result or a begun scoresheet at table %(tables)s: those who played it stay there.")
            % {"tables": ", ".join(map(str, tables))},
            extra={"tables": tables},
        )


def _seat_players(pairing: Pairing) -> None:
    """The game's sides are the people of the entries that sit there now."""
    if pairing.game_id is None:
        return
    places = dict(Seat.objects.filter(pairing=pairing).values_list("place", "entry_id"))
    people: dict[int, list[int]] = {}
    for entry, player in EntryMember.objects.filter(entry_id__in=places.values()).values_list(
        "entry_id", "player_id"
    ):
        people.setdefault(entry, []).append(player)
    SidePlayer.objects.filter(side__game_id=pairing.game_id).delete()
    SidePlayer.objects.bulk_create(
        SidePlayer(side=side, player_id=player)
        for side in Side.objects.filter(game_id=pairing.game_id)
        for player in people.get(places[side.place], ())
    )
