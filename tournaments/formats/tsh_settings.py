"""The settings of a TSH event that bear on the table, as standings rules."""

from dataclasses import replace
from itertools import zip_longest

from tournaments.standings import TSH, ByeCredit, Criterion, StandingsRules

from .tsh_config import TshConfig
from .tsh_issues import Severity, TshIssue
from .tsh_literal import Literal
from .tsh_players import NO_SCORE

# `realm thai` stands for these where the config does not say otherwise.
_THAI_CAP, _THAI_BYE = 350, 100


def bye_spread(config: TshConfig) -> int | None:
    """What the event gives for a bye; None where it is not set as one number."""
    if "bye_spread" not in config.settings and _thai(config):
        return _THAI_BYE
    spread = config.number("bye_spread")
    return spread if spread is not None and abs(spread) < NO_SCORE else None


def standings_rules(config: TshConfig, division: str, issues: list[TshIssue]) -> StandingsRules:
    """TSH's order (wins with ties ½, fewer losses, capped spread) with the caps and byes as set.

    `spread_cap` limits the real spread and `standings_spread_cap` the ranking one: the smaller of the two
    ranks. Caps that are no numbers are left out with a note.
    """
    real = _caps(config, "spread_cap", division, issues)
    if real is None:
        real = (_THAI_CAP,) if _thai(config) else ()
    ranking = _caps(config, "standings_spread_cap", division, issues) or ()
    order = list(TSH.order)
    if config.on("sum_before_spread"):
        order.insert(order.index(Criterion.CAPPED_SPREAD), Criterion.TOTAL)
    credit = ByeCredit.BY_SPREAD
    if config.on("all_byes_tie"):
        credit = ByeCredit.TIE
    elif config.on("zero_byes_tie"):
        credit = ByeCredit.BY_SPREAD_OR_TIE
    return replace(TSH, caps=_both(real, ranking), order=tuple(order), bye_credit=credit)


def _thai(config: TshConfig) -> bool:
    return config.text("realm").casefold() == "thai"


def _caps(config: TshConfig, key: str, division: str, issues: list[TshIssue]) -> tuple[int | None, ...] | None:
    value: Literal = config.settings.get(key)
    if isinstance(value, dict):
        value = next((v for name, v in value.items() if name.casefold() == division.casefold()), None)
    if value is None:
        return None
    caps: list[int | None] = []
    for given in value if isinstance(value, list) else [value]:
        # TSH takes '350' for 350.
        text = isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 7
        cap = int(given) if text and isinstance(given, str) else given
        if cap is not None and not isinstance(cap, int):
            issues.append(TshIssue(config.file, 0, "tsh.setting_left_out", Severity.NOTE, {"key": key}))
            return None
        caps.append(cap if cap and cap > 0 else None)
    return tuple(caps) if any(caps) else ()


def _both(one: tuple[int | None, ...], two: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """The smaller cap of each round, where the last value of each list repeats."""
    if not one or not two:
        return one or two
    ends = zip_longest(one, two, fillvalue=0)
    pairs = [(one[-1] if a == 0 else a, two[-1] if b == 0 else b) for a, b in ends]
    return tuple(min((cap for cap in pair if cap is not None), default=None) for pair in pairs)
