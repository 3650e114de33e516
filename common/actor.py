"""Who does a thing: carried from the door (page, API, command, task) to the log."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """``kind`` is ``user``, ``token`` or ``system``; ``label`` is how the log names the actor."""

    kind: str
    label: str
    user_id: int | None = None
    token_id: int | None = None
    ip: str | None = None
    request_id: str = ""

    @classmethod
    def system(cls, label: str) -> "Actor":
        return cls(kind="system", label=label)
