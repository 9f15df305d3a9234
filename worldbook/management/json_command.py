"""What commands with a stable JSON form share: one request in, one answer out, or a batch."""

import json
import sys
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from worldbook.rules.formats.decode import decode_text, parse_json, too_deep
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal


class JsonCommand(BaseCommand):
    """A command that answers a JSON request without a database.

    `--json`: one request object on standard input, one answer on standard output; an error is
    `{"error": {"code", "message", "at"?}}` and exit status 1. `--batch FILE.jsonl`: one request
    a line, one answer a line, in order, exit status 0.
    """

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The two ways to ask."""
        parser.add_argument("--json", action="store_true", help="one request on standard input")
        parser.add_argument("--batch", metavar="FILE.jsonl", help="one request a line")

    @abstractmethod
    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """The answer to one request; `detail["at"]` of a refusal names the part that is wrong."""

    def handle(self, *_args: Any, **options: Any) -> None:
        """Answer what was asked."""
        if options["batch"]:
            for line in _lines(options["batch"]):
                self._say(self._answer_to(line))
            return
        if not options["json"]:
            raise CommandError("Say --json or --batch FILE.jsonl.")
        answer = self._answer_to(sys.stdin.buffer.read())
        self._say(answer)
        if "error" in answer:
            sys.exit(1)

    def _answer_to(self, data: bytes) -> Mapping[str, Any]:
        """The answer to the bytes of one request."""
        request = _request(data)
        answer = request if isinstance(request, Refusal) else self.answer(request)
        return _error(answer) if isinstance(answer, Refusal) else answer

    def _say(self, answer: Mapping[str, Any]) -> None:
        """Write one answer as one line of UTF-8."""
        line = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        self.stdout.write(line.encode("utf-8", "replace").decode("utf-8"))


def _lines(path: str) -> Iterator[bytes]:
    """The requests of a batch file; empty lines are none."""
    try:
        with Path(path).open("rb") as file:
            for line in file:
                if line.strip():
                    yield line
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def _request(data: bytes) -> Mapping[str, Any] | Refusal:
    """One request object."""
    text = decode_text(data)
    value = text if isinstance(text, Refusal) else parse_json(text)
    if isinstance(value, Refusal):
        return value
    if not isinstance(value, dict):
        return Refusal("bad_request", "The request is no JSON object.")
    # What a request wraps may itself stand as deep as a file may.
    return refuse("too_deep", limit=64) if too_deep(value, beyond=2) else value


def _error(refusal: Refusal) -> Mapping[str, Any]:
    """A refusal in the form of these commands."""
    error = {"code": refusal.code, "message": refusal.reason}
    if "at" in refusal.detail:
        error["at"] = refusal.detail["at"]
    return {"error": error}
