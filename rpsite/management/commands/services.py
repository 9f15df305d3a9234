"""`manage.py services start|stop|status`: the embedded servers by themselves."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from rpsite.services.site import site_services


class Command(BaseCommand):
    """Start, stop or look at the embedded PostgreSQL and Redis."""

    help = _("Start, stop or show the embedded PostgreSQL and Redis of this checkout.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to do."""
        parser.add_argument("action", choices=["start", "stop", "status"])

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        """Do it to every embedded server; servers named in the environment are left alone."""
        servers = site_services()
        if action == "start":
            servers.ensure()
        elif action == "stop":
            servers.stop()
        for name, server in servers.servers:
            self.stdout.write(f"{name}: {'running' if server.ready() else 'stopped'}")
