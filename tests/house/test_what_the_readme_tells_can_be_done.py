"""The commands, files and variables in the README and in CONTRIBUTING exist."""

import re
import subprocess
import sys

import pytest
from django.core.management import get_commands

from tests.support.process import PROJECT

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "benchmarks/README.md",
    "docs/decisions/README.md",
    "docs/operating.md",
    "docs/directing.md",
    "docs/api.md",
]
OWN_WORDS = {"demo", "test", "lint", "bench", "pins"}


def _text(document: str) -> str:
    return (PROJECT / document).read_text()


@pytest.mark.parametrize("document", PAGES)
def test_each_word_after_dev_py_is_a_command(document: str) -> None:
    words = set(re.findall(r"python3 dev\.py ([a-z_]+)", _text(document)))
    assert words - OWN_WORDS - set(get_commands()) == set()


def test_each_option_shown_is_one_the_command_has() -> None:
    shown = re.findall(r"python3 dev\.py +(tournament_import|standings) ([^`\n]*)", _text("README.md"))
    assert {word for word, _ in shown} == {"tournament_import", "standings"}
    for word, rest in shown:
        told = subprocess.run(
            [sys.executable, "manage.py", word, "--help"], cwd=PROJECT, capture_output=True, text=True, check=True
        ).stdout
        assert [option for option in re.findall(r"--[a-z-]+", rest) if option not in told] == []


@pytest.mark.parametrize("document", PAGES)
def test_each_link_leads_to_a_file(document: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", _text(document))
    here = (PROJECT / document).parent
    assert [link for link in links if not (here / link).exists()] == []


def test_each_variable_named_is_read_somewhere() -> None:
    variable = r"\b(KRADAN_[A-Z_]+|[A-Z]+(?:_[A-Z]+)*_URL)\b"
    named = {name for document in PAGES for name in re.findall(variable, _text(document))}
    assert named
    sources = [
        PROJECT / "config" / "settings.py",
        PROJECT / "dev.py",
        *PROJECT.glob("tests/support/*.py"),
        PROJECT / "tests" / "conftest.py",
    ]
    code = "".join(file.read_text() for file in sources)
    assert {name for name in named if name not in code} == set()
