"""What the systems and each of their parameters are called, and what they do: (name, explanation)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Word = str | Promise

SYSTEMS: Mapping[str, Word] = {
    "glicko_margin": _("Glicko with margins"),
    "glicko2": _("Glicko-2"),
    "elo": _("Elo"),
    "naspa": _("NASPA"),
    "external": _("A federation's own numbers"),
}
PARAMETERS: Mapping[str, tuple[Word, Word]] = {
    "start_rating": (_("start"), _("Where a player starts who has no rating yet.")),
    "start_by_kind": (_("start by kind of division"), _("Where newcomers start in divisions of one kind.")),
    "start_by_age": (
        _("start by age"),
        _("A line for each group: the most age, a colon, the start. 12: 900 is for all up to 12 years."),
    ),
    "start_rd": (_("deviation at the start"), _("How uncertain a newcomer's rating is.")),
    "min_rd": (_("least deviation"), _("No rating gets surer than this, so that everybody can still move.")),
    "max_rd": (_("most deviation"), _("However long somebody was away, the deviation stops here.")),
    "growth": (
        _("growth of the deviation"),
        _("By how many points for the square root of a day away from the board."),
    ),
    "growth_by_age": (
        _("growth of the deviation by age"),
        _("A line for each group: the most age, a colon, the growth. The young change faster."),
    ),
    "newcomers": (
        _("newcomers begin by"),
        _("Start: round by round from where they start. Performance: by their whole event at once."),
    ),
    "newcomers_share": (
        _("share of newcomers"),
        _("From this share of newcomers on, from 0 to 1, an event is a newcomers' event."),
    ),
    "win_share": (_("share of the win"), _("How much the win itself counts, beside the margin, from 0 to 0.5.")),
    "scale": (_("scale of margins"), _("The margin in game points that counts for all there is.")),
    "start_volatility": (_("volatility at the start"), _("How erratic a newcomer is taken to be.")),
    "min_volatility": (_("least volatility"), _("It never falls below this.")),
    "max_volatility": (_("most volatility"), _("It never grows above this.")),
    "tau": (_("change of volatility"), _("How fast the volatility itself may change, from 0.1 to 2.")),
    "period": (_("what is rated at once"), _("The games of a round, or of a whole event.")),
    "k_new": (_("K of newcomers"), _("What one game is worth at most, in points, for a newcomer.")),
    "k": (_("K"), _("What one game is worth at most, in points.")),
    "k_top": (_("K at the top"), _("What one game is worth at most, in points, once the top was reached.")),
    "new_games": (_("games of a newcomer"), _("Who has played fewer games is a newcomer.")),
    "top_rating": (_("top"), _("The rating from which the K of the top holds.")),
    "cap": (_("most gap"), _("No difference of ratings counts for more; empty for none.")),
    "most": (_("K times games, at most"), _("K is lowered where K times the games of a period would be more.")),
    "whole": (_("round at the end of a period"), _("Changes are rounded to whole points.")),
    "slope": (_("slope"), _("How fast the expected score grows with the difference of ratings.")),
    "bands": (_("bands"), _("The ratings at which another multiplier begins, with commas between them.")),
    "new_multipliers": (
        _("multipliers of newcomers"),
        _("One for each band, from the lowest up, with commas between them."),
    ),
    "multipliers": (_("multipliers"), _("One for each band, from the lowest up, with commas between them.")),
    "free_gain": (_("gain without acceleration"), _("What is gained over this for each game is gained once more.")),
    "feedback": (_("feedback"), _("One part in so many of an acceleration goes to each opponent.")),
    "lowest_start": (_("lowest start"), _("No newcomer starts lower.")),
    "reach": (_("reach of newcomers"), _("How far above the best opponent a newcomer may start who won all.")),
    "floor": (_("floor"), _("Nobody falls below it; empty for none.")),
}
POLICY: Mapping[str, tuple[Word, Word]] = {
    "provisional_rd": (_("provisional above a deviation of"), _("Who is less sure is shown as provisional.")),
    "provisional_games": (_("provisional with fewer games than"), _("Counted over all of a player's games.")),
    "ranked_games": (_("games to be ranked"), _("So many in the months below; who has fewer is not ranked.")),
    "ranked_months": (_("months to be ranked"), _("How far back these games may lie.")),
    "floor": (_("lowest rating shown"), _("The number itself has no floor.")),
}
