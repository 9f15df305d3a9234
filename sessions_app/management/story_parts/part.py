"""One thing that `manage.py story` does: `manage.py story NAME ID …`."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandParser

from sessions_app.models import Session
from worldbook.rules.numbers import whole_number
from worldbook.rules.storable import is_storable

Options = Mapping[str, Any]

IDS, NUMBERS = 2**63 - 1, 2**32 - 1
"""The largest id of a row, and the largest number `n` of one."""


def whole(most: int) -> Callable[[str], int]:
    """An option's type: a whole number from 1 to `most`."""

    def read(text: str) -> int:
        number = whole_number(text, most)
        if not number:
            raise ArgumentTypeError(f"must be a whole number from 1 to {most}")
        return number

    return read


def words(text: str) -> str:
    """An option's type: a text that can be kept."""
    if not is_storable(text):
        raise ArgumentTypeError("holds a character that cannot be stored")
    return text


@dataclass(frozen=True, slots=True)
class Part:
    """`run` gets the story and the options that `arguments` declares; what it gives is written as
    one line of JSON, bytes as they are. It acts as the story's owner."""

    name: str
    help: str
    run: Callable[[Session, Options], Any]
    arguments: Callable[[CommandParser], None] = lambda _parser: None
