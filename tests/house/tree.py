"""The files of this repository that people wrote: what git knows, without vendored code."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@cache
def known() -> tuple[str, ...]:
    """Return all file names git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(listed.stdout.splitlines())


def ours(suffix: str) -> list[Path]:
    """Return the files with this suffix."""
    return [
        ROOT / name
        for name in known()
        if name.endswith(f".{suffix}") and "/vendor/" not in name and (ROOT / name).exists()
    ]
