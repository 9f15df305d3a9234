"""What the import report says: a table of codes, kinds and English sentences (WB-9).

A note carries a code, the name of the field in the file and plain values; the sentence is made
here in English, or by a door in another language: `say(code, field, detail, translate)`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from typing import Any

from worldbook.rules.formats.foreign_messages import FOREIGN_MESSAGES
from worldbook.rules.words import gettext_noop as _

COERCED, MAPPED, UNSUPPORTED, BLOCKED, WARNING = (
    "coerced",
    "mapped",
    "unsupported",
    "blocked",
    "warning",
)
KINDS = (COERCED, MAPPED, UNSUPPORTED, BLOCKED, WARNING)

# code: (kind, sentence of one note, sentence of the sum where it differs)
MESSAGES: dict[str, tuple[str, str, str]] = {
    "coerced": (
        COERCED,
        _("%(field)s: %(was)s was read as %(now)s."),
        _("%(field)s: values of another kind were read by what they say."),
    ),
    "unreadable": (
        COERCED,
        _("%(field)s: %(was)s cannot be read; the default %(now)s is used."),
        _("%(field)s: values that cannot be read were replaced by the default."),
    ),
    "null": (
        COERCED,
        _("%(field)s is null; the default %(now)s is used."),
        _("%(field)s is null; the default is used."),
    ),
    "clamped": (
        COERCED,
        _("%(field)s: %(was)s is out of range and became %(now)s."),
        _("%(field)s: numbers out of range were moved to the nearest allowed one."),
    ),
    "text_list": (COERCED, _("%(field)s: one text with commas was read as a list."), ""),
    "null_list": (COERCED, _("%(field)s is null and was read as an empty list."), ""),
    "list_item": (
        COERCED,
        _("%(field)s: the item %(was)s was read as the text %(now)s."),
        _("%(field)s: items that are no texts were read as texts."),
    ),
    "list_item_dropped": (
        COERCED,
        _("%(field)s: the item %(was)s is no text and was left out."),
        _("%(field)s: items that are no texts were left out."),
    ),
    "empty_keys": (COERCED, _("%(field)s: empty keys were left out."), ""),
    "keys_joined": (COERCED, _("%(field)s is there under two names; both lists were joined."), ""),
    "duplicate_id": (
        COERCED,
        _("The id %(was)s is used twice in the file; this entry is now %(now)s."),
        _("Ids that are used twice in the file were re-numbered."),
    ),
    "changed_id": (
        COERCED,
        _("The id %(was)s cannot be used here; this entry is now %(now)s."),
        _("Ids that cannot be used here were changed."),
    ),
    "missing_id": (COERCED, _("The entry has no id; its place in the file is used."), ""),
    "entries_null": (COERCED, _("There is no list of entries; the book is read as empty."), ""),
    "entries_unreadable": (
        UNSUPPORTED,
        _("The entries are no list and no object (%(was)s); the book is read as empty."),
        "",
    ),
    "long_title": (COERCED, _("The title is long; the whole of it is kept in the comment."), ""),
    "position": (
        MAPPED,
        _("The position “%(was)s” became “%(now)s”, the nearest there is."),
        "",
    ),
    "messages_as_turns": (
        MAPPED,
        _("%(field)s counts messages in the file and is kept as a number of turns."),
        "",
    ),
    "start_mark": (MAPPED, _("A start mark \\x01 at the head of a pattern became ^."), ""),
    "plain_key": (
        MAPPED,
        _("The key %(was)s looks like a pattern but is none; it is read as plain text."),
        _("Keys that look like patterns but are none are read as plain text."),
    ),
    "decorator": (MAPPED, _("The decorator %(field)s became a field of the entry."), ""),
    "no_recursion": (MAPPED, _("Recursive scanning is off in the file: no passes."), ""),
    "unknown_decorator": (
        UNSUPPORTED,
        _("The decorator %(field)s is not known here and was taken out of the body."),
        "",
    ),
    "loose_fallback": (
        UNSUPPORTED,
        _("The fallback %(field)s stands alone and was taken out of the body."),
        "",
    ),
    "left_out": (UNSUPPORTED, _("%(field)s has no counterpart here; it is kept for export."), ""),
    "unknown_field": (UNSUPPORTED, _("%(field)s is not known here; it is kept for export."), ""),
    "does_nothing": (UNSUPPORTED, _("{{%(field)s}} writes nothing here."), ""),
    "unknown_value": (
        UNSUPPORTED,
        _("%(field)s: the value %(was)s is not known here and was left out."),
        "",
    ),
    "bad_entry": (UNSUPPORTED, _("Entry %(was)s is no object and could not be read."), ""),
    "bad_book": (UNSUPPORTED, _("The book in this card is no object and could not be read."), ""),
    "title_mark": (
        UNSUPPORTED,
        _("The title asks another program to place the body elsewhere; here it is a title."),
        "",
    ),
    "regex_scripts": (UNSUPPORTED, _("Regex scripts of the card are kept and do not run."), ""),
    "card_scripts": (
        UNSUPPORTED,
        _("Scripts of the card (%(field)s) are kept and do not run."),
        "",
    ),
    "depth_prompt": (UNSUPPORTED, _("The character's note at a depth is kept and not sent."), ""),
    "card_cannot_run": (
        UNSUPPORTED,
        _("%(field)s holds what cannot run here (%(was)s); it is kept as written."),
        "",
    ),
    "blocked_ejs": (BLOCKED, _("The body is an EJS template, which does not run here."), ""),
    "blocked_script": (BLOCKED, _("The body holds a script, which does not run here."), ""),
    "blocked_frontend": (
        BLOCKED,
        _("The body holds a front-end component, which is not shown here."),
        "",
    ),
    "blocked_mvu": (BLOCKED, _("The entry belongs to MVU variables, which do not run here."), ""),
    "blocked_cbs": (BLOCKED, _("The body holds Risu script marks, which do not run here."), ""),
    "blocked_lua": (BLOCKED, _("The body holds Lua code, which does not run here."), ""),
    "blocked_macro": (
        BLOCKED,
        _("The macro {{%(was)s}} is not known here."),
        _("A macro in the body is not known here."),
    ),
    "blocked_activation": (
        BLOCKED,
        _("A script decides when the entry is used, and scripts do not run here."),
        "",
    ),
    "blocked_outlet": (
        BLOCKED,
        _("The entry is meant for an outlet, and there are none here."),
        "",
    ),
    "blocked_triggers": (
        BLOCKED,
        _("The entry is only for generations of the kind %(was)s, not for normal ones."),
        _("The entry is not for normal generations."),
    ),
    "blocked_tags": (BLOCKED, _("The entry is filtered by character tags, unknown here."), ""),
    "blocked_audience": (
        BLOCKED,
        _("The entry's audience %(was)s is not known here."),
        _("The entry's audience is not known here."),
    ),
    "blocked_condition": (
        BLOCKED,
        _("The entry's condition cannot be read (at %(was)s)."),
        _("The entry's condition cannot be read."),
    ),
    "blocked_filter": (BLOCKED, _("The entry's character filter cannot be read."), ""),
    "dead_book": (WARNING, _("No entry of this book can ever be used: the book is dead."), ""),
    "cleaned_text": (
        WARNING,
        _("Characters that no text may hold (NUL, half surrogates) were replaced."),
        "",
    ),
    "no_spec": (
        WARNING,
        _("The card does not say which format it is; it was read by its fields."),
        "",
    ),
    "name_missing": (WARNING, _("The card has no name; it is called “%(now)s” for now."), ""),
    "newer_spec": (WARNING, _("The card says version %(was)s, newer than what is known here."), ""),
    "card_differs": (
        WARNING,
        _("The picture holds two cards that differ (chara and ccv3); the newer form is used."),
        "",
    ),
    "several_cards": (
        WARNING,
        _("The picture holds %(field)s more than once; the first is used."),
        "",
    ),
    "newer_damaged": (
        WARNING,
        _("The newer card in the picture (ccv3) is damaged; the older one is used."),
        "",
    ),
    "not_base64": (
        WARNING,
        _("The card in the picture is not wrapped in base64; it was read."),
        "",
    ),
    "not_utf8": (WARNING, _("The card is not UTF-8; it was read as Latin-1."), ""),
    "bad_crc": (WARNING, _("A checksum in the picture is wrong; the card was read anyway."), ""),
    "picture_cut": (WARNING, _("The picture is damaged; the card was read anyway."), ""),
    **FOREIGN_MESSAGES,
}

COMPATIBILITY = _(
    "Compatibility with SillyTavern is not complete: what this report names as mapped, left out"
    " or blocked behaves differently here."
)
STORED_ONLY = _("stored, does not act yet")


@dataclass(frozen=True, slots=True)
class Note:
    """One remark: `code` of MESSAGES, the file's name of the field, values for the sentence."""

    code: str
    field: str = ""
    detail: Mapping[str, Any] = with_default(default_factory=dict)

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return MESSAGES[self.code][0]

    def to_json(self) -> dict[str, Any]:
        """The note with its English sentence."""
        return {
            "code": self.code,
            "kind": self.kind,
            "field": self.field,
            "detail": dict(self.detail),
            "text": say(self.code, self.field, self.detail),
        }


