"""What a schedule can be refused for, or warned about. The site turns `code` and `params` into a sentence."""

from collections.abc import Mapping
from typing import Any


class PlanError(ValueError):
    """A schedule that cannot be, with the rounds it concerns.

    `code` is stable. `from` and `to` are the first and last round concerned. Codes of any schedule:

    - `plan.rounds`: rounds, low, high
    - `plan.empty`: rounds (no step at all)
    - `plan.reversed`: from, to
    - `plan.outside`: from, to, rounds (a step beyond the schedule)
    - `plan.gap`: from, to (rounds without a system)
    - `plan.overlap`: from, to (rounds with two)
    - `plan.based_on_later`: from, to, based_on (must be a round before the step; 0 is the order at the start)
    - `plan.based_on_twice`: from, to, based_on, lag (one or the other)
    - `plan.lag`: from, to, lag, low, high
    - `plan.seats_given`: from, to, system (seats belong to a round, not to a schedule)
    - `plan.fontes_even`: from, to, rounds (their number is odd)
    - `plan.fontes_rounds`: from, to, rounds, wanted (the groups are made for another number)
    - `plan.table_ends`: from, to, system, rounds (of the step), table (rounds it has at most)
    - `plan.blocks_odd`: from, to, rounds (blocks of two matches)
    - `plan.blocks_based`: from, to (blocks go by the results of their first match, and cannot be made before)
    - `plan.reset_later`: from, to, reset_round
    - `plan.factor_spent`: from, to, constant (the factor is nought from the first round on)
    - `plan.days`: rounds, days (how many rounds the days have together)
    - `plan.day_empty`: day
    - `plan.several_steps`: rounds, wanted (a number of rounds alone does not say which step is meant)

    Codes of a schedule for so many entries (`check_field`), which do not forbid it:

    - `plan.field_table`: from, to, system, rounds, table, entries (the table ends before the step does)
    - `plan.field_short`: from, to, system, rounds, table, entries (a whole table is longer)
    - `plan.field_groups`: from, to, system, entries, needed (not one full group)
    - `plan.field_factor`: from, to, factor, entries
    - `plan.field_repeats`: rounds, opponents, entries (more rounds than opponents: somebody is met again)
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params: Mapping[str, Any] = params
        figures = ", ".join(f"{key}={value!r}" for key, value in params.items())
        super().__init__(f"{code} ({figures})" if figures else code)
