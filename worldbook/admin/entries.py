"""The admin of entries: one row of a draft, its fields in plain words (WB-3, WK-14, WK-24)."""

from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, QueryDict
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.decorators import display

from worldbook.actions.entries import create_entry, delete_entry, set_entries, update_entry
from worldbook.admin import entry_check, entry_list, fields, workbench
from worldbook.admin.base import ActionForm
from worldbook.admin.permissions import OwnedAdmin, books_to_work
from worldbook.models import Entry, Lorebook
from worldbook.queries.visible import editable_books
from worldbook.rules.numbers import whole_number

HELP = {field.name: field.help_text for field in Entry._meta.concrete_fields}
LABEL = {field.name: field.verbose_name for field in Entry._meta.concrete_fields}


def _words(name: str) -> dict[str, Any]:
    return {"label": LABEL[name], "help_text": HELP[name]}


class EntryForm(ActionForm):
    """An entry with its lists as lines and its choices as words."""

    keys = fields.LinesField(**_words("keys"))
    secondary_keys = fields.LinesField(**_words("secondary_keys"))
    exclude_keys = fields.LinesField(**_words("exclude_keys"))
    additional_keys = fields.KeyLinesField(**_words("additional_keys"))
    case_sensitive = fields.AsTheBookField(**_words("case_sensitive"))
    whole_words = fields.AsTheBookField(**_words("whole_words"))
    audience = fields.ChoicesField(choices=Entry.Audience.choices, **_words("audience"))
    requires = fields.CommasField(**_words("requires"))
    conflicts = fields.CommasField(**_words("conflicts"))
    groups = fields.CommasField(**_words("groups"))
    tags = fields.CommasField(**_words("tags"))
    conditions = fields.ConditionField(**_words("conditions"))
    character_filter = fields.CharacterFilterField(**_words("character_filter"))


class BookFilter(admin.RelatedOnlyFieldListFilter):
    """Only books the account works with are offered."""


class BlockedFilter(admin.SimpleListFilter):
    """Entries that something blocks."""

    title = _("blocked")
    parameter_name = "is_blocked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("blocked")), ("no", _("not blocked"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "yes":
            return queryset.exclude(blocked="")
        return queryset.filter(blocked="") if self.value() == "no" else queryset


