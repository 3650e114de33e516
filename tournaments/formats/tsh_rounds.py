"""The rounds of a `.t` file: who met whom, who had a bye, who was not there. Checks that the lines agree."""

from dataclasses import dataclass

from tournaments.standings import ByeCredit

from .tsh_issues import Severity, TshIssue
from .tsh_players import TshDivision, TshPlayer


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A pairing. `first` moves first where `starts_known`; else the smaller number stands first. Scores are
    both None until the result is in. Penalties (negative) change the spread only."""

    first: int
    second: int
    first_score: int | None
    second_score: int | None
    starts_known: bool
    table: int | None
    first_penalty: int = 0
    second_penalty: int = 0


@dataclass(frozen=True, slots=True)
class ImportedBye:
    """A bye; `spread` None: given, but its result is not in yet."""

    entry: int
    spread: int | None
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class ImportedForfeit:
    """A loss against nobody; `spread` is negative."""

    entry: int
    spread: int
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class ImportedRound:
    """A round from 1. Entries by number; `absent`: in the event, not in this round; `unpaired`: left open."""

    number: int
    games: tuple[ImportedGame, ...]
    byes: tuple[ImportedBye, ...]
    forfeits: tuple[ImportedForfeit, ...]
    absent: tuple[int, ...]
    unpaired: tuple[int, ...]

    @property
    def present(self) -> frozenset[int]:
        """Everybody with a game, a bye or a forfeit in this round."""
        paired = [n for game in self.games for n in (game.first, game.second)]
        byes = [bye.entry for bye in self.byes]
        return frozenset([*paired, *byes, *(lost.entry for lost in self.forfeits)])


def read_rounds(division: TshDivision, bye_credit: ByeCredit, issues: list[TshIssue]) -> tuple[ImportedRound, ...]:
    """All rounds; contradictions between lines are appended to `issues` as errors, doubts as notes."""
    return tuple(
        _RoundReader(division, number, bye_credit, issues).read() for number in range(1, division.rounds + 1)
    )


class _RoundReader:
    def __init__(self, division: TshDivision, number: int, bye_credit: ByeCredit, issues: list[TshIssue]) -> None:
        self.players, self.file, self.number = division.players, division.file, number
        # Where a bye of 0 is a tie, 0 against nobody is that bye; elsewhere it is an absence.
        self.zero_is_bye = bye_credit in (ByeCredit.TIE, ByeCredit.BY_SPREAD_OR_TIE)
        self.lone_loss = bye_credit is not ByeCredit.TIE
        self.issues = issues
        self.games: list[ImportedGame] = []
        self.byes: list[ImportedBye] = []
        self.forfeits: list[ImportedForfeit] = []
        self.absent: list[int] = []
        self.unpaired: list[int] = []

    def read(self) -> ImportedRound:
        for me, player in enumerate(self.players, start=1):
            opponent = player.opponent(self.number)
            if opponent is None:
                self._open(me, player)
            elif opponent == 0:
                self._alone(me, player)
            elif opponent == me:
                self._issue(player, "tsh.own_opponent")
            elif opponent > len(self.players):
                self._issue(player, "tsh.unknown_opponent", opponent=opponent)
            elif self.players[opponent - 1].opponent(self.number) != me:
                self._issue(player, "tsh.not_mutual", opponent=opponent)
            elif me < opponent:
                self._game(me, opponent)
        return ImportedRound(
            number=self.number,
            games=tuple(self.games),
            byes=tuple(self.byes),
            forfeits=tuple(self.forfeits),
            absent=tuple(self.absent),
            unpaired=tuple(self.unpaired),
        )

    def _issue(
        self, player: TshPlayer, code: str, severity: Severity = Severity.ERROR, **params: str | int
    ) -> None:
        figures: dict[str, str | int] = {"round": self.number, **params}
        self.issues.append(TshIssue(self.file, player.line, code, severity, figures))

    def _value(self, player: TshPlayer, key: str) -> int:
        values = player.numbers(key)
        return (values[self.number - 1] or 0) if self.number <= len(values) else 0

    def _open(self, me: int, player: TshPlayer) -> None:
        if player.score(self.number):
            self._issue(player, "tsh.score_without_opponent")
        elif "off" in player.etc:
            self.absent.append(me)
        else:
            self.unpaired.append(me)

    def _alone(self, me: int, player: TshPlayer) -> None:
        spread, penalty = player.score(self.number), self._value(player, "penalty")
        if "off" in player.etc and not spread:
            self.absent.append(me)
        elif spread is None:
            self.byes.append(ImportedBye(me, None, penalty))
        elif spread == 0 and not self.zero_is_bye:
            self.absent.append(me)
        elif spread < 0 and self.lone_loss:
            self.forfeits.append(ImportedForfeit(me, spread, penalty))
        else:
            self.byes.append(ImportedBye(me, spread, penalty))

    def _game(self, one: int, two: int) -> None:
        players = {number: self.players[number - 1] for number in (one, two)}
        scores = {number: player.score(self.number) for number, player in players.items()}
        if (scores[one] is None) != (scores[two] is None):
            missing = one if scores[one] is None else two
            self._issue(players[missing], "tsh.half_result", opponent=one + two - missing)
            return
        starts = [self._value(players[number], "p12") for number in (one, two)]
        if starts[0] == starts[1] and starts[0] in (1, 2):
            self._issue(players[one], "tsh.starts_differ", Severity.NOTE, opponent=two)
        first, second = (two, one) if starts == [2, 1] else (one, two)
        tables = [self._value(players[number], "board") for number in (one, two)]
        if tables[0] != tables[1]:
            self._issue(players[one], "tsh.tables_differ", Severity.NOTE, opponent=two)
        self.games.append(
            ImportedGame(
                first=first,
                second=second,
                first_score=scores[first],
                second_score=scores[second],
                starts_known=sorted(starts) == [1, 2],
                table=tables[0] if tables[0] == tables[1] and tables[0] > 0 else None,
                first_penalty=self._value(players[first], "penalty"),
                second_penalty=self._value(players[second], "penalty"),
            )
        )
