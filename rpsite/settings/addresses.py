"""The forms in which libraries want to be told where Redis is."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit


def redis_socket_url(socket: Path, database: int = 0) -> str:
    """Return redis-py's URL of a Unix socket."""
    return f"unix://{socket}?db={database}"


def next_database(url: str) -> str:
    """Return the same server's URL with the database number after the one it names."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        number = int(parse_qs(parts.query).get("db", ["0"])[0])
        return f"unix://{parts.path}?db={number + 1}"
    number = int(parts.path.strip("/") or 0)
    return parts._replace(path=f"/{number + 1}").geturl()


def celery_broker(url: str) -> str:
    """Return Celery's URL of the Redis that redis-py knows under `url`."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={int(number)}"
