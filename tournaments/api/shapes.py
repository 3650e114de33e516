"""What the API is sent about events: types and ranges. What may stand is for the services to say."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.shapes import Choice, ClientId, Flag, Many, Points, Shape, Text, Whole
from common.text import MAX_NAME
from games.engine.rulesets import RULESETS, SCORE_MAX, SCORE_MIN
from games.models import JudgingMode
from players.models import Level, Player
from players.provinces import province_read
from players.services import BORN_FIRST

from ..models import Division, DivisionKind, Result
from ..standings import MOST_OF_A_CLUB, Criterion

SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
NUMBER = r"^[1-9][0-9]{0,4}$"
#: A side of a game: `p1` starts, or the number of its entry.
SIDE = r"^(p[12]|[1-9][0-9]{0,4})$"
PIN = r"^[0-9]{6}$"
_SMALL = {"min_value": -9999, "max_value": 9999}


class Slug(serializers.RegexField):
    """Part of an address: lower-case letters, digits and single hyphens."""

    def __init__(self, **options: Any) -> None:
        super().__init__(SLUG, trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Country(serializers.RegexField):
    def __init__(self, **options: Any) -> None:
        super().__init__(r"^[A-Za-z]{2}$", trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Province(Text):
    """A code or a name; the value is the code without the country."""

    default_error_messages = {"invalid_choice": _("There is no such province.")}

    def to_internal_value(self, data: Any) -> str:
        code = province_read(super().to_internal_value(data))
        if code is None:
            self.fail("invalid_choice")
        return code


class Day(serializers.DateField):
    """``2026-11-28`` in digits 0-9."""

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.isascii() or len(value) != 10:
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


class Moment(serializers.DateTimeField):
    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.isascii():
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")
        return super().to_internal_value(value)


class TournamentNew(Shape):
    name = Text(max_length=MAX_NAME)
    starts_on = Day()
    ends_on = Day(required=False, help_text="The first day where it is left out.")
    venue = Text(max_length=MAX_NAME, allow_blank=True, default="")
    slug = Slug(max_length=60, required=False, help_text="Made from the name where it is left out.")
    is_public = Flag(default=False)


class TournamentChange(Shape):
    name = Text(max_length=MAX_NAME, required=False)
    starts_on = Day(required=False)
    ends_on = Day(required=False)
    venue = Text(max_length=MAX_NAME, allow_blank=True, required=False)
    is_public = Flag(required=False)


class DivisionChange(Shape):
    """Any of the settings; those left out stay."""

    name = Text(max_length=MAX_NAME, required=False)
    order = Whole(min_value=0, max_value=999, required=False)
    ruleset = Choice(sorted(RULESETS), required=False)
    judging_mode = Choice(JudgingMode.values, required=False)
    clock_ms = Whole(min_value=60_000, max_value=24 * 3_600_000, allow_null=True, required=False)
    overtime_forfeits = Flag(required=False)
    rounds_planned = Whole(min_value=1, max_value=60, required=False)
    system = Choice(Division.System.values, required=False)
    round_robin_double = Flag(required=False)
    clubs_apart_rounds = Whole(min_value=0, max_value=60, allow_null=True, required=False)
    teams_apart_rounds = Whole(min_value=0, max_value=60, allow_null=True, required=False)
    requested_byes_count = Flag(required=False)
    win_points = Points(required=False)
    tie_points = Points(required=False)
    loss_points = Points(required=False)
    spread_caps = Many(child=Whole(min_value=1, max_value=9999, allow_null=True), max_length=60, required=False)
    bye_credit = Choice(Division.ByeCredit.values, required=False)
    bye_spread = Whole(**_SMALL, required=False)
    forfeit_spread = Whole(**_SMALL, required=False)
    double_forfeit_spread = Whole(**_SMALL, required=False)
    tie_breaks = Many(
        child=Choice([str(c) for c in Criterion]), min_length=1, max_length=len(Criterion), required=False
    )
    club_best = Whole(
        min_value=0,
        max_value=MOST_OF_A_CLUB,
        allow_null=True,
        required=False,
        help_text="Entries of a club that count in the table of clubs; 0: all; null: no such table.",
    )
    pending_counts = Flag(required=False)
    entries_public = Flag(required=False)
    pairings_public = Flag(required=False)
    standings_public = Flag(required=False)
    rated = Flag(required=False)
    kind = Choice(DivisionKind.values, required=False, help_text="For whom it is; rating lists follow from it.")


class DivisionNew(DivisionChange):
    """A name and a ruleset; every other setting starts as the ruleset's tournaments have it."""

    name = Text(max_length=MAX_NAME)
    ruleset = Choice(sorted(RULESETS))
    slug = Slug(max_length=40, required=False)


