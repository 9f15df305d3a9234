"""Worlds in which others have stories are closed to their players until the author opens them.

Worlds that others see were closed as the choice came. One that was taken back since has stories of
others all the same: their players see no more than before.
"""

from django.db import migrations
from django.db.models import F


def close_what_others_play(apps, schema_editor):
    of_others = apps.get_model("sessions_app", "Session").objects.exclude(
        owner_id=F("world__owner_id")
    )
    worlds = of_others.filter(world__isnull=False).values("world_id")
    apps.get_model("worldbook", "World").objects.filter(pk__in=worlds).update(open_to_players=False)


class Migration(migrations.Migration):
    dependencies = [
        ("sessions_app", "0008_moves"),
        ("worldbook", "0012_world_open_to_players"),
    ]

    operations = [
        migrations.RunPython(close_what_others_play, migrations.RunPython.noop),
    ]
