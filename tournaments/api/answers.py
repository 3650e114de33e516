"""What the API says about events. Names are those that people let be shown; staff get the full ones beside them."""

from typing import Any

from rest_framework import serializers

from common.shapes import plain_number
from players.models import Player

from ..models import Division, Entry, Round, Seat
from ..standings import Criterion


def game_id(pk: int) -> str:
    """``g42``: nobody takes it for a table or an entry."""
    return f"g{pk}"


class TournamentOut(serializers.Serializer):
    """An event."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    venue = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    is_public = serializers.BooleanField()


class _Points(serializers.FloatField):
    def to_representation(self, value: Any) -> float | int:
        return plain_number(value)


class DivisionOut(serializers.Serializer):
    """A division with all its competition settings. Clock in milliseconds a side; spreads and caps in points."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    order = serializers.IntegerField()
    ruleset = serializers.CharField()
    judging_mode = serializers.CharField()
    clock_ms = serializers.IntegerField(allow_null=True)
    overtime_forfeits = serializers.BooleanField()
    rounds_planned = serializers.IntegerField()
    system = serializers.CharField(
        help_text="Open list: swiss, king_of_the_hill, round_robin … and schedule, which stands for several."
    )
    round_robin_double = serializers.BooleanField()
    clubs_apart_rounds = serializers.IntegerField(allow_null=True, help_text="Null: in every round.")
    teams_apart_rounds = serializers.IntegerField(allow_null=True, help_text="Null: in every round.")
    requested_byes_count = serializers.BooleanField()
    win_points = _Points()
    tie_points = _Points()
    loss_points = _Points()
    spread_caps = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="One a round; the last repeats; empty: no cap."
    )
    bye_credit = serializers.CharField()
    bye_spread = serializers.IntegerField()
    forfeit_spread = serializers.IntegerField()
    double_forfeit_spread = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    club_best = serializers.IntegerField(
        allow_null=True,
        help_text="Entries of a club that count in the table of clubs; 0: all; null: no such table.",
    )
    pending_counts = serializers.BooleanField()
    entries_public = serializers.BooleanField()
    pairings_public = serializers.BooleanField()
    standings_public = serializers.BooleanField()
    rated = serializers.BooleanField()
    kind = serializers.CharField(
        help_text="For whom: open, or a level (primary, lower_secondary, upper_secondary, university, adult)."
    )


class MemberOut(serializers.Serializer):
    """A person of an entry. `player` is the number under `/players/{number}`."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    full_name = serializers.CharField(required=False, help_text="As registered; for staff only.")
    province = serializers.CharField(
        required=False, help_text="ISO 3166-2 without TH-; empty: none. For staff only."
    )
    level = serializers.CharField(required=False, help_text="How far at school; empty: not said. For staff only.")


class EntryOut(serializers.Serializer):
    """One to three people who play as one. It plays from `first_round` on, up to but without `withdrawn_from`."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    team_name = serializers.CharField()
    members = MemberOut(many=True)
    club = serializers.CharField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True, help_text="Pinned when the entry was made.")
    first_round = serializers.IntegerField()
    withdrawn_from = serializers.IntegerField(allow_null=True)
    team = serializers.CharField(help_text="A membership beside the club; empty: none.")
    prize_class = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(
        allow_null=True, required=False, help_text="The table that it needs; for staff only."
    )


class RoundOut(serializers.Serializer):
    """A round: `draft` (staff only), `published`, `closed`. `version` grows when its pairings or state change."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.CharField()
    system = serializers.CharField()
    made_from_older_results = serializers.BooleanField()
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class ComponentsOut(serializers.Serializer):
    """How one side's score came about: `plays` without bingo bonuses, `bingos` a count, the rest in points."""

    plays = serializers.IntegerField()
    bingos = serializers.IntegerField()
    rack = serializers.IntegerField()
    overtime = serializers.IntegerField()
    adjustment = serializers.IntegerField()


class ShortResultOut(serializers.Serializer):
    """How a pairing ended. `scores` is null while the two sides differ and for a voided game."""

    version = serializers.IntegerField()
    state = serializers.CharField(help_text="pending, confirmed, disputed, final")
    outcome = serializers.CharField(help_text="played, forfeit, double_forfeit, bye, void")
    scores = serializers.DictField(child=serializers.IntegerField(), allow_null=True, help_text="By entry number.")
    winner = serializers.IntegerField(allow_null=True, help_text="An entry number.")
    does_not_match_log = serializers.BooleanField(
        help_text="The game's scoresheet says something else, and no director has decided between the two."
    )


class ConfirmationOut(serializers.Serializer):
    """Who agreed to this version. `entry` is null for staff."""

    entry = serializers.IntegerField(allow_null=True)
    how = serializers.CharField(help_text="login (the side's own), pin (typed on a device), staff")
    at = serializers.DateTimeField()


class SheetSaysOut(serializers.Serializer):
    """What the scoresheet came to, where that is something else than the result."""

    scores = serializers.DictField(child=serializers.IntegerField(), help_text="By entry number.")
    winner = serializers.IntegerField(allow_null=True)
    accepted = serializers.BooleanField(help_text="A director has let the result stand all the same.")


