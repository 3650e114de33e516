"""Judging as at the table: a wrong play is answered as a right one, until a challenge or the end tells."""

import json
import re

import pytest

from tests.api.client import Answer, Api
from tests.api.table import Table, make_device, play, undone

pytestmark = pytest.mark.django_db

#: Two plays alike in every figure but one: the first is right, the second is not.
RIGHT, WRONG = "3 + 4 = 7", "4 + 3 = 9"
CHALLENGE = {"type": "challenge", "player": "p2", "target_seq": 1}
UNDO = {"type": "undo"}


@pytest.fixture
def table():
    return Table.make()


def opening(line: str, **more) -> dict:
    return play("8F", line, player="p1", **more)


def plain(answer: Answer) -> tuple[int, dict, dict, int]:
    """An answer without what is its own: ids, times, tiles and the points they are worth."""
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|r-[0-9a-f]{16}", "id", json.dumps(answer.body))
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)", "time", text)
    body = json.loads(text)
    headers = {name: value for name, value in answer.headers.items() if name not in ("X-Request-ID", "ETag")}
    for name in headers:
        if name.startswith("RateLimit"):
            headers[name] = "n"
    return answer.status, body, headers, len(re.sub(r"g\d+", "g", answer.headers.get("ETag", "")))


def without_tiles(told: tuple, line: str) -> tuple:
    """The same where the line stands as ``L`` and each of its tiles as ``T``, and nothing is worth anything."""
    status, body, headers, length = told
    faces = line.split()
    text = json.dumps(body, sort_keys=True)
    text = text.replace(json.dumps("".join(faces)), '"L"')
    text = re.sub(r'"tiles": \[[^\]]*\]', '"tiles": "T"', text)
    text = re.sub(r'(\["8[F-J]", )"[^"]*"', r"\1T", text)
    text = re.sub(r'"(total|points|computed|p1|p2)": -?\d+', r'"\1": 0', text)
    headers = {name: value for name, value in headers.items() if name != "Content-Length"}
    return status, text, headers, length


def everything(table: Table, line: str, who: Api | None, readers: list[Api]) -> list[tuple]:
    """All answers a player or their tablet can get about a play of this line, up to the next turn."""
    recorder = who or table.device
    answers = []
    if who is not None:
        answers.append(table.tried(opening(line), who))
        answers.append(table.tried(opening(line, claimed_score=1, claimed_total=2), who))
    body = table.body(opening(line))
    said = [
        table.post(body, recorder),
        table.post(body, recorder),
        table.batch([body], recorder),
        table.tried(CHALLENGE, recorder),
        table.send({"type": "exchange", "player": "p2", "count": 1, "seq": 1}, recorder),
        table.tried({"type": "exchange", "player": "p2", "count": 1}, recorder),
    ]
    for reader in readers:
        said += [reader.get(table.path + path) for path in ("", "/events", "/events?after=0", "/record", "/proof")]
    said.append(table.send({"type": "exchange", "player": "p2", "count": 1}, recorder))
    said.append(table.send({**CHALLENGE, "player": "p1"}, recorder))
    said += [readers[0].get(table.path + path) for path in ("", "/events", "/record", "/proof")]
    return [without_tiles(plain(answer), line) for answer in answers + said]


@pytest.mark.parametrize("by", ["device", "player", "public"])
def test_no_answer_tells_a_wrong_play_from_a_right_one(table, by):
    """The same game twice, with a right line and with a wrong one."""
    who = {"device": table.device, "player": table.player(1), "public": None}[by]
    readers = [Api(), who or Api(), table.player(0), Api.of(table.event.cast.viewer)]
    told = {}
    for line in (RIGHT, WRONG):
        with undone():
            told[line] = everything(table, line, who, readers)
    assert len(told[RIGHT]) == len(told[WRONG]) > 20
    for place, (one, other) in enumerate(zip(told[RIGHT], told[WRONG], strict=True)):
        assert one == other, place


def test_a_wrong_play_is_scored_like_any_other(table):
    right = Table.make().done(opening(RIGHT))
    wrong = table.done(opening(WRONG))
    assert (right["verdict"], wrong["verdict"]) == (None, None)
    assert right["totals"] == {"p1": 12, "p2": 0}
    assert wrong["totals"]["p1"] > 0
    assert (wrong["to_move"], wrong["bag"], wrong["warnings"], wrong["derived"]) == ("p2", 79, [], [])


@pytest.mark.parametrize(
    "line", ["4 + 3 = 9", "5 ÷ 0 = 5", "0 7 = 0", "+ 4 = 4", "4 + + = 4", "4 3 2 1 = 1", "10 2 = 1", "7 + 2"]
)
def test_every_kind_of_wrong_line_is_taken(table, line):
    start = "8H" if len(line.split()) == 3 else "8F"
    assert table.send(play(start, line, player="p1")).status == 201
    assert table.done({**CHALLENGE})["outcome"] == "upheld"


