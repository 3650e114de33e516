"""A sheet step by step as the API tells it: every point down to the tile it came from."""

from typing import Any

from rest_framework import serializers

from games.engine import Event, LineScore, Ruleset
from games.engine.boards import PREMIUM_LETTERS
from games.engine.wire import place_data, square_data

from ..selectors.story import Step, Story
from ..selectors.sums import event_sum, line_sum, play_sum
from .answers import PlaceOut, by_side, shown_name


class TileSourceOut(serializers.Serializer):
    """One tile of a line: its face points, and the square below where its premium counted."""

    tile = serializers.CharField()
    square = PlaceOut()
    points = serializers.IntegerField(help_text="With the piece premium it covered.")
    premium = serializers.CharField(
        allow_null=True, help_text="T 3× equation, D 2× equation, t 3× piece, d 2× piece; null for none used."
    )


class LineSourceOut(serializers.Serializer):
    equation = serializers.CharField()
    dir = serializers.CharField()
    start = PlaceOut()
    points = serializers.IntegerField()
    multiplier = serializers.IntegerField()
    sum = serializers.CharField(help_text="How the points came about: `(2×3+1+1)×2`.")
    tiles = TileSourceOut(many=True)


class EventSourceOut(serializers.Serializer):
    """What happened, what it was worth, and how that came about."""

    type = serializers.CharField()
    player = serializers.CharField(allow_null=True)
    points = serializers.IntegerField()
    sum = serializers.CharField(allow_blank=True, help_text="`27+40` for a play, `(2+2+0)×2` for a rack.")


class StepOut(EventSourceOut):
    """A move that counts, and in `follows` what the rules made of it. `seq` is the event of the log."""

    seq = serializers.IntegerField()
    totals = serializers.DictField(child=serializers.IntegerField())
    lines = LineSourceOut(many=True)
    bingo = serializers.IntegerField()
    follows = EventSourceOut(many=True)


def steps_data(story: Story) -> list[dict[str, Any]]:
    return [_step_data(story.rules, step) for step in story.steps]


def _step_data(rules: Ruleset, step: Step) -> dict[str, Any]:
    score = step.event.score
    return {
        **_event_data(step, step.event),
        "sum": play_sum(score) if score is not None else event_sum(step, step.event),
        "seq": step.row.seq,
        "totals": by_side(step.totals),
        "lines": [_line_data(rules, line) for line in score.lines] if score is not None else [],
        "bingo": score.bingo if score is not None else 0,
        "follows": [_event_data(step, event) for event in step.follows],
    }


def _event_data(step: Step, event: Event) -> dict[str, Any]:
    return {
        "type": event.name.value,
        "player": shown_name(event.side),
        "points": event.points,
        "sum": event_sum(step, event),
    }


def _line_data(rules: Ruleset, scored: LineScore) -> dict[str, Any]:
    line = scored.line
    return {
        "equation": line.equation,
        "dir": line.direction.value,
        "start": place_data(rules, line.start, line.direction),
        "points": scored.points,
        "multiplier": scored.multiplier,
        "sum": line_sum(scored),
        "tiles": [
            {
                "tile": tile.tile,
                "square": square_data(rules, tile.square),
                "points": tile.points,
                "premium": PREMIUM_LETTERS.get(tile.premium),
            }
            for tile in scored.tiles
        ],
    }
