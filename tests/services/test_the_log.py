"""The log keeps everything in order, notices what was touched, and can still forget a person."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from common.actor import Actor
from common.log import ChainFault, chain_faults, details_erase, log_append
from common.models import LogChain, LogEntry
from tests.support.intruder import log_unseal

pytestmark = pytest.mark.django_db

ANN = Actor(kind="user", label="Ann", user_id=7, ip="10.0.0.9", request_id="r-1")


@pytest.fixture
def entries() -> list[LogEntry]:
    return [
        log_append(
            chain="test:1",
            action="entry.added",
            actor=ANN,
            object_kind="entry",
            object_id=n,
            data={"name": f"น้ำ {n}"},
        )
        for n in range(1, 6)
    ]


def test_entries_are_numbered_and_the_chain_is_whole(entries: list[LogEntry]) -> None:
    assert [entry.seq for entry in entries] == [1, 2, 3, 4, 5]
    assert list(chain_faults("test:1")) == []
    entry = LogEntry.objects.get(pk=entries[0].pk)
    assert (entry.actor_label, entry.data["name"], entry.data["ip"]) == ("Ann", "น้ำ 1", "10.0.0.9")


def test_two_chains_do_not_know_one_another(entries: list[LogEntry]) -> None:
    other = log_append(chain="test:2", action="x", actor=ANN, object_kind="entry", object_id=None)
    assert other.seq == 1
    assert list(chain_faults("test:2")) == []


def test_any_words_are_sealed_as_they_are_read() -> None:
    chain = "test:\"\\'%s กระดาน"
    for n in range(2):
        log_append(chain=chain, action="a\"'\\", actor=ANN, object_kind="ห้อง%\n", object_id=n)
    assert list(chain_faults(chain)) == []
    assert LogChain.objects.get(key=chain).head_seq == 2


@pytest.mark.parametrize(
    "change",
    [{"data": {"name": "somebody else"}}, {"actor_label": "Bob"}, {"actor_user_id": 8}, {"salt": "0"}],
    ids=str,
)
def test_a_changed_detail_shows(entries: list[LogEntry], change: dict[str, Any]) -> None:
    log_unseal()
    LogEntry.objects.filter(pk=entries[2].pk).update(**change)
    assert list(chain_faults("test:1")) == [ChainFault(3, "detail")]


def test_a_changed_entry_shows(entries: list[LogEntry]) -> None:
    log_unseal()
    LogEntry.objects.filter(pk=entries[2].pk).update(action="entry.withdrawn")
    assert list(chain_faults("test:1")) == [ChainFault(3, "hash")]


def test_a_missing_entry_shows(entries: list[LogEntry]) -> None:
    log_unseal()
    LogEntry.objects.filter(pk=entries[2].pk).delete()
    assert list(chain_faults("test:1")) == [ChainFault(3, "gap"), ChainFault(4, "hash")]


#: Every column, changed alone.
CHANGES = (
    {"id": 10**9},
    {"chain": "test:2"},
    {"seq": 9},
    {"at": datetime(2020, 1, 1, tzinfo=UTC)},
    {"action": "something.else"},
    {"object_kind": "player"},
    {"object_id": None},
    {"digest": "0" * 64},
    {"hash": "0" * 64},
    {"salt": "0"},
    {"actor_label": "Bob"},
    {"actor_user_id": 8},
    {"data": {"name": "somebody else"}},
    {"erased_at": datetime(2020, 1, 1, tzinfo=UTC)},
)
ERASED = {
    "salt": "",
    "actor_label": "",
    "actor_user_id": None,
    "data": {},
    "erased_at": datetime(2026, 1, 1, tzinfo=UTC),
}


def refused(pk: int, **change: Any) -> None:
    before = LogEntry.objects.filter(pk=pk).values().get()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(pk=pk).update(**change)
    assert LogEntry.objects.filter(pk=pk).values().get() == before


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_the_database_refuses_to_change_an_entry(entries: list[LogEntry], change: dict[str, Any]) -> None:
    LogChain.objects.create(key="test:2")
    refused(entries[0].pk, **change)


def test_every_column_is_tried() -> None:
    assert {name for change in CHANGES for name in change} == {field.name for field in LogEntry._meta.fields}


@pytest.mark.parametrize("name", ERASED)
def test_the_database_refuses_to_erase_a_part(entries: list[LogEntry], name: str) -> None:
    refused(entries[0].pk, **{key: value for key, value in ERASED.items() if key != name})


@pytest.mark.parametrize("change", CHANGES[:-1], ids=lambda change: next(iter(change)))
def test_the_database_refuses_an_erasure_that_changes_more(entries: list[LogEntry], change: dict[str, Any]) -> None:
    LogChain.objects.create(key="test:2")
    refused(entries[0].pk, **{**ERASED, **change})


def test_the_database_keeps_an_erased_entry_as_it_is(entries: list[LogEntry]) -> None:
    details_erase(entry_ids=[entries[0].pk])
    for change in ({"erased_at": None}, {"actor_label": "Bob"}, {"data": {"name": "Bob"}}, ERASED):
        refused(entries[0].pk, **change)
    assert details_erase(entry_ids=[entries[0].pk]) == 0


def test_an_erased_entry_that_says_something_again_shows(entries: list[LogEntry]) -> None:
    details_erase(entry_ids=[entries[1].pk])
    log_unseal()
    LogEntry.objects.filter(pk=entries[1].pk).update(actor_label="Somebody Else")
    assert list(chain_faults("test:1")) == [ChainFault(2, "detail")]


@pytest.mark.postgres
def test_postgresql_refuses_to_remove_one(entries: list[LogEntry]) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(pk=entries[0].pk).delete()


def test_a_cut_off_end_shows(entries: list[LogEntry]) -> None:
    LogChain.objects.filter(key="test:1").update(head_seq=6)
    assert [fault.what for fault in chain_faults("test:1")] == ["head"]


def test_a_person_is_forgotten_and_the_chain_still_holds(entries: list[LogEntry]) -> None:
    assert details_erase(entry_ids=[entries[1].pk, entries[2].pk]) == 2
    assert list(chain_faults("test:1")) == []
    entry = LogEntry.objects.get(pk=entries[1].pk)
    assert (entry.actor_label, entry.actor_user_id, entry.data, entry.salt) == ("", None, {}, "")
    assert entry.action == "entry.added"
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM common_logentry WHERE id = %s", [entries[1].pk])
        assert "name" not in str(cursor.fetchone())
