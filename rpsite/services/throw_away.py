"""Servers for one test run: `python -m rpsite.services.throw_away FOLDER`.

Starts PostgreSQL (without fsync) and Redis with everything in FOLDER, prints "ready", and stops
both and removes the folder when its standard input closes: also when the run is killed.
"""

import shutil
import signal
import sys
from pathlib import Path

from rpsite.services.paths import ServicePaths
from rpsite.services.postgres_server import THROW_AWAY, PostgresServer
from rpsite.services.redis_server import RedisServer


def main(folder: Path) -> None:
    """Keep the servers until nobody holds the other end of our standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    folder.mkdir(mode=0o711, parents=True, exist_ok=True)
    paths = ServicePaths(var=folder / "var", run=folder)
    postgres, redis = PostgresServer(paths, extra=THROW_AWAY), RedisServer(paths, durable=False)
    try:
        postgres.ensure()
        redis.ensure()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.read()
    finally:
        redis.stop()
        postgres.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
