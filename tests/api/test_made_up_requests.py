"""Requests made up from the API's document, good and bad, by a director's real token on a played event.

Every check of the tool runs: no fault of ours, no answer that the document does not know, no bad data taken and no
good data refused, every login asked for. Its expectations for this API are in schemathesis.toml.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.log import chain_faults
from common.models import LogChain
from tests.api.client import Api
from tests.api.event import Event, report
from tests.factories import TEST
from tests.support.site import Site
from tournaments.services.drafts import round_pair

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

HERE = Path(__file__).parent
#: Requests for each operation beside those that follow from its shape; more of them on a quiet evening.
EXAMPLES = os.environ.get("KRADAN_API_EXAMPLES", "3")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site of the test's own, whose limits a thousand requests do not reach."""
    started = Site(tmp_path / "site", env={"KRADAN_API_RATES": "1000000,1000000,1000000"})
    started.wait_until_it_answers()
    yield started
    started.stop()


def test_nothing_that_can_be_made_up_from_the_document_breaks_it(site: Site, tmp_path: Path) -> None:
    event = Event.make(entries=5)
    director = Api.of(event.director)
    for table in (1, 2):
        director.post(event.game(table), report(dict.fromkeys(event.numbers(table), 250 + table)))
    round_pair(division_id=event.division.pk, number=2, actor=TEST, seed=1)

    command = [
        *(sys.executable, "-m", "schemathesis.cli"),
        *("--config-file", str(HERE / "schemathesis.toml"), "run", f"{site.url}/api/v1/schema.json"),
        *("--header", f"Authorization: Bearer {director.token}", "--checks", "all", "--seed", "1"),
        *("--max-examples", EXAMPLES, "--continue-on-failure", "--no-shrink", "--workers", "1"),
    ]
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "tests.api.schemathesis_hooks",
        "PYTHONPATH": str(HERE.parents[1]),
        "KRADAN_SEED_SLUG": event.tournament.slug,
        "KRADAN_SEED_DIVISION": event.division.slug,
        "KRADAN_SEED_GAME": f"g{event.pairing().game_id}",
    }
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    told = done.stdout[-20_000:] + done.stderr[-2_000:]
    assert done.returncode == 0, told
    selected, tested, generated = (
        int(found[1]) if (found := re.search(pattern, done.stdout)) else 0
        for pattern in (r"Selected: (\d+)/", r"Tested: (\d+)", r"(\d+) generated")
    )
    assert tested == selected > 30, told
    assert generated > 500, told
    assert [fault for chain in LogChain.objects.all() for fault in chain_faults(chain.key)] == []
