"""``dev.py ratings_recompute LIST [--from-scratch]``: does the worker's work here and says what it was."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ratings.models import RatingRun
from ratings.services import computing
from tests.services.ratings.support import played_division, standings

pytestmark = pytest.mark.django_db


def recomputed(*words: str) -> str:
    out = StringIO()
    call_command("ratings_recompute", *words, stdout=out)
    return out.getvalue()


def test_it_rates_what_is_stale_and_then_nothing() -> None:
    played_division("AB", [("A", "B", 400, 300)])
    assert "Rated 1 games of 1 events from scratch" in recomputed("amath")
    assert set(standings()) == {"A", "B"}
    assert recomputed("amath") == "Nothing was stale.\n"


def test_from_scratch_it_finds_the_same_numbers() -> None:
    played_division("AB", [("A", "B", 400, 300)])
    recomputed("amath")
    before = standings()
    assert "0 lines new, 0 published lines superseded" in recomputed("amath", "--from-scratch")
    assert standings() == before
    assert RatingRun.objects.count() == 2


def test_an_unknown_list_is_named_with_those_there_are() -> None:
    played_division("AB", [("A", "B", 400, 300)])
    with pytest.raises(CommandError, match=r"no rating list 'chess'; there are: amath"):
        recomputed("chess")


def test_a_run_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    played_division("AB", [("A", "B", 400, 300)])

    def breaks(*_: Any, **__: Any) -> None:
        raise RuntimeError("out of paper")

    monkeypatch.setattr(computing, "rate_events", breaks)
    with pytest.raises(CommandError, match="RuntimeError: out of paper"):
        recomputed("amath")
    assert standings() == {}
