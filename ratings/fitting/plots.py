"""Calibration as a picture: SVG for a page or a paper, characters for a terminal."""

from collections.abc import Sequence
from html import escape
from math import sqrt

from ratings.fitting.fit import Fit

_SIZE, _LEFT, _TOP, _BOTTOM = 400, 60, 40, 50
_COLOURS = ("#1b5e9e", "#b3541e", "#3b7d3b", "#7a3b8f", "#666666", "#a8862c")
_BAR = 50


def calibration_svg(fits: Sequence[Fit], title: str) -> str:
    """What favourites were given against what they scored, one line a system; on the diagonal it was right.

    The first system's points carry bars of two standard errors.
    """
    height = _TOP + _SIZE + _BOTTOM + 18 * len(fits)
    width = _LEFT + _SIZE + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="24" font-size="15">{escape(title)}</text>',
        *_axes(),
    ]
    for n, fit in enumerate(fits):
        parts += _curve(fit, _COLOURS[n % len(_COLOURS)], bars=n == 0)
        y = _TOP + _SIZE + _BOTTOM + 18 * n
        parts.append(f'<circle cx="{_LEFT + 6}" cy="{y - 4}" r="4" fill="{_COLOURS[n % len(_COLOURS)]}"/>')
        parts.append(f'<text x="{_LEFT + 18}" y="{y}">{escape(_legend(fit))}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _legend(fit: Fit) -> str:
    return f"{fit.system}: log loss {fit.last.log_loss:.4f}, {fit.last.games} games"


def _x(chance: float) -> float:
    return round(_LEFT + (chance - 0.5) * 2 * _SIZE, 1)


def _y(share: float) -> float:
    """Below an even score there is little to see: the axis ends there, and so do the points."""
    return round(_TOP + (1.0 - min(max(share, 0.5), 1.0)) * 2 * _SIZE, 1)


def _axes() -> list[str]:
    parts = [f'<path d="M{_x(0.5)} {_y(0.5)}L{_x(1.0)} {_y(1.0)}" stroke="#999999" stroke-dasharray="4 4"/>']
    for percent in range(50, 101, 10):
        x, y = _x(percent / 100), _y(percent / 100)
        parts += [
            f'<path d="M{x} {_y(0.5)}V{_y(1.0)}M{_x(0.5)} {y}H{_x(1.0)}" stroke="#dddddd"/>',
            f'<text x="{x}" y="{_y(0.5) + 16}" text-anchor="middle">{percent}%</text>',
            f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{percent}%</text>',
        ]
    middle, centre = _TOP + _SIZE / 2, _LEFT + _SIZE / 2
    return [
        *parts,
        f'<text x="{centre}" y="{_y(0.5) + 32}" text-anchor="middle">what the favourite was given</text>',
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">what he scored</text>',
    ]


def _curve(fit: Fit, colour: str, *, bars: bool) -> list[str]:
    points = [(_x(one.said), _y(one.came)) for one in fit.calibration]
    line = " ".join(f"{x},{y}" for x, y in points)
    parts = [f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>']
    for one, (x, y) in zip(fit.calibration, points, strict=True):
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}">'
            f"<title>{one.games} games: given {one.said:.1%}, scored {one.came:.1%}</title></circle>"
        )
        if bars:
            error = 2.0 * sqrt(one.came * (1.0 - one.came) / one.games)
            parts.append(
                f'<path d="M{x} {_y(one.came - error)}V{_y(one.came + error)}" stroke="{colour}" stroke-width="1"/>'
            )
    return parts


def calibration_text(fit: Fit) -> str:
    """A line a bin: its games, what favourites were given and scored, and both from 50% to 100% as o and x.

    `*` is both in one place.
    """
    lines = ["favourite given    games   given  scored  50%" + " " * (_BAR - 7) + "100%"]
    for one in fit.calibration:
        row = ["·"] * (_BAR + 1)
        said, came = _place(one.said), _place(one.came)
        row[said], row[came] = "o", "x"
        if said == came:
            row[said] = "*"
        lines.append(
            f"{one.low:>8.0%} - {one.high:<4.0%}{one.games:>9} {one.said:>7.1%} {one.came:>7.1%}  {''.join(row)}"
        )
    return "\n".join(lines)


def _place(share: float) -> int:
    return round((min(max(share, 0.5), 1.0) - 0.5) * 2 * _BAR)
