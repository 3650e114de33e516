"""The event's log through the API: who did what, and the chain that shows that nothing of it was changed."""

import re
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.models import LogChain, LogEntry
from common.openapi import PAGING, operation
from common.pagination import page_of
from common.query import QueryShape, QueryWhole, query_of
from common.rest import ApiView
from common.shapes import MAX_INTEGER
from common.text import clean

from ..selectors.log import log_entries
from .access import writing
from .events import EVENT

_THING = r"[a-z_]{1,40}:[1-9][0-9]{0,16}"
_WORDS = {"type": "string", "minLength": 1, "maxLength": 200}
_MOMENT = serializers.DateTimeField()


class LogQuery(QueryShape):
    q = serializers.CharField(max_length=200, required=False, trim_whitespace=False)
    action = serializers.CharField(max_length=200, required=False, trim_whitespace=False)
    who = serializers.CharField(max_length=200, required=False, trim_whitespace=False)
    object = serializers.RegexField(re.compile(rf"\A{_THING}\Z"), required=False, trim_whitespace=False)
    after_seq = QueryWhole(min_value=0, max_value=MAX_INTEGER, required=False)


_FILTERS = (
    OpenApiParameter("q", _WORDS, description="In who did it, the action and all values."),
    OpenApiParameter("action", _WORDS, description="Exactly, as `result.changed`."),
    OpenApiParameter("who", _WORDS, description="Exactly, as an entry's `who`."),
    OpenApiParameter(
        "object", {"type": "string", "pattern": f"^{_THING}$"}, description="Its kind and id, as `entry:12`."
    ),
    OpenApiParameter(
        "after_seq",
        {"type": "integer", "minimum": 0, "maximum": MAX_INTEGER},
        description="Only what is newer than the entry of this number.",
    ),
)


class LogObjectOut(serializers.Serializer):
    """What it was done to."""

    kind = serializers.CharField()
    id = serializers.IntegerField(allow_null=True)


class LogEntryOut(serializers.Serializer):
    """One thing that was done. A person may have had the detail erased: that it was done stays."""

    seq = serializers.IntegerField(help_text="From 1, without a gap.")
    at = serializers.DateTimeField()
    action = serializers.CharField(help_text="Open list.")
    who = serializers.CharField(allow_null=True, help_text="How the log names them; null where erased.")
    object = LogObjectOut()
    data = serializers.DictField(
        allow_null=True,
        help_text="Values, among them `before`, `after` and `reason`; null where erased. Addresses (`ip`) are for "
        "directors alone.",
    )
    erased_at = serializers.DateTimeField(allow_null=True)
    digest = serializers.CharField(help_text="Of who and data, salted: it tells nothing of them.")
    hash = serializers.CharField(
        help_text="SHA-256, in hexadecimal, of the JSON array [hash before it (empty for the first), key of the "
        "chain, seq, at (in UTC, +00:00), action, object.kind, object.id, digest] without spaces, in UTF-8."
    )


class ChainOut(serializers.Serializer):
    """The newest entry of the whole log, whatever was asked for. Keep it: a log that was rewritten has another
    hash there."""

    key = serializers.CharField()
    head_seq = serializers.IntegerField(help_text="0: nothing is in it.")
    head_hash = serializers.CharField(allow_blank=True)


class LogOut(serializers.Serializer):
    items = LogEntryOut(many=True)
    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    chain = ChainOut()


EXAMPLE: dict[str, Any] = {
    "items": [
        {
            "seq": 118,
            "at": "2026-11-28T10:12:05.120311+07:00",
            "action": "entry.withdrawn",
            "who": "ดาว",
            "object": {"kind": "entry", "id": 412},
            "data": {"division": "open", "number": 12, "reason": "left the hall", "request": "r-6f1c0a2b9d3e4f58"},
            "erased_at": None,
            "digest": "9b1f0c6e2f5a4d8b7c3e1a0f9d2b4c6e8f0a1b3c5d7e9f1a2b4c6d8e0f2a4b6c",
            "hash": "4e7d2c9a0b8f6e5d3c1a9f7e5d3b1c0a8f6e4d2c0b9a7f5e3d1c9b7a5f3e1d0c",
        },
        {
            "seq": 117,
            "at": "2026-11-28T10:11:41.004872+07:00",
            "action": "entry.added",
            "who": None,
            "object": {"kind": "entry", "id": 411},
            "data": None,
            "erased_at": "2027-01-15T09:00:00.500000+07:00",
            "digest": "1a2b4c6d8e0f2a4b6c9b1f0c6e2f5a4d8b7c3e1a0f9d2b4c6e8f0a1b3c5d7e9f",
            "hash": "3e1d0c4e7d2c9a0b8f6e5d3c1a9f7e5d3b1c0a8f6e4d2c0b9a7f5e3d1c9b7a5f",
        },
    ],
    "next": None,
    "chain": {
        "key": "tournament:7",
        "head_seq": 118,
        "head_hash": "4e7d2c9a0b8f6e5d3c1a9f7e5d3b1c0a8f6e4d2c0b9a7f5e3d1c9b7a5f3e1d0c",
    },
}


class EventLog(ApiView):
    @operation(
        "tournaments_log",
        "Read the event's log",
        tag="tournaments",
        login=True,
        answers={200: LogOut},
        example=EXAMPLE,
        problems=["not_found"],
        parameters=[EVENT, *PAGING, *_FILTERS],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The audit trail, the newest first, for the event's staff. Each entry's hash covers the one before it.

        To stay informed ask with `after_seq` for what is newer than the `chain.head_seq` of the last first page.
        """
        access = writing(request, slug, "tournaments.look")
        asked = query_of(request, LogQuery)
        # The head first: what is written meanwhile is newer than it, and comes with the next question.
        head = LogChain.objects.filter(key=access.tournament.log_chain).first()
        rows = log_entries(
            access.tournament,
            q=clean(asked.get("q", "")),
            action=asked.get("action", ""),
            who=asked.get("who", ""),
            thing=asked.get("object", ""),
        )
        rows = rows.filter(seq__lte=head.head_seq if head else 0, seq__gt=asked.get("after_seq", 0))
        page = page_of(request, rows, ("-seq",))
        addresses = access.may("tournaments.direct")
        return Response(
            {
                "items": [_entry(entry, addresses=addresses) for entry in page.items],
                "next": page.next,
                "chain": {
                    "key": access.tournament.log_chain,
                    "head_seq": head.head_seq if head else 0,
                    "head_hash": head.head_hash if head else "",
                },
            }
        )


def _entry(entry: LogEntry, *, addresses: bool) -> dict[str, Any]:
    gone = entry.erased_at
    data = {name: value for name, value in entry.data.items() if addresses or name != "ip"}
    return {
        "seq": entry.seq,
        "at": _MOMENT.to_representation(entry.at),
        "action": entry.action,
        "who": None if gone else entry.actor_label,
        "object": {"kind": entry.object_kind, "id": entry.object_id},
        "data": None if gone else data,
        "erased_at": _MOMENT.to_representation(gone) if gone else None,
        "digest": entry.digest,
        "hash": entry.hash,
    }
