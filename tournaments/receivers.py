"""News from below, heard inside its transaction: rows are written here, everything else waits for the commit."""

from typing import Any

from django.dispatch import receiver

from common.actor import Actor
from games.signals import game_finished

from .services.proposals import sheet_propose


@receiver(game_finished, dispatch_uid="tournaments.game_finished")
def propose_result(sender: Any, *, game_id: int, actor: Actor, **news: Any) -> None:
    sheet_propose(game_id=game_id, actor=actor)
