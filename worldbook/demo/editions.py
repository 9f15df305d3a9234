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
        "0a5853d982dd31bb275c1858a82d8dcfa441f554ec17ef1c1c3ba07b22ef74ca",
        "ef224d79a4af6a65670eff007c34eb476c57aec7c2d0904e43bb76a73976dc42",
    ),
    "beita-lore": (
        "20d22572dbd3f0c2fe19423eb080230af7eb6b385690b5d6a9b654950eb9d19a",
        "a16fa5ea9804856c8ee15a21601f355cdef66a2203b082fef3ebc0d322468037",
        "018d543286e4057f4faef095ed624817f80367d24a757238c4e7f00212525ec0",
    ),
}


def edition(body: Mapping[str, Any]) -> str:
    """The hash of what a body (native JSON) says, whichever revision it is."""
    return body_hash(dict(body) | {"revision": 0})
