"""The demo's events of today and a fortnight ago, played through the same services as any other."""

import datetime
import random
import zlib

from common.actor import Actor
from players.models import Player, User
from players.services import player_update

from ...models import Division, DivisionKind, Entry, Pairing, PairingRule, Result, Role, Round, Seat
from ...pairing import Contention, Swiss
from ...pairing.plan import Plan, Step, preset_plan
from ..constraints import absence_set, rule_add
from ..draft_steps import draft_lock
from ..drafts import round_pair
from ..events import division_create, tournament_create, tournament_update
from ..registration import NewEntry, entry_add, entry_update, entry_withdraw
from ..reports import Report
from ..results import result_confirm, result_enter
from ..roles import role_grant
from ..rounds import round_close, round_publish
from .games import amath_report, negative_report, summy_report, tied_report
from .people import BORN_FOR, PROVINCE_OF, people
from .sheets import sheet_from_paper, sheet_from_tablet, tablets

SCHOOL_SLUG, SUMMY_SLUG = "demo", "demo-summy"
SEED = 2569


def user_actor(user: User) -> Actor:
    return Actor(kind="user", label=str(user), user_id=user.pk)


class Event:
    slug = ""
    name = ""
    venue = ""

    def __init__(self, staff: dict[str, User], day: datetime.date) -> None:
        self.rng = random.Random(f"{SEED}/{self.slug}")  # noqa: S311 - made-up games
        self.ages = random.Random(f"{SEED}/{self.slug}/ages")  # noqa: S311
        self.director, self.scorer = user_actor(staff["director"]), user_actor(staff["scorer"])
        self.tournament = tournament_create(
            slug=self.slug, name=self.name, venue=self.venue, starts_on=day, actor=self.director
        )
        tournament_update(tournament_id=self.tournament.pk, is_public=True, actor=self.director)
        role_grant(tournament=self.tournament, user=staff["scorer"], role=Role.Kind.SCORER, actor=self.director)
        self.staff = staff

    def enter(self, division: Division, name: str, school: str, **more: object) -> Entry:
        new = NewEntry(names=(name,), club=school, **more)  # type: ignore[arg-type]
        return entry_add(division_id=division.pk, new=new, actor=self.director)

    def publish(self, division: Division, number: int) -> Round:
        seed = zlib.crc32(f"{self.slug}/{division.slug}/{number}".encode())
        round_ = round_pair(division_id=division.pk, number=number, seed=seed, actor=self.director)
        return round_publish(round_id=round_.pk, actor=self.director)

    def result(self, pairing: Pairing, report: Report, *, version: int = 0, reason: str = "") -> Result:
        return result_enter(
            pairing_id=pairing.pk,
            report=report,
            actor=self.scorer,
            source=Result.Source.DESK,
            expected_version=version,
            reason=reason,
        ).result

    def sheet(self, pairing: Pairing, name: str) -> None:
        """The result that a whole scoresheet comes to, confirmed by a scorer."""
        sheet_from_paper(pairing, name, self.scorer)
        proposed = pairing.results.get(state=Result.State.PENDING)
        result_confirm(pairing_id=pairing.pk, version=proposed.version, actor=self.scorer)

    def tables(self, round_: Round) -> list[Pairing]:
        return list(round_.pairings.exclude(table=None).order_by("table"))

    def lean(self, pairing: Pairing) -> float:
        """Stronger entries, those with the higher rating, win more often: -1 to 1 for the first side."""
        ratings = [seat.entry.rating or 1400 for seat in pairing.seats.select_related("entry").order_by("place")]
        return max(-1.0, min(1.0, (ratings[0] - ratings[1]) / 400))


class Summy(Event):
    slug, name, venue = SUMMY_SLUG, "Summy Friday", "Riverside College"

    def play(self) -> None:
        division = division_create(
            tournament_id=self.tournament.pk,
            name="Open",
            ruleset="summy",
            slug="open",
            rounds_planned=7,
            system=Division.System.ROUND_ROBIN,
            actor=self.director,
        )
        crowd = people(self.rng)
        for _number in range(8):
            self.enter(division, *next(crowd))
        for number in range(1, 8):
            round_ = self.publish(division, number)
            for pairing in self.tables(round_):
                if (number, pairing.table) == (7, 1):
                    self.sheet(pairing, "summy")
                else:
                    self.result(pairing, summy_report(self.rng, self.rng.uniform(-1, 1)))
        round_close(round_id=round_.pk, actor=self.director)


#: Prizes of the last round are decided between those who can still win them.
_SENIOR_PLAN = Plan(6, (Step(1, 5, Swiss()), Step(6, 6, Contention(prizes=((1, 1), (2, 2), (3, 3))))))

#: Division, round and table, and the record of the game that was played there.
_SHEETS = {("m4", 4, 1): "challenged", ("m4", 4, 2): "quiet"}


