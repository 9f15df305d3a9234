"""The admin of personas: each account sees its own."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from worldbook.actions.personas import delete_persona, save_persona
from worldbook.models import Persona
from worldbook.queries.roles import viewer_of


@admin.register(Persona)
class PersonaAdmin(ModelAdmin):
    list_display = ("name", "owner")
    search_fields = ("name", "text")
    list_select_related = ("owner",)
    warn_unsaved_form = True
    fieldsets = ((None, {"fields": ("name", "text"), "description": _("Who you play.")}),)

    def get_queryset(self, request):
        rows = super().get_queryset(request)
        viewer = viewer_of(request.user)
        if viewer.administrator or viewer.moderator:
            return rows
        return rows.filter(owner_id=viewer.id)

    def has_change_permission(self, request, obj=None):
        own = obj is None or obj.owner_id == request.user.pk
        return own and super().has_change_permission(request, obj)

    def has_delete_permission(self, request, obj=None):
        own = obj is None or obj.owner_id == request.user.pk
        return own and super().has_delete_permission(request, obj)

    def save_model(self, request, obj, form, change):
        saved = save_persona(
            by=request.user,
            persona_id=obj.pk if change else None,
            name=form.cleaned_data["name"],
            text=form.cleaned_data["text"],
        )
        obj.pk, obj.owner = saved.pk, saved.owner

    def delete_model(self, request, obj):
        delete_persona(by=request.user, persona_id=obj.pk)

    def delete_queryset(self, request, queryset):
        for persona in queryset:
            delete_persona(by=request.user, persona_id=persona.pk)
