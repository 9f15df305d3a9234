"""Sentences of the report on files with words of their own, archives and our own marks in them.

The table has the form of `notes.MESSAGES`, of which it is a part.
"""

from worldbook.rules.words import gettext_noop as _

FOREIGN_MESSAGES: dict[str, tuple[str, str, str]] = {
    "folder": (
        "mapped",
        _(
            "This is a folder: it stays as a switched-off entry, and its members got its name as tag."
        ),
        "",
    ),
    "folder_tag": (
        "mapped",
        _("%(field)s: %(was)s became a tag."),
        _("%(field)s: folders and categories became tags."),
    ),
    "category_off": ("mapped", _("The category is off in the file, so the entry is off."), ""),
    "joined_text": ("mapped", _("%(field)s was joined to the body."), ""),
    "whole_words": ("mapped", _("Keys hit whole words in the file, and do so here."), ""),
    "characters_back": (
        "mapped",
        _("%(field)s counts %(was)s characters; here messages are counted, by the book's default."),
        _("%(field)s counts characters; here messages are counted, by the book's default."),
    ),
    "placing_left_out": (
        "unsupported",
        _("%(field)s places or shortens the body in ways there are none of here; it is kept."),
        "",
    ),
    "read_as": ("mapped", _("%(field)s was read as %(now)s."), ""),
    "module_unread": (
        "unsupported",
        _("The module of the card could not be read: %(was)s"),
        "",
    ),
    "module_book": (
        "warning",
        _("The card has no entries of its own; those of its module were read."),
        "",
    ),
    "module_differs": (
        "unsupported",
        _("The module has %(was)s entries and the card %(now)s; those of the card were read."),
        "",
    ),
    "assets_left": (
        "unsupported",
        _("The archive holds %(was)s other files; only the picture is imported."),
        "",
    ),
    "blocked_mark": (
        "blocked",
        _("What this program once wrote into the file (%(field)s) cannot be read."),
        _("What this program once wrote into the file cannot be read."),
    ),
    "bad_mark": (
        "unsupported",
        _("What this program once wrote into the file (%(field)s) cannot be read; left out."),
        "",
    ),
}
