"""What ``dev.py`` cannot do it says in one line, whatever the machine lacks."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.process import PROJECT, free_port

DEV = PROJECT / "dev.py"


def _python(code: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _dev(folder: Path, before: str, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a copy of ``dev.py`` in a folder of its own on a machine that ``before`` describes."""
    shutil.copy(DEV, folder)
    for pins in PROJECT.glob("requirements*.txt"):
        shutil.copy(pins, folder)
    run = f"sys.argv = ['dev.py', *{list(words)!r}]\nrunpy.run_path('dev.py', run_name='__main__')"
    code = f"import sys, runpy\n{before}\n{run}"
    return _python(code, folder, KRADAN_VAR=str(folder / "var"), **env)


def _one_line(ended: subprocess.CompletedProcess[str]) -> str:
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr


def test_an_old_python_is_told_which_one_is_needed(tmp_path: Path) -> None:
    line = _one_line(_dev(tmp_path, "sys.version_info = (3, 9, 2)"))
    assert "needs Python 3.11 or newer" in line


def test_everything_before_that_line_can_be_read_by_an_old_python() -> None:
    tree = ast.parse(DEV.read_text(), feature_version=(3, 7))
    before = tree.body[: next(i for i, node in enumerate(tree.body) if isinstance(node, ast.If))]
    assert all(isinstance(node, ast.Expr | ast.Import) for node in before)


def test_windows_is_pointed_to_wsl(tmp_path: Path) -> None:
    assert "WSL" in _one_line(_dev(tmp_path, "sys.platform = 'win32'"))


def test_a_python_without_venv_is_told_what_to_install(tmp_path: Path) -> None:
    hidden = (
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'ensurepip' else find(name, *rest)"
    )
    ended = _dev(tmp_path, hidden, "--port", str(free_port()), PATH="/nowhere")
    assert ended.returncode == 1
    assert "python3-venv" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["demo", "--port", "0"], "1 to 65535"),
        (["--port", "70000"], "1 to 65535"),
        (["--host", "192.0.2.77"], "cannot listen on 192.0.2.77"),
    ],
)
def test_a_place_one_cannot_listen_at_is_refused_before_anything_is_made(
    tmp_path: Path, words: list[str], said: str
) -> None:
    assert said in _one_line(_dev(tmp_path, "", *words))
    assert not (tmp_path / ".venv").exists()
    assert not (tmp_path / "var").exists()


def test_dev_py_needs_nothing_that_has_to_be_installed() -> None:
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(DEV.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - sys.stdlib_module_names == set()
