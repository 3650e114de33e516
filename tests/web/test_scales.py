"""The stylesheets keep to the scales: six type sizes, eight spaces, colours by role only."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
SHEETS = sorted(path.name for path in CSS.glob("*.css") if path.name not in {"tokens.css", "print.css"})
#: The values a tile has in its corner are drawn, not written.
DRAWN = re.compile(r"^\.(tile|board)\b")
SPACES = {"margin", "padding", "gap", "row-gap", "column-gap"}


def rules(name: str) -> list[tuple[str, str, str]]:
    """(selector, property, value) of every declaration in a sheet."""
    css = re.sub(r"/\*.*?\*/", "", (CSS / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    found = []
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", css):
        for declaration in body.split(";"):
            key, colon, value = declaration.partition(":")
            if colon:
                found.append((selector.strip(), key.strip(), value.strip()))
    return found


def test_there_are_sheets_with_rules_to_read() -> None:
    assert "app.css" in SHEETS
    assert sum(len(rules(name)) for name in SHEETS) > 500


@pytest.mark.parametrize("sheet", SHEETS)
def test_type_is_one_of_six_sizes_in_two_weights(sheet: str) -> None:
    wrong = []
    for selector, key, value in rules(sheet):
        if DRAWN.match(selector) or value == "inherit":
            continue
        if key == "font-size" and not re.fullmatch(r"var\(--t(14|16|20|26|34|44)\)", value):
            wrong.append((selector, value))
        if key == "font" and not re.match(r"(400|600) var\(--t\d\d\)/", value):
            wrong.append((selector, value))
        if key == "font-weight" and value not in {"400", "600"}:
            wrong.append((selector, value))
    assert wrong == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_space_is_one_of_eight_steps(sheet: str) -> None:
    step = re.compile(r"0|auto|revert|-?[123]px|var\(--s(4|8|12|16|24|32|48|64)\)|calc\(var\(--s\d+\) \* -1\)")
    wrong = []
    for selector, key, value in rules(sheet):
        if key in SPACES or key.startswith(("margin-", "padding-")):
            rest = step.sub("", value).strip()
            if rest and not DRAWN.match(selector):
                wrong.append((selector, key, value))
    assert wrong == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_sheet_but_the_tokens_names_a_colour(sheet: str) -> None:
    # A QR code is black on white for the camera, and the veil behind a dialog is a shade of nothing.
    allowed = {".qr", "dialog::backdrop"}
    colour = re.compile(
        r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(|\b(?:white|black|red|blue|green|orange|yellow|gr[ae]y)\b(?![-\w)])"
    )
    wrong = [(s, k, v) for s, k, v in rules(sheet) if s not in allowed and colour.search(v) and k != "mask"]
    assert wrong == []
