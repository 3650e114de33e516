"""From a tile on the table to the standings and the rating, by the API alone: no director lifts a hand."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from common.models import LogEntry
from examples.kradan_client import STORED, Answer, Client, Outbox, Sheet, Unreachable, enrolled
from games.engine import get_ruleset, replay
from games.models import GameEvent
from games.selectors.chain import chain_faults
from games.selectors.sheets import full_position, game_settings
from ratings.models import Rating
from tests.factories import TEST, make_division, publish_round
from tests.support.process import until
from tests.support.site import Site
from tests.support.worker import Worker
from tournaments.management.simulator.games import Script, script
from tournaments.models import Pairing, Result
from tournaments.services.devices import device_create
from tournaments.services.pins import pin_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

#: Seeds of games in which everything happens that has to.
GAMES = {"amath": 2, "summy": 1}
SPELL = 8


class Line(Client):
    """A network that can be pulled out. While it is out, what is sent may arrive or not; no answer ever does."""

    out = False
    arrives = False

    def call(self, method: str, path: str, body: Any = None, *, if_match: str = "") -> Answer:
        if self.out and not self.arrives:
            raise Unreachable("no network")
        answer = super().call(method, path, body, if_match=if_match)
        if self.out:
            raise Unreachable("no answer")
        return answer


def told(game: Script, pairing: Pairing) -> dict[str, Any]:
    """What happens in a game, by the engine."""
    assert pairing.game is not None
    rules = get_ruleset(pairing.game.ruleset)
    position = replay(rules, game.moves, settings=game_settings(pairing.game))
    kinds = [event["type"] for event in game.events]
    return {
        "total": position.total,
        "challenges": [event.upheld for event in position.events if event.name == "challenge"],
        "overtime": sum(event.points for event in position.events if event.name == "time_adjustment"),
        "kinds": kinds,
        "blocked": len(position.sealed),
    }


def recorded(sheet: Sheet, game: Script) -> None:
    """The game as it goes at the table: online, but for eight events in the middle, which are sent twice."""
    line = sheet.client
    assert isinstance(line, Line)
    begin = len(game.events) // 2
    for place, event in enumerate(game.events):
        line.out = begin <= place < begin + SPELL
        sheet.record(event["type"], **{key: value for key, value in event.items() if key != "type"})
        report = sheet.send()
        if line.out:
            assert report.unsent == place - begin + 1
            if report.unsent == SPELL:
                line.arrives = True  # once with an answer that gets lost, then again
                assert sheet.send().unsent == SPELL
                line.out = False
                report = sheet.send()
        if not line.out:
            assert (report.unsent, report.problem) == (0, None)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_game_goes_from_the_first_tile_to_the_rating(
    ruleset: str, celery_worker_process: Callable[..., Worker], tmp_path: Path
) -> None:
    celery_worker_process()
    # The same folder: the site's messages go to that worker.
    site = Site(tmp_path / "site", env={"CELERY_BROKER_URL": "filesystem://"}, workers=2)
    site.wait_until_it_answers()
    try:
        _a_game(ruleset, site.url, tmp_path)
    finally:
        site.stop()


def _a_game(ruleset: str, url: str, folder: Path) -> None:
    # All that a director does beforehand: the round is published, and a tablet has a code.
    judging = {"judging_mode": "challenge"} if ruleset == "amath" else {}
    division = make_division(ruleset=ruleset, names=["Kung", "Mali"], **judging)
    pairing = publish_round(division, 1).pairings.get()
    _device, code = device_create(tournament=division.tournament, label="Table 1", tables=[1], actor=TEST)
    before = LogEntry.objects.count()
    assert pairing.game is not None
    game = script(get_ruleset(pairing.game.ruleset), game_settings(pairing.game), Random(GAMES[ruleset]))
    expected = told(game, pairing)
    if ruleset == "amath":
        assert {True, False} <= set(expected["challenges"]), "one that is won and one that is lost"
        assert {"exchange", "undo", "clock"} <= set(expected["kinds"])
        assert expected["overtime"] < 0
    else:
        assert {"discard", "undo"} <= set(expected["kinds"])
        assert expected["blocked"] > 10

    token = enrolled(url, code, label="Table 1", app="amscore/1.4").token
    client = Line(url, token)
    (mine,) = client.me()["games"]
    client.claim(mine["game"])
    sheet = Sheet(client, Outbox(folder / "outbox"), mine["game"])
    standings = f"/tournaments/{division.tournament.slug}/divisions/{division.slug}/standings"
    assert [row["games_played"] for row in Client(url).call("GET", standings).body["rows"]] == [0, 0]
    recorded(sheet, game)

    state = client.game(mine["game"])
    assert (state["totals"]["p1"], state["totals"]["p2"]) == expected["total"] == game.totals
    assert full_position(pairing.game).total == expected["total"]
    assert len(state["blocked"]) == expected["blocked"]
    rows = list(GameEvent.objects.filter(game=pairing.game).order_by("seq"))
    kept = sheet.outbox.kept(mine["game"])
    assert [str(row.client_event_id) for row in rows if row.client_event_id] == [one.id for one in kept]
    assert {one.state for one in kept} == {STORED}
    assert list(chain_faults(rows, pairing.game.sheet.head_hash)) == []

    proposed = client.result(mine["game"])
    assert (proposed.body["state"], proposed.body["source"]) == ("pending", "sheet")
    for place, seat in enumerate(pairing.seats.order_by("place")):
        client.confirm(mine["game"], proposed, f"p{place + 1}", pin_of(seat.entry_id, 1, timezone.localdate()))
    confirmed = client.result(mine["game"]).body
    assert confirmed["state"] == "confirmed"
    assert [word["how"] for word in confirmed["confirmed_by"]] == ["pin", "pin"]
    numbers = confirmed["sides"]
    assert (confirmed["scores"][str(numbers["p1"])], confirmed["scores"][str(numbers["p2"])]) == expected["total"]

    table = Client(url).call("GET", standings).body["rows"]
    assert [row["games_played"] for row in table] == [1, 1]
    assert table[0]["spread"] == abs(expected["total"][0] - expected["total"][1])
    until(lambda: Rating.objects.count() == 2, "no rating came")
    won, lost = sorted(Rating.objects.all(), key=lambda one: -one.rating)
    assert won.rating > lost.rating
    assert won.player.memberships.get().entry.number == table[0]["entry"]

    # Nobody but the tablet has done anything since.
    assert {row.token_id for row in rows if row.client_event_id} == {Result.objects.latest("version").token_id}
    done = LogEntry.objects.order_by("pk")[before:].values_list("action", "actor_label")
    assert {label for action, label in done if action.startswith("result.")} == {"Table 1"}
    assert "result.confirmed" in {action for action, _label in done}
