"""`manage.py world show | save | lint`: a whole world as one JSON document."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from worldbook.actions.errors import ActionRefused
from worldbook.actions.world_documents import create_world_document, save_world_document
from worldbook.models import User, World
from worldbook.queries.world_document import read_world_document
from worldbook.queries.world_lint import findings_of_world, world_findings
from worldbook.rules.faults import MESSAGES
from worldbook.rules.world_document import document_faults


class Command(BaseCommand):
    """Reads, writes and checks worlds; FILE is a path, or - for standard input."""

    help = "Shows a world as a document, saves a document as a world, or checks either."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which of the three, and of what."""
        parts = parser.add_subparsers(dest="part", required=True)
        show = parts.add_parser("show", help="print a world's document")
        show.add_argument("world", help="the world's key")
        save = parts.add_parser("save", help="make a world say what a document says")
        save.add_argument("file", help="the document")
        save.add_argument("--by", help="the account that saves; the world's owner unless said")
        save.add_argument("--seen", type=int, help="refuse unless the world is at this version")
        lint = parts.add_parser(
            "lint", help="tell what is wrong or odd; 1 where it cannot be saved"
        )
        lint.add_argument("what", help="the key of a world, or a document")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do what was asked."""
        getattr(self, f"_{options['part']}")(options)

    def _show(self, options: dict[str, Any]) -> None:
        world = _world(options["world"])
        self._say({"version": world.document_version, **_document_of(world)})

    def _save(self, options: dict[str, Any]) -> None:
        document = _read(options["file"])
        world = World.objects.select_related("owner").filter(key=_key_of(document)).first()
        by = _account(options["by"]) if options["by"] else world.owner if world else None
        if by is None:
            raise CommandError("There is no world of that key: say --by, who is to own it.")
        try:
            if world is None:
                saved = create_world_document(by=by, document=document)
            else:
                saved = save_world_document(
                    by=by, world_id=world.pk, document=document, seen=options["seen"]
                )
        except ActionRefused as refused:
            self._refuse({"code": refused.code, "message": refused.message, **refused.detail})
        self._say({"id": saved.pk, "key": saved.key, "document_version": saved.document_version})

    def _lint(self, options: dict[str, Any]) -> None:
        world = World.objects.filter(key=options["what"]).first()
        document = _document_of(world)["document"] if world else _read(options["what"])
        problems = [
            {"code": f.code, "path": f.path, "message": MESSAGES[f.code] % f.values}
            for f in document_faults(document)
        ]
        if world is not None:
            findings = findings_of_world(world.owner, world)
        else:
            findings = world_findings(document) if isinstance(document, dict) else []
        self._say({"problems": problems, "findings": findings})
        if problems:
            sys.exit(1)

    def _say(self, value: Any) -> None:
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))

    def _refuse(self, error: dict[str, Any]) -> None:
        self._say({"error": error})
        sys.exit(1)


def _key_of(document: Any) -> str:
    """The key of the world that a document is of; "" where it does not say."""
    world = document.get("world") if isinstance(document, dict) else None
    key = world.get("key") if isinstance(world, dict) else None
    return key if isinstance(key, str) else ""


def _world(key: str) -> World:
    world = World.objects.filter(key=key).first()
    if world is None:
        raise CommandError(f"There is no world “{key}”.")
    return world


def _document_of(world: World) -> dict[str, Any]:
    return {"document": read_world_document(world).document}


def _account(name: str) -> User:
    account = User.objects.filter(username=name).first()
    if account is None:
        raise CommandError(f"There is no account “{name}”.")
    return account


def _read(path: str) -> Any:
    """The document in a file; one that `show` has printed is taken out of its frame."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        found = json.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path} is not JSON: {error}") from error
    if isinstance(found, dict) and isinstance(found.get("document"), dict):
        return found["document"]
    return found
