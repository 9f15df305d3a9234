"""Images of state rows from older versions of their tables, brought up to now (ST-4).

An image is a row as JSON without primary key and session, its references to other state rows as
their numbers. A migration that changes a state column raises the table's STORY_VERSION and brings
the converter from the version before here.
"""

from collections.abc import Callable, Mapping
from typing import Any

Image = Mapping[str, Any]
Converter = Callable[[Image], Image]

CONVERTERS: dict[tuple[str, int], Converter] = {}
"""(table, version) → what makes an image of that version one of the next."""


def brought_up(
    table: str,
    version: int,
    image: Image,
    present: int,
    converters: Mapping[tuple[str, int], Converter] = CONVERTERS,
) -> Image:
    """An image of `version` as one of the table's `present` version.

    Raises:
        LookupError: A converter is missing, or the image is of a later version than the table.
    """
    if version > present:
        raise LookupError(f"{table} {version} is newer than {present}")
    for step in range(version, present):
        image = converters[table, step](image)
    return image
