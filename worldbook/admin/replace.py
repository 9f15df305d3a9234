"""The page of search and replace: each hit as it is and as it would be, any of them unticked (WK-3).

The posts carry the selection and the form; `seen` names the hits that a page of the preview showed,
`hit` those left ticked, `skipped` all unticked so far. `act` is none, "find", a page's number, or
"apply" with the version of the draft in which the hits stand.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import URLPattern
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from worldbook.actions.bulk import refused_rule, replace_in_entries
from worldbook.actions.errors import ActionRefused
from worldbook.admin.bulk_words import list_url, locked_said, say_done, selection_said
from worldbook.admin.differences import label_of
from worldbook.admin.workbench import ENTRIES, book_of, book_path, entries_url, page
from worldbook.models import Entry, Lorebook
from worldbook.queries.bulk import Replacement, ReplacePlan, plan_replacement
from worldbook.queries.entry_filter import FilterRefused
from worldbook.queries.entry_selection import EntrySelection
from worldbook.queries.roles import signed_in
from worldbook.rules.numbers import whole_number
from worldbook.rules.refusal import Refusal
from worldbook.rules.replacing import REPLACEABLE, Found
from worldbook.rules.search import MODES, Search

HITS_A_PAGE = 100
AROUND = 60
"""Characters of the text that are shown before and after a hit."""
MODE_WORDS = {
    "plain": gettext_lazy("as it is written"),
    "word": gettext_lazy("whole words only"),
    "regex": gettext_lazy("as a regex"),
}


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [book_path(model_admin, "replace/", replace, "worldbook_lorebook_replace")]


class ReplaceForm(forms.Form):
    """What is searched for, and what is put in its place."""

    text = forms.CharField(
        label=gettext_lazy("search for"),
        max_length=1000,
        strip=False,
        widget=UnfoldAdminTextInputWidget,
    )
    new = forms.CharField(
        label=gettext_lazy("replace by"),
        max_length=10_000,
        required=False,
        strip=False,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy("Empty: what is found is taken out."),
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("found"),
        choices=[(mode, MODE_WORDS[mode]) for mode in MODES],
        initial="plain",
        widget=UnfoldAdminRadioSelectWidget,
        help_text=gettext_lazy(
            "A regex is JavaScript's, /…/flags or bare; $1, $<name> and $& stand for what it found."
        ),
    )
    exact = forms.BooleanField(
        label=gettext_lazy("case matters"), required=False, widget=UnfoldBooleanSwitchWidget
    )
    fields_ = forms.MultipleChoiceField(
        label=gettext_lazy("in"),
        initial=["content"],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        choices = [(name, capfirst(label_of(name, Entry))) for name in REPLACEABLE]
        self.fields["fields_"].choices = choices  # type: ignore[attr-defined]

    def wanted(self) -> Replacement:
        """What the form says, once it is valid."""
        values = self.cleaned_data
        search = Search(values["text"], values["mode"], exact=values["exact"])
        wanted = [name for name in REPLACEABLE if name in values["fields_"]]
        return Replacement(search, values["new"], tuple(wanted))


def replace(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Show the form, the hits, or replace those that are ticked and go back to the list."""
    book = book_of(model_admin, request, book_id, edit=True)
    data = request.POST if request.method == "POST" else request.GET
    selection = EntrySelection.from_data(data)
    try:
        return _answer(model_admin, request, book, selection)
    except FilterRefused as refused:
        messages.error(request, str(refused))
        return HttpResponseRedirect(entries_url(book.pk))


def _answer(
    model_admin: Any, request: HttpRequest, book: Lorebook, selection: EntrySelection
) -> HttpResponse:
    post = request.POST
    act = post.get("act", "")
    if not act:
        form = ReplaceForm(post if "text" in post else None)
        return _page(model_admin, request, book, selection, form)
    form = ReplaceForm(post)
    if not form.is_valid():
        return _page(model_admin, request, book, selection, form, status=400)
    wanted, refused = form.wanted(), None
    looked_at = act != "find" and post.get("of") == _mark(wanted)
    skipped = _skipped(post) if looked_at else []
    if act == "apply" and looked_at:
        try:
            return _done(request, book, selection, wanted, skipped)
        except ActionRefused as error:
            refused, skipped = error, []
    found = plan_replacement(book, selection, wanted)
    if isinstance(found, Refusal):
        problem = refused_rule(found)
        form.add_error(None, problem.message)
        return _page(model_admin, request, book, selection, form, status=problem.status)
    number = (whole_number(act) or 1) if looked_at else 1
    hits = _hits(found, skipped, number) | {"refused": refused, "of": _mark(wanted)}
    status = refused.status if refused else 200
    return _page(model_admin, request, book, selection, form, context=hits, status=status)


