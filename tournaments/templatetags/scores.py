"""Numbers as the site prints them: a real minus (U+2212), thousands apart, spread always signed."""

from decimal import Decimal
from typing import Any

from django import template

from ..standings import StandingsRules, format_points

register = template.Library()

MINUS = "\u2212"


@register.filter
def score(value: int | None) -> str:
    """A score or a total; nothing for None.

    >>> score(1742), score(-12), score(0), score(None)
    ('1,742', '−12', '0', '')
    """
    return "" if value is None else f"{value:,}".replace("-", MINUS)


@register.filter
def spread(value: int | None) -> str:
    """A difference, signed.

    >>> spread(512), spread(-1229), spread(0), spread(None)
    ('+512', '−1,229', '0', '')
    """
    if not value:
        return score(value)
    return f"{value:+,}".replace("-", MINUS)


@register.filter
def points(value: Decimal, rules: Any = None) -> str:
    """Match points: with the rules, as a table of theirs prints them; without, as short as they go.

    >>> points(Decimal("15.0")), points(Decimal("2.5"))
    ('15', '2.5')
    """
    if isinstance(rules, StandingsRules):
        return format_points(value, rules).replace("-", MINUS)
    return f"{value.normalize():f}".replace("-", MINUS)
