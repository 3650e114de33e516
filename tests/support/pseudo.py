"""A language that shows what is not translated: every text comes back in ⟦brackets⟧, piece by piece.

What a text has filled in stays outside its brackets: an English word handed to a translated sentence is seen.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.urls import get_resolver
from django.utils import translation

_FILLED = re.compile(r"(%%|%\(\w+\)[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]|%[sdrif]|\{[^{}\s]*\}|<[^<>]*>)")
_LETTER = re.compile(r"[^\W\d_]")


def bracketed(text: str) -> str:
    pieces = _FILLED.split(text)
    return "".join(
        piece if odd % 2 or not _LETTER.search(piece) else f"⟦{piece}⟧" for odd, piece in enumerate(pieces)
    )


def unbracketed(text: str) -> str:
    """What stands outside every bracket."""
    depth, left = 0, []
    for letter in text:
        depth += letter == "⟦"
        if not depth:
            left.append(letter)
        depth -= letter == "⟧"
        if letter == "⟧":
            left.append(" ")
    return "".join(left)


@contextmanager
def _patched(make: Callable[[Callable[..., str]], Callable[..., str]]) -> Iterator[None]:
    # Whatever is made as a module is read must be made in the language of that moment, and be seen.
    _ = get_resolver().url_patterns
    translator: Any = translation._trans
    names = ("gettext", "ngettext", "pgettext", "npgettext")
    real = {name: getattr(translator, name) for name in names}
    try:
        for name in names:
            setattr(translator, name, make(real[name]))
        yield
    finally:
        for name in names:
            setattr(translator, name, real[name])


@contextmanager
def pseudo_locale() -> Iterator[None]:
    """Every text in brackets, whatever the language."""

    def make(real: Callable[..., str]) -> Callable[..., str]:
        def wrapped(*words: Any) -> str:
            return bracketed(str(real(*words)))

        return wrapped

    with _patched(make):
        yield


@contextmanager
def listening(heard: dict[str, str]) -> Iterator[None]:
    """Write down every text that is asked for, and what came back."""

    def make(real: Callable[..., str]) -> Callable[..., str]:
        def wrapped(*words: Any) -> str:
            answer = str(real(*words))
            ids = [word for word in words if isinstance(word, str)]
            heard[ids[-1] if "pgettext" in real.__name__ and len(ids) < 3 else ids[0]] = answer
            return answer

        return wrapped

    with _patched(make):
        yield
