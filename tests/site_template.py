"""What a first start makes, made once a run: sites of the same run begin with a copy of it.

The template has migrated tables, the demo worlds with their account and the key, and was stopped
in order; nothing of it is kept beyond the run.
"""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from rpsite.services.locks import file_lock
from rpsite.services.paths import run_dir
from rpsite.settings import test as test_settings

RUN = Path(test_settings.RUN.removesuffix(f"-{test_settings.WORKER}"))
"""The folder that processes of one run share; the first of them removes it at the run's end."""

FIRST_START = """
from django.core.management import call_command
from django.db import connection
from rpsite.management.commands.serve import PREPARATIONS
call_command("services", "start")
call_command("migrate", verbosity=0)
for name in PREPARATIONS:
    call_command(name)
# A process that is killed loses nothing by this; a machine that fails ends the tests anyway.
connection.cursor().execute("ALTER SYSTEM SET fsync = off")
connection.close()
call_command("services", "stop")
"""


def lay_template(var: Path, code: Path, env: Mapping[str, str]) -> None:
    """Make `var` the folder of a site that was started before; the first to ask makes the template.

    `code` is the checkout and `env` the environment that a site of this run starts with.
    """
    template = RUN / "template"
    with file_lock(RUN / "template.lock"):
        if not template.exists():
            draft = RUN / "template.draft"
            shutil.rmtree(draft, ignore_errors=True)
            first_start(draft, code, env)
            draft.rename(template)
    var.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(template), str(var)], check=True)


def first_start(var: Path, code: Path, env: Mapping[str, str]) -> None:
    """Start a site's servers for the first time, prepare what it begins with, and stop them."""
    subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", FIRST_START],
        cwd=code, env={**env, "RPSITE_VAR": str(var)}, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    shutil.rmtree(run_dir(var))
