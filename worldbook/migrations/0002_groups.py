"""The four roles as groups, with what each may do in the admin (AD-2)."""

from django.db import migrations

ALL = ("add", "change", "delete", "view")
WRITTEN = (
    "lorebook",
    "entry",
    "world",
    "character",
    "opening",
    "openingcharacter",
    "openingpin",
    "share",
)
READ_ONLY = ("revision", "entrynotice", "job")

AUTHOR = {
    **{model: ALL for model in WRITTEN},
    "persona": ALL,
    "importpreview": ("add", "view"),
    "revision": ("add", "view"),
    "entrynotice": ("change", "view"),
    "job": ("view",),
}
ROLES = {
    "author": AUTHOR,
    "player": {"persona": ALL},
    "moderator": {model: ("view",) for model in (*WRITTEN, *READ_ONLY, "persona", "user")},
    "administrator": {
        model: ALL for model in (*WRITTEN, *READ_ONLY, "persona", "user", "importpreview")
    },
}


def _permission(apps, model, action):
    """The permission row; the same that `migrate` makes at its end, which then finds it."""
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="worldbook", model=model
    )
    name = apps.get_model("worldbook", model)._meta.verbose_name
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type,
        codename=f"{action}_{model}",
        defaults={"name": f"Can {action} {name}"},
    )
    return permission


def seed(apps, schema_editor):
    """Make the groups and give them what they lack; what was added by hand stays."""
    groups = apps.get_model("auth", "Group").objects
    for role, models in ROLES.items():
        group, _ = groups.get_or_create(name=role)
        group.permissions.add(
            *(_permission(apps, model, action) for model, actions in models.items() for action in actions)
        )


class Migration(migrations.Migration):
    dependencies = [
        ("worldbook", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
