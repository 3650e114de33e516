"""Pins name no addresses, and the rooms of the house import only what they may."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.process import PROJECT

CORES = ["games.engine", "tournaments.pairing", "tournaments.standings", "tournaments.formats", "ratings.systems"]


def _addresses_found(folder: Path) -> subprocess.CompletedProcess[str]:
    shutil.copy(PROJECT / "dev.py", folder)
    code = "import dev, sys; sys.exit(dev.addresses_in_pins())"
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)


def test_the_pins_name_packages_and_versions_only(tmp_path: Path) -> None:
    for file in PROJECT.glob("requirements*"):
        shutil.copy(file, tmp_path)
    found = _addresses_found(tmp_path)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize(
    "line",
    [
        "x @ https" + "://example.org/x.whl",
        "--index-url example",
        "--extra-index-url example",
        "--find-links wheels",
    ],
)
def test_an_address_in_the_pins_is_found_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "requirements-dev.txt").write_text(f"django==5.2.19\n{line}\n")
    found = _addresses_found(tmp_path)
    assert found.returncode == 1
    assert found.stderr.startswith("requirements-dev.txt:2:")


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_wanted_package_is_pinned(file: str) -> None:
    wanted = [
        line.split("[")[0].split("=")[0].split("~")[0].split(">")[0].split("<")[0].strip().lower()
        for line in (PROJECT / file.replace(".txt", ".in")).read_text().splitlines()
        if line and not line.startswith(("#", "-"))
    ]
    pinned = {
        line.split("==")[0].split("[")[0].lower()
        for line in (PROJECT / file).read_text().splitlines()
        if "==" in line and not line.lstrip().startswith("#")
    }
    assert set(wanted) - pinned == set()


def test_what_the_site_runs_on_is_pinned_the_same_for_the_tests() -> None:
    def pins(name: str) -> set[str]:
        lines = (PROJECT / name).read_text().splitlines()
        return {line.strip() for line in lines if "==" in line and not line.lstrip().startswith("#")}

    different = {pin.split("==")[0] for pin in pins("requirements.txt") - pins("requirements-dev.txt")}
    assert different == set()


def test_the_import_rules_hold() -> None:
    ended = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-3000:]


@pytest.mark.parametrize("core", CORES)
def test_a_core_can_be_used_without_django(core: str) -> None:
    code = (
        f"import sys, {core}\n"
        "print(sorted({'django', 'rest_framework', 'celery', 'redis', 'psycopg'} & set(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (ended.stdout.strip(), ended.stderr) == ("[]", "")