def say(
    code: str,
    field: str = "",
    detail: Mapping[str, Any] | None = None,
    translate: Callable[[str], str] = str,
    *,
    in_sum: bool = False,
) -> str:
    """The sentence of a note; `translate` is the door's gettext."""
    _kind, text, summed = MESSAGES[code]
    chosen = summed if in_sum and summed else text
    return translate(chosen) % {"was": "", "now": "", **(detail or {}), "field": field}


def block_reason(code: str) -> str:
    """What `Entry.blocked` holds: the sentence without values, which is also its message id."""
    _kind, text, summed_text = MESSAGES[code]
    return summed_text or text


def shown(value: Any) -> str:
    """A value as a report shows it: short, and never a whole structure."""
    if isinstance(value, str):
        return f"“{value[:60]}…”" if len(value) > 60 else f"“{value}”"
    if isinstance(value, Mapping):
        return "{…}" if value else "{}"
    if isinstance(value, list | tuple):
        return "[…]" if value else "[]"
    names = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return names[value]
    return str(value)[:60]


def note_from_json(data: Mapping[str, Any]) -> Note:
    """A note that `Note.to_json` wrote."""
    return Note(code=data["code"], field=data["field"], detail=dict(data["detail"]))


def summed(notes: Iterable[tuple[str, Note]]) -> list[dict[str, Any]]:
    """Equal remarks of many entries as one line: code, field, count and some of the entries."""
    lines: dict[tuple[str, str, str], dict[str, Any]] = {}
    for key_id, note in notes:
        text = say(note.code, note.field, note.detail, in_sum=True)
        line = lines.setdefault(
            (note.code, note.field, text),
            {
                "code": note.code,
                "field": note.field,
                "detail": dict(note.detail),
                "count": 0,
                "entries": [],
                "text": text,
            },
        )
        line["count"] += 1
        if key_id and len(line["entries"]) < 20:
            line["entries"].append(key_id)
    return list(lines.values())
