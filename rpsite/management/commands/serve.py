"""`manage.py serve`: the whole site with one command, and gone with one Ctrl-C (OP-1)."""

import asyncio
import os
import socket
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils.translation import gettext as _

from rpsite.services.errors import ServiceError
from rpsite.services.plans import site_plans
from rpsite.services.ports import listen
from rpsite.services.site import site_services
from rpsite.services.state import ServeState
from rpsite.services.supervisor import Supervisor

LOOPBACK = ("127.0.0.1", "::1", "localhost")
PREPARATIONS = ("load_scenarios", "load_demo")
"""Commands that bring what a new site should have; they change nothing the second time."""


class Command(BaseCommand):
    """Run servers, web, turn runner, worker and scheduler until Ctrl-C."""

    help = _("Run the whole site: PostgreSQL, Redis, web, turn runner, worker and scheduler.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take address and numbers of processes."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, help=_("default: the first free one from 8000 on"))
        parser.add_argument("--web", type=int, default=1, help=_("web processes"))
        parser.add_argument("--runners", type=int, default=1, help=_("turn runners"))
        parser.add_argument(
            "--workers", type=int, default=1, help=_("workers; 0: no background jobs here")
        )
        parser.add_argument(
            "--no-prepare", action="store_true", help=_("neither migrate nor load the demo worlds")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Start everything, say where, and stay."""
        state = ServeState(settings.SERVICES.run)
        try:
            state.acquire()
            with listen(options["host"], options["port"]) as listener:
                self._serve(state, listener, options)
        except ServiceError as error:
            raise CommandError(str(error)) from error
        finally:
            state.release()

    def _serve(self, state: ServeState, listener: socket.socket, options: dict[str, Any]) -> None:
        servers = site_services()
        try:
            servers.ensure()
            settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
            if not options["no_prepare"]:
                self._prepare()
            port = listener.getsockname()[1]
            state.url = address(options["host"], port)
            state.write()
            self._say_where(state.url)
            plans = site_plans(
                Path(settings.BASE_DIR),
                child_env(options["host"]),
                listener.fileno(),
                web=options["web"],
                runners=options["runners"],
                workers=options["workers"],
            )
            asyncio.run(supervise(servers, plans, state))
        except KeyboardInterrupt:
            self.stdout.write(_("stopped before everything was started"))
        finally:
            servers.stop()

    def _prepare(self) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        known = get_commands()
        for name in PREPARATIONS:
            if name in known:
                call_command(name)
        connections.close_all()

    def _say_where(self, url: str) -> None:
        self.stdout.write(f"\n  RPSite  {url}\n")
        account = settings.VAR_DIR / "demo-account.txt"
        if account.exists():
            for line in account.read_text().splitlines():
                self.stdout.write(f"          {line}")
        if not get_user_model().objects.filter(is_superuser=True, is_active=True).exists():
            self.stdout.write(_("          make admin lets you set up language models."))
        connections.close_all()
        self.stdout.write(_("          Ctrl-C stops everything.") + "\n\n")
        self.stdout.flush()


async def supervise(servers: Any, plans: Any, state: ServeState) -> None:
    """Run the supervisor in this event loop."""
    await Supervisor(servers, plans, state).run()


def address(host: str, port: int) -> str:
    """Return the address to open in a browser on this machine."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 - compared, not bound
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def child_env(host: str) -> dict[str, str]:
    """Return what the site's processes get on top of this one's environment.

    The one-click demo sign-in is on only where nobody but this machine can come in.
    """
    local = host in LOOPBACK and "ALLOWED_HOSTS" not in os.environ
    return {
        "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
        "RPSITE_VAR": str(settings.VAR_DIR),
        "DEMO_SIGN_IN": os.environ.get("DEMO_SIGN_IN", "1" if local else "0"),
        "PYTHONUNBUFFERED": "1",
        "OMP_NUM_THREADS": "1",
        # Whoever runs the site as root has decided so; the worker need not say it at length.
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser",
    }
