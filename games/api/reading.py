"""From what a client sends to what the services take."""

from collections.abc import Mapping
from typing import Any

from ..models import GameEvent
from ..services.log import Sent

K = GameEvent.Kind
_MOVE = ("start", "dir", "tiles", "count", "rack", "racks", "opponent_rack", "used_ms", "points")
_SIDES = {"p1": 0, "p2": 1}
#: Which kinds have what stands beside the move itself; anywhere else it is refused as the engine refuses a field
#: that a move does not have.
_AIMED = (K.CHALLENGE, K.UNDO, K.VOID, K.REPLACE)
_REASONED = (K.END, K.UNDO, K.VOID, K.REPLACE, K.ARBITER_ADJUSTMENT)


def payload_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's data of a move; ``blocks`` are tiles, and an end's ``reason`` is part of it."""
    data = {name: values[name] for name in _MOVE if name in values}
    if "blocks" in values:
        # Beside `tiles` they are a field too many.
        data["blocks" if "tiles" in data else "tiles"] = values["blocks"]
    kind = values["type"]
    if "reason" in values:
        if kind == K.END or kind not in _REASONED:
            data["reason"] = values["reason"]
        elif kind == K.ARBITER_ADJUSTMENT:
            data["remark"] = values["reason"]
    if "target_seq" in values and kind not in _AIMED:
        data["target_seq"] = values["target_seq"]
    if "event" in values and kind != K.REPLACE:
        data["event"] = values["event"]
    return data


def sent_of(values: Mapping[str, Any]) -> Sent:
    kind = values["type"]
    side = _SIDES.get(values.get("player", ""))
    payload = payload_of(values)
    reason = "" if kind == K.END else values.get("reason", "")
    if kind == K.REPLACE and "event" in values:
        event = values["event"]
        side = _SIDES.get(event.get("player", ""))
        payload |= {"type": event["type"], "data": payload_of(event)}
    return Sent(
        client_event_id=values["client_event_id"],
        seq=values["seq"],
        kind=kind,
        side=side,
        payload=payload,
        target_seq=values.get("target_seq"),
        reason=reason,
        occurred_at=values.get("occurred_at"),
        clock_ms=values.get("clock_ms"),
        claimed_score=values.get("claimed_score"),
        claimed_total=values.get("claimed_total"),
    )
