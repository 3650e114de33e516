"""What a TSH reader has to say about a file, with the place."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """`error`: nothing is imported. `refused`: code that was not run. `note`: kept or left out, and said."""

    ERROR = "error"
    REFUSED = "refused"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class TshIssue:
    """`line` counts from 1 in `file`; 0 speaks of the file as a whole. `code` is stable (`tsh.…`)."""

    file: str
    line: int
    code: str
    severity: Severity = Severity.ERROR
    params: dict[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        figures = "".join(f" {name}={value}" for name, value in self.params.items())
        return f"{self.file}:{self.line}: {self.code}{figures}"


class TshError(ValueError):
    """A file that cannot be read. `issues` are **all** that were found, errors first; `code`, `file`, `line`
    and `params` are those of the first."""

    def __init__(self, issues: Iterable[TshIssue]) -> None:
        self.issues = tuple(sorted(issues, key=lambda issue: issue.severity is not Severity.ERROR))
        first = self.issues[0]
        super().__init__(str(first))
        self.code, self.file, self.line, self.params = first.code, first.file, first.line, first.params


def raise_errors(issues: Iterable[TshIssue]) -> None:
    """Raise TshError when there is an error among the issues."""
    found = tuple(issues)
    if any(issue.severity is Severity.ERROR for issue in found):
        raise TshError(found)