class _EntryFields(Shape):
    names = Many(child=Text(max_length=MAX_NAME), min_length=1, max_length=3, help_text="One to three people.")
    club = Text(max_length=MAX_NAME, allow_blank=True, default="")
    country = Country(allow_blank=True, default="", help_text="Two letters, such as TH.")
    rating = Whole(min_value=0, max_value=4000, allow_null=True, default=None, help_text="Null: as rated here.")
    number = Whole(min_value=1, max_value=99_999, allow_null=True, default=None, help_text="Null: the next.")
    province = Province(
        max_length=60,
        allow_blank=True,
        default="",
        help_text="Of Thailand: its ISO 3166-2 code, such as TH-10 or 10, or its name in Thai or English.",
    )
    level = Choice(Level.values, allow_blank=True, default="", help_text="How far at school.")
    born = Whole(
        min_value=BORN_FIRST,
        max_value=2100,
        allow_null=True,
        default=None,
        help_text="Year of birth of the first person, for the ratings of juniors. It is in no answer.",
    )
    team_name = Text(max_length=MAX_NAME, allow_blank=True, default="", help_text="Of two or three people.")
    team = Text(
        max_length=60,
        allow_blank=True,
        default="",
        help_text="What the entry belongs to beside its club; entries of one team can be kept apart.",
    )


class EntryNew(_EntryFields):
    """People by `names`, or by `players`: numbers of people who are known already."""

    schema_extra = {"oneOf": [{"required": ["names"]}, {"required": ["players"]}]}

    names = Many(
        child=Text(max_length=MAX_NAME),
        min_length=1,
        max_length=3,
        required=False,
        help_text="One to three people.",
    )
    players = Many(
        child=Whole(min_value=1), min_length=1, max_length=3, required=False, help_text="Numbers of known players."
    )
    first_round = Whole(min_value=1, max_value=200, allow_null=True, default=None, help_text="Null: the next.")
    public_name_mode = Choice(Player.PublicName.values, default=Player.PublicName.FULL)


class BatchEntry(_EntryFields):
    """As a row of a roster."""


class EntryBatch(Shape):
    entries = Many(child=BatchEntry(), min_length=1, max_length=600)


class EntryChange(Shape):
    club = Text(max_length=MAX_NAME, allow_blank=True, required=False)
    rating = Whole(min_value=0, max_value=4000, allow_null=True, required=False)
    number = Whole(min_value=1, max_value=99_999, required=False)
    team_name = Text(max_length=MAX_NAME, allow_blank=True, required=False)
    team = Text(max_length=60, allow_blank=True, required=False)
    table = Whole(min_value=1, max_value=9999, allow_null=True, required=False)
    prize_class = Whole(min_value=1, max_value=99, allow_null=True, required=False)


class Withdrawal(Shape):
    reason = Text(max_length=300, allow_blank=True, default="")


class Nothing(Shape):
    """An empty object, or no body at all."""


@extend_schema_field({"type": "object", "additionalProperties": True, "maxProperties": 40})
class Settings(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    """Settings of a pairing system by name, as `/pairing/systems` lists them."""

    default_error_messages = {"not_a_dict": _("An object is needed.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("not_a_dict")
        return dict(data)

    def to_representation(self, value: Any) -> Any:
        return value


class PairRequest(Shape):
    """Entries are named by their numbers. `repair` replaces a draft, whose locks stay; `keep_byes` keeps all of
    its byes."""

    system = Choice(Division.System.values, required=False, help_text="The schedule's own where it is left out.")
    settings = Settings(required=False, help_text="Of the system; those left out are as usual.")
    seed = Whole(min_value=0, required=False, help_text="The same seed gives the same round.")
    repair = Flag(default=False)
    keep_byes = Flag(default=False)
    locked_pairs = Many(
        child=Many(child=Whole(min_value=1, max_value=99_999), min_length=2, max_length=2),
        max_length=300,
        default=list,
    )
    locked_byes = Many(child=Whole(min_value=1, max_value=99_999), max_length=600, default=list)
    forbidden_pairs = Many(
        child=Many(child=Whole(min_value=1, max_value=99_999), min_length=2, max_length=2),
        max_length=600,
        default=list,
    )


def _by_entry(schema: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "propertyNames": {"pattern": SIDE},
        "additionalProperties": schema,
        "minProperties": 2,
        "maxProperties": 2,
    }


class _ByEntry(serializers.DictField):
    """A value for each of two sides, by ``p1`` and ``p2`` or by entry number. Which two they are, and whether one
    is missing, is seen at the game.
    """

    default_error_messages = {"keys": _("Two entries are needed, by their numbers.")}

    def to_internal_value(self, data: Any) -> dict[int | str, Any]:
        if isinstance(data, dict) and not (1 <= len(data) <= 2 and all(_is_side(key) for key in data)):
            self.fail("keys")
        return {_side(key): value for key, value in super().to_internal_value(data).items()}


def _is_side(text: str) -> bool:
    number = text.isascii() and text.isdigit() and len(text) <= 5 and not text.startswith("0")
    return number or text in ("p1", "p2")


def _side(text: str) -> int | str:
    return int(text) if text.isdigit() else text


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": ["p1", "p2"]},
            {"type": "integer", "minimum": 1, "maximum": 99_999},
        ]
    }
)
class SideRef(serializers.Field):  # type: ignore[type-arg,unused-ignore]
    """A side of a game: ``"p1"``, ``"p2"`` or an entry's number."""

    default_error_messages = {"invalid": _("p1, p2 or an entry number is needed.")}

    def to_internal_value(self, data: Any) -> int | str:
        if not (data in ("p1", "p2") or (type(data) is int and 1 <= data <= 99_999)):
            self.fail("invalid")
        side: int | str = data
        return side

    def to_representation(self, value: Any) -> Any:
        return value