def test_what_no_rule_of_arithmetic_forbids_is_refused_all_the_same(table):
    for move, code in (
        (play("1A", WRONG, player="p1"), "move.first_move_off_centre"),
        (play("8F", "4 + ? = 9", player="p1"), "move.blank.unassigned"),
        (play("8F", "4 +/- 3 = 9", player="p1"), "move.choice.unassigned"),
        (play("8L", "4 + 3 = 9", player="p1"), "move.cell.outside"),
    ):
        answer = table.send(move)
        assert (answer.status, answer["errors"][0]["code"]) == (422, code)


# --- Challenges --------------------------------------------------------------------------------------------


def test_a_challenge_that_is_right_takes_the_play_off(table):
    score = table.done(opening(WRONG))["points"]["p1"]
    answer = table.done(CHALLENGE)
    assert (answer["outcome"], answer["target_seq"], answer["points"]) == ("upheld", 1, {"p1": 0, "p2": 0})
    (withdrawn,) = answer["derived"]
    assert (withdrawn["seq"], withdrawn["type"], withdrawn["player"]) == (3, "play_withdrawn", "p1")
    assert withdrawn["points"] == {"p1": -score, "p2": 0}
    assert (withdrawn["target_seq"], withdrawn["client_event_id"]) == (2, None)
    assert answer.etag == f'"g{table.game_id}-3"'
    assert (answer["totals"], answer["to_move"], answer["bag"]) == ({"p1": 0, "p2": 0}, "p2", 84)
    assert table.state()["board"] == []
    table.assert_whole()


def test_a_challenge_that_is_wrong_costs_the_turn(table):
    table.done(opening(RIGHT))
    answer = table.done(CHALLENGE)
    assert answer["outcome"] == "failed"
    (lost,) = answer["derived"]
    assert (lost["type"], lost["player"], lost["points"]) == ("turn_lost", "p2", {"p1": 0, "p2": 0})
    assert (answer["totals"], answer["to_move"]) == ({"p1": 12, "p2": 0}, "p1")
    table.assert_whole()


def test_all_lines_of_a_play_are_judged_together(table):
    table.done(opening(RIGHT))
    table.done(play("G7", "5 . 1", "down", player="p2"))  # 5+1 has no =
    table.done({**CHALLENGE, "player": "p1", "target_seq": 2})
    assert table.totals["p2"] == 0


def test_a_play_is_challenged_once_and_only_until_the_next_act(table):  # fault 22
    table.done(opening(RIGHT))
    table.done(CHALLENGE)
    for challenge in ({**CHALLENGE, "player": "p1"}, {"type": "challenge", "player": "p1"}, CHALLENGE):
        again = table.send(challenge)
        assert (again.status, again.code) == (409, "challenge.window_closed")
    table.done({"type": "exchange", "player": "p1", "count": 1})
    late = table.send(CHALLENGE)
    assert (late.status, late.code) == (409, "challenge.window_closed")
    assert table.totals == {"p1": 12, "p2": 0}
    table.assert_whole()


def test_nobody_challenges_their_own_play_or_one_that_is_not_the_last(table):
    table.done(opening(RIGHT))
    own = table.send({**CHALLENGE, "player": "p1"})
    assert (own.status, own.code) == (409, "challenge.own_play")
    table.done(play("8D", "9 - . . . . . + 3", player="p2"))
    for target in (1, 3, 99, 2**31 - 1):
        early = table.send({"type": "challenge", "player": "p1", "target_seq": target})
        assert (early.status, early.code, early["last_play"]) == (409, "challenge.window_closed", 2)
    assert table.head == 2


def test_a_clock_between_a_play_and_its_challenge_closes_nothing(table):
    table.done(opening(WRONG))
    table.done({"type": "clock", "player": "p1", "used_ms": 40_000})
    assert table.done(CHALLENGE)["outcome"] == "upheld"


def test_where_plays_are_judged_at_once_there_is_nothing_to_challenge():
    table = Table.make(judging_mode="auto")
    answer = table.done(opening(RIGHT))
    assert answer["verdict"] == {"valid": True, "problems": []}
    refused = table.send(CHALLENGE)
    assert (refused.status, refused["errors"][0]["code"]) == (422, "challenge.judged_already")


# --- What would tell ----------------------------------------------------------------------------------------


