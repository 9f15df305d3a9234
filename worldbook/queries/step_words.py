"""What a step of a draft did, in the reader's language (WK-15)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import Model
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from worldbook.models import DraftStep, Entry, Lorebook

MOST_NAMED = 4


def step_text(step: DraftStep) -> str:
    """One sentence without its full stop: "Changed “Gate”: text, depth"."""
    return _SENTENCES[step.kind](step)


def _labels(names: Iterable[str], model: type[Model]) -> str:
    """What a person calls some columns."""
    return _listed(
        [str(getattr(model._meta.get_field(name), "verbose_name", name)) for name in names]
    )


def _listed(words: list[str]) -> str:
    more = len(words) - MOST_NAMED
    shown = ", ".join(words[:MOST_NAMED])
    return (
        _("%(words)s and %(count)d more") % {"words": shown, "count": more} if more > 0 else shown
    )


def _short(text: str) -> str:
    return Truncator(text).chars(40)


def _one(sentence: str, step: DraftStep, **more: Any) -> str:
    return sentence % {"entry": step.detail.get("entry", ""), **more}


def _many(sentence: str, step: DraftStep, **more: Any) -> str:
    return sentence % {"count": step.row_count, **more}


def _edit(step: DraftStep) -> str:
    fields = _labels(step.detail["fields"], Entry)
    return _one(_("Changed “%(entry)s”: %(fields)s"), step, fields=fields)


def _delete(step: DraftStep) -> str:
    if "entry" in step.detail:
        return _one(_("Deleted “%(entry)s”"), step)
    return _many(
        ngettext("Deleted %(count)d entry", "Deleted %(count)d entries", step.row_count), step
    )


def _set(step: DraftStep) -> str:
    fields = _labels(step.detail["fields"], Entry)
    return _many(
        ngettext(
            "Set in %(count)d entry: %(fields)s",
            "Set in %(count)d entries: %(fields)s",
            step.row_count,
        ),
        step,
        fields=fields,
    )


def _list(step: DraftStep) -> str:
    signs = (("add", "+"), ("remove", "−"))
    members = [f"{sign}{word}" for name, sign in signs for word in step.detail[name]]
    return _many(
        ngettext(
            "Changed the %(field)s of %(count)d entry: %(members)s",
            "Changed the %(field)s of %(count)d entries: %(members)s",
            step.row_count,
        ),
        step,
        field=_labels([step.detail["field"]], Entry),
        members=_listed(members),
    )


def _replace(step: DraftStep) -> str:
    return _many(
        ngettext(
            "Replaced “%(search)s” by “%(new)s” in %(count)d entry",
            "Replaced “%(search)s” by “%(new)s” in %(count)d entries",
            step.row_count,
        ),
        step,
        search=_short(step.detail["search"]),
        new=_short(step.detail["new"]),
    )


def _import(step: DraftStep) -> str:
    return _many(
        ngettext(
            "Imported %(count)d entry from %(file)s",
            "Imported %(count)d entries from %(file)s",
            step.row_count,
        ),
        step,
        file=step.detail.get("file", ""),
    )


def _whole(step: DraftStep) -> str:
    file = step.detail.get("file")
    return (
        _("Replaced the whole draft by %(file)s") % {"file": file}
        if file
        else _("Replaced the whole draft")
    )


def _book(step: DraftStep) -> str:
    names = step.book_fields["after"]
    return _("Changed the book: %(fields)s") % {"fields": _labels(names, Lorebook)}


_SENTENCES: Mapping[str, Callable[[DraftStep], str]] = {
    "create": lambda step: _one(_("Added “%(entry)s”"), step),
    "edit": _edit,
    "delete": _delete,
    "set": _set,
    "list": _list,
    "replace": _replace,
    "import": _import,
    "book": _book,
    "order": lambda step: _many(
        ngettext("Moved %(count)d entry", "Moved %(count)d entries", step.row_count), step
    ),
    "whole": _whole,
    "restore": lambda step: _("Restored revision %(number)s") % step.detail,
    "move_out": lambda step: _many(
        ngettext(
            "Moved %(count)d entry to “%(book)s”",
            "Moved %(count)d entries to “%(book)s”",
            step.row_count,
        ),
        step,
        book=step.detail["to"],
    ),
    "move_in": lambda step: _many(
        ngettext(
            "Moved %(count)d entry here from “%(book)s”",
            "Moved %(count)d entries here from “%(book)s”",
            step.row_count,
        ),
        step,
        book=step.detail["from"],
    ),
    "copy_in": lambda step: _many(
        ngettext(
            "Copied %(count)d entry from “%(book)s”",
            "Copied %(count)d entries from “%(book)s”",
            step.row_count,
        ),
        step,
        book=step.detail["from"],
    ),
}
"""The sentence of each kind of step."""
