"""A held run that a newer one replaced is called so from old rows on, and goes back as what it was called then."""

from pathlib import Path

from tests.house.test_schedules_survive_migrations import manage, rows

MAKE = """
from ratings.models import RatingList, RatingRun
from tests.factories import TEST
from ratings.services import list_create
first, second = (list_create(name=n, slug=n, ruleset=n, actor=TEST) for n in ("amath", "summy"))
def run(of, **more):
    return RatingRun.objects.create(rating_list=of, algorithm="elo@1", parameters={}, code="", **more)
old = run(first, state="replaced")
run(second, state="done")
run(first, state="failed")
old.replaced_by = run(first, state="held")
old.save()
run(second, state="discarded")
"""
STATES = "select id, state, error from ratings_ratingrun"
NOW = {
    1: ("replaced", 4),
    2: ("done", None),
    3: ("failed", None),
    4: ("held", None),
    5: ("discarded", None),
}


def test_a_replaced_run_comes_back_with_the_run_that_took_its_place(tmp_path: Path) -> None:
    manage(tmp_path, "migrate", "-v0")
    manage(tmp_path, "shell", "-v0", "-c", MAKE)
    told = "select id, state, replaced_by_id from ratings_ratingrun"
    assert rows(tmp_path, told) == NOW
    manage(tmp_path, "migrate", "-v0", "ratings", "0002")
    before = rows(tmp_path, STATES)
    assert before[1] == ("discarded", "a newer run took its place")
    assert before[5] == ("discarded", "")
    manage(tmp_path, "migrate", "-v0")
    assert rows(tmp_path, told) == NOW
    assert rows(tmp_path, STATES)[1] == ("replaced", "")
