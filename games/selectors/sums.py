"""How points came about, as sums that a reader can do again: ``(2×3+1+1)×2+40``, ``(2+2+0)×2``."""

from games.engine import End, Ending, Event, LineScore, Name, Score
from games.engine.adjustments import MINUTE_MS
from games.engine.endings import final_racks, time_price
from games.engine.moves import Clock, Kinds

from .story import Step


def line_sum(line: LineScore) -> str:
    """The tiles' points, each with its square's premium, times the line's."""
    parts = []
    for tile, scored in zip(line.line.tiles, line.tiles, strict=True):
        piece = scored.premium.piece
        parts.append(f"{tile.points}×{piece}" if piece > 1 else str(tile.points))
    text = "+".join(parts)
    return f"({text})×{line.multiplier}" if line.multiplier > 1 else text


def play_sum(score: Score) -> str:
    """All lines of a play, and the bonus: the points of the lines added up."""
    parts = [str(line.points) for line in score.lines] + ([str(score.bingo)] if score.bingo else [])
    return "+".join(parts)


def event_sum(step: Step, event: Event) -> str:
    """How an event's points came about; empty where there is nothing to add up."""
    if event.name is Name.PLAY_WITHDRAWN:
        return f"−{-event.points}"
    if event.move is not None:
        return ""
    if event.name is Name.RACK_ADJUSTMENT:
        return _rack_sum(step, event)
    if event.name is Name.TIME_ADJUSTMENT and isinstance(step.live.move, Clock):
        return _time_sum(step, step.live.move)
    return ""


def left_over(step: Step) -> tuple[Kinds | None, ...]:
    """What was left on each rack when this step ended the game; None where nobody knows."""
    move = step.live.move
    end = move if isinstance(move, End) else End(step.after.ended or Ending.AGREED)
    return tuple(final_racks(step.before if isinstance(move, End) else step.after, end)[0])


def _rack_sum(step: Step, event: Event) -> str:
    """G2: twice what the others hold; G3: one's own, taken away."""
    points = step.after.rules.tile_points
    out = step.after.ended is Ending.OUT
    kinds: list[str] = []
    for side, rack in enumerate(left_over(step)):
        if (side != event.side) == out:
            kinds += rack or ()
    text = "+".join(str(points[kind]) for kind in kinds)
    if out:
        return f"({text})×2"
    return f"−({text})" if len(kinds) > 1 else f"−{text}"


def _time_sum(step: Step, clock: Clock) -> str:
    """X4: minutes begun beyond the time allowed, ten points each; what was charged before stays charged."""
    position, rule = step.before, step.before.settings.overtime
    allowed = position.settings.clock_ms or 0
    over = max(0, clock.used_ms - allowed)
    minutes = -(-over // MINUTE_MS) if rule.started_minutes else over // MINUTE_MS
    now = time_price(position, clock.side, clock.used_ms)[0]
    was = time_price(position, clock.side, position.clocks[clock.side])[0]
    full = minutes * rule.points_per_minute
    text = f"−{minutes}×{rule.points_per_minute}" if full == -now else f"−{-now}"
    return f"{text}+{-was}" if was else text
