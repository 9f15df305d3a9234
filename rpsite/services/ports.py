"""The listening socket of the web processes: opened once, inherited by all of them.

Because the supervisor holds it, a web process that is killed refuses nobody: connections wait
until the next one takes them.
"""

import errno
import socket

from rpsite.services.errors import ServiceError

DEFAULT_PORT = 8000
TRIES = 100


def listen(host: str, port: int | None) -> socket.socket:
    """Open the socket; without a port the first free one from 8000 on.

    Raises:
        ServiceError: the port asked for, or the address, is not to be had.
    """
    candidates = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + TRIES)
    for candidate in candidates:
        try:
            return bind(host, candidate)
        except OSError as error:
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            raise ServiceError(f"Cannot listen on {host}:{candidate}: {error.strerror}") from error
    raise ServiceError(f"No free port from {DEFAULT_PORT} to {DEFAULT_PORT + TRIES - 1}")


def bind(host: str, port: int) -> socket.socket:
    """Return a listening, inheritable socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
        opened.listen(512)
    except OSError:
        opened.close()
        raise
    opened.settimeout(0.0)
    opened.set_inheritable(True)
    return opened
