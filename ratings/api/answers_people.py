"""What the API says about a player's games, opponents and records."""

from rest_framework import serializers

from .answers import PlayerOut


class AcrossOut(serializers.Serializer):
    """Somebody who was met. `public` is false for who has no page and no address of his own."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    public = serializers.BooleanField()


class WhichGameOut(serializers.Serializer):
    """Where a game was played."""

    day = serializers.DateField(help_text="The event's first.")
    event = serializers.CharField()
    tournament = serializers.CharField()
    division = serializers.CharField()
    round = serializers.IntegerField()


class PlayedGameOut(WhichGameOut):
    """A game from the player's side, in points as they stand in the result."""

    team = serializers.CharField(allow_null=True, help_text="What the other side calls itself.")
    opponents = AcrossOut(many=True)
    starts = serializers.BooleanField(allow_null=True, help_text="Null: nobody wrote it down.")
    score = serializers.IntegerField()
    opponent_score = serializers.IntegerField()
    spread = serializers.IntegerField()
    result = serializers.CharField(help_text="win, tie, loss")
    expected = serializers.FloatField(allow_null=True, help_text="Outcome points; null where it is not rated.")
    actual = serializers.FloatField(allow_null=True)


class MeetingsOut(serializers.Serializer):
    """All games of two people who played them alone, from the player's side."""

    opponent = AcrossOut()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()
    average_spread = serializers.IntegerField()
    last = serializers.DateField()


class PlayedTallyOut(serializers.Serializer):
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()


class RecordLineOut(serializers.Serializer):
    """An event by what it did to the rating. `event` is null where the public may not see it."""

    day = serializers.DateField()
    event = serializers.CharField(allow_null=True)
    rating = serializers.IntegerField()
    change = serializers.IntegerField()
    provisional = serializers.BooleanField()


class BestWinOut(serializers.Serializer):
    """`rating` is what the opponent had when the event began."""

    rating = serializers.IntegerField()
    game = PlayedGameOut()


class ListRecordsOut(serializers.Serializer):
    list = serializers.CharField()
    highest = RecordLineOut(allow_null=True)
    gain = RecordLineOut(allow_null=True)
    best_wins = BestWinOut(many=True)


class WinningRunOut(serializers.Serializer):
    """Games won one after another."""

    games = serializers.IntegerField()
    first = WhichGameOut()
    last = WhichGameOut()


class BingosOut(serializers.Serializer):
    bingos = serializers.IntegerField()
    game = PlayedGameOut()


class HighestPlayOut(serializers.Serializer):
    """The best single play, where games were written down as they were played. `table` is null without one."""

    points = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    game = PlayedGameOut()


class GameRecordsOut(serializers.Serializer):
    """Of games that the player played alone; null where there is nothing of the kind."""

    events = serializers.IntegerField()
    all = PlayedTallyOut()
    starting = PlayedTallyOut()
    not_starting = PlayedTallyOut()
    average_score = serializers.IntegerField()
    highest_score = PlayedGameOut()
    largest_win = PlayedGameOut(allow_null=True)
    longest_run = WinningRunOut(allow_null=True)
    highest_play = HighestPlayOut(allow_null=True)
    most_bingos = BingosOut(allow_null=True)


class RecordsOut(serializers.Serializer):
    player = PlayerOut()
    lists = ListRecordsOut(many=True)
    games = GameRecordsOut(allow_null=True)
