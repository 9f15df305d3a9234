"""The admin of accounts: names, passwords, roles (AD-2). Groups are what roles are made of."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from worldbook.actions.accounts import create_account, set_preferences, set_roles
from worldbook.admin.base import ActionAdmin
from worldbook.admin.fields import ChoicesField
from worldbook.models import User
from worldbook.queries.roles import viewer_of

ROLES = [
    ("player", _("player: plays stories")),
    ("author", _("author: makes worlds and lorebooks")),
    ("moderator", _("moderator: reads everything that is made for the site")),
    ("administrator", _("administrator: does everything")),
]
PREFERENCES = ("language", "theme", "enter_sends", "text_size")
NAMES = ("first_name", "last_name", "email", "is_active")

admin.site.unregister(Group)


def roles_field() -> ChoicesField:
    """The four roles as check boxes."""
    return ChoicesField(
        label=_("roles"), choices=ROLES, help_text=_("Authors and moderators may enter this room.")
    )


class _Refusable(forms.ModelForm):
    """Shows why an action has refused, on the second pass of a post."""

    refused: Any = None

    def clean(self):
        cleaned = super().clean()
        if self.refused is not None:
            self.add_error(None, self.refused.message)
        return cleaned


class AccountForm(_Refusable, UserChangeForm):
    roles = roles_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self.instance.groups.values_list("name", flat=True) if self.instance.pk else ()
        self.fields["roles"].initial = list(names)


class NewAccountForm(_Refusable, UserCreationForm):
    roles = roles_field()

    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["roles"].initial = ["player"]


@admin.register(User)
class UserAdmin(DjangoUserAdmin, ActionAdmin):  # type: ignore[misc]
    form = AccountForm
    add_form = NewAccountForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("shown_name", "shown_roles", "language", "is_active", "last_login")
    list_filter = (("groups", admin.RelatedOnlyFieldListFilter), "is_active")
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "roles", "is_active")}),
        (_("Person"), {"classes": ("tab",), "fields": (("first_name", "last_name"), "email")}),
        (
            _("Preferences"),
            {"classes": ("tab",), "fields": (("language", "theme"), ("enter_sends", "text_size"))},
        ),
        (_("Dates"), {"classes": ("tab",), "fields": (("last_login", "date_joined"),)}),
    )
    add_fieldsets = ((None, {"fields": ("username", "password1", "password2", "roles")}),)

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("groups")

    def has_add_permission(self, request):
        return viewer_of(request.user).administrator

    def has_change_permission(self, request, obj=None):
        return viewer_of(request.user).administrator

    def has_delete_permission(self, request, obj=None):
        return viewer_of(request.user).administrator

    def save_model(self, request, obj, form, change):
        data = form.cleaned_data
        if not change:
            made = create_account(
                username=data["username"], password=data["password1"], roles=data["roles"]
            )
            obj.__dict__.update(made.__dict__)
            return
        columns = [name for name in ("username", *NAMES) if name in data]
        obj.save(update_fields=columns)
        row = User.objects.get(pk=obj.pk)
        set_preferences(by=row, **{name: data[name] for name in PREFERENCES if name in data})
        set_roles(by=request.user, user_id=obj.pk, roles=data["roles"])

    def delete_model(self, request, obj):
        obj.delete()

    def delete_queryset(self, request, queryset):
        for account in queryset:
            account.delete()

    @display(description=_("account"), header=True, ordering="username")
    def shown_name(self, row):
        return [row.username, row.get_full_name() or row.email]

    @display(description=_("roles"))
    def shown_roles(self, row):
        words = {name: str(word).partition(":")[0] for name, word in ROLES}
        return ", ".join(words.get(group.name, group.name) for group in row.groups.all()) or "—"
