"""An entry of the log and its detail become one row and two again; the chain holds, the seal is on, either way."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from common.actor import Actor
from common.log import _digest, _hash, chain_faults, details_erase, log_append
from common.models import LogEntry

pytestmark = pytest.mark.django_db(transaction=True)

TWO_ROWS, ONE_ROW = "0002_log_append_only", "0003_log_one_row"
CHAIN = "test:old"
COLUMNS = ("id", "chain_id", "seq", "at", "action", "object_kind", "object_id", "digest", "hash")
DETAIL = ("salt", "actor_label", "actor_user_id", "data", "erased_at")
ERASED_AT = datetime(2026, 11, 30, 12, 30, 15, 123456, tzinfo=UTC)


def _row(number: int, object_id: int | None, digest: str, hash_: str, *detail: Any) -> dict[str, Any]:
    at = datetime(2026, 11, 30, 9, number, tzinfo=UTC)
    values = (10 + number, CHAIN, number, at, "entry.added", "entry", object_id, digest, hash_, *detail)
    return dict(zip(COLUMNS + DETAIL, values, strict=True))


#: A chain as it was written when each entry had two rows; of the second, the detail is erased.
OLD = [
    _row(
        1,
        1,
        "3af6258d7cef3c5e93b13b74f7af22e274153b92f5cdadffae6e804a09156bc6",
        "f89b8380a5b2825b30e8a297688d963824b3299d40f6abcb4e39ac0ff7c3c5e6",
        *(f"{1:032x}", "Ann", 7, {"name": "น้ำ 1", "ip": "10.0.0.9", "request": None}, None),
    ),
    _row(
        2,
        2,
        "1c30f7673fe1b67a50232570c7d9f6be92fc669f375d4b145d6f0a08e8cd9629",
        "937119bc79323b57e69893a27ba3c928b22f719a6071e834aaa1a02fb8725015",
        *("", "", None, {}, ERASED_AT),
    ),
    _row(
        3,
        None,
        "8a2c1add03bbc4b3ff4d39d2f343e8640e2220fe4d6fe58cea83155d4750151a",
        "591d28249fc68bd0efb78a72cbd2254b09d320c16c29f075cc9de262c98e3945",
        *(f"{3:032x}", "", None, {"name": "é", "ip": "10.0.0.9", "request": None}, None),
    ),
]


def models(step: str, *names: str) -> Sequence[Any]:
    apps = MigrationLoader(connection).project_state(("common", step)).apps
    return [apps.get_model("common", name) for name in names]


def go(step: str) -> None:
    call_command("migrate", "common", step, verbosity=0)


@pytest.fixture
def two_rows() -> Iterator[None]:
    """The database as it was before, empty."""
    go(TWO_ROWS)
    yield
    go(ONE_ROW)


def write_old() -> None:
    chain, entry, detail = models(TWO_ROWS, "LogChain", "LogEntry", "LogDetail")
    chain.objects.create(key=CHAIN, head_seq=len(OLD), head_hash=OLD[-1]["hash"])
    for row in OLD:
        entry.objects.create(**{name: row[name] for name in COLUMNS})
        detail.objects.create(entry_id=row["id"], **{name: row[name] for name in DETAIL})


def as_two_rows() -> list[dict[str, Any]]:
    [detail] = models(TWO_ROWS, "LogDetail")
    kept = [f"entry__{name}" for name in COLUMNS]
    rows = detail.objects.order_by("entry__chain", "entry__seq").values_list(*kept, *DETAIL)
    return [dict(zip(COLUMNS + DETAIL, row, strict=True)) for row in rows]


def as_one_row() -> list[dict[str, Any]]:
    return list(LogEntry.objects.order_by("chain", "seq").values(*COLUMNS, *DETAIL))


def holds(rows: list[dict[str, Any]]) -> bool:
    """Whether a chain of rows that are not those of the present models verifies."""
    previous = ""
    for row in rows:
        detail = {"actor": row["actor_label"], "user": row["actor_user_id"], "data": row["data"]}
        entry = LogEntry(**{name: row[name] for name in COLUMNS})
        if row["erased_at"] is None and _digest(row["salt"], detail) != row["digest"]:
            return False
        if _hash(previous, entry) != row["hash"]:
            return False
        previous = row["hash"]
    return True


def refuses(rows: Any, **change: Any) -> bool:
    try:
        with transaction.atomic():
            rows.update(**change)
    except DatabaseError as error:
        return "append-only" in str(error)
    return False


def test_a_chain_of_two_rows_each_holds_in_one_and_goes_back(two_rows: None) -> None:
    write_old()
    go(ONE_ROW)
    assert as_one_row() == OLD
    assert list(chain_faults(CHAIN)) == []
    first = LogEntry.objects.filter(pk=OLD[0]["id"])
    assert refuses(first, action="something.else")
    assert refuses(first, data={})
    go(TWO_ROWS)
    assert as_two_rows() == OLD
    [old_entry, old_detail] = models(TWO_ROWS, "LogEntry", "LogDetail")
    assert refuses(old_entry.objects.all(), action="something.else")
    assert not refuses(old_detail.objects.filter(entry_id=OLD[0]["id"]), actor_label="Ann")
    go(ONE_ROW)
    assert as_one_row() == OLD
    assert refuses(first, action="something.else")


def test_what_is_written_now_can_go_back_and_the_chain_goes_on() -> None:
    ann = Actor(kind="user", label="Ann", user_id=7, ip="10.0.0.9", request_id="r-1")
    for number in range(1, 4):
        log_append(
            chain=CHAIN, action="entry.added", actor=ann, object_kind="entry", object_id=number, data={"n": number}
        )
    details_erase(entry_ids=[LogEntry.objects.get(seq=2).pk])
    written = as_one_row()
    try:
        go(TWO_ROWS)
        back = as_two_rows()
    finally:
        go(ONE_ROW)
    assert back == written
    assert holds(back)
    assert as_one_row() == written
    log_append(chain=CHAIN, action="entry.added", actor=ann, object_kind="entry", object_id=4)
    assert [entry.seq for entry in LogEntry.objects.filter(chain=CHAIN)] == [1, 2, 3, 4]
    assert list(chain_faults(CHAIN)) == []
    assert refuses(LogEntry.objects.filter(seq=1), actor_label="Bob")
    assert details_erase(entry_ids=[LogEntry.objects.get(seq=1).pk]) == 1


@pytest.mark.postgres
def test_postgresql_keeps_every_entry_either_way(two_rows: None) -> None:
    write_old()
    for step in (TWO_ROWS, ONE_ROW, TWO_ROWS):
        go(step)
        [entry] = models(step, "LogEntry")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            entry.objects.filter(pk=OLD[-1]["id"])._raw_delete("default")
