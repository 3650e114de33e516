"""The site as it runs in a hall: a granian process on the test's database."""

import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.support.process import Child, free_port
from tests.support.worker import site_environment


class Site(Child):
    """``url`` has no slash at its end. Redirects, refusals and not-founds count as answers."""

    def __init__(self, folder: Path, *, env: Mapping[str, str] | None = None, workers: int = 1) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        super().__init__(
            [
                *(sys.executable, "-m", "granian", "--interface", "wsgi", "config.wsgi:application"),
                *("--host", "127.0.0.1", "--port", str(self.port)),
                *("--workers", str(workers), "--blocking-threads", "4"),
            ],
            log=folder / "site.log",
            env=site_environment(folder, **{"CELERY_BROKER_URL": "memory://", **(env or {})}),
        )

    def wait_until_it_answers(self) -> None:
        self.wait_until(self._answers, seconds=60, what="the site")

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url + "/", timeout=10).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True
