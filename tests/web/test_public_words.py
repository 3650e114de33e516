"""Numbers and days as pages print them, in both languages."""

import datetime
import doctest
from decimal import Decimal

import pytest
from django.template import Context, Template
from django.utils import translation

from tournaments.models import Tournament
from tournaments.standings import AMATH, TSH
from tournaments.templatetags import scores


def test_the_examples_in_the_docstrings() -> None:
    tried = doctest.testmod(scores)
    assert tried.attempted >= 2
    assert tried.failed == 0


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("{{ n|spread }}", "−1,229"),
        ("{{ n|score }}", "−1,229"),
        ("{{ p|points }}", "12.5"),
        ("{{ p|points:tsh }}", "12.5"),
        ("{{ w|points:tsh }}", "12.0"),
        ("{{ w|points:amath }}", "12"),
        ("{{ nothing|score }}|{{ nothing|spread }}", "|"),
    ],
)
def test_numbers_have_a_real_minus_and_no_needless_decimals(written: str, shown: str) -> None:
    values = {"n": -1229, "p": Decimal("12.5"), "w": Decimal("12.0"), "tsh": TSH, "amath": AMATH, "nothing": None}
    assert Template("{% load scores %}" + written).render(Context(values)) == shown


@pytest.mark.parametrize(
    ("first", "last", "english", "thai"),
    [
        ((2026, 8, 22), (2026, 8, 22), "22 August 2026", "22 สิงหาคม 2569"),
        ((2026, 8, 22), (2026, 8, 23), "22–23 August 2026", "22–23 สิงหาคม 2569"),
        ((2026, 8, 30), (2026, 9, 1), "30 August – 1 September 2026", "30 สิงหาคม – 1 กันยายน 2569"),
        ((2026, 12, 31), (2027, 1, 2), "31 December 2026 – 2 January 2027", "31 ธันวาคม 2569 – 2 มกราคม 2570"),
    ],
)
def test_days_say_no_word_twice(
    first: tuple[int, int, int], last: tuple[int, int, int], english: str, thai: str
) -> None:
    event = Tournament(starts_on=datetime.date(*first), ends_on=datetime.date(*last))
    page = Template("{% load days %}{{ event|days }}")
    for language, words in (("en", english), ("th", thai)):
        with translation.override(language):
            assert page.render(Context({"event": event})) == words
