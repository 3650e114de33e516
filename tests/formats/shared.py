"""Where the handed material and our own case files are."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
TSH_CASES = PROJECT.parent / "shared" / "cases" / "tsh"
CSV_CASES = Path(os.environ.get("KRADAN_CASES") or PROJECT / "tests" / "cases") / "csv_import"

needs_tsh_cases = pytest.mark.skipif(
    not TSH_CASES.is_dir(), reason="the handed TSH event (shared/cases/tsh) is not here and may not be copied"
)
