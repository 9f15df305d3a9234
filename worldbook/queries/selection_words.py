"""What a selection decided, in the reader's language (WB-37, WB-39): causes, reasons, places."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from worldbook.models import Entry
from worldbook.rules.refusal import Refusal

Words = str | Promise

_KINDS: Mapping[str, Words] = {
    "required": gettext_lazy("required"),
    "constant": gettext_lazy("always on"),
    "activate": gettext_lazy("always activated"),
    "forced": gettext_lazy("let in by hand"),
}
_DECISIONS: Mapping[str, Words] = {
    "selected": gettext_lazy("in the prompt"),
    "not_activated": gettext_lazy("nothing called it"),
    "over_budget": gettext_lazy("did not fit into the budget"),
    "over_constant_cap": gettext_lazy("did not fit into the share for entries that are always on"),
    "over_count": gettext_lazy("there are as many entries as go into a turn"),
    "dependency_ineligible": gettext_lazy("needs an entry that may not be chosen"),
}
_BARS: Mapping[str, Words] = {
    "disabled": gettext_lazy("is switched off"),
    "barred": gettext_lazy("was kept out by hand"),
    "audience": gettext_lazy("is not for this audience"),
    "character": gettext_lazy("is not for those present"),
    "unknown": gettext_lazy("has a condition on something that the state does not say"),
    "condition": gettext_lazy("has a condition that does not hold"),
    "delay": gettext_lazy("may not come before a later turn"),
    "cooldown": gettext_lazy("rests after it was used"),
    "only_after": gettext_lazy("comes only after more answers of the character"),
    "only_every": gettext_lazy("comes only at every so many answers of the character"),
    "probability": gettext_lazy("was not drawn"),
    "empty": gettext_lazy("has no text once macros are replaced"),
    "unknown_entry": gettext_lazy("is not in the book"),
}
_WHY_NOT: Mapping[str, Words] = {
    "dont_activate": gettext_lazy("no key may start it"),
    "no_keys": gettext_lazy("it has no keys"),
    "secondary_keys": gettext_lazy("a key was found, but its secondary keys do not allow it"),
    "additional_keys": gettext_lazy("a key was found, but not one of its additional keys"),
    "exclude_keys": gettext_lazy("a key was found, but so was one that shuts it out"),
    "pass_never_comes": gettext_lazy("it waits for a pass that the book does not make"),
    "pass_not_reached": gettext_lazy("its pass was not reached"),
    "depth_zero": gettext_lazy("it looks at no text"),
    "key_not_found": gettext_lazy("none of its keys is in what it looks at"),
}
_REFUSALS: Mapping[str, Words] = {
    "required_over_budget": gettext_lazy(
        "A required entry needs %(tokens)s tokens with all it requires; %(left)s of %(budget)s are "
        "left. A turn would fail here, before a model is asked."
    ),
    "too_many_required": gettext_lazy(
        "More than %(max_entries)s required entries are active. A turn would fail here, before a "
        "model is asked."
    ),
    "pinned_twice": gettext_lazy("The book %(book)s is there twice."),
}
_LACKING: Mapping[str, Words] = {
    "no_index": gettext_lazy("%(book)s was searched by words only: no vectors were asked."),
    "no_embedding": gettext_lazy("Searched by words only: no embedding is set up."),
    "vectors_failed": gettext_lazy("Searched by words only: the search by meaning failed."),
    "too_slow": gettext_lazy("The regex %(key)s of %(key_id)s ran out of time: no match."),
    "not_asked": gettext_lazy(
        "The regex %(key)s of %(key_id)s was not asked any more: others took the time."
    ),
}


def place_words(where: Mapping[str, Any] | None) -> str:
    """Where a key was found."""
    if not where:
        return ""
    if where["text"] == "scene":
        return _("in the scene")
    if where["text"] == "message":
        back = where["back"]
        if not back:
            return _("in the last message")
        words = ngettext("%(n)d message before the last", "%(n)d messages before the last", back)
        return words % {"n": back}
    return _("in the entry %(id)s") % {"id": where["key_id"]}


def cause_words(cause: Mapping[str, Any]) -> str:
    """What activated an entry."""
    return " · ".join(str(part) for part in _cause_parts(cause) if part)


def _cause_parts(cause: Mapping[str, Any]) -> list[Words]:
    kind = cause["kind"]
    parts: list[Words] = [_KINDS.get(kind, "")]
    if kind == "sticky":
        parts.append(_("stays from turn %(n)s") % {"n": cause["since"]})
    if kind == "dependency":
        parts.append(_("needed by %(id)s") % {"id": cause["of"]})
    if "key" in cause:
        found = {"key": cause["key"], "where": place_words(cause.get("in"))}
        parts.append(_("“%(key)s” %(where)s") % found)
    if cause.get("words"):
        parts.append(_("place %(n)s by words") % {"n": cause["words"]})
    if cause.get("vectors"):
        parts.append(_("place %(n)s by meaning") % {"n": cause["vectors"]})
    if cause.get("pass"):
        parts.append(_("pass %(n)s") % {"n": cause["pass"]})
    return parts


def position_words(item: Mapping[str, Any]) -> str:
    """Where a selected entry stands in the prompt."""
    if item["position"] != Entry.Position.AT_DEPTH:
        return str(Entry.Position(item["position"]).label)
    role = Entry.Role(item["role"]).label
    return _("%(n)s blocks from the end, as %(role)s") % {"n": item["depth"], "role": role}


def decision_words(item: Mapping[str, Any]) -> str:
    """What was decided about an entry, with what decided it."""
    decision, why = item["decision"], item.get("why", "")
    if decision == "ineligible":
        return str(_BARS.get(why, why))
    if decision == "blocked":
        return _("blocked: %(why)s") % {"why": why}
    if decision == "group_lost":
        return _("lost to %(id)s of its group") % {"id": item["to"]}
    if decision == "conflict":
        return _("conflicts with %(id)s") % {"id": item["to"]}
    words = str(_DECISIONS.get(decision, decision))
    return words + _details(item)


def _details(item: Mapping[str, Any]) -> str:
    """The numbers or the member that decided, in brackets or behind a colon."""
    if "left" in item:
        return " (" + _("%(tokens)s tokens, %(left)s left") % item + ")"
    if item["decision"] == "dependency_ineligible":
        return f": {item['member']} {_BARS.get(item['why'], item['why'])}"
    if item["decision"] == "not_activated" and item.get("why"):
        return f": {_WHY_NOT.get(item['why'], item['why'])}"
    return ""


def member_words(item: Mapping[str, Any]) -> str:
    """Which member took a bundle with it; empty for the member itself."""
    if "member" not in item or item["decision"] == "dependency_ineligible":
        return ""
    return _("with %(id)s, which it goes in with") % {"id": item["member"]}


def degradation_words(item: Mapping[str, Any]) -> str:
    """What a selection had to do without."""
    words = _LACKING.get(item["code"])
    return str(item["code"]) if words is None else str(words) % item


def refusal_words(refusal: Refusal) -> str:
    """Why nothing could be selected at all."""
    words = _REFUSALS.get(refusal.code)
    return refusal.reason if words is None else str(words) % refusal.detail
