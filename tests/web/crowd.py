"""Many entries at once, for pages that must stay cheap and readable."""

from tests.factories import TEST, make_division, make_tournament
from tournaments.formats.rows import RosterRow
from tournaments.models import Division
from tournaments.services.roster import roster_import


def crowd(count: int, **settings: object) -> Division:
    """A division of ``count`` at /events/crowd/open/, with Thai and Latin names and nine schools."""
    division = make_division(make_tournament(slug="crowd"), slug="open", **settings)
    heads = "กขคงจชซดตถทธนบปพมยรลวสหอABCKMNST"
    rows = [
        RosterRow(n, f"{heads[n % len(heads)]}{n:04} Tester", f"School {n % 9}", rating=1000 + n)
        for n in range(1, count + 1)
    ]
    roster_import(division_id=division.pk, rows=rows, actor=TEST)
    division.refresh_from_db()
    return division