class School(Event):
    slug, name, venue = SCHOOL_SLUG, "A-Math โรงเรียนสัมพันธ์ ครั้งที่ 9", "หอประชุมโรงเรียนเก้าดาวพิทยาคม"

    def play(self) -> None:
        crowd = people(self.rng)
        lower, upper = DivisionKind.LOWER_SECONDARY, DivisionKind.UPPER_SECONDARY
        junior = self._division("ม.ต้น", "m1", 95, crowd, preset_plan("school_day", 6), lower)
        senior = self._division("ม.ปลาย", "m4", 31, crowd, _SENIOR_PLAN, upper)
        for number in range(1, 5):
            if number == 3:
                self.enter(junior, *next(crowd), rating=self._rating())
            if number == 4:
                leaving = junior.entries.order_by("number")[57]
                entry_withdraw(entry_id=leaving.pk, reason="ไม่สบาย", actor=self.director)
            for division in (junior, senior):
                self._play(division, number)
        self._round_five(junior, senior)

    def _rating(self) -> int:
        return round(self.rng.gauss(1450, 170))

    def _division(self, name: str, slug: str, size: int, crowd: object, plan: Plan, kind: DivisionKind) -> Division:
        division = division_create(
            tournament_id=self.tournament.pk,
            name=name,
            ruleset="amath",
            slug=slug,
            plan=plan,
            spread_caps=[350, 350, 300],
            clubs_apart_rounds=2,
            club_best=3,
            kind=kind,
            actor=self.director,
        )
        modes = [Player.PublicName.FULL] * 7 + [Player.PublicName.INITIAL] * 2 + [Player.PublicName.NUMBER]
        for _number in range(size):
            name, school = next(crowd)  # type: ignore[call-overload]
            rating = self._rating() if self.rng.random() < 0.7 else None
            mode = self.rng.choice(modes)
            born = self.tournament.starts_on.year - self.ages.choice(BORN_FOR[kind])
            self.enter(
                division,
                name,
                school,
                rating=rating,
                public_name_mode=mode,
                province=PROVINCE_OF[school],
                # Schools that send a list with the years of birth are not many.
                born=born if self.ages.random() < 0.4 else None,
            )
        return division

    def _play(self, division: Division, number: int) -> None:
        round_ = self.publish(division, number)
        tables = self.tables(round_)
        for pairing in tables:
            sheet = _SHEETS.get((division.slug, number, pairing.table or 0))
            if sheet is not None:
                self.sheet(pairing, sheet)
                continue
            special = self._special(division, number, pairing.table or 0, len(tables))
            self.result(pairing, special or amath_report(self.rng, self.lean(pairing)))
        if number == 2:
            # A slip of the pen, found by the players: the correction keeps both values and says why.
            pairing = tables[4]
            self.result(
                pairing, amath_report(self.rng, 0.4), version=1, reason="The players added the sheet up again."
            )

    def _special(self, division: Division, number: int, table: int, tables: int) -> Report | None:
        if division.slug == "m1":
            if (number, table) == (2, 9):
                return tied_report()
            if (number, table) == (3, tables - 1):
                return Report(outcome=Result.Outcome.FORFEIT, winner=0)
            if (number, table) == (4, tables):
                return negative_report()
        elif (number, table) == (3, 6):
            return Report(outcome=Result.Outcome.DOUBLE_FORFEIT)
        return None

    def _round_five(self, junior: Division, senior: Division) -> None:
        """Under way: a draft in one division; the other plays, with reports that wait or differ and a tablet."""
        self._draft_five(junior)
        tables = self.tables(self.publish(senior, 5))
        for pairing in tables[4:9]:
            self.result(pairing, amath_report(self.rng, self.lean(pairing)))
        tablet = tablets(self.tournament, senior, self.director)
        sheet_from_tablet(tables[2], "running", tablet)
        sheet_from_tablet(tables[3], "waiting", tablet)
        self._report(tables[0], Report(first=412, second=377), place=0)
        self._report(tables[1], Report(first=355, second=341), place=0)
        self._report(tables[1], Report(first=355, second=351), place=1)
        player = self._player_of(tables[0], 1)
        Player.objects.filter(pk=player.pk).update(user=self.staff["player"])
        player_update(player_id=player.pk, public_name_mode=Player.PublicName.FULL, actor=self.director)

    def _draft_five(self, division: Division) -> None:
        """Two who must not meet, one who asked for a bye, one who will be away, one who needs a table near the
        door; and the first game is locked, whatever else is paired again.
        """
        by_number = {entry.number: entry.pk for entry in division.entries.all()}
        rule_add(
            division_id=division.pk,
            kind=PairingRule.Kind.FORBIDDEN,
            one=by_number[20],
            other=by_number[21],
            from_round=5,
            reason="พี่น้องกัน",
            actor=self.director,
        )
        absence_set(entry_id=by_number[40], round_number=5, kind="requested_bye", reason="สอบ", actor=self.director)
        absence_set(entry_id=by_number[63], round_number=6, kind="absent", actor=self.director)
        entry_update(entry_id=by_number[50], table=2, set_table=True, actor=self.director)
        draft = round_pair(division_id=division.pk, number=5, seed=5, actor=self.director)
        first = Seat.objects.get(round=draft, pairing__table=1, place=0)
        draft_lock(round_id=draft.pk, entry=first.entry_id, actor=self.director)

    def _player_of(self, pairing: Pairing, place: int) -> Player:
        return Player.objects.get(
            memberships__entry__seats__pairing=pairing, memberships__entry__seats__place=place
        )

    def _report(self, pairing: Pairing, report: Report, *, place: int) -> None:
        player = self._player_of(pairing, place)
        result_enter(
            pairing_id=pairing.pk,
            report=report,
            actor=Actor(kind="user", label=player.name),
            source=Result.Source.PLAYER,
            reported_by_place=place,
        )
