"""News from below, heard inside its transaction: rows are written here, everything else waits for the commit."""

from typing import Any

from django.dispatch import receiver

from common.actor import Actor
from games.signals import game_finished

from .services.chances import chances_renew
from .services.proposals import sheet_propose
from .signals import results_changed


@receiver(game_finished, dispatch_uid="tournaments.game_finished")
def propose_result(sender: Any, *, game_id: int, actor: Actor, **news: Any) -> None:
    sheet_propose(game_id=game_id, actor=actor)


@receiver(results_changed, dispatch_uid="tournaments.results_changed")
def count_chances_anew(sender: Any, *, division_id: int, from_round: int, counts: bool = True, **news: Any) -> None:
    if counts:
        chances_renew(division_id=division_id, from_round=from_round)
