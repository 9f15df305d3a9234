"""`manage.py load_demo`: the demo worlds and an account to play them with, made once."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from worldbook.demo.loader import ACCOUNT, ACCOUNT_FILE, load_demo


class Command(BaseCommand):
    """Load what is missing, renew books nobody has written in; all else stays as it is."""

    help = "Load the demo worlds and the demo account; what somebody has edited stays as it is."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, and say what is new."""
        loaded = load_demo(settings.VAR_DIR)
        for name in loaded.worlds:
            self.stdout.write(f"Demo world added: {name}")
        for name in loaded.books:
            self.stdout.write(f"Demo lorebook renewed: {name}")
        for name in loaded.furnished:
            self.stdout.write(f"Demo world given its map: {name}")
        if loaded.password is not None:
            self.stdout.write(f"Demo account: {ACCOUNT}   password: {loaded.password}")
        self.stdout.write(
            f"The demo account's password is kept in {settings.VAR_DIR / ACCOUNT_FILE}"
        )
