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


class PlayerRatingOut(serializers.Serializer):
    list = serializers.CharField()
    now = StandingOut(allow_null=True)
    history = LineOut(many=True)


class RowOut(StandingOut):
    """A row of a list; `player` is null for somebody who has played in no public event."""

    player = PlayerOut(allow_null=True)


class ListOut(serializers.Serializer):
    """A rating list: one game, rated by one system. `players` counts everybody in it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    system = serializers.CharField()
    players = serializers.IntegerField()


class ListTableOut(ListOut):
    items = RowOut(many=True)
    next = serializers.CharField(allow_null=True)
