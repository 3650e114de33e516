"""Finished events of the months before, in which the players of today met: what their ratings come from."""

import datetime

from players.models import User

from ...models import Division, DivisionKind, Entry, Tournament
from ..events import division_create
from ..registration import NewEntry, entry_add
from ..rounds import round_close
from .event import Event
from .games import amath_report

ROUNDS = 5
#: Slug, days ago, name, place, and of each division: name, kind, and which entries of today's two divisions played.
SEASONS = (
    (
        "demo-open",
        119,
        "A-Math ริมน้ำโอเพน",
        "โรงเรียนริมน้ำวิทยา",
        (("ทั่วไป", DivisionKind.OPEN, range(1, 6), range(1, 10)),),
    ),
    (
        "demo-league",
        70,
        "A-Math ลีกเยาวชน",
        "โรงเรียนฟ้าใสอนุสรณ์",
        (
            ("รุ่น ม.ต้น", DivisionKind.LOWER_SECONDARY, range(1, 13), range(0)),
            ("รุ่น ม.ปลาย", DivisionKind.UPPER_SECONDARY, range(0), range(1, 13)),
        ),
    ),
    (
        "demo-friends",
        28,
        "A-Math กระชับมิตร",
        "โรงเรียนต้นไทร",
        (("ทั่วไป", DivisionKind.OPEN, range(3, 9), range(5, 13)),),
    ),
)


def seasons_play(staff: dict[str, User], today: Tournament) -> None:
    """``today`` is the school event, whose players they are."""
    known = {
        (entry.division.slug, entry.number): entry
        for entry in Entry.objects.filter(division__tournament=today)
        .select_related("division")
        .prefetch_related("members")
    }
    for slug, days, name, venue, divisions in SEASONS:
        season = _Season(staff, today.starts_on - datetime.timedelta(days=days), slug, name, venue)
        for title, kind, juniors, seniors in divisions:
            entries = [*(known["m1", n] for n in juniors), *(known["m4", n] for n in seniors)]
            season.play(title, kind, entries)


class _Season(Event):
    def __init__(self, staff: dict[str, User], day: datetime.date, slug: str, name: str, venue: str) -> None:
        self.slug, self.name, self.venue = slug, name, venue
        super().__init__(staff, day)

    def play(self, title: str, kind: DivisionKind, people: list[Entry]) -> None:
        division = self._division(title, kind)
        # Who is rated higher today was stronger then; of the others nobody knew.
        strength = {
            self._enter(division, entry).pk: entry.rating or round(self.rng.gauss(1400, 120)) for entry in people
        }
        for number in range(1, ROUNDS + 1):
            round_ = self.publish(division, number)
            for pairing in self.tables(round_):
                first, second = (
                    strength[pk] for pk in pairing.seats.order_by("place").values_list("entry_id", flat=True)
                )
                lean = max(-1.0, min(1.0, (first - second) / 400))
                self.result(pairing, amath_report(self.rng, lean))
        round_close(round_id=round_.pk, actor=self.director)

    def _division(self, title: str, kind: DivisionKind) -> Division:
        return division_create(
            tournament_id=self.tournament.pk,
            name=title,
            ruleset="amath",
            slug=kind.value.replace("_", "-"),
            rounds_planned=ROUNDS,
            kind=kind,
            actor=self.director,
        )

    def _enter(self, division: Division, entry: Entry) -> Entry:
        person = entry.members.all()[0]
        new = NewEntry(player_ids=(person.player_id,))
        return entry_add(division_id=division.pk, new=new, actor=self.director)
