"""The named rulesets hold what the rule pages say."""

import pytest

from games.engine.rulesets import RULESETS, UnknownRuleset, get_ruleset


@pytest.mark.parametrize(
    ("name", "tiles", "kinds", "points"),
    [("amath@1", 100, 29, 180), ("amath-primary@1", 70, 24, 116), ("summy@1", 94, 15, 270)],
)
def test_the_sets_have_as_many_tiles_kinds_and_points_as_the_rules_say(name, tiles, kinds, points):
    ruleset = get_ruleset(name)
    assert sum(ruleset.tile_counts.values()) == tiles
    assert len(ruleset.tile_counts) == kinds
    assert sum(ruleset.tile_points[kind] * n for kind, n in ruleset.tile_counts.items()) == points


def test_a_tile_is_worth_the_same_in_the_primary_set():
    full, primary = get_ruleset("amath@1"), get_ruleset("amath-primary@1")
    assert {kind: full.tile_points[kind] for kind in primary.tile_points} == dict(primary.tile_points)
    assert {"×", "÷"}.isdisjoint(primary.tile_points)


def test_a_name_without_a_version_means_the_newest():
    assert get_ruleset("amath") is get_ruleset("amath@1")
    assert get_ruleset("summy").id == "summy@1"


@pytest.mark.parametrize("name", ["", "chess", "amath@99", "AMATH", "amath@"])
def test_an_unknown_ruleset_is_refused_by_name(name):
    with pytest.raises(UnknownRuleset) as refused:
        get_ruleset(name)
    assert refused.value.code == "ruleset.unknown"
    assert refused.value.name == name


def test_only_a_math_has_bingos_clock_and_rack_adjustments():
    amath, primary, summy = (get_ruleset(name) for name in ("amath", "amath-primary", "summy"))
    assert (amath.bingo_bonus, amath.clock_ms, amath.max_bingos) == (40, 1_320_000, 12)
    assert (primary.bingo_bonus, primary.clock_ms, primary.max_bingos) == (40, 1_200_000, 8)
    assert (summy.bingo_bonus, summy.clock_ms, summy.max_bingos) == (0, None, 0)
    # 19, 17, 13, 20 and then eleven kinds at 4: 7 + 6 + 6 + 5 + 4·4
    assert amath.max_rack_points == 40
    assert summy.max_rack_points == 0


def test_a_division_starts_with_the_practice_of_its_game():
    amath, summy = get_ruleset("amath").defaults, get_ruleset("summy").defaults
    assert (amath.win, amath.tie, amath.loss) == (summy.win, summy.tie, summy.loss) == (2, 1, 0)
    assert amath.spread_caps == (350,)
    assert (amath.bye_spread, amath.forfeit_scores, amath.double_forfeit_spread) == (100, (100, 0), -100)
    assert summy.spread_caps == ()
    assert (summy.bye_spread, summy.forfeit_scores, summy.double_forfeit_spread) == (0, (0, 0), 0)
    assert get_ruleset("amath").margin_scale == 350


def test_summy_plays_are_always_judged_at_once():
    assert get_ruleset("summy").judging_modes == ("auto",)
    assert set(get_ruleset("amath").judging_modes) == {"auto", "challenge"}


def test_the_data_of_a_ruleset_cannot_be_changed():
    for ruleset in RULESETS.values():
        with pytest.raises(TypeError):
            ruleset.tile_points["="] = 99
        with pytest.raises(AttributeError):
            ruleset.rack_size = 7
