"""A real Celery worker process on the test's database and a broker of the test's choosing."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db import connection
from kombu import pools

from tests.support.process import Child, children_of


def test_database_url() -> str:
    """``DATABASE_URL`` of the database the tests write to, for a process that we start."""
    chosen = connection.settings_dict
    name = str(chosen["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    who = quote(chosen["USER"]) + (f":{quote(chosen['PASSWORD'])}" if chosen["PASSWORD"] else "")
    if chosen["HOST"].startswith("/"):
        return f"postgres://{who}@/{chosen['HOST']}/{name}"
    port = f":{chosen['PORT']}" if chosen["PORT"] else ""
    return f"postgres://{who}@{chosen['HOST']}{port}/{name}"


test_database_url.__test__ = False  # type: ignore[attr-defined]  # pytest takes the name for a test's


def site_environment(folder: Path, **extra: str) -> dict[str, str]:
    """The environment of a site process on the test's database, keeping everything else under ``folder``."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": test_database_url(),
        "KRADAN_VAR": str(folder),
        "KRADAN_SECRET_KEY": os.environ.get("KRADAN_SECRET_KEY", ""),
        **extra,
    }


class Worker(Child):
    """``celery worker``; ``pid`` is the worker, ``pool()`` its children that do the work."""

    def __init__(self, folder: Path, broker: str, *, beat: bool, concurrency: int, env: Mapping[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        beat_options = ["--beat", "--schedule", folder / "beat"] if beat else []
        super().__init__(
            [
                *(sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "prefork"),
                *("--concurrency", str(concurrency), "--loglevel", "INFO", *beat_options),
                *("--without-gossip", "--without-mingle"),
            ],
            log=folder / "worker.log",
            env=site_environment(folder, CELERY_BROKER_URL=broker) | env,
            stop_signal="KILL",  # its own way takes seconds; a test that wants it sends SIGTERM
        )

    def wait_until_ready(self) -> None:
        self.wait_until(lambda: " ready." in self.log_text(), seconds=60, what="the Celery worker")

    def pool(self) -> list[int]:
        return children_of(self.pid)


@contextmanager
def publishing_to(broker: str, options: Mapping[str, Any]) -> Iterator[None]:
    """Let this process send its messages to ``broker`` instead of nowhere."""
    from config.celery import app

    before = (app.conf.broker_url, app.conf.broker_write_url, app.conf.broker_transport_options)

    def switch(url: str, write_url: str, transport_options: Mapping[str, Any]) -> None:
        app.conf.update(
            broker_url=url, broker_write_url=write_url, broker_transport_options=dict(transport_options)
        )
        # Celery and kombu each keep the connections they opened; both have to forget the old broker.
        app.amqp._producer_pool = None
        app._pool = None
        pools.reset()

    switch(broker, broker, options)
    try:
        yield
    finally:
        switch(*before)


def filesystem_options(folder: Path) -> dict[str, Any]:
    """Where a worker with ``KRADAN_VAR=folder`` looks for messages; see config/settings.py."""
    queue = folder / "queue"
    for name in ("messages", "processed", "control"):
        (queue / name).mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(queue / "messages"),
        "data_folder_out": str(queue / "messages"),
        "processed_folder": str(queue / "processed"),
        "control_folder": str(queue / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }
