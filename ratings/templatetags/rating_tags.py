"""The rating chart as inline SVG, and the words for why a game is not rated."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.templatetags.scores import MINUS

from ..selectors.people import SURE, HistoryLine
from ..selectors.why import GameShare

register = template.Library()

_REASONS = {
    "event_unrated": _("The games of this division are not rated."),
    "event_waits": _("Waits for a rating officer."),
    "event_refused": _("This event does not count for the list."),
    "event_left_out": _("Its director has named other lists."),
    "bye": _("A bye"),
    "forfeit": _("A forfeit"),
    "double_forfeit": _("A double forfeit"),
    "void": _("Not counted"),
    "unfinished": _("No result yet"),
    "pending": _("Waits for confirmation"),
    "disputed": _("Disputed"),
    "team": _("A team played"),
}


@register.filter
def unrated_reason(code: str) -> str:
    return str(_REASONS[code])


_REST = {
    "acceleration": _("Faster than the games alone, because so much more was scored than expected"),
    "feedback": _("A part of what opponents gained by playing so much better than expected"),
    "limit": _("A newcomer’s rating is held within limits"),
    "floor": _("The list shows nobody lower than its lowest rating"),
    "rounding": _("Rounding"),
}


@register.filter
def rest_words(code: str) -> str:
    """What of a change no single game did."""
    return str(_REST.get(code, _("Other parts of the formula")))


@register.filter
def signed(points: float) -> str:
    """Rating points to a tenth, signed.

    >>> signed(11.04), signed(-0.55), signed(0.01)
    ('+11.0', '−0.6', '0.0')
    """
    text = f"{points:+.1f}".replace("-", MINUS)
    return "0.0" if text[1:] == "0.0" else text


@register.simple_tag
def share_words(share: GameShare) -> str:
    """How a game went, and what it was expected to be, in words. Figures only: nothing here can be HTML."""
    margin, expected = abs(share.margin), f"{100 * share.expected:.0f}"
    if share.outcome == "won":
        text = gettext("won by %(margin)s; %(expected)s%% of a game was expected")
    elif share.outcome == "lost":
        text = gettext("lost by %(margin)s; %(expected)s%% of a game was expected")
    else:
        text = gettext("tied; %(expected)s%% of a game was expected")
    return text % {"margin": margin, "expected": expected}


#: The band of uncertainty is cut here, or a newcomer's would press every line flat.
_BAND_AT_MOST = 250
#: Days are written under events that stand at least so far apart, in percent: three of them fit on a phone.
_DAYS_APART = 40
#: More dots than these would be one thick line.
_DOTS_AT_MOST = 80
_STEPS = (20, 50, 100, 200, 500, 1000)
_TICKS_AT_MOST = 5


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across the chart: its rating, and how far down it stands, in percent."""

    value: int
    y: float


@dataclass(frozen=True, slots=True)
class Dot:
    """An event: where it stands. ``open``: it is not complete, so that its number is a projection."""

    x: float
    y: float
    open: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day on the axis below. ``side`` is which end of the word stands at ``x``."""

    x: float
    day: datetime.date
    side: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Positions in percent of the plot, from its upper left corner; ``line`` and ``band`` are SVG paths.

    ``start`` and ``here`` are the first and last rating, ``low`` and ``high`` the ends of what lies between.
    """

    ticks: tuple[Tick, ...]
    dots: tuple[Dot, ...]
    days: tuple[Day, ...]
    line: str
    band: str
    first: datetime.date
    last: datetime.date
    here: int
    here_y: float
    start: int
    low: int
    high: int
    events: int
    open: bool


def chart_of(lines: Sequence[HistoryLine]) -> Chart | None:
    """The chart of a player's history (newest first, as the table has it); None while there is nothing to draw.

    It begins where the player stood before the first event, and goes on by the days of the events.
    """
    live = [line for line in reversed(lines) if not line.superseded]
    if not live:
        return None
    values = [live[0].before, *(line.after for line in live)]
    spreads = [live[0].rd, *(line.rd for line in live)]
    bands = [min(SURE * rd, _BAND_AT_MOST) for rd in spreads]
    low = floor(min(value - band for value, band in zip(values, bands, strict=True)))
    high = ceil(max(value + band for value, band in zip(values, bands, strict=True)))
    step = next((s for s in _STEPS if (high - low) / s <= _TICKS_AT_MOST - 1), _STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step
    top = max(top, bottom + step)  # a list without deviations, and a rating that never moved

    def y(value: float) -> float:
        return round(100 * (top - value) / (top - bottom), 1)

    xs = _places([line.day for line in live])
    middle = [f"{x:g} {y(value):g}" for x, value in zip(xs, values, strict=True)]
    upper = [f"{x:g} {y(v + b):g}" for x, v, b in zip(xs, values, bands, strict=True)]
    lower = [f"{x:g} {y(v - b):g}" for x, v, b in zip(xs, values, bands, strict=True)]
    return Chart(
        ticks=tuple(Tick(value, y(value)) for value in range(top, bottom - 1, -step)),
        dots=_dots(xs[1:], [y(line.after) for line in live], [line.running for line in live]),
        days=_days(xs[1:], [line.day for line in live]),
        line="M" + "L".join(middle),
        band="M" + "L".join([*upper, *reversed(lower)]) + "Z" if any(bands) else "",
        first=live[0].day,
        last=live[-1].day,
        here=values[-1],
        here_y=y(values[-1]),
        start=values[0],
        low=min(values),
        high=max(values),
        events=len(live),
        open=live[-1].running,
    )


def _dots(xs: Sequence[float], ys: Sequence[float], running: Sequence[bool]) -> tuple[Dot, ...]:
    """All but the last event, which has a dot of its own; of very many none."""
    if len(xs) > _DOTS_AT_MOST:
        return ()
    return tuple(Dot(x, y, is_open) for x, y, is_open in zip(xs[:-1], ys[:-1], running[:-1], strict=True))


def _days(xs: Sequence[float], days: Sequence[datetime.date]) -> tuple[Day, ...]:
    """The first and the last event's day, and between them what there is room for, no month twice."""
    last = Day(100.0, days[-1], "end")
    found: list[Day] = []
    for x, day in zip(xs[:-1], days[:-1], strict=True):
        near = found and x - found[-1].x < _DAYS_APART
        if near or 100.0 - x < _DAYS_APART or (day.year, day.month) == (last.day.year, last.day.month):
            continue
        if found and (day.year, day.month) == (found[-1].day.year, found[-1].day.month):
            continue
        found.append(Day(x, day, "middle" if found or x > _DAYS_APART / 2 else "start"))
    return (*found, last)


def _places(days: Sequence[datetime.date]) -> list[float]:
    """Where the start and each event stand from left to right. Two events never stand in one place.

    Half of the width goes by the days between them, half is shared evenly: a player of one weekend and one of
    ten years can both be read.
    """
    steps = [1.0] + [1.0] * (len(days) - 1)
    gaps = [0.0] + [float((later - sooner).days) for sooner, later in pairwise(days)]
    whole = sum(gaps)
    widths = [
        step / len(steps) if not whole else step / len(steps) / 2 + gap / whole / 2
        for step, gap in zip(steps, gaps, strict=True)
    ]
    places, at = [0.0], 0.0
    for width in widths:
        at += width
        places.append(round(100 * at, 1))
    places[-1] = 100.0
    return places


@register.inclusion_tag("ratings/_chart.html")
def rating_chart(lines: Sequence[HistoryLine], name: str) -> dict[str, Any]:
    """The history of one player in one list as a line with its band."""
    return {"chart": chart_of(lines), "name": name}
