"""Every scenario of `amath_scoring*.json` is refused or scored as worked there, as given and turned to vertical."""

from types import MappingProxyType

import pytest

from games.engine import AUTO, CHALLENGE, Challenge, IllegalMove, Square, play_at
from games.engine.boards import Layout, Premium
from tests.engine.cases import each_row, present
from tests.engine.shared import AMATH, auto, challenging

PREMIUMS = {"3E": Premium(equation=3), "2E": Premium(equation=2), "3P": Premium(piece=3), "2P": Premium(piece=2)}


def squares(cells, turn):
    """`{"row,column": x}` by square; turned, rows are columns."""
    read = {tuple(int(part) for part in name.split(",")): what for name, what in cells.items()}
    return {Square(*(place if turn else reversed(place))): what for place, what in read.items()}


def set_up(row, turn, judging=AUTO):
    premiums = {square: PREMIUMS[code] for square, code in squares(row["premiums"], turn).items()}
    board = {square: AMATH.tiles.tile(text) for square, text in squares(row["before"], turn).items()}
    placed = {square: AMATH.tiles.tile(text) for square, text in squares(row["place"], turn).items()}
    layout = Layout(15, 15, Square(8, 8), MappingProxyType(premiums))
    settings = auto() if judging == AUTO else challenging()
    return AMATH.set_up(board, settings=settings, layout=layout), play_at(placed)


pytestmark = pytest.mark.parametrize("turn", [False, True], ids=["as given", "turned"])
scenario = each_row("amath_scoring*.json", has=["before", "premiums", "place", "score", "equations", "legal"])


@scenario
def test_each_scenario_scores_what_was_worked_out(row, turn):
    position, play = set_up(present(row), turn)
    if not row["legal"]:
        with pytest.raises(IllegalMove) as refused:
            position.play(play)
        assert refused.value.problems == position.problems(play) != ()
        return
    score = position.score(play)
    assert score.total == row["score"]
    assert sorted(str(line.line) for line in score.lines) == sorted(row["equations"])
    assert bool(score.bingo) == row.get("bingo", False)
    assert sum(line.points for line in score.lines) + score.bingo == score.total
    assert position.play(play).total == (row["score"], 0)


@scenario
def test_in_challenge_mode_a_false_scenario_comes_off_again_and_a_right_one_stays(row, turn):
    position, play = set_up(present(row), turn, CHALLENGE)
    if position.place(play).problems:
        assert not row["legal"]
        assert position.problems(play) == position.place(play).problems
        return
    after = position.play(play)
    challenged = after.play(Challenge())
    assert challenged.total == (row["score"], 0)
    assert (challenged.board == after.board) == row["legal"]
    assert (challenged.board == position.board) == (not row["legal"])
