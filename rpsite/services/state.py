"""What a running supervisor tells the next one: that it is there, where, and its processes."""

import fcntl
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from rpsite.services.errors import ServiceError
from rpsite.services.process import CHILD, kill_group


@dataclass
class ServeState:
    """The lock and the note of the supervisor of one run folder."""

    run: Path
    url: str = ""
    groups: dict[str, int] = field(default_factory=dict)
    _lock: int | None = None

    @property
    def note(self) -> Path:
        """The file with address and process groups."""
        return self.run / "serve.json"

    def acquire(self) -> None:
        """Become the one supervisor; ends processes that a killed one left behind.

        Raises:
            ServiceError: another one is at work.
        """
        self.run.mkdir(mode=0o711, parents=True, exist_ok=True)
        descriptor = os.open(self.run / "serve.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            known = self._read()
            raise ServiceError(
                f"This checkout is being served already: {known.get('url', '')} "
                f"(process {known.get('pid', 'unknown')})"
            ) from None
        self._lock = descriptor
        self._end_leftovers()

    def started(self, name: str, group: int) -> None:
        """Note a process group."""
        self.groups[name] = group
        self.write()

    def write(self) -> None:
        """Write the note, whole or not at all."""
        draft = self.note.with_suffix(".new")
        draft.write_text(
            json.dumps({"pid": os.getpid(), "url": self.url, "groups": self.groups}, indent=1)
        )
        draft.replace(self.note)

    def release(self) -> None:
        """Let the next one in; nothing happens where another one has the lock."""
        if self._lock is None:
            return
        self.note.unlink(missing_ok=True)
        os.close(self._lock)
        self._lock = None

    def _read(self) -> dict:
        try:
            return json.loads(self.note.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def _end_leftovers(self) -> None:
        for group in self._read().get("groups", {}).values():
            if not is_ours(group):
                continue
            kill_group(group)
            deadline = time.monotonic() + 5
            while is_ours(group) and time.monotonic() < deadline:
                time.sleep(0.02)


def is_ours(pid: int) -> bool:
    """Say whether this process is a wrapper of ours (ids are used again by the system)."""
    try:
        return os.fsencode(CHILD) in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
