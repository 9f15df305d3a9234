"""Where an embedded service keeps its data, its logs and its socket.

Everything follows from the var folder, so every process of a checkout finds the same servers and
two checkouts never meet. Standard library only: settings import this module.
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServicePaths:
    """The folders of one site: `var` holds what is kept, `run` the sockets (short paths)."""

    var: Path
    run: Path

    @property
    def postgres_data(self) -> Path:
        """PostgreSQL's data folder, where its user can reach it (see postgres_server)."""
        return self.var / "postgres"

    @property
    def postgres_socket_dir(self) -> Path:
        """The folder of PostgreSQL's socket: what a client calls HOST."""
        return self.run / "pg"

    @property
    def redis_data(self) -> Path:
        """The folder of Redis' append-only file."""
        return self.var / "redis"

    @property
    def redis_socket(self) -> Path:
        """Redis' socket."""
        return self.run / "redis" / "s"

    @property
    def logs(self) -> Path:
        """What the servers print."""
        return self.var / "log"


def service_paths(var: Path) -> ServicePaths:
    """Return the folders of the site whose var folder this is; touches nothing.

    RPSITE_RUN names another folder for the sockets.
    """
    chosen = os.environ.get("RPSITE_RUN")
    return ServicePaths(var.resolve(), Path(chosen) if chosen else run_dir(var))


def run_dir(var: Path) -> Path:
    """Return the usual folder for sockets: in /tmp, named after the account and the var folder.

    A socket path is limited to 107 bytes (sun_path), and a checkout may lie deeper.
    """
    digest = hashlib.sha256(os.fsencode(var.resolve())).hexdigest()[:12]
    return Path("/tmp") / f"rpsite-{os.getuid()}-{digest}"  # noqa: S108


def private_dir(path: Path, mode: int = 0o700, owner: tuple[int, int] | None = None) -> Path:
    """Make a folder that only `owner` (uid, gid; by default this process) controls.

    Raises:
        PermissionError: the folder exists and is somebody else's.
    """
    uid, gid = owner or (os.getuid(), os.getgid())
    path.mkdir(mode=mode, parents=True, exist_ok=True)
    if os.getuid() == 0 and path.stat().st_uid in (0, uid):
        os.chown(path, uid, gid)
    if path.stat().st_uid != uid or path.is_symlink():
        raise PermissionError(f"{path} belongs to another account; remove it or set RPSITE_RUN")
    path.chmod(mode)
    return path
