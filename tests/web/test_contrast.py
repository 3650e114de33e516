"""Every pair of roles that may meet is readable in both themes, computed from the stylesheet itself."""

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
PAPER = ("ground", "raise", "sunk")
MEANINGS = ("accent", "ok", "wait", "wrong", "live")
BOARD = ("board-red", "board-yellow", "board-blue", "board-orange")

#: (what is written, what it lies on): text needs 4.5:1.
TEXT = [
    *product(("ink", "muted", *MEANINGS), PAPER),
    *((meaning, f"{meaning}-tint") for meaning in MEANINGS),
    *(("ink", f"{meaning}-tint") for meaning in MEANINGS),
    ("muted", "accent-tint"),  # the second line of my own row
    ("muted", "wait-tint"),  # the label over the stored value
    ("ground", "ink"),  # the main button
    ("ground", "muted"),  # and when it is pointed at
    ("tile-ink", "tile"),
    *(("tile-ink", fill) for fill in BOARD),
]
#: Borders of controls and signs need 3:1.
SIGNS = [("edge", "ground"), ("edge", "raise"), ("tile-ink", "tile"), *product(MEANINGS, PAPER)]


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme by role name: {"light": {"ink": "#1c1b18", …}, "dark": {…}}."""
    css = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.DOTALL)
    light_css, dark_css = css.split("@media (prefers-color-scheme: dark)")
    find = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{6});")
    light = dict(find.findall(light_css))
    return {"light": light, "dark": light | dict(find.findall(dark_css))}


def luminance(colour: str) -> float:
    """Relative luminance 0–1 of "#rrggbb" (WCAG 2.2)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio 1–21 of two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_readable_on_everything_it_lies_on(theme: str) -> None:
    colours = themes()[theme]
    faint = {f"{a} on {b}": round(contrast(colours[a], colours[b]), 2) for a, b in TEXT}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_signs_and_borders_are_seen(theme: str) -> None:
    colours = themes()[theme]
    faint = {f"{a} on {b}": round(contrast(colours[a], colours[b]), 2) for a, b in SIGNS}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < 3} == {}


def test_the_dark_theme_gives_every_colour_anew() -> None:
    both = themes()
    kept = [name for name, colour in both["light"].items() if both["dark"][name] == colour]
    assert kept == ["tile-ink"], "a tile's ink is the same at night; nothing else is"
