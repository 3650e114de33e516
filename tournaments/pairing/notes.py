"""What the director is told beside a draft. Figures name competitors by id.

- `repeat`: first, second, met (games before), reason: `locked`; `allowed` (within the limit of repeats);
  `reset` (before the round from which the Australian draw counts); `bye_rule` (a free pairing exists, but somebody
  would have a second bye before everyone has had one); `unavoidable` (no pairing round the locks has fewer);
  `schedule` (the round-robin table asks for it, though they have played it: an event whose table changed)
- `back_to_back`: first, second, round: they met in the round beside this one; none of the pairings with as few
  repeats avoids it
- `clubmates`: first, second, club: no pairing that is as good in what comes before keeps them apart
- `teammates`: first, second, team: as `clubmates`, for teams
- `bye`: competitor, byes (had before), passed_over (lower-ranked who have had more), for_repeats (lower-ranked
  with as few, passed over because a repeat would have followed)
- `second_bye`: competitor, byes, reason: `director`; `requested`; `all_have_had_one`; `unavoidable`
- `lock_over_forbidden`: first, second: the pair was both locked and forbidden; the lock stands
- `opponent_absent`: competitor, absent: the schedule's opponent is not active, so this round is a bye
- `schedule_bye`: competitor: the table's own bye of an odd field
- `no_group`: competitor: the groups were made without him, and nobody is left over to meet him: a bye
- `left_over`: competitor: nobody is left whom he may meet, so this round of the round robin is a bye
- `prize_settled`: competitor, best, worst (places): contention's figures say that no result takes his prize away
- `control`: first (the leader), second (who would lose control if they did not meet)
- `off_schedule`: first, second: a lock or a forbidden pair put these two beside the round-robin table, or it left
  both over and the system pairs its leftovers
- `reset_raised`: from, to (rounds): the Australian draw found no round without a repeat since the first, and counts
  only games after the second
- `table_conflict`: competitor, wanted, table, reason: `opponent` (who needs another), `taken` (by a better-ranked
  game that needs it too)
"""

from .field import Field, couple
from .model import Figure, Note, Pair


def note(code: str, **params: Figure) -> Note:
    return Note(code, tuple(params.items()))


def pair_notes(field: Field, pair: Pair, *, repeat_reason: str = "unavoidable") -> list[Note]:
    """What is to be said of one pair that the system or the director made."""
    notes = []
    first, second = pair.first, pair.second
    places = couple(field.place[first], field.place[second])
    if pair.met:
        allowed = field.request.repeats.allows(pair.met)
        reason = "locked" if pair.locked else "allowed" if allowed else repeat_reason
        notes.append(note("repeat", first=first, second=second, met=pair.met, reason=reason))
    if places in field.adjacent and not field.request.repeats.back_to_back:
        notes.append(note("back_to_back", first=first, second=second, round=field.request.round))
    one, other = field.order[places[0]], field.order[places[1]]
    if field.request.clubs_kept_apart and one.club is not None and one.club == other.club:
        notes.append(note("clubmates", first=first, second=second, club=one.club))
    if field.request.teams_kept_apart and one.team is not None and one.team == other.team:
        notes.append(note("teammates", first=first, second=second, team=one.team))
    if pair.locked and places in field.forbidden:
        notes.append(note("lock_over_forbidden", first=first, second=second))
    return notes


def bye_notes(field: Field, place: int, free: tuple[int, ...]) -> list[Note]:
    """Why the automatic bye went where it went."""
    had = field.byes[place]
    lower = [other for other in free if other > place]
    notes = [
        note(
            "bye",
            competitor=field.id(place),
            byes=had,
            passed_over=sum(field.byes[other] > had for other in lower),
            for_repeats=sum(field.byes[other] <= had for other in lower),
        )
    ]
    if had:
        reason = "all_have_had_one" if min(field.byes) >= had else "unavoidable"
        notes.append(note("second_bye", competitor=field.id(place), byes=had, reason=reason))
    return notes


def director_bye_notes(field: Field, place: int) -> list[Note]:
    had = field.byes[place]
    if not had:
        return []
    asked = field.order[place].state == "requested_bye"
    return [note("second_bye", competitor=field.id(place), byes=had, reason="requested" if asked else "director")]
