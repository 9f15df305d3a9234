"""The wrapper in which an entry reaches the model (WB-33): no body can close it."""

from html import escape

SEPARATOR = "\n\n"


def wrap(*, book: str, revision: int, key_id: str, title: str, body: str) -> str:
    """An entry's body, after macros, escaped and wrapped; id is `BOOK:REV:KEY_ID`."""
    name = escape(f"{book}:{revision}:{key_id}", quote=True)
    shown = escape(" ".join(title.split()), quote=True)
    text = escape(body, quote=True)
    return f'<worldbook-entry id="{name}" title="{shown}">\n{text}\n</worldbook-entry>'
