"""What a page says and how it is built, read with the standard library's parser."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
#: Attributes that fetch something when the page is shown.
FETCHING = (
    "src",
    "srcset",
    "poster",
    "data",
    "background",
    "xlink:href",
    "action",
    "formaction",
    "hx-get",
    "hx-post",
)
_CONTROLS = frozenset({"input", "select", "textarea"})
_NAMED_BY_THEMSELVES = frozenset({"hidden", "submit", "button", "reset", "image"})
#: Attributes that are read out or shown.
SAID = (
    "title",
    "placeholder",
    "aria-label",
    "alt",
    "data-confirm",
    "hx-confirm",
    "data-key-name",
    "data-undo",
    "aria-roledescription",
)


@dataclass(slots=True)
class Node:
    tag: str
    attributes: dict[str, str]
    line: int
    children: list["Node | str"] = field(default_factory=list)
    parent: "Node | None" = None

    def __str__(self) -> str:
        named = "".join(f' {k}="{v}"' for k, v in self.attributes.items() if k in ("id", "name", "class", "href"))
        return f"<{self.tag}{named}> (line {self.line})"

    def walk(self) -> Iterator["Node"]:
        """In the order of the page."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left += [child for child in reversed(node.children) if isinstance(child, Node)]

    @property
    def text(self) -> str:
        return " ".join("".join(_pieces(self)).split())

    def ancestors(self) -> Iterator["Node"]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


