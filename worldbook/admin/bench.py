"""The test bench of a book: what its draft would select for a chat, beside a revision (WB-39, WK-7)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _

from worldbook.admin.bench_chat import chat_shown
from worldbook.admin.bench_form import BenchForm
from worldbook.admin.bench_results import Side, results
from worldbook.admin.bench_why import why_shown
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Entry, Lorebook, Revision
from worldbook.queries.bench import pinned_beside, try_selection
from worldbook.queries.compiled import compiled_books
from worldbook.queries.compiled_drafts import compiled_draft
from worldbook.queries.frozen_turns import Frozen
from worldbook.queries.roles import signed_in
from worldbook.rules.selection import CompiledBook
from worldbook.rules.storable import storable
from worldbook.rules.tokens import counter_for

OFFERED_REVISIONS = 50

Json = dict[str, Any]


def bench(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """The page. With scripts its answer comes from `tried`; without, it is posted and shown here."""
    book = book_of(model_admin, request, book_id)
    sides = _sides(book)
    if request.method == "POST":
        form = BenchForm(request.POST, sides=sides)
        found = _tried(request, book, form)
    else:
        first = {"against": sides[0][0], "why": request.GET.get("why", "")}
        form, found = BenchForm(initial=first, sides=sides), None
    return page(
        model_admin,
        request,
        book,
        title=_("Test bench: %(book)s") % {"book": book.name},
        template="bench",
        current="bench",
        context={
            "form": form,
            "found": found,
            "revisions": sides,
            "turns_url": reverse("api_book_turns", args=[book_id]),
            "compare_url": reverse("api_book_compare_turns", args=[book_id]),
        },
    )


def tried(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """What the typed chat gives, as a piece of the page; 400 where a field cannot be read."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    book = book_of(model_admin, request, book_id)
    form = BenchForm(request.POST, sides=_sides(book))
    found = _tried(request, book, form)
    template = "admin/worldbook/bench_results.html"
    context = {"form": form, "found": found, "book": book}
    return TemplateResponse(request, template, context, status=200 if found else 400)


def entry(model_admin: Any, request: HttpRequest, book_id: int) -> JsonResponse:
    """Keys and text of one entry of the draft, to be tried with others; `?id=` names it."""
    book = book_of(model_admin, request, book_id)
    named = storable(request.GET.get("id", ""))
    row = Entry.objects.filter(book=book, key_id=named).first()
    if row is None:
        raise Http404
    said = {"title": row.title or row.key_id, "keys": row.keys, "content": row.content}
    return JsonResponse({**said, "url": reverse("admin:worldbook_entry_change", args=[row.pk])})


def _sides(book: Lorebook) -> list[tuple[int, str]]:
    """The revisions that the draft can stand beside, the newest first; 0 where there is none."""
    rows = Revision.objects.filter(book=book).order_by("-number")
    numbers = rows.values_list("number", flat=True)[:OFFERED_REVISIONS]
    said = [(number, _("Revision %(number)d") % {"number": number}) for number in numbers]
    return said or [(0, _("nothing is published yet"))]


def _tried(request: HttpRequest, book: Lorebook, form: BenchForm) -> Json | None:
    """Both sides of what the form asks; None where it cannot be read."""
    if not form.is_valid():
        return None
    given = form.cleaned_data
    frozen: Frozen = given["frozen"]
    wanted, count = form.request_made(), counter_for(frozen.model)
    beside = pinned_beside(signed_in(request.user), frozen.pins, book.key)

    def side(name: str, label: str, tried: CompiledBook | None) -> Side:
        books = None if tried is None else beside.with_book(tried)
        trial = None if books is None else try_selection(books, wanted, count=count)
        return Side(name, label, trial)

    draft = side("draft", *_draft(book, form))
    other = side("other", *_published(book, int(given["against"])))
    return {
        **results(book, draft, other),
        "chat": chat_shown(draft, other),
        "why": why_shown(given["why"], draft, other, book.key),
        "lacking_books": beside.lacking,
        "beside": [key for key, _number in frozen.pins if key != book.key],
    }


def _draft(book: Lorebook, form: BenchForm) -> tuple[str, CompiledBook]:
    """The draft, with the words that are tried unsaved; and what it is called."""
    saved = compiled_draft(book)
    at = saved.number.get(form.cleaned_data["try_id"])
    unsaved = form.unsaved(None if at is None else saved.entries[at])
    if unsaved is None:
        return _("Draft"), saved
    return _("Draft, with the change"), compiled_draft(book, unsaved)


def _published(book: Lorebook, number: int) -> tuple[str, CompiledBook | None]:
    """The revision that stands beside the draft; None where there is none."""
    row = Revision.objects.filter(book=book, number=number).only("pk").first()
    if row is None:
        return _("nothing is published yet"), None
    return _("Revision %(number)d") % {"number": number}, compiled_books([row.pk])[0]


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the bench."""
    return [
        book_path(model_admin, "bench/", bench, "worldbook_lorebook_bench"),
        book_path(model_admin, "bench/tried/", tried, "worldbook_lorebook_tried"),
        book_path(model_admin, "bench/entry/", entry, "worldbook_lorebook_bench_entry"),
    ]
