"""``pair_again``: a past round comes out the same, byte for byte, or the command says what differs."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.factories import TEST, make_division, make_tournament, play_round, publish_round
from tournaments.models import Division, Round, Seat
from tournaments.pairing import PairResult, Swiss, request_from_json
from tournaments.pairing.again import result_to_json
from tournaments.pairing.engine import pair
from tournaments.pairing.plan import Plan, Step, preset_plan
from tournaments.services.draft_steps import draft_swap
from tournaments.services.drafts import round_pair
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(slug="cup"), slug="open", entries=9, plan=preset_plan("contention_day", 8))


def again(name: str, *more: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("pair_again", name, *more, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


def test_every_round_of_an_event_comes_out_the_same(division: Division) -> None:
    for number in range(1, 9):
        play_round(division, number, seed=number)
    for number in range(1, 9):
        code, said = again(f"cup/open/{number}")
        assert (code, said.startswith("The same round: ")) == (0, True), said
    round_ = Round.objects.get(division=division, number=6)
    code, said = again(str(round_.pk), "--json")
    told = json.loads(said)
    assert (code, told["same"], told["changed"]) == (0, True, [])
    assert told["text"] == result_to_json(pair(request_from_json(round_.request)))


def test_what_was_moved_by_hand_is_told_and_the_pairing_is_still_the_same(division: Division) -> None:
    draft = round_pair(division_id=division.pk, number=1, actor=TEST, seed=1)
    one, two = (Seat.objects.get(round=draft, pairing__table=table, place=0).entry_id for table in (1, 2))
    draft_swap(round_id=draft.pk, entry_a=one, entry_b=two, actor=TEST)
    round_publish(round_id=draft.pk, actor=TEST)
    code, said = again("cup/open/1")
    assert code == 0
    assert "Changed by hand after it was paired: 4 of its places." in said


def test_another_version_or_a_changed_question_is_named(division: Division) -> None:
    round_ = publish_round(division, 1)
    Round.objects.filter(pk=round_.pk).update(solver="kradan 0, othersolver 1.0")
    code, said = again("cup/open/1")
    assert code == 0, "the round is the same all the same"
    assert "method differs: kradan 0 when it was paired" in said
    assert "solver differs: othersolver 1.0" in said
    Round.objects.filter(pk=round_.pk).update(request=round_.request.replace('"seed":1', '"seed":2'))
    code, said = again("cup/open/1")
    assert code == 1
    assert "request differs" in said


@pytest.mark.parametrize("name", ["cup/open/7", "cup/x/1", "nothing", "999999", "cup/open/x"])
def test_a_round_that_is_not_there_is_two(division: Division, name: str) -> None:
    code, said = again(name)
    assert code == 2
    assert "There is no round" in said


def test_a_round_brought_in_from_outside_has_nothing_stored(division: Division) -> None:
    Round.objects.create(division=division, number=1, system="manual")
    assert again("cup/open/1")[0] == 2


def test_a_block_of_winners_is_the_same_again_too() -> None:
    division = make_division(
        make_tournament(slug="cup"),
        slug="open",
        entries=8,
        plan=Plan(3, (Step(1, 2, PairResult()), Step(3, 3, Swiss()))),
    )
    for number in (1, 2, 3):
        play_round(division, number)
        assert again(f"cup/open/{number}")[0] == 0