@admin.register(Entry)
class EntryAdmin(OwnedAdmin):
    form = EntryForm
    list_display = (
        "shown_title",
        "shown_book",
        "shown_keys",
        "state",
        "position",
        "order",
        "priority",
    )
    list_filter = (
        ("book", BookFilter),
        "enabled",
        BlockedFilter,
        "constant",
        "required",
        "position",
    )
    search_fields = ("title", "key_id", "keys", "content", "comment")
    list_select_related = ("book",)
    list_per_page = 50
    ordering = ("book__name", "book_id", "place", "id")
    actions = ("switch_on", "switch_off")
    check_url_name = "worldbook_entry_check"
    readonly_fields = ("source_id", "shown_source", "changed_at")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "book",
                    "title",
                    "content",
                    ("keys", "secondary_keys"),
                    "secondary_logic",
                    ("enabled", "constant", "required"),
                    "comment",
                    "blocked",
                )
            },
        ),
        (
            _("Keys"),
            {
                "classes": ("tab",),
                "fields": (
                    ("case_sensitive", "whole_words", "scan_depth"),
                    ("exclude_keys", "additional_keys"),
                    ("activate", "dont_activate"),
                    "probability",
                    ("only_after", "only_every"),
                ),
            },
        ),
        (
            _("Place in the prompt"),
            {
                "classes": ("tab",),
                "fields": (
                    ("position", "depth", "role"),
                    ("order", "priority"),
                    "ignore_budget",
                    "audience",
                ),
            },
        ),
        (
            _("Other entries"),
            {
                "classes": ("tab",),
                "fields": (
                    ("prevent_recursion", "exclude_recursion"),
                    "delay_until_recursion",
                    ("requires", "conflicts"),
                    ("groups", "group_weight"),
                    "group_prioritize",
                ),
            },
        ),
        (
            _("Story"),
            {
                "classes": ("tab",),
                "fields": (
                    "conditions",
                    "character_filter",
                    "scope",
                    ("sticky", "cooldown", "delay"),
                ),
            },
        ),
        (
            _("Keeping order"),
            {
                "classes": ("tab",),
                "fields": (
                    "key_id",
                    ("tags", "color"),
                    "locked",
                    ("source_id", "changed_at"),
                    "shown_source",
                ),
            },
        ),
    )

    def get_urls(self):
        view = self.admin_site.admin_view(partial(entry_check.check, self))
        return [path("check/", view, name="worldbook_entry_check"), *super().get_urls()]

    def render_change_form(self, request, context, *args, **kwargs):
        """The form, under the strip of its book's pages."""
        obj = kwargs.get("obj")
        if obj is not None:
            books = self.admin_site.get_model_admin(Lorebook)
            context["strip"] = workbench.strip(books, request, obj.book, workbench.ENTRIES)
        return super().render_change_form(request, context, *args, **kwargs)

    def changelist_view(self, request, extra_context=None):
        """One book's entries have a list of their own; this is the one over all books."""
        book = whole_number(request.GET.get(entry_list.BOOK, ""))
        if request.method == "GET" and book is not None:
            books = self.admin_site.get_model_admin(Lorebook)
            return entry_list.entries_page(books, request, book)
        return super().changelist_view(request, extra_context)

    def get_changeform_initial_data(self, request):
        """A new entry begins in the book whose list the author comes from."""
        initial = super().get_changeform_initial_data(request)
        book = QueryDict(request.GET.get("_changelist_filters", "")).get("book__id__exact")
        return {"book": book, **initial} if book else initial

    def thing_of(self, row: Any) -> Lorebook:
        return row.book

    def work_rows(self, request):
        return Entry.objects.filter(book__in=books_to_work(request)).select_related("book")

    def get_readonly_fields(self, request, obj=None):
        fixed = tuple(super().get_readonly_fields(request, obj))
        return fixed if obj is None else (*fixed, "book")

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "book":
            kwargs["queryset"] = editable_books(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def create_row(self, request, values):
        book = values.pop("book")
        return create_entry(by=request.user, book_id=book.pk, **values)

    def update_row(self, request, row, seen, values):
        values.pop("book", None)
        return update_entry(by=request.user, entry_id=row.pk, expected_version=seen, **values)

    def remove_row(self, request, row):
        delete_entry(by=request.user, entry_id=row.pk)

    @admin.action(description=_("Switch on"))
    def switch_on(self, request, queryset):
        self._switch(request, queryset, enabled=True)

    @admin.action(description=_("Switch off"))
    def switch_off(self, request, queryset):
        self._switch(request, queryset, enabled=False)

    def _switch(self, request, queryset, *, enabled):
        by_book: dict[int, list[int]] = {}
        for pk, book_id in queryset.values_list("pk", "book_id"):
            by_book.setdefault(book_id, []).append(pk)
        changed = sum(
            set_entries(by=request.user, book_id=book_id, entry_ids=ids, enabled=enabled)
            for book_id, ids in by_book.items()
        )
        said = ngettext("%(count)d entry changed.", "%(count)d entries changed.", changed)
        messages.success(request, said % {"count": changed})

    @display(description=_("entry"), header=True, ordering="title")
    def shown_title(self, row):
        return [row.title or row.key_id, row.key_id]

    @display(description=_("book"), ordering="book__name")
    def shown_book(self, row):
        url = reverse("admin:worldbook_lorebook_change", args=[row.book_id])
        return format_html('<a href="{}">{}</a>', url, row.book.name)

    @display(description=_("keys"))
    def shown_keys(self, row):
        shown = Truncator(", ".join(row.keys[:4])).chars(60)
        return f"{shown} (+{len(row.keys) - 4})" if len(row.keys) > 4 else shown or "—"

    @display(
        description=_("state"),
        label={
            "on": "success",
            "off": "",
            "blocked": "danger",
            "constant": "info",
            "required": "primary",
        },
    )
    def state(self, row):
        if row.blocked:
            return "blocked", _("blocked")
        if not row.enabled:
            return "off", _("off")
        if row.required:
            return "required", _("required")
        return ("constant", _("always on")) if row.constant else ("on", _("on"))

    @display(description=_("as imported"))
    def shown_source(self, row):
        if not row.source:
            return _("written here")
        text = fields.ConditionField().prepare_value(row.source)
        return format_html('<pre class="overflow-auto text-xs max-h-96">{}</pre>', text)
