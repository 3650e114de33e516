"""What the ratings' pages hang on: figures that move when a page would (``common.pages.kept_page``)."""

from django.db import connection

from tournaments.selectors.public_state import site_state


def ratings_state(**_address: object) -> tuple[object, ...]:
    """Changes with every swap of numbers, with anything done anywhere on the site, and with the day."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT SUM(current_run_id), COUNT(*), MAX(id) FROM ratings_ratinglist")
        lists: tuple[object, ...] = cursor.fetchone()
    return (*site_state(), *lists)
