"""The bounded search, on functions whose least value is known."""

import pytest

from ratings.fitting.search import Dial, least, turn_dials


@pytest.mark.parametrize("place", [0.0, 1.7, 4.0, 9.9, 10.0])
def test_the_least_value_is_found_inside_and_at_the_bounds(place: float) -> None:
    assert least(lambda x: abs(x - place), 0.0, 10.0) == pytest.approx(place, abs=0.4)


def test_a_place_known_before_is_never_made_worse() -> None:
    assert least(lambda x: 0.0 if x == 0.123 else 1.0, 0.0, 10.0, known=0.123) == 0.123


def test_it_asks_a_handful_of_times() -> None:
    asked = []
    least(lambda x: asked.append(x) or x * x, -3.0, 10.0)
    assert len(asked) == len(set(asked)) <= 13
    assert all(-3.0 <= x <= 10.0 for x in asked)


def test_two_dials_that_hang_together_are_both_turned() -> None:
    def value(at: dict[str, float]) -> float:
        one, two = at["one"], at.get("two", 0.0)
        return (one - 4.0 + 0.3 * two) ** 2 + (two - 2.0) ** 2

    found = turn_dials(value, [Dial("one", 0.0, 10.0), Dial("two", 0.0, 5.0)])
    assert value(found) < 0.1


def test_without_dials_there_is_nothing_to_find() -> None:
    assert turn_dials(lambda at: 1.0, []) == {}
