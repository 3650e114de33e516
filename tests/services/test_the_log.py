"""The log keeps everything in order, notices what was touched, and can still forget a person."""

import pytest
from django.db import DatabaseError, connection, transaction

from common.actor import Actor
from common.log import ChainFault, chain_faults, details_erase, log_append
from common.models import LogChain, LogDetail, LogEntry

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
    detail = LogDetail.objects.get(entry=entries[0])
    assert (detail.actor_label, detail.data["name"], detail.data["ip"]) == ("Ann", "น้ำ 1", "10.0.0.9")


def test_two_chains_do_not_know_one_another(entries: list[LogEntry]) -> None:
    other = log_append(chain="test:2", action="x", actor=ANN, object_kind="entry", object_id=None)
    assert other.seq == 1
    assert list(chain_faults("test:2")) == []


def test_a_changed_value_shows(entries: list[LogEntry]) -> None:
    LogDetail.objects.filter(entry=entries[2]).update(data={"name": "somebody else"})
    assert list(chain_faults("test:1")) == [ChainFault(3, "detail")]


def test_a_missing_detail_shows(entries: list[LogEntry]) -> None:
    LogDetail.objects.filter(entry=entries[4]).delete()
    assert list(chain_faults("test:1")) == [ChainFault(5, "detail")]


def test_the_database_refuses_to_change_an_entry(entries: list[LogEntry]) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(pk=entries[0].pk).update(action="something.else")
    assert LogEntry.objects.get(pk=entries[0].pk).action == "entry.added"


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
    detail = LogDetail.objects.get(entry=entries[1])
    assert (detail.actor_label, detail.actor_user_id, detail.data, detail.salt) == ("", None, {}, "")
    assert LogEntry.objects.get(pk=entries[1].pk).action == "entry.added"
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM common_logdetail WHERE entry_id = %s", [entries[1].pk])
        assert "น้ำ" not in str(cursor.fetchone())
