"""The chart of a rating: positions in percent, from the upper left corner."""

import datetime
import re

import pytest

from ratings.selectors.people import HistoryLine
from ratings.templatetags.rating_tags import Chart, chart_of

DAY = datetime.date(2026, 1, 1)


def line(days: int, before: int, after: int, *, rd: int = 60, superseded: bool = False) -> HistoryLine:
    return HistoryLine(
        day=DAY + datetime.timedelta(days=days),
        name="Cup",
        event_id=days,
        slug="cup",
        division="open",
        before=before,
        after=after,
        rd=rd,
        games=6,
        expected=3,
        actual=3,
        running=False,
        superseded=superseded,
    )


def chart(*lines: HistoryLine) -> Chart:
    made = chart_of(list(reversed(lines)))
    assert made is not None
    return made


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]


def test_nobody_without_an_event_has_a_chart() -> None:
    assert chart_of([]) is None
    assert chart_of([line(0, 1500, 1600, superseded=True)]) is None


def test_it_starts_before_the_first_event_and_ends_at_the_right_edge() -> None:
    drawn = points(chart(line(0, 1500, 1600), line(10, 1600, 1550)).line)
    assert len(drawn) == 3
    assert [x for x, _y in drawn] == [0, pytest.approx(25, abs=1), 100]


def test_higher_ratings_stand_higher_and_on_the_scale_of_the_ticks() -> None:
    made = chart(line(0, 1500, 1600), line(10, 1600, 1550))
    top, bottom = made.ticks[0], made.ticks[-1]
    assert (top.y, bottom.y) == (0, 100)
    for (_x, y), rating in zip(points(made.line), (1500, 1600, 1550), strict=True):
        assert y == pytest.approx(100 * (top.value - rating) / (top.value - bottom.value), abs=0.1)
    assert (made.here, made.here_y) == (1550, points(made.line)[-1][1])


def test_a_list_without_deviations_has_no_band() -> None:
    assert chart(line(0, 1500, 1600, rd=0), line(10, 1600, 1550, rd=0)).band == ""


def test_the_band_is_around_the_line_and_inside_the_plot() -> None:
    made = chart(line(0, 1500, 1600, rd=300), line(10, 1600, 1550, rd=80))
    band, middle = points(made.band), points(made.line)
    upper, lower = band[:3], band[:2:-1]
    for above, here, below in zip(upper, middle, lower, strict=True):
        assert above[0] == here[0] == below[0]
        assert 0 <= above[1] < here[1] < below[1] <= 100


def test_superseded_lines_are_not_drawn() -> None:
    with_old = chart(line(0, 1500, 1600), line(10, 1600, 1900, superseded=True), line(10, 1600, 1550))
    assert with_old == chart(line(0, 1500, 1600), line(10, 1600, 1550))


def test_a_long_pause_is_seen_and_two_events_of_one_day_stand_apart() -> None:
    xs = [x for x, _y in points(chart(line(0, 1500, 1510), line(0, 1510, 1520), line(700, 1520, 1530)).line)]
    assert xs == sorted(set(xs))
    assert xs[3] - xs[2] > 3 * (xs[2] - xs[1])


@pytest.mark.parametrize(("low", "high"), [(1500, 1500), (1400, 1600), (100, 2900), (1999, 2001)])
def test_the_scale_has_a_handful_of_round_ticks(low: int, high: int) -> None:
    made = chart(line(0, low, high), line(10, high, low))
    assert 2 <= len(made.ticks) <= 7
    assert all(tick.value % 10 == 0 for tick in made.ticks)
