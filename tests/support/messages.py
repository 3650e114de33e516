"""The texts of the program as ``makemessages`` would collect them, found without GNU gettext."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale" / "th" / "LC_MESSAGES" / "django.po"
PACKAGES = ("config", "common", "players", "games", "tournaments", "ratings")

#: What a call's arguments are, by position.
_CALLS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), ("id",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), ("id", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "id")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "id", "plural")),
}
_CALL = re.compile(r"(?<![\w.])(?:_|n?p?gettext(?:_lazy|_noop)?)\(")


@dataclass(frozen=True, slots=True)
class Key:
    id: str
    plural: str = ""
    context: str = ""

    @property
    def plain(self) -> tuple[str, str]:
        """A text used with a plural and elsewhere without one stands in the catalogue once."""
        return self.context, self.id


@dataclass(frozen=True, slots=True)
class Message:
    """``key`` is None for a text that is only known as the program runs: no translator can see it."""

    key: Key | None
    file: str
    line: int


def python_files() -> list[Path]:
    return sorted(
        path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts
    )


def template_files() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


def messages() -> list[Message]:
    found = []
    for path in python_files():
        found += list(_from_tree(ast.parse(path.read_text("utf-8")), _shown(path)))
    for path in template_files():
        found += list(_from_template(path))
    return found


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _from_template(path: Path) -> Iterator[Message]:
    source = templatize(path.read_text("utf-8"), origin=str(path))
    for match in _CALL.finditer(source):
        ends = (m.end() for m in re.finditer(r"\)", source[match.start() :]))
        for end in ends:
            try:
                tree = ast.parse(source[match.start() : match.start() + end].strip())
            except SyntaxError:
                continue
            yield from _from_tree(tree, _shown(path), source.count("\n", 0, match.start()))
            break


def _from_tree(tree: ast.AST, file: str, above: int = 0) -> Iterator[Message]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        parts = _CALLS.get(name)
        if parts is None or (name == "_" and not isinstance(node.func, ast.Name)):
            continue
        values = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[: len(parts)]]
        line = above + node.lineno
        if len(values) == len(parts) and all(isinstance(value, str) for value in values):
            yield Message(Key(**dict(zip(parts, map(str, values), strict=True))), file, line)
        else:
            yield Message(None, file, line)


def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def key_of(entry: polib.POEntry) -> Key:
    return Key(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


_PLACE = re.compile(r"%\((\w+)\)[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]|(?<!%)%[sdrif]|\{(\w*)[^{}\s]*\}")


def places(text: str) -> list[str]:
    """What is filled in: ``%(name)s``, ``%s``, ``{name}``."""
    return sorted({match.group(0) for match in _PLACE.finditer(text.replace("%%", ""))})
