"""Which roles may edit the parts of a world in the admin (AD-2): authors write, moderators read."""

from django.db import migrations

ALL = ("add", "change", "delete", "view")
PARTS = (
    "region",
    "location",
    "feature",
    "exit",
    "wearslot",
    "item",
    "variabledef",
    "dicecheck",
    "routine",
    "firstrelationship",
    "firstknowledge",
    "firstintent",
)
ROLES = {"author": ALL, "administrator": ALL, "moderator": ("view",)}


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
    """Give the groups what they lack; what was added by hand stays."""
    groups = apps.get_model("auth", "Group").objects
    for role, actions in ROLES.items():
        group, _ = groups.get_or_create(name=role)
        group.permissions.add(
            *(_permission(apps, model, action) for model in PARTS for action in actions)
        )


class Migration(migrations.Migration):
    dependencies = [("worldbook", "0009_authored_world")]

    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
