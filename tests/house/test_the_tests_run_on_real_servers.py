"""What the services, races and tasks are tried on is the real thing, and nothing of it is left behind."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from redis import Redis
from redis.exceptions import ConnectionError as RedisDown
from redis.exceptions import TimeoutError as RedisSilent

from tests.support.postgres import Postgres
from tests.support.process import MINDER, runs, until
from tests.support.redis import RedisServer


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_database_is_a_real_postgresql_that_knows_letters_beyond_ascii() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int, lower('ÉCOLE ๑')")
        version, lowered = cursor.fetchone()
    assert version >= 140000
    assert lowered == "école ๑"


@pytest.mark.postgres
def test_a_killed_postgresql_comes_back_with_what_was_committed(own_postgres: Postgres) -> None:
    import psycopg

    where = {"host": str(own_postgres.folder), "user": "kradan", "dbname": "kradan", "autocommit": True}
    with psycopg.connect(**where) as link:
        link.execute("CREATE TABLE kept AS SELECT 7 AS n")
        link.execute("CHECKPOINT")
    own_postgres.kill()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(**where)
    own_postgres.start()
    with psycopg.connect(**where) as link:
        assert link.execute("SELECT n FROM kept").fetchone() == (7,)


@pytest.mark.redis
def test_the_redis_server_starts_each_test_empty(redis_url: str) -> None:
    with Redis.from_url(redis_url) as link:
        assert link.dbsize() == 0
        link.set("left", "behind")


@pytest.mark.redis
def test_a_redis_server_can_be_silent_then_gone_then_back_at_the_same_address(own_redis: RedisServer) -> None:
    link = Redis.from_url(own_redis.url, socket_timeout=0.3, retry=None)
    assert link.ping()
    own_redis.pause()
    with pytest.raises(RedisSilent):
        link.ping()
    own_redis.resume()
    own_redis.stop()
    with pytest.raises(RedisDown):
        link.ping()
    own_redis.start()
    assert link.ping()


def test_a_minded_process_and_its_children_end_with_a_killed_asker(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    removed = tmp_path / "removed"
    removed.mkdir()
    command = f"sleep 600 & echo $$ $! > {pids}; wait"
    asker = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys, time\n"
            "subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, start_new_session=True)\n"
            "time.sleep(600)",
            *(sys.executable, str(MINDER), "--remove", str(removed), "--", "sh", "-c", command),
        ]
    )
    until(lambda: pids.exists() and len(pids.read_text().split()) == 2, "they did not start")
    started = [int(pid) for pid in pids.read_text().split()]
    assert all(map(runs, started))
    asker.send_signal(signal.SIGKILL)
    asker.wait()
    until(lambda: not any(map(runs, started)) and not removed.exists(), "they or the folder are still there")