class ResultOut(ShortResultOut):
    """A result of a game, one version of it."""

    game = serializers.CharField()
    sides = serializers.DictField(
        child=serializers.IntegerField(), help_text="Entry numbers by p1 (starts) and p2."
    )
    spread = serializers.IntegerField(allow_null=True, help_text="Of the winner; 0 for a tie.")
    components = serializers.DictField(child=ComponentsOut(), allow_null=True, help_text="By entry number.")
    source = serializers.CharField()
    reported_by = serializers.IntegerField(allow_null=True, help_text="The entry that reported it, if one did.")
    needs = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries that have yet to confirm; staff may always."
    )
    confirmed_by = ConfirmationOut(many=True)
    differs = serializers.ListField(
        child=serializers.CharField(), help_text="Of a disputed result: where it differs from the report before."
    )
    log = SheetSaysOut(allow_null=True)
    warnings = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()


class SideOut(serializers.Serializer):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    starts = serializers.BooleanField(allow_null=True, help_text="Null where nobody wrote down who started.")


class PairingOut(serializers.Serializer):
    """Two entries at a table, or one without an opponent: then there is neither table nor game."""

    table = serializers.IntegerField(allow_null=True)
    game = serializers.CharField(allow_null=True, help_text="Null in a draft and without an opponent.")
    sides = SideOut(many=True)
    result = ShortResultOut(allow_null=True)
    locked = serializers.BooleanField(
        required=False, help_text="Kept when the draft is paired again; for staff only."
    )


class PairingsOut(serializers.Serializer):
    round = RoundOut()
    pairings = PairingOut(many=True)


class StandingRowOut(serializers.Serializer):
    """One entry's place. Byes and forfeits are among wins, ties, losses and spreads, not in the games played."""

    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_null=True)
    active = serializers.BooleanField()
    points = serializers.FloatField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()
    capped_spread = serializers.IntegerField()
    spread = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Points scored over the board.")
    games_played = serializers.IntegerField()
    byes = serializers.IntegerField()
    forfeits = serializers.IntegerField()
    missed = serializers.ListField(child=serializers.IntegerField())


class StandingsOut(serializers.Serializer):
    after_round = serializers.IntegerField()
    order = serializers.ListField(child=serializers.ChoiceField([str(c) for c in Criterion]))
    rows = StandingRowOut(many=True)


class ClubEntryOut(serializers.Serializer):
    """An entry of a club, with its own line of the standings."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    points = serializers.FloatField()
    capped_spread = serializers.IntegerField()
    spread = serializers.IntegerField()


class ClubRowOut(serializers.Serializer):
    """One club's place: the sums over `counting`, its best entries. `beyond` are those that do not count."""

    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    club = serializers.CharField()
    points = serializers.FloatField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()
    capped_spread = serializers.IntegerField()
    spread = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Points scored over the board.")
    lacking = serializers.IntegerField(help_text="How many entries the club has too few.")
    counting = ClubEntryOut(many=True)
    beyond = ClubEntryOut(many=True)


class ClubStandingsOut(serializers.Serializer):
    after_round = serializers.IntegerField()
    order = serializers.ListField(child=serializers.ChoiceField([str(c) for c in Criterion]))
    best = serializers.IntegerField(help_text="Entries of a club that count; 0: all.")
    without_club = serializers.IntegerField(help_text="Entries that have no club.")
    rows = ClubRowOut(many=True)


class TokenOut(serializers.Serializer):
    """A token, never its secret. `tournament` is the one event it is good for, null for all of its owner's."""

    id = serializers.CharField()
    label = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    tournament = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    """The only time that the token itself is told."""

    token = serializers.CharField()


class ScopeOut(serializers.Serializer):
    scope = serializers.CharField()
    meaning = serializers.CharField()


class TokensOut(serializers.Serializer):
    items = TokenOut(many=True)
    next = serializers.CharField(allow_null=True)
    scopes = ScopeOut(many=True)


class BatchOut(serializers.Serializer):
    """Numbers of the new entries; rows that were in the division already, and rows that repeat another."""

    added = serializers.ListField(child=serializers.IntegerField())
    here = serializers.IntegerField()
    repeats = serializers.IntegerField()


# --- From rows to these shapes -----------------------------------------------------------------------------


def division_data(division: Division) -> dict[str, Any]:
    return dict(DivisionOut(division).data)


def _of_staff(player: Player) -> dict[str, str]:
    return {"full_name": player.name, "province": player.province, "level": player.level}


def entry_data(entry: Entry, *, full: bool) -> dict[str, Any]:
    """``entry`` with its members and their players at hand."""
    members = [
        {
            "player": member.player.number,
            "name": member.player.public_name,
            **(_of_staff(member.player) if full else {}),
        }
        for member in entry.members.all()
    ]
    return {
        "number": entry.number,
        "name": entry.public_name,
        "team_name": entry.team_name,
        "members": members,
        "club": entry.club.name if entry.club else None,
        "rating": entry.rating,
        "first_round": entry.first_round,
        "withdrawn_from": entry.withdrawn_from,
        "team": entry.team,
        "prize_class": entry.prize_class,
        **({"table": entry.table} if full else {}),
    }


def round_data(round_: Round) -> dict[str, Any]:
    return dict(RoundOut(round_).data)


def by_number(seats: list[Seat]) -> list[int]:
    """Entry numbers by place."""
    return [seat.entry.number for seat in seats]
