"""Players merged while others merge, enter people and enter results, on a real PostgreSQL."""

from functools import partial
from typing import Any

import pytest

from common.errors import DomainError
from common.log import chain_faults
from common.models import LogEntry
from players.models import Player
from ratings.models import StaleMark
from tests.factories import TEST, enter_named, fixed_round, make_division, make_entry
from tests.faults.parallel import at_once
from tests.services.ratings.support import rate, standings
from tournaments.models import Division, EntryMember, IdentityChange, Result
from tournaments.selectors.identities import identity_mark
from tournaments.services.identities import identity_undo, players_merge

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
WHY = "one person, two spellings"


def unexpected(answers: list[Any]) -> list[Exception]:
    return [a for a in answers if isinstance(a, Exception) and not isinstance(a, DomainError)]


def codes(answers: list[Any]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, DomainError))


def two() -> tuple[Player, Player, list[Division]]:
    divisions = [make_division(names="AB"), make_division(names="XC")]
    for division, names in zip(divisions, ("AB", "XC"), strict=True):
        fixed_round(division, 1, [(names[0], names[1])])
    return Player.objects.get(name="A"), Player.objects.get(name="X"), divisions


def merging(keep: Player, gone: Player, **more: Any) -> Any:
    return partial(players_merge, keep_id=keep.pk, gone_id=gone.pk, actor=TEST, reason=WHY, **more)


def test_two_officers_who_merge_the_same_two_merge_them_once() -> None:
    kept, gone, divisions = two()
    seen = identity_mark([kept, gone])
    answers = at_once(
        [merging(kept, gone, seen=seen), merging(kept, gone), merging(gone, kept), merging(kept, gone)]
    )
    assert unexpected(answers) == []
    assert IdentityChange.objects.count() == 1
    assert set(codes(answers)) <= {"identity.already_merged", "identity.changed"}
    assert len(codes(answers)) == 3
    change = IdentityChange.objects.get()
    assert EntryMember.objects.filter(player=change.target).count() == 2
    for division in divisions:
        assert list(chain_faults(division.tournament.log_chain)) == []
    assert list(chain_faults("site")) == []


def test_a_change_undone_by_two_is_undone_once() -> None:
    kept, gone, _divisions = two()
    change = merging(kept, gone)()
    undo = partial(identity_undo, change_id=change.pk, actor=TEST, reason="two after all")
    answers = at_once([undo] * 3)
    assert unexpected(answers) == []
    assert codes(answers) == ["identity.undone"] * 2
    assert EntryMember.objects.get(player=gone)
    assert LogEntry.objects.filter(action="players.merge_undone", chain_id="site").count() == 1


def test_results_that_come_while_players_are_merged_are_all_there_and_rated_as_one() -> None:
    kept, gone, divisions = two()
    rounds = [division.rounds.get() for division in divisions]
    answers = at_once(
        [
            partial(enter_named, rounds[0], "B", 300, 400),
            merging(kept, gone),
            partial(enter_named, rounds[1], "C", 300, 400),
        ]
    )
    assert unexpected(answers) == []
    assert Result.objects.filter(state__in=Result.LIVE).count() == 2
    assert StaleMark.objects.exists()
    rate()
    assert set(standings()) == {"A", "B", "C"}
    assert standings()["A"][2] == 2


def test_nobody_is_entered_as_a_player_who_is_just_going() -> None:
    for _time in range(4):
        Player.objects.filter(name__in=("A", "X", "B", "C")).update(
            name="old", match_key="old", lookalike_key="old"
        )
        kept, gone, _divisions = two()
        late = [make_division() for _number in range(3)]
        answers = at_once([merging(kept, gone), *(partial(make_entry, division, "X") for division in late)])
        assert unexpected(answers) == []
        assert set(codes(answers)) <= {"identity.changed", "player.merged"}
        gone.refresh_from_db()
        if gone.merged_into is not None:
            assert not EntryMember.objects.filter(player=gone).exists()
