"""A client that holds every answer of the API against its document, and limits that do not run into one another."""

from collections.abc import Callable

import pytest
from django.core.cache import cache

from players.models import User
from tests.api.client import Api


@pytest.fixture(autouse=True)
def _full_buckets() -> None:
    cache.clear()


@pytest.fixture
def api() -> Callable[..., Api]:
    """``api(user, scope, …)`` calls with a token of the user's, by default for every scope."""

    def client(user: User | None = None, *scopes: str, **options: str) -> Api:
        return Api.of(user, scopes, **options)

    return client
