"""Several connections to the real database at one moment."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connections


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every call in a thread of its own, all released together; what each returned, or raised."""
    gate = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        try:
            gate.wait(timeout=30)
            answers[index] = call()
        except Exception as error:
            answers[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads), "a call never came back"
    return answers
