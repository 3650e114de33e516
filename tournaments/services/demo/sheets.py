"""Scoresheets for the demo, from games that the engine's players had against each other."""

from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone

from common.actor import Actor
from common.models import Token
from games.engine.notation import Record
from games.engine.wire import move_data, move_kind
from games.ports import Rights
from games.services.log import Sent
from games.services.recording import batch_record
from games.services.records import record_import, record_read

from ...models import Device, Division, Pairing, Tournament
from ..devices import device_create, device_enrol

#: Kept as text: to play them out anew would take longer than all the rest of the demo.
_RECORDS = Path(__file__).parent / "records"


def sheet_from_paper(pairing: Pairing, name: str, actor: Actor) -> None:
    """The whole game, typed up by a scorer after it was over."""
    record_import(
        game_id=pairing.game_id or 0,
        record=_record(name),
        actor=actor,
        rights=Rights(may_record=True, looks=True),
        chain=pairing.round.division.log_chain,
        reason="พิมพ์จากใบบันทึกคะแนน",
    )


def sheet_from_tablet(pairing: Pairing, name: str, device: Device) -> None:
    """The game as the table's tablet sent it, as far as the record goes."""
    record = _record(name)
    items = [
        Sent(
            uuid5(NAMESPACE_URL, f"kradan-demo/{pairing.game_id}/{seq}"),
            seq,
            move_kind(entry.move),
            entry.side,
            move_data(record.rules, entry.move),
        )
        for seq, entry in enumerate(record.entries, 1)
        if entry.move is not None
    ]
    actor = Actor("token", device.label, token_id=device.token_id)
    outcomes, _position, _head = batch_record(
        game_id=pairing.game_id or 0, items=items, actor=actor, rights=Rights(may_record=True)
    )
    for outcome in outcomes:
        if outcome.error is not None:
            raise outcome.error
    # As any request of the tablet would leave it.
    Token.objects.filter(device=device).update(last_used_at=timezone.now())


def _record(name: str) -> Record:
    return record_read((_RECORDS / f"{name}.txt").read_bytes())


def tablets(tournament: Tournament, division: Division, actor: Actor) -> Device:
    """One tablet that is enrolled, at tables 3 and 4, and one whose code waits. Answers the first."""
    label = "แท็บเล็ต 1"
    _device, code = device_create(tournament=tournament, label=label, division=division, tables=[3, 4], actor=actor)
    device_create(tournament=tournament, label="แท็บเล็ต 2", division=division, tables=[5], actor=actor)
    device, _token = device_enrol(code=code, actor=actor, app="Kradan demo")
    return device
