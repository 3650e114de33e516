"""Lists by signed cursor: stable while rows are added, and nothing to guess in the address."""

import datetime
import json
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from .errors import Item, Unreadable
from .query import QueryShape, QueryWhole, query_of

LIMIT, LIMIT_MAX = 50, 100


class PageQuery(QueryShape):
    """What every list understands."""

    limit = QueryWhole(min_value=1, max_value=LIMIT_MAX, default=LIMIT, help_text="Items on a page.")


@dataclass(frozen=True, slots=True)
class Page:
    items: list[Any]
    next: str | None


def _signer(request: Request) -> signing.Signer:
    # A cursor is good for its own list only: another one may order by something else.
    return signing.Signer(salt=f"kradan.cursor:{request.path}")


def _position(request: Request, length: int) -> list[Any] | None:
    given = request.query_params.get("cursor")
    if given is None:
        return None
    try:
        position = json.loads(_signer(request).unsign(given))
        if not isinstance(position, list) or len(position) != length:
            raise ValueError(position)
    except (signing.BadSignature, ValueError) as error:
        message = _("This cursor is not valid here.")
        item = Item("cursor.invalid", message, params={"parameter": "cursor"})
        raise Unreadable("cursor.invalid", message, items=[item]) from error
    return position


def _behind(order: Sequence[str], position: Sequence[Any]) -> Q:
    """Rows after the position: the first column is further, or equal and the second is, and so on."""
    behind = Q()
    same: dict[str, Any] = {}
    for column, value in zip(order, position, strict=True):
        name, step = column.removeprefix("-"), "lt" if column.startswith("-") else "gt"
        behind |= Q(**same, **{f"{name}__{step}": value})
        same[name] = value
    return behind


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else value


def page_of(request: Request, rows: QuerySet[Any], order: Sequence[str]) -> Page:
    """One page of ``rows`` in the given order, whose columns together are unique and never null.

    Reads ``limit`` and ``cursor`` from the query. Raises ``cursor.invalid`` for a cursor of another list.
    """
    limit = query_of(request, PageQuery)["limit"]
    position = _position(request, len(order))
    if position is not None:
        rows = rows.filter(_behind(order, position))
    found = list(rows.order_by(*order)[: limit + 1])
    return _page(
        request, found, limit, lambda row: [_plain(getattr(row, column.removeprefix("-"))) for column in order]
    )


def page_of_list(request: Request, rows: Sequence[Any], key: Callable[[Any], tuple[int, ...]]) -> Page:
    """The same for rows that are at hand, sorted by ``key``, which is unique."""
    limit = query_of(request, PageQuery)["limit"]
    start = 0
    if rows and (position := _position(request, len(key(rows[0])))) is not None:
        start = bisect_right(rows, tuple(position), key=key)
    return _page(request, list(rows[start : start + limit + 1]), limit, lambda row: list(key(row)))


def _page(request: Request, found: list[Any], limit: int, where: Callable[[Any], list[Any]]) -> Page:
    """``found`` has one row more than fits where there is another page."""
    if len(found) <= limit:
        return Page(found, None)
    found.pop()
    cursor = _signer(request).sign(json.dumps(where(found[-1])))
    return Page(found, replace_query_param(request.build_absolute_uri(), "cursor", cursor))
