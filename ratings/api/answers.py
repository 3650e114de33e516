"""What the API says about players and ratings. Ratings in whole points, as the pages show them."""

from rest_framework import serializers


class PlayerOut(serializers.Serializer):
    """A person who has played in the open, by the name that they let be shown."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(allow_null=True)
    country = serializers.CharField()


class LineOut(serializers.Serializer):
    """What one event did. Event and division are null where the public may not see them, and so are figures that
    would tell results which are not public."""

    day = serializers.DateField()
    event = serializers.CharField(allow_null=True)
    tournament = serializers.CharField(allow_null=True)
    division = serializers.CharField(allow_null=True)
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    rd = serializers.IntegerField()
    change = serializers.IntegerField(help_text="After less before.")
    games = serializers.IntegerField(allow_null=True)
    expected = serializers.FloatField(allow_null=True)
    actual = serializers.FloatField(allow_null=True)
    provisional = serializers.BooleanField(help_text="By the list's policy, as of the event.")
    running = serializers.BooleanField(help_text="The event is not complete: a projection.")
    superseded = serializers.BooleanField(help_text="Published once, corrected since.")


class StandingOut(serializers.Serializer):
    """Where a player stands in a list. Only `ranked` players have a rank; equal ratings share it."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    rating = serializers.IntegerField()
    rd = serializers.IntegerField(help_text="The deviation today.")
    games = serializers.IntegerField()
    day = serializers.DateField(help_text="Of the last event rated.")
    standing = serializers.CharField(help_text="ranked, inactive, provisional")
    live = serializers.IntegerField(
        allow_null=True,
        help_text="What events in play have made of the rating so far: a projection. All else is settled.",
    )
    live_games = serializers.IntegerField(help_text="Games of events in play, in `live` and not in `games`.")


class PlayerRatingOut(serializers.Serializer):
    list = serializers.CharField()
    now = StandingOut(allow_null=True)
    low = serializers.IntegerField(
        allow_null=True, help_text="With 95 in 100 the true rating is not below; null in a list without deviations."
    )
    high = serializers.IntegerField(allow_null=True, help_text="And not above.")
    history = LineOut(many=True)


class RowOut(StandingOut):
    """A row of a list; `player` is null for somebody who has played in no public event.

    Where `since` was asked for, `rating_then` and `rank_then` are those of then; null: had none.
    """

    player = PlayerOut(allow_null=True)
    rating_then = serializers.IntegerField(allow_null=True)
    rank_then = serializers.IntegerField(allow_null=True)


class ListRunOut(serializers.Serializer):
    """The computation whose numbers are shown. `corrected`: how many published values it found to be different."""

    number = serializers.IntegerField()
    algorithm = serializers.CharField()
    finished_at = serializers.DateTimeField()
    corrected = serializers.IntegerField()


class ListPolicyOut(serializers.Serializer):
    """Provisional: a deviation above `provisional_rd`, or fewer games than `provisional_games`.

    Ranked: neither, and `ranked_games` within `ranked_months`. Nobody is shown below `floor`.
    """

    provisional_rd = serializers.FloatField()
    provisional_games = serializers.FloatField()
    ranked_games = serializers.FloatField()
    ranked_months = serializers.FloatField()
    floor = serializers.FloatField()


class ListOut(serializers.Serializer):
    """A rating list: one game, rated by one system. `players` counts everybody in it.

    The system `external` means a federation's own numbers. `run` is null before the first one.
    """

    slug = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    system = serializers.CharField()
    kind = serializers.CharField(help_text="For whom: open, juniors, or a level.")
    players = serializers.IntegerField()
    policy = ListPolicyOut()
    run = ListRunOut(allow_null=True)


class ListTableOut(ListOut):
    """`since`: the day whose standings rows are compared with; null where that was not asked for."""

    since = serializers.DateField(allow_null=True)
    items = RowOut(many=True)
    next = serializers.CharField(allow_null=True)
