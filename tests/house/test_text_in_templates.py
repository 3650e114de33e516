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


#: Where a script shows or asks something.
_SHOWN_BY_SCRIPT = re.compile(
    r"(?:\.(?:textContent|innerText|innerHTML|title|placeholder|ariaLabel)\s*=(?!=)|\b(?:alert|confirm|prompt)\()([^;\n]*)"
)
_LITERAL = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`")


def scripted_words(source: str) -> list[str]:
    shown = [
        re.sub(r"\$\{[^}]*\}", " ", literal)
        for line in _SHOWN_BY_SCRIPT.findall(source)
        for literal in _LITERAL.findall(line)
    ]
    return [word for text in shown for word in _WORD.findall(text) if len(word) > 1]


@pytest.mark.parametrize("path", sorted((ROOT / "static" / "js").glob("*.js")), ids=lambda path: path.name)
def test_no_script_has_words_of_its_own(path: Path) -> None:
    """The page hands a script its words, in ``data-say-…``."""
    assert scripted_words(path.read_text("utf-8")) == []


def test_words_of_a_script_are_seen() -> None:
    assert scripted_words('a.textContent = b ? "Not saved" : `${c} · ${say.on}`;') == ["Not saved"]
    assert scripted_words('if (confirm("Really?")) x.join(" ");') == ["Really"]


def test_bare_words_are_seen() -> None:
    assert bare_words('<p title="Late">{{ x }} won {% translate "ok" %}</p>') == ["Late", "won"]
    assert (
        bare_words('{% blocktranslate %}fine{% endblocktranslate %}<input placeholder="{% translate "x" %}">') == []
    )
    assert bare_words("{# no #}<kbd>E</kbd>&nbsp;Kradan") == []
