"""Who sees and edits what in the admin: the role's permissions and the access rule together."""

from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from worldbook.admin.base import ActionAdmin
from worldbook.admin.kept_drafts import KeptDrafts
from worldbook.models import Lorebook, World
from worldbook.queries.looking import note_look
from worldbook.queries.roles import signed_in, viewer_of
from worldbook.queries.visible import editable_worlds, work_books, work_worlds
from worldbook.rules.access import Owned, can_author, can_edit, can_own, can_read

_SHARES = "_rpsite_shares"


def shares_of(thing: Lorebook | World) -> dict[int, str]:
    """Account to access; read once for a row."""
    kept: dict[int, str] | None = getattr(thing, _SHARES, None)
    if kept is None:
        kept = dict(thing.shares.values_list("user_id", "access"))
        setattr(thing, _SHARES, kept)
    return kept


class OwnedAdmin(KeptDrafts, ActionAdmin):
    """Rows that belong to somebody, or stand in a book or a world that does.

    `thing_of` leads from a row to the lorebook or world whose owner and shares decide.
    """

    def thing_of(self, row: Any) -> Lorebook | World:
        return row

    def work_rows(self, request: HttpRequest) -> QuerySet[Any]:
        """What the account works with: its own and what is shared with it (AD-2)."""
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = self.work_rows(request)
        ordering = self.get_ordering(request)
        return rows.order_by(*ordering) if ordering else rows

    def get_object(self, request, object_id, from_field=None):
        """The row; a look that nothing but a moderator's role opens is noted (AP-3)."""
        row = super().get_object(request, object_id, from_field)
        if row is not None and self.has_view_permission(request, row):
            note_look(signed_in(request.user), self.thing_of(row))
        return row

    def _within(self, request: HttpRequest, row: Model | None, rule: Any) -> bool:
        if row is None:
            return True
        thing = self.thing_of(row)
        return rule(
            viewer_of(request.user), Owned(thing.owner_id, thing.visibility), shares_of(thing)
        )

    def has_add_permission(self, request, obj=None):
        return super().has_add_permission(request) and can_author(viewer_of(request.user))

    def has_view_permission(self, request, obj=None):
        return super().has_view_permission(request, obj) and self._within(request, obj, can_read)

    def has_change_permission(self, request, obj=None):
        return super().has_change_permission(request, obj) and self._within(request, obj, can_edit)

    def has_delete_permission(self, request, obj=None):
        return super().has_delete_permission(request, obj) and self._within(
            request, obj, self.may_delete
        )

    def may_delete(self, viewer, owned, shares) -> bool:
        """Who may delete: by default whoever may edit."""
        return can_edit(viewer, owned, shares)


class PartOfWorldAdmin(OwnedAdmin):
    """Rows that stand in a world for good; `related` names what a list reads along with them.

    A key that is left empty is made from the name.
    """

    related: tuple[str, ...] = ("world",)

    def thing_of(self, row: Any) -> World:
        world: World = row.world
        return world

    def work_rows(self, request):
        rows = self.model._default_manager.filter(world__in=worlds_to_work(request))
        return rows.select_related(*self.related)

    def get_readonly_fields(self, request, obj=None):
        fixed = tuple(super().get_readonly_fields(request, obj))
        return fixed if obj is None else (*fixed, "world")

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "world":
            kwargs["queryset"] = editable_worlds(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def create_row(self, request, values):
        world = values.pop("world")
        values.pop("place", None)
        return self.create_in(request, world.pk, values)

    def update_row(self, request, row, seen, values):
        values = {name: value for name, value in values.items() if name != "key" or value}
        return self.update_in(request, row, seen, values)

    def create_in(self, request: HttpRequest, world_id: int, values: dict[str, Any]) -> Model:
        """Create a row in a world."""
        raise NotImplementedError

    def update_in(
        self, request: HttpRequest, row: Model, seen: int, values: dict[str, Any]
    ) -> Model:
        """Change a row that was read at version `seen`."""
        raise NotImplementedError


class OwnerAdmin(OwnedAdmin):
    """Lorebooks and worlds themselves: only the owner gives them away, shares or deletes them."""

    def may_delete(self, viewer, owned, shares) -> bool:
        return can_own(viewer, owned)

    def may_share(self, request: HttpRequest, row: Lorebook | World | None) -> bool:
        if row is None:
            return False
        return can_own(viewer_of(request.user), Owned(row.owner_id, row.visibility))

    def get_readonly_fields(self, request, obj=None):
        fixed = tuple(super().get_readonly_fields(request, obj))
        if not viewer_of(request.user).administrator:
            fixed = (*fixed, "owner")
        if obj is not None and not self.may_share(request, obj):
            fixed = (*fixed, "visibility")
        return fixed

    def get_fieldsets(self, request, obj=None):
        sets = super().get_fieldsets(request, obj)
        if obj is None and not viewer_of(request.user).administrator:
            for _name, options in sets:
                options["fields"] = tuple(name for name in options["fields"] if name != "owner")
        return sets


def books_to_work(request: HttpRequest) -> QuerySet[Lorebook]:
    """The lorebooks the account of a request works with."""
    return work_books(request.user)


def worlds_to_work(request: HttpRequest) -> QuerySet[World]:
    """The worlds the account of a request works with."""
    return work_worlds(request.user)
