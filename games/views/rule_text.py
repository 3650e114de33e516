"""Rules written in Markdown, read into blocks that templates draw.

Beside plain Markdown (no HTML) the files of ``docs/rules-*.md`` hold, readable without this program:

========================  ==========================================================================================
``### 14. Title (X1)``    a rule: its anchor is ``rule-14``; X1 is where the traditional rules have it
``*Decided:*``            a mark, drawn as a badge; so are ``*Setting:*`` and the Thai words
a code span of tiles      drawn as tiles: `` `7 × 2 = 1 4` ``; a blank as 12 is ``?:12``, a choice tile ``+/-:-``
a code span ``T``         drawn as a square of the board
```` ```tiles ````        a line each: ``✓`` or ``✗``, tiles, ``|``, why; a tile on a square is ``7@t``
```` ```set TITLE ````    a line each: tile, how many, points
```` ```board TITLE ````  first the columns, then the rows; ``T D t d .`` are squares, ``#`` must stay empty, all
                          else is a tile, ``5*`` one of the last play
========================  ==========================================================================================
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from .rule_blocks import (
    EDGE,
    ROOM,
    SQUARES,
    Block,
    Board,
    Cell,
    Example,
    Examples,
    Kind,
    Prose,
    Rule,
    RuleText,
    Section,
    Tile,
    TileSet,
)

MARKS = {"Decided:": "decided", "Setting:": "setting", "กำหนดเพิ่ม:": "decided", "ปรับได้:": "setting"}

_CODES = r"[A-Z]\d?(?:, [A-Z]\d?)*"
_HEADING = re.compile(rf"(?:(?P<number>\d+)\. )?(?P<title>.+?)(?: \((?P<codes>{_CODES})\))?")
_CODE = re.compile(r"(?:[EPSGXC]\d|N)")
#: Words that no Thai dictionary has: browsers would end a line within them.
_WHOLE = re.compile("ชาเลนจ์|บิงโก|เอแม็ท|ซัมมี่|เรตติ้ง")


class Unfit(ValueError):
    """A rule file that cannot be drawn."""


def read_rule_text(text: str, points: Mapping[str, int], parts: Sequence[str] | None = None) -> RuleText:
    """Read one file. ``points`` are the game's tiles; ``parts`` the ids of the sections, else from their titles."""
    return _Reader(text, points, parts).read()


def slug(title: str) -> str:
    """The anchor that Markdown viewers give a heading, so that links in the English file work there too."""
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))


