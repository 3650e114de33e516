"""Games recorded through the service that records them: a few moves are a sheet, and an agreement ends it."""

import uuid
from typing import Any

from common.actor import Actor
from games.models import Sheet
from games.ports import Rights
from games.services.log import Sent
from games.services.recording import Recorded, event_record
from tests.factories import TEST
from tournaments.models import Pairing

#: Worth 8 points to whoever starts.
OPENING = {"start": "8F", "dir": "across", "tiles": ["7", "+/-:-", "2", "?:=", "5"]}
MAY, DIRECTS = Rights(may_record=True), Rights(may_record=True, directs=True)


def record(
    pairing: Pairing,
    kind: str,
    *,
    side: int | None = None,
    actor: Actor = TEST,
    rights: Rights = MAY,
    target_seq: int | None = None,
    reason: str = "",
    payload: dict[str, Any] | None = None,
) -> Recorded:
    """One event, put at the head of the game's log."""
    assert pairing.game_id is not None
    head = Sheet.objects.filter(pk=pairing.game_id).values_list("head_seq", flat=True).first() or 0
    sent = Sent(
        client_event_id=uuid.uuid4(),
        seq=head + 1,
        kind=kind,
        side=side,
        payload=payload or {},
        target_seq=target_seq,
        reason=reason,
    )
    recorded, _position = event_record(game_id=pairing.game_id, sent=sent, actor=actor, rights=rights)
    return recorded


def begin(pairing: Pairing) -> None:
    """8 points for the first, and the second to move."""
    record(pairing, "play", side=0, payload=OPENING)


def end(pairing: Pairing, **more: Any) -> None:
    """Over, by agreement: whatever is on the racks stays there."""
    record(pairing, "end", payload={"reason": "agreed"}, **more)


def finished(pairing: Pairing) -> None:
    """A whole sheet: 8 points to none."""
    begin(pairing)
    end(pairing)
