from dataclasses import replace
from decimal import Decimal

import pytest

from tournaments.standings import AMATH, SUMMY, TSH, format_points


@pytest.mark.parametrize(
    ("points", "rules", "printed"),
    [
        (Decimal(15), TSH, "15.0"),
        (Decimal("11.5"), TSH, "11.5"),
        (Decimal(0), TSH, "0.0"),
        (Decimal(12), AMATH, "12"),
        (Decimal(0), SUMMY, "0"),
        (Decimal(20), replace(AMATH, win=10), "20"),
        (Decimal(3), replace(AMATH, bye_points=Decimal("1.5")), "3.0"),
        (Decimal("2.25"), replace(AMATH, tie=Decimal("0.25")), "2.25"),
        (Decimal("2.0"), replace(AMATH, win=Decimal("2.0")), "2"),
        (Decimal(-1), replace(AMATH, loss=-1), "-1"),
    ],
)
def test_points(points, rules, printed):
    assert format_points(points, rules) == printed
