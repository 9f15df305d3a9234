"""The admin of lorebooks: the draft, what was published of it, and who shares it (WB-12, WB-38)."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.decorators import action, display

from worldbook.actions.books import create_book, delete_book, update_book
from worldbook.admin import fields
from worldbook.admin.base import ActionForm
from worldbook.admin.book_pages import book_urls
from worldbook.admin.permissions import OwnerAdmin, books_to_work
from worldbook.admin.shares import ShareInline, save_shares
from worldbook.admin.workbench import entries_url, strip
from worldbook.models import Lorebook
from worldbook.queries.books import with_draft_state
from worldbook.queries.roles import viewer_of
from worldbook.rules.access import can_author


class LorebookForm(ActionForm):
    """A book's own fields."""

    tags = fields.CommasField(label=_("tags"), help_text=_("Words with commas between them."))


class BookShareInline(ShareInline):
    """On the page itself: the tabs of a book are its pages."""

    tab = False
    hide_title = False


class DraftFilter(admin.SimpleListFilter):
    """Books whose draft says something that is not published, or nothing else."""

    title = _("draft")
    parameter_name = "draft"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("changed", _("changed since published")), ("same", _("as published"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() in ("changed", "same"):
            return queryset.filter(draft_differs=self.value() == "changed")
        return queryset


@admin.register(Lorebook)
class LorebookAdmin(OwnerAdmin):
    form = LorebookForm
    list_display = (
        "shown_name",
        "state",
        "entry_count",
        "latest_revision",
        "visibility",
        "owner",
        "draft_changed_at",
    )
    list_filter = (DraftFilter, "visibility", "language")
    search_fields = ("name", "key", "description", "entries__title")
    list_select_related = ("owner",)
    ordering = ("name", "id")
    actions_list = ("import_file",)
    change_form_outer_before_template = "admin/worldbook/strip.html"
    inlines = (BookShareInline,)
    readonly_fields = ("draft_state", "created_at")
    fieldsets = (
        (None, {"fields": ("name", "description", ("language", "tags"), "draft_state")}),
        (
            _("Matching"),
            {
                "classes": ("tab",),
                "fields": (
                    ("scan_depth", "max_passes", "constant_budget_ratio"),
                    ("case_sensitive", "whole_words"),
                ),
            },
        ),
        (
            _("Who may see it"),
            {
                "classes": ("tab",),
                "fields": (("visibility", "owner"), "players_may_read", ("key", "created_at")),
            },
        ),
    )

    def work_rows(self, request):
        return with_draft_state(books_to_work(request))

    def get_fieldsets(self, request, obj=None):
        sets = super().get_fieldsets(request, obj)
        if obj is None:
            for _name, options in sets:
                options["fields"] = tuple(
                    name for name in options["fields"] if name != "draft_state"
                )
        return sets

    def change_view(self, request, object_id, form_url="", extra_context=None):
        book = self.get_object(request, object_id)
        tabs = {"strip": strip(self, request, book, "book")} if book is not None else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **tabs})

    def get_inlines(self, request, obj):
        if obj is None:
            return ()
        return self.inlines

    def create_row(self, request, values):
        return create_book(by=request.user, **values)

    def update_row(self, request, row, seen, values):
        values = {name: value for name, value in values.items() if name != "key" or value}
        return update_book(by=request.user, book_id=row.pk, expected_version=seen, **values)

    def remove_row(self, request, row):
        delete_book(by=request.user, book_id=row.pk)

    def save_formset(self, request, form, formset, change):
        save_shares(request, formset, lorebook_id=form.instance.pk)

    def get_deleted_objects(self, objs, request):
        """The books and how much goes with them; whether something bars it, the action says."""
        lines = [
            format_html(
                "{}: {}, {}",
                book.name,
                ngettext("%(n)d entry", "%(n)d entries", entries) % {"n": entries},
                ngettext("%(n)d revision", "%(n)d revisions", book.latest_revision)
                % {"n": book.latest_revision},
            )
            for book in objs
            for entries in [book.entries.count()]
        ]
        counts = {str(self.model._meta.verbose_name_plural): len(lines)}
        barred = {str(book) for book in objs if not self.has_delete_permission(request, book)}
        return lines, counts, barred, []

    def get_urls(self):
        return book_urls(self) + super().get_urls()

    def has_import_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return can_author(viewer_of(request.user))

    @action(
        description=_("Import a file"),
        icon="upload_file",
        url_path="import-file",
        permissions=["import"],
    )
    def import_file(self, request):
        return HttpResponseRedirect(reverse("admin:worldbook_lorebook_import"))

    @display(description=_("lorebook"), header=True, ordering="name")
    def shown_name(self, row):
        return [row.name, row.key]

    @display(
        description=_("draft"),
        label={"new": "warning", "changed": "info", "same": "success"},
    )
    def state(self, row):
        if not row.latest_revision:
            return "new", _("not published")
        return ("changed", _("changed")) if row.draft_differs else ("same", _("published"))

    @display(description=_("entries"), ordering="entry_count")
    def entry_count(self, row):
        return format_html('<a href="{}">{}</a>', entries_url(row.pk), row.entry_count)

    @display(description=_("draft"))
    def draft_state(self, row):
        if not row.latest_revision:
            return _("Not published yet: no story can read this book.")
        if row.draft_version != row.published_version:
            return _("Changed since revision %(number)d was published.") % {
                "number": row.latest_revision
            }
        return _("As published in revision %(number)d.") % {"number": row.latest_revision}
