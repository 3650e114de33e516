"""A template writes no word that does not go through a translation."""

import re
from pathlib import Path

import pytest

from tests.support.html import SAID
from tests.support.messages import ROOT, template_files

#: Takes its words from the caller (tests/web/gallery.py), in both languages.
NOT_A_PAGE = {"styleguide.html"}
ALLOWED = re.compile(r"\b(?:Kradan|A-Math|Summy|English|Esc|Enter|Tab|Ctrl|Alt|Shift)\b")
_TRANSLATED = re.compile(r"\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\}", re.DOTALL)
_COMMENT = re.compile(r"\{%\s*comment\b.*?\{%\s*endcomment\s*%\}|\{#.*?#\}|<!--.*?-->", re.DOTALL)
_CLASSES = re.compile(r"\{%\s*block page_class\s*%\}.*?\{%\s*endblock[^%]*%\}", re.DOTALL)
_CODE = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_UNSHOWN = re.compile(r"<(script|style|code|kbd)\b.*?</\1>", re.DOTALL | re.IGNORECASE)
_SAID = re.compile(rf'\b(?:{"|".join(SAID)})="([^"]*)"')
_TAG = re.compile(r"<[^>]*>")
_ENTITY = re.compile(r"&\w+;")
_WORD = re.compile(r"[A-Za-z]+(?:[ '’,.-]+[A-Za-z]+)*")


def bare_words(source: str) -> list[str]:
    """Words of a template's text and of the attributes that are shown, outside every translation."""
    text = _CODE.sub(" ", _CLASSES.sub(" ", _TRANSLATED.sub(" ", _COMMENT.sub(" ", source))))
    text = _UNSHOWN.sub(" ", text)
    shown = [*_SAID.findall(text), _TAG.sub(" ", text)]
    return [word for part in shown for word in _WORD.findall(ALLOWED.sub(" ", _ENTITY.sub(" ", part)))]


@pytest.mark.parametrize(
    "path", [path for path in template_files() if path.name not in NOT_A_PAGE], ids=lambda path: path.name
)
def test_no_template_has_bare_words(path: Path) -> None:
    found = bare_words(path.read_text("utf-8"))
    assert found == [], f"{path.relative_to(ROOT)}: put it into translate or blocktranslate"


def test_bare_words_are_seen() -> None:
    assert bare_words('<p title="Late">{{ x }} won {% translate "ok" %}</p>') == ["Late", "won"]
    assert (
        bare_words('{% blocktranslate %}fine{% endblocktranslate %}<input placeholder="{% translate "x" %}">') == []
    )
    assert bare_words("{# no #}<kbd>E</kbd>&nbsp;Kradan") == []
