"""Authors look at their own stories in the writing room, moderators at all of them (AD-2)."""

from django.db import migrations

ROLES = ("author", "moderator")
MODELS = ("session", "sessionpin", "storycharacter")


def _permission(apps, model):
    """The permission row; the same that `migrate` makes at its end, which then finds it."""
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="sessions_app", model=model
    )
    name = apps.get_model("sessions_app", model)._meta.verbose_name
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type,
        codename=f"view_{model}",
        defaults={"name": f"Can view {name}"},
    )
    return permission


def seed(apps, schema_editor):
    """Give the groups what they lack; what was added by hand stays."""
    for role in ROLES:
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=role)
        group.permissions.add(*(_permission(apps, model) for model in MODELS))


class Migration(migrations.Migration):
    dependencies = [
        ("sessions_app", "0005_session_next_turn"),
        ("worldbook", "0002_groups"),
    ]

    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
