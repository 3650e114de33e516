"""Adding up one entry's lines."""

from decimal import Decimal

from .lines import Line, Outcome, StandingsError
from .rules import ByeCredit, StandingsRules

_WIN, _TIE, _LOSS = 0, 1, 2


def bye_credit(line: Line, rules: StandingsRules) -> int | None:
    """What a bye counts as: 0 a win, 1 a tie, 2 a loss, None nothing."""
    if line.won is not None:
        return _WIN if line.won else _LOSS
    match rules.bye_credit:
        case ByeCredit.WIN:
            return _WIN
        case ByeCredit.TIE:
            return _TIE
        case ByeCredit.LOSS:
            return _LOSS
        case ByeCredit.NOTHING:
            return None
    if line.own:
        return _WIN if line.own > 0 else _LOSS
    return _TIE if rules.bye_credit is ByeCredit.BY_SPREAD_OR_TIE else None


class Tally:
    """What one entry has gathered so far. Mutable and private to the computation of a table."""

    __slots__ = (
        "against",
        "bye_credits",
        "byes",
        "capped",
        "credits",
        "forfeits",
        "games",
        "high",
        "met",
        "own",
        "rounds",
        "spread",
    )

    def __init__(self) -> None:
        self.credits = [0, 0, 0]  # wins, ties, losses
        self.bye_credits = [0, 0, 0]  # those of them that are byes
        self.byes = self.forfeits = 0
        self.capped = self.spread = 0
        self.games = self.own = self.against = 0
        self.high: int | None = None
        self.met: list[int] = []
        self.rounds = 0  # bit r is set when round r has a line

    def add(self, line: Line, cap: int | None, rules: StandingsRules) -> None:
        """Count one line. Raises StandingsError where the line cannot be judged."""
        bit = 1 << line.round
        if self.rounds & bit:
            raise StandingsError("standings.two_lines", entry=line.entry, round=line.round)
        self.rounds |= bit
        spread = line.own - line.against
        outcome = line.outcome
        if outcome is Outcome.PLAYED:
            self._add_game(line, spread)
            capped = spread if cap is None else max(-cap, min(cap, spread))
        else:
            # Byes and forfeits count as they were set: the cap is for games.
            capped = spread
            if outcome is Outcome.BYE:
                self.byes += 1
                credit = bye_credit(line, rules)
                if credit is not None:
                    self.credits[credit] += 1
                    self.bye_credits[credit] += 1
            else:
                self.forfeits += 1
                self.credits[_forfeit_credit(line, spread)] += 1
        self.spread += spread + line.penalty
        self.capped += capped + line.penalty

    def _add_game(self, line: Line, spread: int) -> None:
        if line.opponent is None:
            raise StandingsError("standings.no_opponent", entry=line.entry, round=line.round)
        if line.won is not None:
            self.credits[_WIN if line.won else _LOSS] += 1
        else:
            self.credits[_WIN if spread > 0 else _LOSS if spread else _TIE] += 1
        self.games += 1
        self.own += line.own
        self.against += line.against
        self.met.append(line.opponent)
        if self.high is None or line.own > self.high:
            self.high = line.own

    def points(self, rules: StandingsRules) -> Decimal:
        wins, ties, losses = self.credits
        if rules.bye_points is None:
            return wins * rules.win + ties * rules.tie + losses * rules.loss
        # A bye with a price of its own: the others first, then every bye at that price.
        bye_wins, bye_ties, bye_losses = self.bye_credits
        return (
            (wins - bye_wins) * rules.win
            + (ties - bye_ties) * rules.tie
            + (losses - bye_losses) * rules.loss
            + self.byes * rules.bye_points
        )

    def missed(self, until: int) -> tuple[int, ...]:
        if self.rounds == (2 << until) - 2:
            return ()
        return tuple(r for r in range(1, until + 1) if not self.rounds >> r & 1)


def _forfeit_credit(line: Line, spread: int) -> int:
    if line.outcome is Outcome.DOUBLE_FORFEIT:
        return _LOSS
    if line.won is not None:
        return _WIN if line.won else _LOSS
    if not spread:
        raise StandingsError("standings.forfeit_undecided", entry=line.entry, round=line.round)
    return _WIN if spread > 0 else _LOSS
