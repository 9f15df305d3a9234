"""Which processes make up the site, and how each is run."""

import sys
from collections.abc import Mapping
from pathlib import Path

from rpsite.services.process import ProcessPlan


def site_plans(
    base: Path,
    env: Mapping[str, str],
    listen_fd: int,
    *,
    web: int = 1,
    runners: int = 1,
    workers: int = 1,
) -> list[ProcessPlan]:
    """Return the plans: web processes on one socket, turn runners, workers, the scheduler.

    Without a worker there is no scheduler either: background jobs are another machine's.
    """
    python = sys.executable
    celery = [python, "-m", "celery", "--quiet", "-A", "rpsite"]

    def plan(
        name: str, *command: str, fds: tuple[int, ...] = (), start_after: float = 0.0
    ) -> ProcessPlan:
        return ProcessPlan(name, command, env, base, fds, start_after=start_after)

    daphne = (python, "-m", "daphne", "--fd", str(listen_fd), "--no-server-name", "-v", "0")
    worker = ("worker", "--concurrency", "1", "--without-gossip", "--without-mingle")
    level = ("--loglevel", "INFO")
    return [
        *(
            plan(name, *daphne, "rpsite.asgi:application", fds=(listen_fd,))
            for name in numbered("web", web)
        ),
        *(plan(name, python, "manage.py", "run_turns") for name in numbered("runner", runners)),
        *(
            plan(name, *celery, *worker, "--hostname", f"{name}@%h", *level, start_after=2)
            for name in numbered("worker", workers)
        ),
        *(
            plan(name, *celery, "beat", "--pidfile", "", *level, start_after=3)
            for name in numbered("beat", min(workers, 1))
        ),
    ]


def numbered(name: str, count: int) -> list[str]:
    """Return name, name-2, name-3…"""
    return [name if number == 1 else f"{name}-{number}" for number in range(1, count + 1)]