class _Reader:
    def __init__(self, text: str, points: Mapping[str, int], parts: Sequence[str] | None) -> None:
        self.text, self.points = text, points
        self.parts = None if parts is None else list(parts)
        # Where a tile is worth what it says, a small figure would only say it again.
        self.valued = any(value != (int(kind) if kind.isdigit() else 0) for kind, value in points.items())
        self.markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.renderer = RendererHTML(self.markdown)
        drawers: Any = self.renderer.rules
        drawers.update(code_inline=self._code_inline, text=self._text)
        self.sections: list[tuple[str, str, list[Rule]]] = []
        self.spans: list[Example] = []
        self.marks: list[tuple[str, str]] = []
        self.here = ""

    def read(self) -> RuleText:
        tokens: list[Token] = self.markdown.parse(self.text)
        if [token.type for token in tokens[:6:3]] != ["heading_open", "paragraph_open"]:
            raise Unfit("a rule file begins with its title and a paragraph")
        title, lede = tokens[1].content, self._render(tokens[4:5])
        blocks = tuple(self._blocks(tokens[6:]))
        contents = tuple(Section(id_, name, tuple(rules)) for id_, name, rules in self.sections)
        if self.parts is not None and [section.id for section in contents] != self.parts:
            raise Unfit("the sections are not those of the English file")
        digest = hashlib.sha256(self.text.encode()).hexdigest()[:16]
        return RuleText(title, lede, blocks, contents, tuple(self.spans), tuple(self.marks), digest)

    def _render(self, tokens: list[Token]) -> SafeString:
        return mark_safe(self.renderer.render(tokens, self.markdown.options, {}))  # noqa: S308 (escaped by it)

    def _blocks(self, tokens: list[Token]) -> Iterator[Block]:
        run: list[Token] = []
        drawn: dict[str, Callable[[str, list[str]], Block]]
        drawn = {"tiles": self._examples, "set": self._set, "board": self._board}
        for number, token in enumerate(tokens):
            word, _, caption = token.info.partition(" ") if token.type == "fence" else ("", "", "")
            if word in drawn:
                if run:
                    yield Prose(self._render(run))
                    run = []
                yield drawn[word](caption.strip(), [line for line in token.content.splitlines() if line.strip()])
                continue
            if token.type == "heading_open":
                self._heading(token, tokens[number + 1])
            self._adapt(token, tokens[number : number + 5])
            run.append(token)
        if run:
            yield Prose(self._render(run))

    # --- Headings, marks, tables --------------------------------------------------------------------------

    def _heading(self, opening: Token, inline: Token) -> None:
        found = _HEADING.fullmatch(inline.content)
        if found is None:
            raise Unfit(f"no heading: {inline.content}")
        number, title = found["number"] or "", found["title"]
        codes = found["codes"].split(", ") if found["codes"] else []
        if opening.tag == "h2":
            place = len(self.sections)
            id_ = slug(inline.content) if self.parts is None or place >= len(self.parts) else self.parts[place]
            self.sections.append((id_, title, []))
            self.here = ""
        else:
            id_ = f"rule-{number}" if number else f"{self.sections[-1][0]}-{len(self.sections[-1][2]) + 1}"
            if number:
                self.sections[-1][2].append(Rule(id_, number, title))
                self.here = number
        opening.attrs = {"id": id_}
        shown = format_html("{}{}{}", self._number(id_, number), title, self._codes(codes))
        inline.children = [Token("html_inline", "", 0, content=shown)]

    def _number(self, id_: str, number: str) -> SafeString:
        return format_html('<a class="no" href="#{}">{}</a> ', id_, number) if number else SafeString("")

    def _codes(self, codes: list[str]) -> SafeString:
        links = format_html_join(" ", '<a href="#code-{}">{}</a>', ((code.lower(), code) for code in codes))
        return format_html(' <span class="codes">{}</span>', links) if codes else links

    def _adapt(self, token: Token, following: list[Token]) -> None:
        if token.type in ("th_open", "td_open"):
            # An inline style is forbidden by the site; figures have a class.
            right = "right" in str(token.attrs.pop("style", ""))
            if right:
                token.attrs["class"] = "num"
            if token.type == "th_open":
                token.attrs["scope"] = "col"
        elif token.type == "tr_open" and len(following) > 2 and _CODE.fullmatch(following[2].content):
            token.attrs["id"] = f"code-{following[2].content.lower()}"
        elif token.type == "inline" and token.children:
            self._marks(token.children)

    def _marks(self, children: list[Token]) -> None:
        for number, child in enumerate(children):
            inner = children[number + 1].content if number + 2 < len(children) else ""
            if child.type == "em_open" and inner in MARKS:
                mark = MARKS[inner]
                self.marks.append((self.here, mark))
                badge = format_html('<span class="badge {}">{}</span>', mark, inner.rstrip(":"))
                children[number] = Token("html_inline", "", 0, content=badge)
                children[number + 1] = children[number + 2] = Token("text", "", 0)

    # --- Tiles and squares --------------------------------------------------------------------------------

    def _tile(self, token: str) -> Tile | None:
        """None where that is no tile of the game."""
        name, _, below = token.partition("@")
        if below and below not in SQUARES:
            return None
        square = SQUARES.get(below, "")
        if name in self.points:
            worth = self.points[name] if self.valued and name != "?" else None
            return Tile(name, _face(name), worth, square=square)
        kind, _, face = name.partition(":")
        if kind in ("?", "+/-", "×/÷") and kind in self.points and face:
            return Tile(name, _face(face), self.points[kind] or None, chosen=True, square=square)
        return None

    def _tiles(self, text: str) -> tuple[Tile, ...]:
        """Nothing where one of the words is no tile."""
        tiles = [self._tile(token) for token in text.split()]
        return tuple(tile for tile in tiles if tile) if all(tiles) else ()

    def _code_inline(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        text = tokens[index].content
        if text in SQUARES:
            name = SQUARES[text]
            return format_html('<span class="square {}"><b>{}</b></span>', name, "" if text == "." else text)
        tiles = self._tiles(text)
        if not tiles:
            return format_html("<code>{}</code>", text)
        example = Example(True if "=" in text.split() and len(tiles) > 1 else None, tiles, "")
        self.spans.append(example)
        drawn = format_html_join("", "{}", ((_drawn(tile),) for tile in tiles))
        return format_html('<span class="tiles" role="img" aria-label="{}">{}</span>', example.spoken, drawn)

    def _text(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return _WHOLE.sub(r'<span class="nowrap">\g<0></span>', escape(tokens[index].content))

    def _examples(self, _caption: str, lines: list[str]) -> Examples:
        rows = []
        for line in lines:
            left, _, why = line.partition("|")
            mark = left.strip()[:1]
            valid = {"✓": True, "✗": False}.get(mark)
            tiles = self._tiles(left.strip()[0 if valid is None else 1 :])
            if not tiles:
                raise Unfit(f"these are not tiles: {line}")
            rows.append(Example(valid, tiles, why.strip()))
        return Examples(tuple(rows))

    def _set(self, caption: str, lines: list[str]) -> TileSet:
        kinds = []
        for line in lines:
            name, count, points = line.split()
            worth = int(points) if self.valued and name != "?" else None
            kinds.append(Kind(Tile(name, _face(name), worth), int(count)))
        return TileSet(caption, tuple(kinds))

    def _board(self, caption: str, lines: list[str]) -> Board:
        columns = tuple((name, EDGE + ROOM * place) for place, name in enumerate(lines[0].split()))
        rows, cells = [], []
        for place, line in enumerate(lines[1:]):
            name, *words = line.split()
            if len(words) != len(columns):
                raise Unfit(f"{len(words)} squares under {len(columns)} columns: {line}")
            y = EDGE + ROOM * place
            rows.append((_face(name), y))
            cells += [
                self._cell(word, x, y, f"{column}{name}") for word, (column, x) in zip(words, columns, strict=True)
            ]
        return Board(caption, tuple((_face(name), x) for name, x in columns), tuple(rows), tuple(cells))

    def _cell(self, word: str, x: int, y: int, name: str) -> Cell:
        if word in SQUARES:
            return Cell(x, y, name, word)
        if word == "#":
            return Cell(x, y, name, "", shut=True)
        tile = self._tile(word.removesuffix("*"))
        if tile is None:
            raise Unfit(f"neither a square nor a tile: {word}")
        return Cell(x, y, name, "", tile, new=word.endswith("*"))


def _face(name: str) -> str:
    """What is printed: a real minus, and nothing on a blank."""
    return "" if name == "?" else name.replace("-", "−")


def _drawn(tile: Tile) -> SafeString:
    classes = " ".join(word for word in ("tile mini", tile.size, "chosen" if tile.chosen else "") if word)
    value = format_html("<i>{}</i>", tile.points) if tile.points is not None else ""
    return format_html('<span class="{}" aria-hidden="true"><b>{}</b>{}</span>', classes, tile.face, value)
