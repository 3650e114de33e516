"""Calibration to look at."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ratings.fitting import Fit, calibration_svg, calibration_text, fit_system
from ratings.fitting.scores import Bin
from tests.fitting.support import season

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def fit() -> Fit:
    return fit_system(season(), "glicko_margin")


def test_the_picture_is_svg_with_a_point_a_bin_and_a_line_a_system(fit: Fit) -> None:
    root = ElementTree.fromstring(calibration_svg([fit, replace(fit, system="other")], "A < B & C"))
    assert root.find(f"{SVG}title").text == "A < B & C"
    assert len(root.findall(f"{SVG}polyline")) == 2
    told = [point.find(f"{SVG}title").text for point in root.findall(f"{SVG}circle") if len(point)]
    assert len(told) == 2 * len(fit.calibration)
    assert told[0].startswith(f"{fit.calibration[0].games} games: given 5")
    texts = [text.text for text in root.findall(f"{SVG}text")]
    assert any(text.startswith("other: log loss 0.") for text in texts)


def test_points_stay_in_the_picture_whatever_came(fit: Fit) -> None:
    odd = replace(fit, calibration=(Bin(0.95, 1.0, 1, 0.999, 0.0), Bin(0.5, 0.55, 1, 0.501, 1.0)))
    root = ElementTree.fromstring(calibration_svg([odd], "odd"))
    width, height = float(root.get("width")), float(root.get("height"))
    for point in root.findall(f"{SVG}circle"):
        assert 0 <= float(point.get("cx")) <= width
        assert 0 <= float(point.get("cy")) <= height


def test_a_terminal_gets_a_line_a_bin(fit: Fit) -> None:
    odd = replace(fit, calibration=(Bin(0.5, 0.55, 7, 0.52, 0.52), Bin(0.7, 0.75, 1234, 0.74, 0.9)))
    _, even, sure = calibration_text(odd).splitlines()
    assert "7" in even
    assert even.split()[-1].index("*") == 2
    marks = sure.split()[-1]
    assert (marks.index("o"), marks.index("x")) == (24, 40)
    assert "1234   74.0%   90.0%" in sure
    assert "*" not in sure
