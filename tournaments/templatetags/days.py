"""Days as people of either language write them; in Thai the year is the Buddhist one."""

import datetime

from django import template
from django.utils.dates import MONTHS, MONTHS_3
from django.utils.translation import get_language

from ..models import Tournament

register = template.Library()


@register.filter
def year(value: int | datetime.date) -> str:
    """The year as the reader counts it: 2569 in Thai, 2026 else."""
    number = value if isinstance(value, int) else value.year
    return str(number + 543 if (get_language() or "").startswith("th") else number)


@register.filter(expects_localtime=True)
def day(value: datetime.date) -> str:
    """``22 August 2026``, ``22 สิงหาคม 2569``."""
    return f"{value.day} {MONTHS[value.month]} {year(value)}"


@register.filter(expects_localtime=True)
def month(value: datetime.date) -> str:
    """``Aug 2026``, short, for under a big day of the month."""
    name = str(MONTHS_3[value.month])
    return f"{name if '.' in name else name.capitalize()} {year(value)}"


@register.filter
def days(event: Tournament) -> str:
    """First to last day of an event, no word twice: ``22–23 August 2026``, ``30 August – 1 September 2026``."""
    first, last = event.starts_on, event.ends_on
    if first == last:
        return day(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{day(last)}"
    if first.year == last.year:
        return f"{first.day} {MONTHS[first.month]} – {day(last)}"
    return f"{day(first)} – {day(last)}"
