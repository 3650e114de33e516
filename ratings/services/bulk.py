"""The fast way to write many rows: COPY on PostgreSQL, one prepared statement elsewhere; no object per row."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db import connection, models


def rows_insert(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert ``rows``, tuples in the order of ``columns`` (database names). Defaults are not filled in.

    Runs in the caller's transaction.
    """
    quote = connection.ops.quote_name
    table = quote(model._meta.db_table)
    names = ", ".join(map(quote, columns))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(columns))
            # An iterator will do for every driver; Django's stubs ask for a list.
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", cast(Any, rows))  # noqa: S608


def rows_update(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Update rows by primary key: each of ``rows`` has the values of ``columns``, then the key."""
    quote = connection.ops.quote_name
    sets = ", ".join(f"{quote(column)} = %s" for column in columns)
    table, key = quote(model._meta.db_table), quote(model._meta.pk.attname)
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {sets} WHERE {key} = %s", cast(Any, rows))  # noqa: S608
