"""What keyboards offer for a tile is read; what only looks like one is refused by code, and named. Fault 56."""

import pytest

from games.engine import Problem, Unreadable, get_ruleset
from tests.engine.shared import AMATH, PRIMARY, SUMMY, codes


@pytest.mark.parametrize(
    ("spelled", "meant"),
    [
        *((sign, "×") for sign in "× x X *".split()),
        *((sign, "÷") for sign in "÷ / :".split()),
        *((sign, "-") for sign in "- − –".split()),
        *((f"?:{sign}", "?:×") for sign in "× x X *".split()),
        *((f"?:{sign}", "?:÷") for sign in "÷ / :".split()),
        *((f"?:{sign}", "?:-") for sign in "- − –".split()),
        *((f"{kind}:{face}", "+/-:-") for kind in ("+/-", "+/−", "+/–") for face in "- − –".split()),
        *((f"{kind}:+", "+/-:+") for kind in ("+/-", "+/−", "+/–")),
        *((f"{kind}:{face}", "×/÷:×") for kind in ("×/÷", "x/÷", "*//", "X//") for face in "× x X *".split()),
        ("x//:/", "×/÷:÷"),
        ("*/÷:÷", "×/÷:÷"),
        *((text, text) for text in "+ = ?:= ?:+ 0 20 ?:20 ?:0 ?".split()),
        ("+/−", "+/-"),
        ("x/÷", "×/÷"),
    ],
)
def test_other_spellings_of_an_a_math_tile_are_read_as_that_tile(spelled, meant):
    tile = AMATH.tiles.tile(spelled)
    assert str(tile) == meant
    assert tile is AMATH.tiles.tile(meant)


@pytest.mark.parametrize(
    ("spelled", "meant"),
    [
        *((s, "x") for s in "x X × *".split()),
        *((s, ":") for s in ": ÷ /".split()),
        *((s, "-") for s in "- − –".split()),
    ],
)
def test_other_spellings_of_a_summy_block_are_read_as_that_block(spelled, meant):
    assert str(SUMMY.tiles.tile(spelled)) == meant


@pytest.mark.parametrize(
    ("text", "looks_like"),
    [
        *(pair.split("→") for pair in "５→5 １２→12 ๕→5 ๑๒→12 ²→2 ₂→2 ٥→5 ⑫→12 𝟕→7 ＝→= ＋→+ ？→?".split()),
        *((text, None) for text in "½ Ⅻ 五 5.0 05 00 21 100 -5 7+ == => a 1e3 NaN x/- +/× ± — 7:7 7:".split()),
        *((text, None) for text in ("\ud800", "\x00", "7\x00", "\u200b7", "\ufeff7", "", " 7", "9" * 10_000)),
    ],
)
def test_what_is_no_tile_is_refused_by_code_with_what_it_looks_like(text, looks_like):
    with pytest.raises(Unreadable) as refused:
        AMATH.tiles.tile(text)
    problem = refused.value.problem
    assert refused.value.code == problem.code == "tile.unknown"
    assert problem.figures["tile"] == text[:20]
    assert problem.figures.get("looks_like") == looks_like


@pytest.mark.parametrize(
    ("tile", "face"),
    [
        *(("?", face) for face in ("+/-", "×/÷", "?", "21", "", "๕", "05")),
        *(("+/-", face) for face in ("×", "÷", "=", "5", "+/-", "")),
        *(("×/÷", face) for face in ("+", "-", "=", "5", "×/÷")),
    ],
)
def test_a_variable_tile_cannot_stand_for_what_it_is_not(tile, face):
    with pytest.raises(Unreadable) as refused:
        AMATH.tiles.tile(f"{tile}:{face}")
    assert refused.value.code == "tile.face_not_allowed"
    assert dict(refused.value.problem.figures) == {"tile": tile, "face": face}


@pytest.mark.parametrize("face", ["17", "18", "19"])
def test_a_primary_blank_stands_only_for_faces_of_its_set(face):
    assert AMATH.check_line(f"?:{face} = {face}") == ()
    assert codes(PRIMARY.check_line(f"?:{face} = 16")) == ["tile.face_not_allowed"]


@pytest.mark.parametrize("sign", ["×", "÷"])
def test_the_primary_set_has_no_plain_times_and_divide_but_choices_and_blanks_for_them(sign):
    assert codes(PRIMARY.check_line(f"4 {sign} 1 = 4")) == ["tile.unknown"]
    assert PRIMARY.check_line(f"4 ×/÷:{sign} 1 = 4") == ()
    assert PRIMARY.check_line(f"4 ?:{sign} 1 = 4") == ()


def test_blanks_between_tiles_may_be_any_number():
    assert AMATH.check_line("  7 ×  2\t=   14 ") == ()
    assert AMATH.check_line(["7", "", "×", "2", "", "", "=", "14", ""]) == ()
    assert [str(tile) for tile in AMATH.tiles.read("  7   =  7 ")] == ["7", "=", "7"]
    assert AMATH.tiles.read("") == ()


def test_every_tile_that_cannot_be_read_is_named_at_its_place_among_the_others():
    problems = AMATH.check_line("๕ = 5 + ?:21 x 99")
    assert [(p.code, p.pos) for p in problems] == [
        ("tile.unknown", 0),
        ("tile.face_not_allowed", 4),
        ("tile.unknown", 6),
    ]
    with pytest.raises(Unreadable) as refused:
        AMATH.tiles.read("5 = ๕")
    assert refused.value.problem.pos == 2


@pytest.mark.parametrize(("text", "pos"), [("7 ?:5", 1), ("+/-:+", 0), ("7 21", 1), ("๕", 0)])
def test_on_a_rack_a_tile_has_no_face_yet(text, pos):
    with pytest.raises(Unreadable) as refused:
        AMATH.tiles.kinds(text)
    assert (refused.value.code, refused.value.problem.pos) == ("tile.unknown", pos)


def test_a_rack_is_read_by_kind_and_sorted_in_the_order_of_the_set():
    assert AMATH.tiles.kinds("= ? x +/− 7 12 x/÷ –") == ("=", "?", "×", "+/-", "7", "12", "×/÷", "-")
    assert AMATH.tiles.sorted(["?", "=", "7", "+/-", "12", "0"]) == ("0", "7", "12", "+/-", "=", "?")


@pytest.mark.parametrize("rules", [AMATH, PRIMARY, SUMMY])
def test_every_tile_of_a_set_is_read_back_from_its_own_text(rules):
    for tile in set(rules.tiles.spelled.values()):
        assert rules.tiles.tile(str(tile)) is tile
        assert tile.points == rules.tile_points[tile.kind]
        assert tile.declared == (tile.face != "")
        assert tile.value == (int(tile.face) if tile.face.isdigit() else 0)


def test_a_refusal_says_what_it_is_about():
    with pytest.raises(Unreadable, match=r"tile\.unknown.*looks_like.*5"):
        AMATH.tiles.tile("๕")
    assert str(Unreadable(Problem("move.no_tiles"))) == "move.no_tiles"


def test_a_token_beyond_all_measure_is_named_in_short():
    (problem,) = get_ruleset("amath").check_line(["\u0315\u0300" * 20_000, "=", "5"])
    assert problem.code == "tile.unknown"
    assert len(str(problem.figures["tile"])) == 20
