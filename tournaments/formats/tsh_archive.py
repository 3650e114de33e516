"""The archive form of TSH: several files in one, between `#begin_file` and `#end_file` lines."""

import re
from collections.abc import Mapping

from .tsh_config import safe_file_name
from .tsh_issues import TshError, TshIssue

_BEGIN = re.compile(rb"#begin_file[ \t]+name=(\S+)[ \t]*")
_END = re.compile(rb"#end_file[ \t]+name=(\S+)[ \t]*")
_BREAK = re.compile(rb"\r\n|\r|\n")


def is_archive(data: bytes) -> bool:
    """Whether the bytes hold a `#begin_file` line."""
    return any(_BEGIN.fullmatch(line) for line in _BREAK.split(data.removeprefix(b"\xef\xbb\xbf")))


def split_archive(data: bytes, *, file: str = "") -> dict[str, bytes]:
    """Files by name, lines ended by LF. Raises TshError (`tsh.archive_…`: a block that is not closed, closed
    by another name, opened inside another, named twice or like a path, text between blocks)."""
    files: dict[str, bytes] = {}
    issues: list[TshIssue] = []
    open_name: str | None = None
    opened = 0
    lines: list[bytes] = []

    def problem(line: int, code: str, text: str) -> None:
        issues.append(TshIssue(file, line, code, params={"text": text[:120]}))

    content = _BREAK.split(data.removeprefix(b"\xef\xbb\xbf"))
    for number, line in enumerate(content, start=1):
        if begin := _BEGIN.fullmatch(line):
            name = begin[1].decode("utf-8", "replace")
            if open_name is not None:
                problem(number, "tsh.archive_nested", name)
            elif name in files:
                problem(number, "tsh.archive_twice", name)
            elif not safe_file_name(name):
                problem(number, "tsh.unsafe_path", name)
            open_name, opened, lines = name, number, []
        elif end := _END.fullmatch(line):
            name = end[1].decode("utf-8", "replace")
            if name != open_name:
                problem(number, "tsh.archive_end", name)
            else:
                files[name] = b"".join(kept + b"\n" for kept in lines)
            open_name = None
        elif open_name is not None:
            lines.append(line)
        elif line.strip() and not line.lstrip().startswith(b"#"):
            problem(number, "tsh.archive_stray", line.decode("utf-8", "replace"))
    if open_name is not None:
        problem(opened, "tsh.archive_open", open_name)
    if issues:
        raise TshError(issues)
    return files


def join_archive(files: Mapping[str, bytes]) -> bytes:
    """One archive of files, in the order given. Raises ValueError (`tsh.unsafe_path`, `tsh.archive_nested`)
    for a name that is a path and for a file that holds archive lines of its own."""
    parts: list[bytes] = []
    for name, data in files.items():
        if not safe_file_name(name):
            raise ValueError(f"tsh.unsafe_path: {name!r}")
        lines = _BREAK.split(data)
        if not lines[-1]:
            lines.pop()
        if any(_BEGIN.fullmatch(line) or _END.fullmatch(line) for line in lines):
            raise ValueError(f"tsh.archive_nested: {name!r}")
        block = [b"#begin_file name=" + name.encode(), *lines, b"#end_file name=" + name.encode()]
        parts += [line + b"\n" for line in block]
    return b"".join(parts)