def test_a_challenge_is_never_tried_first_but_by_a_director(table):
    table.done(opening(WRONG))
    for who in (table.device, Api.of(table.event.cast.scorer)):
        answer = table.tried(CHALLENGE, who)
        assert (answer.status, answer.code) == (422, "challenge.no_preview")
    table.device.delete(f"{table.path}/claim")
    assert table.tried(CHALLENGE, table.player(1)).code == "challenge.no_preview"
    assert table.tried(CHALLENGE, table.director)["outcome"] == "upheld"
    assert table.head == 1


def test_a_challenge_once_decided_is_not_taken_back_by_whoever_made_it(table):
    table.done(opening(RIGHT))
    table.done(CHALLENGE)
    for dry in (True, False):
        answer = table.post(table.body(UNDO), dry=dry)
        assert (answer.status, answer.code) == (403, "undo.decided")
    assert table.done(UNDO, table.director)["to_move"] == "p2"
    assert table.state()["challengeable"]
    table.assert_whole()


def test_an_end_once_recorded_is_not_taken_back_by_whoever_recorded_it(table):
    table.done(opening(WRONG))
    table.done({"type": "end", "reason": "agreed"})
    assert table.log()[0]["verdict"]["valid"] is False
    answer = table.send(UNDO)
    assert (answer.status, answer.code) == (403, "undo.decided")
    assert table.done(UNDO, table.director)["over"] is False


# --- Verdicts ----------------------------------------------------------------------------------------------


def verdicts(table, by=None):
    return [event["verdict"] for event in table.log(by) if event["type"] == "play"]


def test_directors_know_all_along_and_nobody_else(table):
    table.done(opening(WRONG))
    (known,) = verdicts(table, table.director)
    assert known["valid"] is False
    (problem,) = known["problems"]
    assert (problem["code"], problem["left"], problem["right"], problem["cell"]) == (
        "equation.unbalanced",
        "7",
        "9",
        "8J",
    )
    assert problem["line"]["equation"] == "4+3=9"
    cast = table.event.cast
    outside = [Api(), *map(Api.of, (cast.stranger, cast.viewer, cast.scorer, cast.assistant, cast.other_director))]
    for reader in (table.device, make_device(table.event), table.player(0), table.player(1), *outside):
        assert verdicts(table, reader) == [None]
    only_recording = Api.of(table.event.director, ("game:record", "game:read"))
    assert verdicts(table, only_recording) == [None], "a token for recording is none for directing"


def test_a_director_is_told_with_the_play_itself(table):
    would = table.tried(opening(WRONG), table.director)
    answer = table.done(opening(WRONG), table.director)
    assert would["verdict"] == answer["verdict"] != None  # noqa: E711
    assert answer["verdict"]["valid"] is False


def test_after_a_challenge_everybody_knows_about_that_play_only(table):
    table.done(opening(RIGHT))
    table.done(CHALLENGE)
    table.done(play("8D", "9 - . . . . . + 1", player="p1"))
    assert verdicts(table, Api()) == [{"valid": True, "problems": []}, None]


def test_at_the_end_everybody_knows(table):
    table.done(opening(RIGHT))
    table.done(play("8D", "9 - . . . . . + 1", player="p2"))
    assert verdicts(table, Api()) == [None, None]
    table.done({"type": "end", "reason": "agreed"})
    assert [verdict["valid"] for verdict in verdicts(table, Api())] == [True, False]


def test_a_replacement_has_a_verdict_of_its_own(table):
    table.done(opening(WRONG))
    change = {"type": "replace", "target_seq": 1, "reason": "misread tiles", "event": opening(RIGHT)}
    assert table.done(change, table.director)["verdict"] == {"valid": True, "problems": []}
    assert [event["verdict"] for event in table.log()] == [None, None]
    table.done(CHALLENGE)
    told = table.log()
    assert (told[0]["verdict"], told[1]["verdict"]) == (None, {"valid": True, "problems": []})
    assert told[2]["outcome"] == "failed"


def test_what_was_told_of_a_play_says_nothing_of_the_one_that_replaces_it(table):
    """The challenge is taken back, so the new play waits for its own."""
    table.done(opening(RIGHT))
    table.done(CHALLENGE)
    director = {"reason": "nobody challenged"}
    table.done({"type": "void", "target_seq": 2, **director}, table.director)
    assert table.log()[0]["verdict"]["valid"], "told is told"
    table.done({"type": "replace", "target_seq": 1, "event": opening(WRONG), **director}, table.director)
    for who in (table.device, Api(), table.player(0), Api.of(table.event.cast.scorer)):
        assert [event["verdict"] for event in table.log(who)] == [None] * 5
    assert not table.log(table.director)[4]["verdict"]["valid"]
    assert table.state()["challengeable"]
    assert table.done(CHALLENGE)["outcome"] == "upheld"
    assert not table.log()[4]["verdict"]["valid"], "its own challenge tells"
