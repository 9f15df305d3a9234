"""A process that runs Python code against a site, started once: each `manage.py shell` takes 3 s."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

LISTENER = """
import contextlib, io, json, sys, traceback
import django
django.setup()
from django.db import connections
for line in sys.stdin:
    printed, problem = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), {"__name__": "shell"})
    except Exception:
        problem = traceback.format_exc()
    finally:
        connections.close_all()
    print(json.dumps([printed.getvalue(), problem]), flush=True)
"""


class SiteShell:
    """Pieces of code run one after the other, each with names and database connections anew."""

    def __init__(self, code: Path, env: Mapping[str, str]) -> None:
        settings = {"DJANGO_SETTINGS_MODULE": "rpsite.settings.site", "DATABASE_POOL": "0"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", LISTENER],
            cwd=code, env={**env, **settings}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip

    def run(self, code: str) -> str:
        """Return what the code printed; an exception of it fails the test that asked."""
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        printed, problem = json.loads(self._process.stdout.readline())
        if problem:
            raise AssertionError(f"{problem}\nin\n{code}")
        return printed

    def close(self) -> None:
        """End the process: its input has ended."""
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()
