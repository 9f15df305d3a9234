"""Which account runs PostgreSQL: this one, or an ordinary one when this one is root."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpsite.services.errors import ServiceError


@dataclass(frozen=True)
class Account:
    """A user and group id; `switch` says that processes must be started as somebody else."""

    uid: int
    gid: int
    switch: bool

    @property
    def popen(self) -> dict[str, Any]:
        """Arguments for subprocess that make the process run as this account."""
        if not self.switch:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def can_reach(self, path: Path) -> bool:
        """Say whether this account may enter every folder down to `path`."""
        if not self.switch:
            return True
        done = subprocess.run(
            ["/bin/sh", "-c", 'cd "$0"', str(path)], cwd="/", capture_output=True, **self.popen
        )
        return done.returncode == 0


def server_account(existing_data: Path | None = None) -> Account:
    """Return the account PostgreSQL runs as; data that is there already decides it."""
    if os.getuid() != 0:
        return Account(os.getuid(), os.getgid(), switch=False)
    if existing_data is not None and existing_data.exists():
        owner = existing_data.stat()
        if owner.st_uid != 0:
            return Account(owner.st_uid, owner.st_gid, switch=True)
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid, switch=True)
    raise ServiceError("PostgreSQL does not run as root and neither postgres nor nobody exists")
