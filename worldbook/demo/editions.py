"""Which editions of the demo books have been shipped, and whether a site's book is one of them.

A site's book may be brought up to date only while it says what some edition said: then nobody has
written in it. After a change of a `lorebook.json`, or of what its JSON form holds, `edition` of it
goes to the end of its list; the earlier ones stay.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.actions.publishing import body_hash

EDITIONS: Mapping[str, tuple[str, ...]] = {
    "the-north-tower-lore": (
        "b4e3a8c1a6f64f3414cb0803cedf4ec62b6974ccc9b59b561a5b968e9c4f7920",
        "ce614ac4bf822eac68d106d5db2abaac2275a95e2cd39e930e54f9671b009cbc",
        "9200bc0e69479187548c3f086cc00e9cf8dd5e11f408faaa08d2015a1ff95a54",
    ),
    "beita-lore": (
        "20d22572dbd3f0c2fe19423eb080230af7eb6b385690b5d6a9b654950eb9d19a",
        "a16fa5ea9804856c8ee15a21601f355cdef66a2203b082fef3ebc0d322468037",
        "3efe26f69c8434ef5e27e92c5e80550578781a1f42cb6f5d533492011d590da2",
    ),
}


def edition(body: Mapping[str, Any]) -> str:
    """The hash of what a body (native JSON) says, whichever revision it is."""
    return body_hash(dict(body) | {"revision": 0})
