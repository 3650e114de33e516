"""Queries that are compiled once. Building the SQL of a query with joins takes Django longer than the database
needs to answer it; on the way of every event of every table that is most of the time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, Model, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)


class _Place(RawSQL):
    """Where a value will stand: compiles to one parameter, which is this object."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__("%s", (self,))


#: A column, what makes its value from the database's, and the expression that this needs to know.
_Converter = tuple[int, tuple[Any, ...], Any]


@dataclass(frozen=True, slots=True)
class _Joined:
    """An object that rows are joined with, and through it others. ``columns`` are those of them all; ``shared`` is
    the foreign key that leads there, None where each row has its own.
    """

    populator: Any
    columns: slice
    converters: tuple[_Converter, ...]
    shared: Any


@dataclass(frozen=True, slots=True)
class _Compiled:
    sql: str
    params: tuple[Any, ...]
    model: type[Model]
    fields: tuple[str, ...]
    columns: slice
    joined: tuple[_Joined, ...]
    annotations: tuple[tuple[str, int], ...]
    converters: tuple[_Converter, ...]


class Prepared(Generic[M]):
    """``Prepared(lambda pk: Game.objects.filter(pk=pk))(pk=42)`` is the list of the queryset's rows.

    ``make`` is called once, with things that stand for the values. It may filter, join (`select_related`), annotate
    and, in a transaction, lock; it may not prefetch, defer or compare by ``in``. Values go to the database as they
    are: what a field would convert (a UUID on SQLite), the caller does. Rows that follow each other and are joined
    with the same row, all through, share the object: both seats of a pairing have one pairing.
    """

    def __init__(self, make: Callable[..., QuerySet[M]]) -> None:
        self._make = make
        #: By the kind of database: what is kept has no part of a connection in it.
        self._kept: dict[str, _Compiled] = {}

    def __call__(self, **values: Any) -> list[M]:
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = self._kept.get(connection.vendor) or self._compile(connection, values)
        params = [values[one.name] if isinstance(one, _Place) else one for one in compiled.params]
        with connection.cursor() as cursor:
            cursor.execute(compiled.sql, params)
            rows = cursor.fetchall()
        return list(self._objects(compiled, rows, connection))

    def first(self, **values: Any) -> M | None:
        return next(iter(self(**values)), None)

    def _compile(self, connection: Any, names: Iterable[str]) -> _Compiled:
        queryset = self._make(**{name: _Place(name) for name in names})
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        select, info = compiler.select, compiler.klass_info
        fields = info["select_fields"]
        columns = slice(fields[0], fields[-1] + 1)
        converters = tuple(
            (at, tuple(found), expression)
            for at, (found, expression) in compiler.get_converters([column[0] for column in select]).items()
        )
        populators = get_related_populators(info, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        joined = tuple(
            _joined(populator, related, converters)
            for populator, related in zip(populators, info.get("related_klass_infos", ()), strict=True)
        )
        compiled = _Compiled(
            sql=sql,
            params=tuple(params),
            model=info["model"],
            fields=tuple(column[0].target.attname for column in select[columns]),
            columns=columns,
            joined=joined,
            annotations=tuple(compiler.annotation_col_map.items()),
            converters=tuple(one for one in converters if not any(one in other.converters for other in joined)),
        )
        self._kept[connection.vendor] = compiled
        return compiled

    @staticmethod
    def _objects(compiled: _Compiled, rows: Iterable[Sequence[Any]], connection: Any) -> Iterator[Any]:
        before: Sequence[Any] = ()
        last: Any = None
        for raw in rows:
            row = list(raw)
            _convert(row, compiled.converters, connection)
            made: Any = compiled.model.from_db(DEFAULT_DB_ALIAS, compiled.fields, row[compiled.columns])
            for joined in compiled.joined:
                if joined.shared and before and raw[joined.columns] == before[joined.columns]:
                    joined.shared.set_cached_value(made, joined.shared.get_cached_value(last))
                    continue
                _convert(row, joined.converters, connection)
                joined.populator.populate(row, made)
            for name, at in compiled.annotations:
                setattr(made, name, row[at])
            yield made
            before, last = raw, made


def _joined(populator: Any, info: Mapping[str, Any], converters: Iterable[_Converter]) -> _Joined:
    columns = slice(populator.cols_start, _end(populator))
    own = tuple(one for one in converters if columns.start <= one[0] < columns.stop)
    alone = info["reverse"] or info["field"].unique
    return _Joined(populator, columns, own, shared=None if alone else info["field"])


def _end(populator: Any) -> int:
    """Django selects what is joined through an object right after it."""
    end: int = max([populator.cols_end, *map(_end, populator.related_populators)])
    return end


def _convert(row: list[Any], converters: Iterable[_Converter], connection: Any) -> None:
    for at, found, expression in converters:
        value = row[at]
        for convert in found:
            value = convert(value, expression, connection)
        row[at] = value


@dataclass(frozen=True, slots=True)
class _Insert:
    """How rows of a model are added: what stands before and after the marks, one a field."""

    into: str
    marks: str
    returning: str
    fields: tuple[Any, ...]


@cache
def _insert(model: type[Model], vendor: str) -> _Insert:
    meta: Any = model._meta
    made = isinstance(meta.pk, AutoField)
    fields = tuple(field for field in meta.concrete_fields if not made or field is not meta.pk)
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    return _Insert(
        into=f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ",  # noqa: S608
        marks=f"({', '.join(['%s'] * len(fields))})",
        returning=f" RETURNING {quote(meta.pk.column)}" if made else "",
        fields=fields,
    )


def rows_add(rows: Sequence[Model]) -> None:
    """Insert new rows of one model in one statement, and give them their keys where the database makes those.

    No signals are sent.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if not connection.features.can_return_rows_from_bulk_insert:  # an SQLite older than 3.35
        type(rows[0])._default_manager.bulk_create(rows)
        return
    how = _insert(type(rows[0]), connection.vendor)
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for row in rows for field in how.fields]
    with connection.cursor() as cursor:
        cursor.execute(how.into + ", ".join([how.marks] * len(rows)) + how.returning, values)
        keys = [found for (found,) in cursor.fetchall()] if how.returning else [row.pk for row in rows]
    for row, found in zip(rows, keys, strict=True):
        row.pk = found
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def row_change(row: Model, names: Sequence[str]) -> None:
    """Write some fields of a row, by its key."""
    connection = connections[DEFAULT_DB_ALIAS]
    meta: Any = row._meta
    quote = connection.ops.quote_name
    fields = [meta.get_field(name) for name in names]
    sets = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in (*fields, meta.pk)]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {quote(meta.db_table)} SET {sets} WHERE {quote(meta.pk.column)} = %s",  # noqa: S608
            values,
        )


def row_count_up(model: type[Model], key: Any, name: str) -> None:
    """One more in a row's counter, whoever else counts."""
    connection = connections[DEFAULT_DB_ALIAS]
    meta: Any = model._meta
    table, pk, column = map(connection.ops.quote_name, (meta.db_table, meta.pk.column, meta.get_field(name).column))
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = {column} + 1 WHERE {pk} = %s", [key])  # noqa: S608
