"""What the public pages hang on, in one small query each: the figures that move when a page would.

Written in SQL: it runs before every answer, and the ORM takes thirty times as long to say the same.
"""

import datetime

from django.db import connection
from django.utils import timezone

#: Names of people are changed outside every event; the site's own log moves on with them.
_PEOPLE = "(SELECT head_seq FROM common_logchain WHERE key = 'site')"

_DIVISION = f"""
    SELECT d.id, d.version, {_PEOPLE}
    FROM tournaments_division d JOIN tournaments_tournament t ON t.id = d.tournament_id
    WHERE t.slug = %s AND d.slug = %s AND t.is_public
"""  # noqa: S608 - no text from outside
_ROUND = f"""
    SELECT d.id, d.version, {_PEOPLE},
           (SELECT SUM(s.head_seq) FROM games_sheet s
            JOIN tournaments_pairing p ON p.game_id = s.game_id JOIN tournaments_round r ON r.id = p.round_id
            WHERE r.division_id = d.id AND r.number = %s AND r.state = 'published')
    FROM tournaments_division d JOIN tournaments_tournament t ON t.id = d.tournament_id
    WHERE t.slug = %s AND d.slug = %s AND t.is_public
"""  # noqa: S608 - no text from outside
_GAME = f"""
    SELECT d.id, d.version, {_PEOPLE},
           (SELECT s.head_seq FROM games_sheet s
            JOIN tournaments_pairing p ON p.game_id = s.game_id JOIN tournaments_round r ON r.id = p.round_id
            WHERE r.division_id = d.id AND r.number = %s AND p."table" = %s)
    FROM tournaments_division d JOIN tournaments_tournament t ON t.id = d.tournament_id
    WHERE t.slug = %s AND d.slug = %s AND t.is_public
"""  # noqa: S608 - no text from outside
_CHANCES = f"""
    SELECT d.id, d.version, {_PEOPLE},
           (SELECT MAX(c.created_at) FROM tournaments_countedchances c WHERE c.division_id = d.id),
           (SELECT MAX(j.id) FROM common_job j WHERE j.task = 'tournaments.tasks.count_chances'
              AND j.state IN ('queued', 'running') AND j.key LIKE 'division:' || d.id || ':%%')
    FROM tournaments_division d JOIN tournaments_tournament t ON t.id = d.tournament_id
    WHERE t.slug = %s AND d.slug = %s AND t.is_public
"""  # noqa: S608 - no text from outside
_EVENT = """
    SELECT t.id, (SELECT head_seq FROM common_logchain WHERE key = 'tournament:' || t.id),
           (SELECT COUNT(*) FROM tournaments_division d WHERE d.tournament_id = t.id),
           (SELECT SUM(version) FROM tournaments_division d WHERE d.tournament_id = t.id)
    FROM tournaments_tournament t
    WHERE t.slug = %s AND t.is_public
"""
_SITE = """
    SELECT (SELECT MAX(id) FROM common_logentry), (SELECT MAX(id) FROM tournaments_tournament),
           (SELECT COUNT(*) FROM tournaments_tournament)
"""


def _row(sql: str, *values: str | int) -> tuple[int | None, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row: tuple[int | None, ...] | None = cursor.fetchone()
    return row


def division_state(*, slug: str, division: str, **_address: object) -> tuple[int | None, ...] | None:
    """Changes with everything a page of this division could show; None where the public sees no such division."""
    return _row(_DIVISION, slug, division)


def round_state(*, slug: str, division: str, number: int) -> tuple[int | None, ...] | None:
    """Changes with everything the page of a round could show, the scores of running games included."""
    return _row(_ROUND, number, slug, division)


def game_state(*, slug: str, division: str, number: int, table: int) -> tuple[int | None, ...] | None:
    """Changes with everything the page of a game could show: its sheet, its result, its sides' names."""
    return _row(_GAME, number, table, slug, division)


def chances_state(*, slug: str, division: str, **_address: object) -> tuple[object, ...] | None:
    """Changes with the figures of a division, with a count that begins or ends, and with all its other pages."""
    row = _row(_CHANCES, slug, division)
    return None if row is None else tuple(str(value) for value in row)


def event_state(*, slug: str) -> tuple[int | datetime.date | None, ...] | None:
    """Changes with the event, its divisions and the day."""
    row = _row(_EVENT, slug)
    return None if row is None else (*row, timezone.localdate())


def site_state() -> tuple[int | datetime.date | None, ...]:
    """Changes with anything that is done anywhere, and with the day."""
    return (*(_row(_SITE) or ()), timezone.localdate())
