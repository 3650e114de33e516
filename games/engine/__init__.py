"""The two games' rules, pure: data in, data out; no database, no clock, no Django."""

from games.engine.rulesets import Ruleset, UnknownRuleset, get_ruleset

__all__ = ["Ruleset", "UnknownRuleset", "get_ruleset"]
