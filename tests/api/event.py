"""A small event for the API's tests: four players, round 1 published, with its addresses at hand."""

import uuid
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests import factories
from tournaments.models import Division, Pairing, Role, Round, Tournament


def address(division: Division, more: str = "") -> str:
    return f"/tournaments/{division.tournament.slug}/divisions/{division.slug}{more}"


def report(scores: dict[int, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A result's body with a client id of its own."""
    body = {"client_event_id": str(uuid.uuid4()), **more}
    if scores is not None:
        body["scores"] = {str(number): score for number, score in scores.items()}
    return body


@dataclass
class Event:
    tournament: Tournament
    division: Division
    round: Round

    @classmethod
    def make(cls, *, public: bool = True, entries: int = 4, **settings: Any) -> "Event":
        tournament = factories.make_tournament(public=public)
        division = factories.make_division(tournament, entries=entries, **settings)
        return cls(tournament, division, factories.publish_round(division, 1))

    @cached_property
    def cast(self) -> factories.Cast:
        return factories.cast(self.tournament)

    @cached_property
    def director(self) -> Any:
        user = factories.make_user()
        Role.objects.create(user=user, tournament=self.tournament, role=Role.Kind.DIRECTOR)
        return user

    @property
    def url(self) -> str:
        return f"/tournaments/{self.tournament.slug}"

    def at(self, more: str = "") -> str:
        return address(self.division, more)

    def pairing(self, table: int = 1) -> Pairing:
        return Pairing.objects.get(round=self.round, table=table)

    def game(self, table: int = 1) -> str:
        return f"/games/g{self.pairing(table).game_id}/result"

    def numbers(self, table: int = 1) -> tuple[int, int]:
        """The entries at a table by place: who starts comes first."""
        first, second = self.pairing(table).seats.order_by("place").values_list("entry__number", flat=True)
        return first, second
