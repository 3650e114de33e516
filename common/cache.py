"""A Redis cache that may be down: a miss then, never an error."""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger("kradan.cache")


class ForgivingRedisCache(RedisCache):
    """Reads answer the default and writes do nothing while the server cannot be reached."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except (RedisError, OSError) as error:
            log.warning("cache not reached: %s", error)
            return default

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        try:
            return super().get_many(keys, version)
        except (RedisError, OSError) as error:
            log.warning("cache not reached: %s", error)
            return {}

    def set(self, key: Any, value: Any, timeout: Any = 300, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except (RedisError, OSError) as error:
            log.warning("cache not reached: %s", error)

    def add(self, key: Any, value: Any, timeout: Any = 300, version: int | None = None) -> bool:
        try:
            return bool(super().add(key, value, timeout, version))
        except (RedisError, OSError) as error:
            log.warning("cache not reached: %s", error)
            return False

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        try:
            return int(super().incr(key, delta, version))
        except (RedisError, OSError) as error:
            # As an absent key: callers already know what that means.
            raise ValueError(key) from error

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return bool(super().delete(key, version))
        except (RedisError, OSError) as error:
            log.warning("cache not reached: %s", error)
            return False
