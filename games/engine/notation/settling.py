"""Following a record through the engine: each line gets its score and total, and what is said is checked."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from games.engine.events import Event, Name
from games.engine.moves import Adjustment, Challenge, Discard, End, Ending, Exchange, Move, Pass, Play
from games.engine.notation.faults import Fault
from games.engine.notation.records import Entry, RecordLine, Remark
from games.engine.notation.single import as_recorded
from games.engine.problems import IllegalMove, Problem
from games.engine.rulesets import Ruleset, Settings

if TYPE_CHECKING:
    from games.engine.positions import Position


@dataclass(frozen=True, slots=True)
class Draft:
    """A line as it was read: a move, the name of an event that followed from the rules, or a remark alone."""

    number: int
    move: Move | None = None
    name: Name | None = None
    side: int | None = None
    points: int | None = None
    total: int | None = None
    remark: str = ""
    whole_rack: bool = False
    broken: bool = False
    """Something stood here that could not be read; what comes after cannot be followed."""


@dataclass(slots=True)
class Settled:
    position: "Position"
    lines: list[RecordLine] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    followed: bool = True
    """To the last line; else up to the first one that could not be read or played."""


def settle(rules: Ruleset, settings: Settings, sides: int, drafts: Sequence[Draft]) -> Settled:
    """The lines of a record, with every event and the engine's figures, and the faults of what was said."""
    walk = _Walk(Settled(rules.opening(sides=sides, settings=settings)), [0] * sides, [0] * sides)
    groups = deque(_groups(drafts))
    while groups:
        draft, after = groups.popleft()
        if groups and walk.ends_by_itself(draft, groups[0][0]):
            end, more = groups.popleft()
            after += [replace(end, move=None, name=Name.END), *more] if end else more
        if draft is None:
            walk.take_after([], after, 0)
        elif not walk.take_move(draft, after):
            walk.settled.followed = False
            break
    return walk.settled


def _groups(drafts: Iterable[Draft]) -> Iterable[tuple[Draft | None, list[Draft]]]:
    """Each move with the lines up to the next one; what stands before the first move has none."""
    move: Draft | None = None
    after: list[Draft] = []
    for draft in drafts:
        if draft.move is None and not draft.broken:
            after.append(draft)
            continue
        yield move, after
        move, after = draft, []
    yield move, after


@dataclass(slots=True)
class _Walk:
    settled: Settled
    totals: list[int]
    slips: list[int]
    """By side, how far the totals that were said are from the engine's: one slip is told once, where it is."""

    def take_move(self, draft: Draft, after: list[Draft]) -> bool:
        if draft.broken or draft.move is None:
            return False
        before = self.settled.position
        try:
            self.settled.position = before.play(draft.move)
        except IllegalMove as refusal:
            self.settled.faults += [Fault(draft.number, problem) for problem in refusal.problems]
            return False
        move = as_recorded(before, draft.move)
        if move != draft.move:
            self.settled.position = before.play(move)
        own, *follow = self.settled.position.events[len(before.events) :]
        more = self._check_rack(before, move, draft)
        self._add(own, draft, move, more)
        self.take_after(follow, after, draft.number)
        return True

    def ends_by_itself(self, draft: Draft | None, following: Draft | None) -> bool:
        """Whether `end out` on the next line is what a failed challenge of the last play leads to (rule 15).

        Where it is, nobody has to say so, and the line tells what followed instead of doing it.
        """
        challenge = draft and draft.move
        if not isinstance(challenge, Challenge) or following is None or following.move != End(Ending.OUT):
            return False
        here = self.settled.position
        return not here.problems(challenge) and here.play(challenge).ended is Ending.OUT

    def take_after(self, follow: list[Event], after: list[Draft], number: int) -> None:
        """Lines after a move: remarks, and events that must be among those that follow, in their order.

        Events that follow and are not said are put in: before a later one that is said, or right after the last.
        """
        place = len(self.settled.lines)
        for draft in after:
            if draft.name is None:
                self.settled.lines.append(Remark(draft.remark, draft.number))
                continue
            found = next(
                (
                    i
                    for i, event in enumerate(follow)
                    if event.name is draft.name and draft.side in (None, event.side)
                ),
                None,
            )
            if found is None:
                self.settled.faults.append(_unexpected(draft))
                continue
            for event in follow[:found]:
                self._add(event, Draft(number), at=len(self.settled.lines))
            self._add(follow[found], draft)
            del follow[: found + 1]
            place = len(self.settled.lines)
        for event in follow:
            self._add(event, Draft(number), at=place)
            place += 1

    def _add(
        self, event: Event, draft: Draft, move: Move | None = None, more: bool = False, at: int | None = None
    ) -> None:
        total = None
        side = event.side
        if side is not None:
            self.totals[side] += event.points
            total = self.totals[side]
            self._check_figures(draft, side, event.points, total)
        remark = "" if isinstance(move, Adjustment) else draft.remark
        entry = Entry(event.name, side, move, event.points, total, more, remark, draft.number)
        self.settled.lines.insert(len(self.settled.lines) if at is None else at, entry)

    def _check_figures(self, draft: Draft, side: int, points: int, total: int) -> None:
        said = points if draft.points is None else draft.points
        if said != points:
            self._differs("record.score_mismatch", draft, said, points)
        self.slips[side] += said - points
        if draft.total is not None:
            if draft.total not in (total, total + self.slips[side]):
                self._differs("record.total_mismatch", draft, draft.total, total)
            self.slips[side] = draft.total - total

    def _differs(self, code: str, draft: Draft, said: int, computed: int) -> None:
        figures = {"said": said, "computed": computed}
        self.settled.faults.append(Fault(draft.number, Problem(code, figures=figures)))

    def _check_rack(self, before: "Position", move: Move, draft: Draft) -> bool:
        """Whether the rack held more than was said; a rack written as whole must be whole."""
        if not isinstance(move, Play | Exchange | Discard | Pass | Challenge):
            return False
        size, known = before.racks[before.to_move].size, len(move.rack or ())
        if draft.whole_rack and known < size:
            figures = {"tiles": known, "size": size}
            self.settled.faults.append(Fault(draft.number, Problem("record.rack_incomplete", figures=figures)))
        return known < size


def _unexpected(draft: Draft) -> Fault:
    figures: dict[str, str | int] = {"event": str(draft.name)}
    if draft.side is not None:
        figures["side"] = draft.side
    return Fault(draft.number, Problem("record.event_unexpected", figures=figures))
