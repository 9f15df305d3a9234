"""The secret key of a site that was given none: made once, kept in the var folder."""

import os
import secrets
from pathlib import Path


def secret_key(path: Path) -> str:
    """Return the key in the file, making it if there is none; two starters get the same one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # Another process was first; its key counts.
        finally:
            draft.unlink()
    return path.read_text()