def _pieces(node: Node) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in ("script", "style", "template"):
            yield from _pieces(child)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {}, 0)
        self.here = self.root
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attributes]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice (line {self.getpos()[0]})")
        node = Node(tag, {name: value or "" for name, value in attributes}, self.getpos()[0], parent=self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.here = self.here.parent or self.root

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.here.tag != tag:
            self.faults.append(f"</{tag}> closes {self.here} (line {self.getpos()[0]})")
            if not any(node.tag == tag for node in self.here.ancestors()):
                return
            while self.here.tag != tag:
                self.here = self.here.parent or self.root
        self.here = self.here.parent or self.root

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def read(html: str) -> tuple[Node, list[str]]:
    """The tree, and tags that do not fit into one another."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.root, reader.faults


def faults(html: str, *, language: str = "", whole: bool = True) -> list[str]:
    """Whatever a page of this site must not have. ``whole`` is False for a fragment."""
    root, found = read(html)
    nodes = list(root.walk())
    found += [fault for node in nodes for fault in _inline(node)]
    found += list(_ids(nodes))
    names = _Names.of(nodes)
    found += [fault for node in nodes for fault in _unnamed(node, names)]
    if whole:
        found += list(_frame(root, nodes, language))
    return found


def _inline(node: Node) -> Iterator[str]:
    for name, value in node.attributes.items():
        if name == "style" or name.startswith(("on", "hx-on")):
            yield f"{name}= on {node}"
        if name in FETCHING and re.match(r"\s*(?:[a-z]+:)?//", value):
            yield f"{name} goes outside on {node}"
        if name in ("href", "src", "action") and value.strip().lower().startswith(("javascript:", "data:text")):
            yield f"a script in {name} of {node}"
    if node.tag == "link" and re.match(r"(?:[a-z]+:)?//", node.attributes.get("href", "")):
        yield f"href goes outside on {node}"
    if node.tag == "style":
        yield f"a style sheet in the page, line {node.line}"
    if node.tag == "script" and (not node.attributes.get("src") or node.text or node.children):
        kind = node.attributes.get("type", "")
        if kind not in ("application/json", "application/ld+json"):
            yield f"a script in the page, line {node.line}"


def _ids(nodes: list[Node]) -> Iterator[str]:
    ids = [node.attributes["id"] for node in nodes if "id" in node.attributes]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"id {name!r} is there {ids.count(name)} times"
    known = set(ids)
    for node in nodes:
        for name in ("aria-describedby", "aria-labelledby", "aria-controls", "for", "list", "form"):
            for wanted in node.attributes.get(name, "").split():
                if wanted not in known:
                    yield f"{name}={wanted!r} points nowhere, on {node}"


@dataclass(frozen=True, slots=True)
class _Names:
    """What names other nodes of a page: by their ids, and labels with words by the control they are for."""

    ids: Mapping[str, Node]
    labels: Mapping[str, Node]

    @classmethod
    def of(cls, nodes: Sequence[Node]) -> "_Names":
        ids = {node.attributes["id"]: node for node in nodes if "id" in node.attributes}
        labels = [node for node in nodes if node.tag == "label" and node.attributes.get("for") and node.text]
        return cls(ids, {label.attributes["for"]: label for label in reversed(labels)})


def _name(node: Node, names: _Names) -> str:
    """What a screen reader calls a control, more or less."""
    attributes = node.attributes
    if attributes.get("aria-label", "").strip():
        return attributes["aria-label"]
    ids = names.ids
    named = " ".join(ids[i].text for i in attributes.get("aria-labelledby", "").split() if i in ids)
    if named.strip():
        return named
    if node.tag in _CONTROLS:
        label = names.labels.get(attributes.get("id", ""))
        if label is not None:
            return label.text
        for each in node.ancestors():
            if each.tag == "label" and each.text:
                return each.text
        return attributes.get("title", "")
    inner = [each.attributes.get("alt") or each.attributes.get("aria-label") or "" for each in node.walk()]
    return (node.text + " ".join(inner)).strip() or attributes.get("title", "")


def _unnamed(node: Node, names: _Names) -> Iterator[str]:
    hidden = node.tag == "input" and node.attributes.get("type", "text") in _NAMED_BY_THEMSELVES
    if node.tag in _CONTROLS and not hidden and not _name(node, names):
        yield f"no label for {node}"
    if (
        node.tag == "input"
        and node.attributes.get("type") in ("submit", "button")
        and not node.attributes.get("value")
    ):
        yield f"a button without words: {node}"
    if node.tag in ("button", "a", "summary", "th") and not _name(node, names):
        yield f"no words in {node}"
    if node.tag == "a" and not node.attributes.get("href"):
        yield f"a link to nowhere: {node}"
    if node.tag == "img" and "alt" not in node.attributes:
        yield f"a picture without alt: {node}"
    if node.tag == "svg" and node.attributes.get("role") == "img" and not node.attributes.get("aria-label"):
        yield f"a picture without a name: {node}"
    if node.tag == "nav" and not _name_of_landmark(node):
        yield f"a navigation without a name: {node}"
    if node.tag == "form" and node.attributes.get("method", "get").lower() == "post":
        token = any(each.attributes.get("name") == "csrfmiddlewaretoken" for each in node.walk())
        if not token and "setlang" not in node.attributes.get("action", ""):
            yield f"a form without the token: {node}"


def _name_of_landmark(node: Node) -> str:
    return node.attributes.get("aria-label", "") or node.attributes.get("aria-labelledby", "")


def _frame(root: Node, nodes: list[Node], language: str) -> Iterator[str]:
    html = next((node for node in nodes if node.tag == "html"), None)
    spoken = html.attributes.get("lang", "") if html else ""
    if not spoken or (language and spoken != language):
        yield f"lang is {spoken!r}"
    titles = [
        node.text for node in nodes if node.tag == "title" and any(up.tag == "head" for up in node.ancestors())
    ]
    if len(titles) != 1 or not titles[0].replace("·", "").strip() or titles[0].startswith("·"):
        yield f"title is {titles!r}"
    heads = [node for node in nodes if node.tag == "h1"]
    if len(heads) != 1:
        yield f"{len(heads)} h1"
    elif not heads[0].text:
        yield "an empty h1"
    if sum(node.tag == "main" for node in nodes) != 1:
        yield "not one main"
    before = 0
    for node in nodes:
        if re.fullmatch(r"h[1-6]", node.tag):
            level = int(node.tag[1])
            if before and level > before + 1:
                yield f"h{level} after h{before}: {node.text!r}"
            before = level


def said(html: str) -> Iterator[tuple[str, str]]:
    """``(where, text)`` of everything that is shown or read out; code, keys and other languages are left out."""
    root, _faults = read(html)
    yield from _said(root)


def _said(node: Node) -> Iterator[tuple[str, str]]:
    if node.tag in ("script", "style", "template", "code", "kbd", "svg") and node.tag != "svg":
        return
    if node.parent is not None and node.parent.tag and "lang" in node.attributes and node.tag != "html":
        return
    for name, value in node.attributes.items():
        if value and (name in SAID or name.startswith("data-say-")):
            yield f"{name} of {node}", value
    if node.tag == "input" and node.attributes.get("type") in ("submit", "button", "reset"):
        yield f"value of {node}", node.attributes.get("value", "")
    for child in node.children:
        if isinstance(child, str):
            if child.strip() and child.strip().lower() != "html":
                yield str(node), " ".join(child.split())
        else:
            yield from _said(child)