_SCORE = {"type": "integer", "minimum": SCORE_MIN, "maximum": SCORE_MAX}
_PART = {"min_value": SCORE_MIN, "max_value": SCORE_MAX}


class Components(Shape):
    """`plays` without bingo bonuses; `bingos` how many; `rack` the end-of-game adjustment; `overtime` 0 or less."""

    plays = Whole(**_PART)
    bingos = Whole(min_value=0, max_value=99, default=0)
    rack = Whole(**_PART, default=0)
    overtime = Whole(**_PART, default=0)
    adjustment = Whole(**_PART, default=0)


@extend_schema_field(_by_entry(_SCORE))
class _Scores(_ByEntry):
    child = Whole(min_value=SCORE_MIN, max_value=SCORE_MAX)


_PROPERTIES = {
    "plays": _SCORE,
    "bingos": {"type": "integer", "minimum": 0, "maximum": 99},
    "rack": _SCORE,
    "overtime": _SCORE,
    "adjustment": _SCORE,
}


@extend_schema_field(
    _by_entry({"type": "object", "properties": _PROPERTIES, "required": ["plays"], "additionalProperties": False})
)
class _Components(_ByEntry):
    child = Components()


class Pin(serializers.RegexField):
    """Six digits, as text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(PIN, trim_whitespace=False, max_length=6, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class _Spoken(Shape):
    """Who says it: on a device, a side by its entry's PIN of the day. ``as`` cannot be written as a name."""

    schema_extra = {"dependentRequired": {"pin": ["as"]}}

    pin = Pin(required=False, help_text="The PIN of today of the entry in `as`; not needed with its own login.")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        fields["as"] = SideRef(required=False, help_text="The side that says this: p1, p2 or its entry number.")
        return dict(fields)


class _Report(Shape):
    """A played game has `scores` by side, or `components` that come to them, or both, which must agree.

    A side is `p1` (starts) or `p2`, or its entry's number. A forfeit names its `winner` and has no scores. `reason`
    marks a correction, which also needs If-Match.
    """

    schema_extra = {
        "anyOf": [
            {"required": ["scores"]},
            {"required": ["components"]},
            {"required": ["outcome"], "properties": {"outcome": {"enum": ["forfeit", "double_forfeit", "void"]}}},
        ]
    }

    client_event_id = ClientId(help_text="Made by the client; the same one again is the same report, for ever.")
    outcome = Choice([o for o in Result.Outcome.values if o != Result.Outcome.BYE], default=Result.Outcome.PLAYED)
    scores = _Scores(required=False)
    components = _Components(required=False)
    winner = SideRef(allow_null=True, default=None, help_text="Of a forfeit.")
    reason = Text(max_length=300, allow_blank=True, default="")


class ResultNew(_Spoken, _Report):
    __doc__ = _Report.__doc__

    schema_extra = {**_Report.schema_extra, **_Spoken.schema_extra}


class ResultCorrection(_Report):
    __doc__ = _Report.__doc__

    reason = Text(min_length=5, max_length=300)


class ResultWord(_Spoken):
    """Yes to a result. Empty with one's own login; on a device `as` and `pin` say whose word it is."""


class ResultNo(_Spoken):
    """No to a result, with the other score if there is one."""

    scores = _Scores(required=False)


class TokenNew(Shape):
    label = Text(max_length=80)
    scopes = Many(child=Text(max_length=40), max_length=10, allow_empty=True)
    tournament = Slug(max_length=60, allow_null=True, default=None, help_text="Good for this event only.")
    expires_at = Moment(allow_null=True, default=None)
