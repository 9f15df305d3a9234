"""On a machine without a browser the run says what it skips, by name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT


@pytest.mark.spec("OP-2")
def test_browser_tests_are_skipped_by_name_where_there_is_no_chromium(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/journeys/test_browser.py"],
        cwd=ROOT,
        env=os.environ | {"PATH": str(tmp_path), "RPSITE_TEST_RUN": str(tmp_path / "run")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "skipped, no Chromium on this machine: tests/journeys/test_browser.py::" in done.stdout
