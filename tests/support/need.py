"""One way to say that something the tests need is missing."""

import os
from typing import NoReturn

import pytest

SKIPS_ALLOWED_FOR = "handed"
"""A skip whose reason has this word is honest everywhere: handed data lies beside the project, not in it."""


def everything_required() -> bool:
    """``KRADAN_REQUIRE=all`` (set by CI) turns a missing server or browser from a skip into a failure."""
    return os.environ.get("KRADAN_REQUIRE", "") == "all"


def missing(what: str, cure: str) -> NoReturn:
    """Skip, or fail where everything is required, with one line naming the cure."""
    line = f"{what} is missing: {cure}"
    if everything_required():
        pytest.fail(line, pytrace=False)
    pytest.skip(line)
