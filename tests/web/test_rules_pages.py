"""The rules of the games: there for everybody, alike in both languages, and what they show is what is played."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.engine import get_ruleset
from games.engine.squares import Square
from games.views.rule_blocks import Board, TileSet
from games.views.rule_text import Unfit, read_rule_text
from games.views.rules import GAMES, rule_text
from tests.factories import make_division, make_tournament
from tests.support.html import Node, faults, read

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "th")
#: How many rules the law has; their numbers are cited in the code.
RULES = {"amath": 22, "summy": 13}
CODES = {
    *("E1", "E2", "N", "P1", "P2", "P3", "P4", "S1", "S2", "G1", "G2", "G3"),
    *(f"X{number}" for number in range(1, 10)),
    *(f"C{number}" for number in range(1, 6)),
}
EACH = pytest.mark.parametrize(("game", "language"), [(g, each) for g in GAMES for each in LANGUAGES])


def page(client: Client, path: str, language: str) -> Node:
    answer = client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    html = answer.content.decode()
    assert faults(html, language=language) == []
    return read(html)[0]


def nodes(root: Node, tag: str, **attributes: str) -> list[Node]:
    return [
        node
        for node in root.walk()
        if node.tag == tag
        and all(value in node.attributes.get(name, "").split() for name, value in attributes.items())
    ]


def boards(game: str, language: str) -> list[Board]:
    return [block for block in rule_text(game, language).blocks if isinstance(block, Board)]


@EACH
def test_a_reader_without_a_login_gets_every_rule_at_its_own_address(
    client: Client, game: str, language: str
) -> None:
    root = page(client, f"/rules/{game}/", language)
    numbers = [
        node.attributes["id"] for node in nodes(root, "h3") if node.attributes.get("id", "").startswith("rule-")
    ]
    assert numbers == [f"rule-{number}" for number in range(1, RULES[game] + 1)]
    for number in range(1, RULES[game] + 1):
        assert nodes(root, "a", href=f"#rule-{number}"), f"nothing links to rule {number}"


@EACH
def test_every_link_within_a_page_leads_somewhere(client: Client, game: str, language: str) -> None:
    root = page(client, f"/rules/{game}/", language)
    ids = {node.attributes["id"] for node in root.walk() if "id" in node.attributes}
    wanted = {node.attributes["href"][1:] for node in nodes(root, "a") if node.attributes["href"].startswith("#")}
    assert len(wanted) > RULES[game]
    assert wanted - ids == set()


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_say_the_same(client: Client, game: str) -> None:
    english, thai = (rule_text(game, language) for language in LANGUAGES)
    assert english.title != thai.title
    assert [rule.number for rule in english.rules] == [rule.number for rule in thai.rules]
    assert [section.id for section in english.contents] == [section.id for section in thai.contents]
    assert english.marks == thai.marks, "decisions and settings stand in the same rules"

    def shown(text: Any) -> Counter[tuple[str, bool | None]]:
        return Counter((" ".join(row.tokens), row.valid) for row in text.examples)

    assert shown(english) == shown(thai)
    drawn = [[(board.columns, board.rows, board.cells) for board in boards(game, each)] for each in LANGUAGES]
    assert drawn[0] == drawn[1]
    ids = [
        [node.attributes["id"] for node in page(client, f"/rules/{game}/", each).walk() if "id" in node.attributes]
        for each in LANGUAGES
    ]
    assert ids[0] == ids[1]


@EACH
def test_figures_are_the_same_in_both_languages(game: str, language: str) -> None:
    """A number that one language has and the other has not is a slip, wherever it stands in a rule."""

    def figures(each: str) -> list[Counter[str]]:
        suffix = "" if each == "en" else f".{each}"
        text = Path(settings.BASE_DIR, "docs", f"rules-{game}{suffix}.md").read_text("utf-8")
        rules = re.split(r"^#{2,3} ", text, flags=re.MULTILINE)
        return [Counter(re.findall(r"\d{2,}", re.sub(r"`[^`]*`|#[\w-]+", "", rule))) for rule in rules]

    other = figures("th" if language == "en" else "en")
    for mine, theirs in zip(figures(language), other, strict=True):
        assert set(mine) == set(theirs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_the_one_that_is_played_on(client: Client, language: str) -> None:
    board = boards("amath", language)[0]
    squares = {cell.name: cell.square for cell in board.cells}
    assert Counter(squares.values()) == {"T": 8, "D": 12, "t": 17, "d": 24, ".": 164}
    assert squares["H8"] == "t"
    at = {(ord(name[0]) - ord("A") + 1, int(name[1:])): square for name, square in squares.items()}
    assert len(at) == 225
    for (x, y), square in at.items():
        assert {at[16 - x, y], at[x, 16 - y], at[y, x], at[16 - y, 16 - x]} == {square}
    premiums = get_ruleset("amath").layout.premiums
    factors = {"T": (3, 1), "D": (2, 1), "t": (1, 3), "d": (1, 2)}
    for (x, y), square in at.items():
        premium = premiums.get(Square(x, y))
        assert factors.get(square) == (tuple(premium) if premium and tuple(premium) != (1, 1) else None)
    root = page(client, "/rules/amath/", language)
    drawn = Counter(node.attributes["class"] for node in nodes(nodes(root, "svg", **{"class": "board"})[0], "rect"))
    assert drawn == {"eq3": 8, "eq2": 12, "pc3": 17, "pc2": 24, "plain": 164}
    letters = Counter(
        node.text for node in nodes(nodes(root, "svg", **{"class": "board"})[0], "text", **{"class": "mark"})
    )
    assert letters == {"T": 8, "D": 12, "t": 16, "d": 24}, "each coloured square has its letter; the star is drawn"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "rulesets"), [("amath", ["amath", "amath-primary"]), ("summy", ["summy"])])
def test_the_tiles_are_those_of_the_set(game: str, rulesets: list[str], language: str) -> None:
    path = Path(settings.BASE_DIR, "docs", f"rules-{game}{'' if language == 'en' else '.th'}.md")
    written = re.findall(r"^```set .*?\n(.*?)^```", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert len(written) == len(rulesets)
    for name, table in zip(rulesets, written, strict=True):
        rules = get_ruleset(name)
        lines = [line.split() for line in table.splitlines()]
        assert {kind: int(count) for kind, count, _ in lines} == dict(rules.tile_counts)
        assert {kind: int(points) for kind, _, points in lines} == dict(rules.tile_points)
    sets = [block for block in rule_text(game, language).blocks if isinstance(block, TileSet)]
    assert [sum(kind.count for kind in each.kinds) for each in sets] == [
        sum(get_ruleset(name).tile_counts.values()) for name in rulesets
    ]


@EACH
def test_every_example_is_judged_as_the_page_says(game: str, language: str) -> None:
    rules = get_ruleset(game)
    wrong = []
    judged = Counter[bool]()
    for example in rule_text(game, language).examples:
        if example.valid is None:
            continue
        judged[example.valid] += 1
        problems = rules.check_line(example.tokens)
        if bool(problems) == example.valid:
            wrong.append((" ".join(example.tokens), [problem.code for problem in problems]))
    assert wrong == []
    assert judged[True] > 10
    assert judged[False] > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_traditional_rules_is_explained_and_cited(client: Client, language: str) -> None:
    root = page(client, "/rules/amath/", language)
    rows = {node.attributes["id"]: node for node in nodes(root, "tr") if "id" in node.attributes}
    assert set(rows) == {f"code-{code.lower()}" for code in CODES}
    cited = {
        node.attributes["href"] for node in root.walk() if node.attributes.get("href", "").startswith("#code-")
    }
    assert len(cited) > 20
    assert {link[1:] for link in cited} <= set(rows)
    # A rule that cites a code is found in that code's row, and the other way round.
    for heading in nodes(root, "h3"):
        rule = heading.attributes["id"]
        for link in nodes(heading, "a"):
            if link.attributes["href"].startswith("#code-"):
                assert nodes(rows[link.attributes["href"][1:]], "a", href=f"#{rule}"), f"{rule} is not in that row"


@EACH
def test_right_and_wrong_are_said_in_a_word(client: Client, game: str, language: str) -> None:
    words = {"en": ("Valid", "Not valid"), "th": ("ถูกต้อง", "ใช้ไม่ได้")}[language]
    root = page(client, f"/rules/{game}/", language)
    rows = [row for each in nodes(root, "ul", **{"class": "examples"}) for row in nodes(each, "li")]
    said = [nodes(row, "span", **{"class": "badge"}) for row in rows]
    text = rule_text(game, language)
    wanted = [words[not row.valid] for row in text.examples[: len(rows)] if row.valid is not None]
    assert [badge.text for badges in said for badge in badges] == wanted
    assert all(nodes(row, "div", role="img")[0].attributes["aria-label"] for row in rows)


def test_the_worked_example_comes_to_34() -> None:
    """On the squares that are given for it."""
    (example,) = [row for row in rule_text("amath", "en").examples if any(tile.square for tile in row.tiles)]
    points = 0
    factor = 1
    for tile in example.tiles:
        points += (tile.points or 0) * {"pc3": 3, "pc2": 2}.get(tile.square, 1)
        factor *= {"eq3": 3, "eq2": 2}.get(tile.square, 1)
    assert (points, points * factor) == (17, 34)
    assert get_ruleset("amath").check_line(example.tokens) == ()


def test_the_choice_of_games_leads_to_their_rules(client: Client) -> None:
    for language, words in (("en", "Rules"), ("th", "กติกา")):
        root = page(client, "/rules/", language)
        assert nodes(root, "h1")[0].text == words
        links = [node.attributes["href"] for node in nodes(nodes(root, "main")[0], "a")]
        assert links == [f"/rules/{game}/" for game in GAMES]


def test_an_unknown_game_is_not_there(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404


def test_every_page_and_an_event_lead_to_the_rules(client: Client) -> None:
    tournament = make_tournament(slug="cup")
    make_division(tournament, slug="open", ruleset="amath-primary@1")
    root = page(client, "/events/cup/", "en")
    assert nodes(nodes(root, "main")[0], "a", href="/rules/amath/")
    assert nodes(nodes(root, "footer")[0], "a", href="/rules/")


def test_the_rules_are_kept_and_need_no_database(client: Client, django_assert_num_queries: Any) -> None:
    first = client.get("/rules/summy/")
    with django_assert_num_queries(0):
        again = client.get("/rules/summy/", headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304


@EACH
def test_every_class_of_a_drawn_page_has_a_rule(client: Client, game: str, language: str) -> None:
    css = "".join(path.read_text("utf-8") for path in Path(settings.BASE_DIR, "static", "css").glob("*.css"))
    known = set(re.findall(r"\.([a-z][a-z0-9_-]*)", css))
    root = page(client, f"/rules/{game}/", language)
    used = {name for node in root.walk() for name in node.attributes.get("class", "").split()}
    assert used - known == set()


@pytest.mark.parametrize(
    "text",
    [
        "no title\n",
        "# T\n\nA.\n\n```tiles\n✓ 7 × 21 = 5\n```\n",
        "# T\n\nA.\n\n```board B\n  A B\n1 T\n```\n",
        "# T\n\nA.\n\n```board B\n  A B\n1 T q\n```\n",
    ],
)
def test_a_text_that_cannot_be_drawn_is_refused(text: str) -> None:
    with pytest.raises(Unfit):
        read_rule_text(text, get_ruleset("amath").tile_points)


def test_html_in_the_text_is_text() -> None:
    text = read_rule_text("# T\n\nA <b>b</b>.\n\n## H <i>x</i>\n\n<script>1</script> `<u>`\n", {})
    drawn = "".join(str(block.html) for block in text.blocks if hasattr(block, "html")) + text.lede
    assert "&lt;b&gt;" in drawn
    assert not re.search(r"<(?:b|i|u|script)>", drawn)