def _mark(wanted: Replacement) -> str:
    """Names a search, so that hits of another one are not taken for its hits."""
    said = repr((wanted.search, wanted.fields))
    return blake2b(said.encode(errors="surrogatepass"), digest_size=8).hexdigest()


def _skipped(post: QueryDict) -> list[str]:
    """The hits unticked so far: on earlier pages, and on the page that was posted."""
    before = [name for name in post.get("skipped", "").split(",") if name]
    seen = [name for name in post.get("seen", "").split(",") if name]
    ticked, shown = set(post.getlist("hit")), set(seen)
    kept = [name for name in before if name not in shown]
    return [*kept, *(name for name in seen if name not in ticked)]


def _done(
    request: HttpRequest,
    book: Lorebook,
    selection: EntrySelection,
    wanted: Replacement,
    skipped: list[str],
) -> HttpResponse:
    seen = whole_number(request.POST.get("expected_draft", ""))
    done = replace_in_entries(
        by=signed_in(request.user),
        book_id=book.pk,
        selection=selection,
        replacement=wanted,
        skipped=skipped,
        expected_draft=-1 if seen is None else seen,
    )
    said = ngettext("%(count)d entry changed.", "%(count)d entries changed.", done.changed)
    say_done(request, done, said % {"count": done.changed})
    return HttpResponseRedirect(list_url(book, selection))


def _hits(found: ReplacePlan, skipped: list[str], number: int) -> dict[str, Any]:
    """One page of the hits, by entry, for the template."""
    every = [hit for hits in found.hits.values() for hit in hits]
    shown = Paginator(every, HITS_A_PAGE).get_page(number)
    left_out = set(skipped)
    return {
        "found": True,
        "hit_count": len(every),
        "entry_count": len(found.hits),
        "ticked_count": len(every) - len(left_out.intersection(hit.name for hit in every)),
        "found_locked": locked_said(len(found.locked), future=True),
        "hits_page": shown,
        "entries": list(_by_entry(shown, found, left_out)),
        "seen": ",".join(hit.name for hit in shown),
        "skipped": ",".join(skipped),
    }


def _by_entry(hits: Any, found: ReplacePlan, skipped: set[str]) -> Iterator[dict[str, Any]]:
    entry: dict[str, Any] = {"id": None}
    for hit in hits:
        if hit.row_id != entry["id"]:
            if entry["id"] is not None:
                yield entry
            row = found.rows[hit.row_id]
            entry = {"id": hit.row_id, "title": row["title"] or row["key_id"], "hits": []}
        entry["hits"].append(_hit(hit, ticked=hit.name not in skipped))
    if entry["id"] is not None:
        yield entry


def _hit(found: Found, *, ticked: bool) -> dict[str, Any]:
    """One hit in its surroundings: pieces for worldbook/pieces.html."""
    hit, text = found.hit, found.text
    start, end = max(0, hit.start - AROUND), min(len(text), hit.end + AROUND)
    pieces = [
        ("same", ("…" if start else "") + text[start : hit.start]),
        ("removed", text[hit.start : hit.end]),
        ("added", hit.new),
        ("same", text[hit.end : end] + ("…" if end < len(text) else "")),
    ]
    return {
        "name": found.name,
        "ticked": ticked,
        "field": label_of(found.field, Entry),
        "pieces": [{"op": op, "text": piece} for op, piece in pieces if piece],
    }


def _page(
    model_admin: Any,
    request: HttpRequest,
    book: Lorebook,
    selection: EntrySelection,
    form: ReplaceForm,
    *,
    context: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    return page(
        model_admin,
        request,
        book,
        title=_("%(book)s: search and replace") % {"book": book.name},
        template="replace",
        current=ENTRIES,
        status=status,
        context={
            "form": form,
            **selection_said(book, selection),
            "back": list_url(book, selection),
            **(context or {}),
        },
    )
