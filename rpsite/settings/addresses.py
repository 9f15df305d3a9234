"""The forms in which libraries want to be told where Redis is."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit


def redis_socket_url(socket: Path, database: int = 0) -> str:
    """Return redis-py's URL of a Unix socket."""
    return f"unix://{socket}?db={database}"


def database_number(url: str, number: int) -> str:
    """Return the same server's URL with another database number."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?db={number}"
    return parts._replace(path=f"/{number}").geturl()


def celery_broker(url: str) -> str:
    """Return Celery's URL of the Redis that redis-py knows under `url`."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={re.sub('[^0-9]', '', number)}"
