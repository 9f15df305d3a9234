"""The admin of characters: the fields of a card, and the portrait."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from worldbook.actions.characters import create_character, delete_character, update_character
from worldbook.admin import fields
from worldbook.admin.character_lives import LIFE_INLINES
from worldbook.admin.permissions import PartOfWorldAdmin
from worldbook.admin.world_base import ListsForm, rows_to_name, save_list, with_lists, world_of_form
from worldbook.models import Character
from worldbook.queries.visible import visible_books


class CharacterForm(ListsForm):
    """A card's fields, and where and how the character is when a story begins."""

    part = "characters"
    lists = tuple(inline.list_name for inline in LIFE_INLINES)
    aliases = fields.CommasField(
        label=_("other names"), help_text=_("What else it is called, with commas between.")
    )

    alternate_greetings = fields.GreetingsField(
        label=_("alternate greetings"), help_text=_("A line of --- stands between two greetings.")
    )
    group_only_greetings = fields.GreetingsField(
        label=_("group greetings"), help_text=_("A line of --- stands between two greetings.")
    )
    tags = fields.CommasField(label=_("tags"), help_text=_("Words with commas between them."))


@admin.register(Character)
class CharacterAdmin(PartOfWorldAdmin):
    form = CharacterForm
    list_display = ("shown_name", "world", "lorebook", "place")
    list_filter = (("world", admin.RelatedOnlyFieldListFilter),)
    search_fields = ("name", "key", "nickname", "description")
    list_select_related = ("world", "lorebook")
    ordering = ("world__name", "place", "id")
    picture_fields = ("portrait",)
    part = "characters"
    inlines = LIFE_INLINES
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "world",
                    ("name", "nickname"),
                    "portrait",
                    "description",
                    "personality",
                    "lorebook",
                )
            },
        ),
        (
            _("In the world"),
            {
                "classes": ("tab",),
                "fields": (
                    ("location", "condition"),
                    ("follows", "aliases"),
                    ("playable", "routine_on", "background", "group"),
                    ("valence", "arousal", "dominance"),
                ),
            },
        ),
        (
            _("Greetings and examples"),
            {
                "classes": ("tab",),
                "fields": (
                    "first_mes",
                    "alternate_greetings",
                    "group_only_greetings",
                    "mes_example",
                ),
            },
        ),
        (
            _("Instructions"),
            {
                "classes": ("tab",),
                "fields": ("scenario", "system_prompt", "post_history_instructions"),
            },
        ),
        (
            _("About the card"),
            {
                "classes": ("tab",),
                "fields": (
                    ("key", "place"),
                    ("creator", "character_version"),
                    "creator_notes",
                    "tags",
                ),
            },
        ),
    )

    related = ("world", "lorebook")

    def get_form(self, request, obj=None, change=False, **kwargs):  # noqa: FBT002 - Django's
        request.world_id = world_of_form(request, obj)
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fieldsets(self, request, obj=None):
        return with_lists(super().get_fieldsets(request, obj), self.form, self.form.lists)

    def save_formset(self, request, form, formset, change):
        save_list(request, form, formset, self)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "lorebook":
            kwargs["queryset"] = visible_books(request.user)
        elif db_field.name in ("location", "follows"):
            kwargs["queryset"] = rows_to_name(request, db_field.related_model)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def create_in(self, request, world_id, values):
        return create_character(by=request.user, world_id=world_id, **values)

    def update_in(self, request, row, seen, values):
        return update_character(
            by=request.user, character_id=row.pk, expected_version=seen, **values
        )

    def remove_row(self, request, row):
        delete_character(by=request.user, character_id=row.pk)

    @display(description=_("character"), header=True, ordering="name")
    def shown_name(self, row):
        initials = "".join(word[0] for word in row.name.split()[:2]).upper()
        picture = (
            {
                "path": row.portrait.url,
                "squared": True,
                "width": 32,
                "height": 32,
                "borderless": True,
            }
            if row.portrait
            else None
        )
        return [row.name, row.key, initials, picture] if picture else [row.name, row.key, initials]
