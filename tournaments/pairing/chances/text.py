"""Counted endings as text and back, for whoever stores them beside a round. One result has one text."""

import json
from typing import Any

import numpy as np

from .outlook import Chances, Int

FORMAT = "kradan-chances/1"


def chances_to_json(chances: Chances) -> str:
    """Of every row only the places that were seen: [place, times]."""
    document = {
        "format": FORMAT,
        "seed": chances.seed,
        "runs": chances.runs,
        "stopped": chances.stopped,
        "numbers": chances.numbers,
        "places": chances.counts.shape[1],
        "counts": _seen(chances.counts),
        "classes": [[name, held.shape[1], _seen(held)] for name, held in sorted(chances.in_class.items())],
    }
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def chances_from_json(text: str) -> Chances:
    """Read what `chances_to_json` wrote. Raises ValueError for anything else."""
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"not chances of format {FORMAT}")
    try:
        return Chances(
            numbers=tuple(document["numbers"]),
            seed=document["seed"],
            counts=_counts(document["counts"], document["places"]),
            in_class={name: _counts(rows, places) for name, places, rows in document["classes"]},
            runs=document["runs"],
            stopped=document["stopped"],
        )
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"broken chances: {error!r}") from error


def _seen(counts: Int) -> list[list[list[int]]]:
    return [[[place + 1, int(row[place])] for place in np.flatnonzero(row).tolist()] for row in counts]


def _counts(rows: list[list[Any]], places: int) -> Int:
    counts = np.zeros((len(rows), places), dtype=np.int64)
    for row, seen in zip(counts, rows, strict=True):
        for place, times in seen:
            row[place - 1] = times
    return counts
