"""What the API says about the events of a rating list."""

from rest_framework import serializers

from .answers import PlayerOut


class RatedEventOut(serializers.Serializer):
    """A division as a list sees it. It counts where `state` is `accepted` and `rated` is true."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    tournament = serializers.CharField()
    division = serializers.CharField()
    day = serializers.DateField()
    state = serializers.CharField(help_text="waiting, accepted, refused, left_out")
    rated = serializers.BooleanField(help_text="Whether the division's games are to be rated at all.")
    over = serializers.BooleanField(help_text="Complete; before that, all its figures are a projection.")
    games = serializers.IntegerField(help_text="Rated games.")


class EventLineOut(serializers.Serializer):
    """What the event did to one player. `performance` is null where all games were won or lost: see `all`."""

    player = PlayerOut()
    before = serializers.IntegerField()
    rd_before = serializers.IntegerField()
    after = serializers.IntegerField()
    rd_after = serializers.IntegerField()
    change = serializers.IntegerField()
    games = serializers.IntegerField()
    career_games = serializers.IntegerField(help_text="With those of this event.")
    expected = serializers.FloatField()
    actual = serializers.FloatField()
    performance = serializers.IntegerField(allow_null=True)
    all = serializers.CharField(allow_null=True, help_text="won or lost, where it was all games.")
    superseded = serializers.BooleanField(help_text="Published once, corrected since.")


class UnratedOut(serializers.Serializer):
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()


class RatedEventLinesOut(RatedEventOut):
    """`lines` is null where entries or standings are not public, `unrated` where pairings are not."""

    lines = EventLineOut(many=True, allow_null=True)
    unrated = UnratedOut(many=True, allow_null=True)


class ShareOut(serializers.Serializer):
    """One game's part. Ratings and deviations as they stood when it was counted; `points` are rating points."""

    round = serializers.IntegerField()
    opponent = PlayerOut(allow_null=True)
    own = serializers.IntegerField()
    own_rd = serializers.IntegerField()
    other = serializers.IntegerField()
    other_rd = serializers.IntegerField()
    margin = serializers.IntegerField()
    expected = serializers.FloatField()
    actual = serializers.FloatField()
    points = serializers.FloatField()


class RestOut(serializers.Serializer):
    code = serializers.CharField(help_text="acceleration, feedback, limit, floor, rounding")
    points = serializers.FloatField()


class WhyOut(serializers.Serializer):
    """The points of all `shares` and `rest` add up to `change`, but for the last digits that are cut off here."""

    player = PlayerOut()
    before = serializers.IntegerField()
    rd_before = serializers.IntegerField()
    after = serializers.IntegerField()
    rd_after = serializers.IntegerField()
    change = serializers.IntegerField()
    new = serializers.BooleanField(help_text="The player's first rated event.")
    running = serializers.BooleanField(help_text="The event is not complete: a projection.")
    shares = ShareOut(many=True)
    rest = RestOut(many=True)
