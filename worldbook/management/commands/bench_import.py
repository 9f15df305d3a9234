"""Measure importing a file as an author does it: over HTTP, preview and save, by the clock (WB-43).

Makes a database of its own beside the site's and removes it.
"""

import json
from functools import partial
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from worldbook.actions.accounts import create_account
from worldbook.actions.publishing import publish_book
from worldbook.management.bench_books import make_case, world_info_file
from worldbook.management.bench_tools import own_database, timed
from worldbook.models import User
from worldbook.rules.exports import FORMATS, export
from worldbook.rules.exports.writing import Exported
from worldbook.rules.refusal import Refusal

APART = {
    "ALLOWED_HOSTS": ["testserver"],
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
}
"""So that the run is counted on no account of the site."""
PLAIN = "world_info"
FILES = (PLAIN, *FORMATS)
"""A file as another program writes it, then our own exports, which bring all they know."""


class Command(BaseCommand):
    """Print one line a file: seconds until the preview is there, until it is saved, of both."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What to measure."""
        parser.add_argument("--entries", type=int, default=5_000)
        parser.add_argument("--files", nargs="+", default=FILES, choices=FILES)
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure every file."""
        if not options["json"]:
            self.stdout.write(_HEAD)
        with own_database(), override_settings(**APART):
            by = create_account(username="bench", password="", roles=("author",))
            for name in options["files"]:
                row = measure(by, name, options["entries"])
                self.stdout.write(json.dumps(row) if options["json"] else _LINE.format(**row))


_HEAD = (
    "| file | entries | MB | preview s | save s | both s | CPU s | publish s |\n|" + " --- |" * 8
)
_LINE = (
    "| {file} | {entries} | {mb:.1f} | {preview:.2f} | {save:.2f} | {both:.2f} | {cpu:.2f}"
    " | {publish:.2f} |"
)


def _file(name: str, size: int) -> Exported:
    if name == PLAIN:
        return Exported(world_info_file(size), "json", "application/json")
    file = export(make_case(language="en", entries=size, recursion=True).book, name)
    if isinstance(file, Refusal):
        raise CommandError(file.reason)
    return file


def measure(by: User, name: str, size: int) -> dict[str, Any]:
    """One file on its way into a new book; the book is then published in a transaction undone."""
    file = _file(name, size)
    client = Client()
    client.force_login(by)
    upload = {
        "file": SimpleUploadedFile(f"bench.{file.ending}", file.data),
        "wanted": "lorebook",
    }
    preview, seen = timed(partial(client.post, reverse("api_imports"), upload))
    address = reverse("api_import_save", args=[_answer(seen, 201)["id"]])
    save, saved = timed(partial(client.post, address, {}, "application/json"))
    made = _answer(saved, 201)["book"]
    with transaction.atomic():
        wish = {"by": by, "book_id": made["id"], "expected_revision": 0}
        publish, revision = timed(partial(publish_book, **wish))
        transaction.set_rollback(True)
    if revision.entry_count != size:
        raise CommandError(f"{revision.entry_count} entries instead of {size}")
    return {
        "file": name,
        "entries": size,
        "mb": len(file.data) / 1e6,
        "preview": preview.wall / 1000,
        "save": save.wall / 1000,
        "both": (preview.wall + save.wall) / 1000,
        "cpu": (preview.cpu + save.cpu) / 1000,
        "publish": publish.wall / 1000,
    }


def _answer(response: Any, status: int) -> Any:
    if response.status_code != status:
        raise CommandError(f"{response.status_code}: {response.content[:500]!r}")
    return json.loads(response.content)
