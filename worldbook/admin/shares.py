"""Shares as rows of a lorebook's or a world's page."""

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminTextInputWidget

from worldbook.actions.sharing import share, unshare
from worldbook.models import Share, User


class ShareForm(forms.ModelForm):
    """One account and what it may do; the account is named, not picked from a list of all."""

    account = forms.CharField(
        label=_("account"), max_length=150, widget=UnfoldAdminTextInputWidget()
    )

    class Meta:
        model = Share
        fields = ("account", "access")

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["account"].initial = self.instance.user.username
            self.fields["account"].disabled = True

    def clean_account(self):
        name = self.cleaned_data["account"]
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("There is no account of that name."))
        self.cleaned_data["user"] = user
        self.instance.user = user
        return name


class ShareInline(TabularInline):
    model = Share
    form = ShareForm
    fields = ("account", "access")
    extra = 0
    tab = True
    hide_title = True
    verbose_name_plural = _("shared with")

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("user").order_by("user__username")

    def has_add_permission(self, request, obj=None):
        return self._owner(request, obj)

    def has_change_permission(self, request, obj=None):
        return self._owner(request, obj)

    def has_delete_permission(self, request, obj=None):
        return self._owner(request, obj)

    def has_view_permission(self, request, obj=None):
        return True

    def _owner(self, request, obj) -> bool:
        return self.admin_site.get_model_admin(self.parent_model).may_share(request, obj)


def save_shares(request, formset, **target) -> None:
    """Share and unshare as the rows say; `target` is `lorebook_id` or `world_id`."""
    for form in formset.forms:
        data = form.cleaned_data
        if not data or not form.has_changed():
            continue
        user = form.instance.user
        if data.get("DELETE"):
            unshare(by=request.user, user=user, **target)
        else:
            share(by=request.user, user=user, access=data["access"], **target)
    formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
