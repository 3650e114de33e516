"""One system, or all of them, fitted to a history: parameters from its first 60%, figures from the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any

from ratings.fitting.forecasts import Forecasts, forecasts
from ratings.fitting.history import History, cut, spread_of
from ratings.fitting.scores import Bin, Score, best_slope, calibration, coin, probabilities, score
from ratings.fitting.search import Dial, turn_dials
from ratings.systems import SYSTEMS, get_system
from ratings.systems.protocol import RatingSystem, SystemParameterError

SHARE = 0.6
#: So much of the first part is rated and not scored: where nobody has a rating yet, the slope that suits best is
#: that of guesses, and it suits nothing that follows.
WARM = 1 / 3
#: What is searched for, system by system; of these, what a system does not have is passed over.
DIALS: Mapping[str, Sequence[Dial]] = MappingProxyType(
    {
        "glicko_margin": (Dial("growth", 0.0, 15.0), Dial("win_share", 0.0, 0.5)),
        "glicko2": (Dial("growth", 0.0, 15.0), Dial("start_volatility", 0.01, 0.1)),
        "elo": (Dial("k", 5.0, 80.0), Dial("k_new", 5.0, 160.0)),
    }
)
_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Fit:
    """A system at its best. `parameters` are all it has, `fitted` names those that come from the games.

    `slope` turns evidence (`Forecasts`) into the probability shown; `first` and `last` score the two parts, and
    `calibration` is of the last.
    """

    system: str
    algorithm: str
    parameters: Mapping[str, Any]
    fitted: tuple[str, ...]
    slope: float
    first: Score
    last: Score
    calibration: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Games, people and the split; `spread` is the first part's standard deviation of margins, in game points."""

    games: int
    events: int
    players: int
    ties: int
    first_games: int
    spread: float
    coin: Score
    fits: tuple[Fit, ...]


def fit_systems(
    history: History,
    names: Sequence[str] | None = None,
    *,
    given: Mapping[str, Mapping[str, Any]] | None = None,
    by_round: bool = False,
    share: float = SHARE,
    say: Callable[[str], None] = lambda name: None,
) -> Report:
    """Fit the systems of these names (all there are), and set a coin beside them.

    `given` are parameters by system that hold unless fitted; with `by_round`, a period is a round in every system
    that leaves the choice (its parameter `period`), whatever its own default. `say` hears each
    system's name before its turn.
    Raises `HistoryError` where there is too little to fit, `SystemParameterError` for what a system refuses.
    """
    first = cut(history, share)
    fits = []
    for name in SYSTEMS if names is None else names:
        say(name)
        fits.append(fit_system(history, name, given=(given or {}).get(name), by_round=by_round, share=share))
    return Report(
        games=len(history.games),
        events=history.event_count,
        players=history.players,
        ties=sum(1 for _, _, margin, _ in history.games if margin == 0),
        first_games=first,
        spread=spread_of(history.games[:first]),
        coin=coin(len(history.games) - first),
        fits=tuple(fits),
    )


def fit_system(
    history: History,
    name: str,
    *,
    given: Mapping[str, Any] | None = None,
    by_round: bool = False,
    share: float = SHARE,
) -> Fit:
    """The parameters of least log loss in the first part, each tried with the slope that suits it best.

    The first part's first third (`WARM`) counts for neither. S is not searched for: it is twice the margins'
    standard deviation in the first part.
    """
    first = cut(history, share)
    warm = int(WARM * first)
    known = get_system(name, given or {}).parameters()
    fixed = dict(given or {})
    if "scale" in known:
        fixed["scale"] = max(1.0, round(2.0 * spread_of(history.games[:first]), 1))
    if by_round and "period" in known:
        fixed["period"] = "round"
    dials = [dial for dial in DIALS.get(name, ()) if dial.name in known]
    early = history.games[:first]

    def system(found: Mapping[str, float]) -> RatingSystem:
        return get_system(name, {**fixed, **_rounded(found)})

    def loss(found: Mapping[str, float]) -> float:
        try:
            candidate = system(found)
        except SystemParameterError:
            return inf  # no good beside the parameters given
        _, seen = forecasts(candidate, history, early).split(warm)
        return score(probabilities(seen.evidence, best_slope(seen)), seen.result).log_loss

    found = turn_dials(loss, dials)
    best = system(found)
    before, after = forecasts(best, history).split(first)
    slope = best_slope(before.split(warm)[1])
    said = probabilities(after.evidence, slope)
    return Fit(
        system=name,
        algorithm=best.algorithm,
        parameters=best.parameters(),
        fitted=(*(("scale",) if "scale" in known else ()), *(dial.name for dial in dials)),
        slope=slope,
        first=_scored(before, slope),
        last=score(said, after.result),
        calibration=calibration(said, after.result),
    )


def _scored(seen: Forecasts, slope: float) -> Score:
    return score(probabilities(seen.evidence, slope), seen.result)


def _rounded(found: Mapping[str, float]) -> dict[str, float]:
    """As they are told, so that what is told is what was measured."""
    return {name: round(value, _DECIMALS) for name, value in found.items()}
