"""One thing that `manage.py story` does: `manage.py story NAME ID …`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandParser

from sessions_app.models import Session

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """`run` gets the story and the options that `arguments` declares; what it gives is written as
    one line of JSON, bytes as they are. It acts as the story's owner."""

    name: str
    help: str
    run: Callable[[Session, Options], Any]
    arguments: Callable[[CommandParser], None] = lambda _parser: None
