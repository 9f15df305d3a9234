"""The arrows between apps and rooms run down only: import-linter's contracts hold."""

import subprocess
import sys
from pathlib import Path

from tests.house.tree import ROOT


def test_every_contract_is_kept():
    command = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [str(command), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:]
